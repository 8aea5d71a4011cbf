"""The command ``pencilp``, and ``python -m pencilp``.

Ctrl-C, SIGTERM and SIGHUP end it with one line, even during imports. Until the command handles signals itself
(``pencilp.cli.watchdog``) there is nothing to clean up.
"""

import os
import signal


def _stopped(*_: object) -> None:
    os.write(2, b"pencilp: stopped\n")
    os._exit(3)


def run() -> None:
    """Run the command line and end this process."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        # an ignored signal, as under nohup, stays ignored
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stopped)
    from pencilp.cli import process

    process()


if __name__ == "__main__":
    run()
