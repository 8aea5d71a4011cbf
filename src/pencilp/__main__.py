"""The command ``pencilp``, and ``python -m pencilp``. Ctrl-C prints one line and exits, even during start-up.

So do SIGTERM and SIGHUP. Until the command listens itself (``pencilp.cli.watch``) there is nothing to tidy up, and only modules
that Python has loaded anyway are imported.
"""

import _signal  # type: ignore[import-not-found]
import os


def _stopped(*_: object) -> None:
    os.write(2, b"pencilp: stopped\n")
    os._exit(3)


def run() -> None:
    """Run the command line, and end this process."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # a signal that is to be ignored, as behind nohup, is ignored
        number = getattr(_signal, name, None)
        if number is not None and _signal.getsignal(number) in (_signal.default_int_handler, _signal.SIG_DFL):
            _signal.signal(number, _stopped)
    from pencilp.cli import process

    process()


if __name__ == "__main__":
    run()
