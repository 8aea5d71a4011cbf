"""The command ``pencilp``, and ``python -m pencilp``. From the first moment on, Ctrl-C ends it in one line.

Until the command listens itself (``pencilp.cli.watch``) there is nothing to tidy up. Nothing but what Python has loaded anyway
is imported before.
"""

import _signal  # type: ignore[import-not-found]
import os


def _stopped(*_: object) -> None:
    os.write(2, b"pencilp: stopped\n")
    os._exit(3)


def run() -> None:
    """Run the command line, and end this process."""
    # where Ctrl-C is to be ignored, as behind nohup, it is
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _stopped)
    from pencilp.cli import process

    process()


if __name__ == "__main__":
    run()
