"""A Dask cluster on this machine, in a process of its own that ends with this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from pencilp._util.read_limited import last_printed
from pencilp.errors import SolverError
from pencilp.solvers import processes

MAX_LOG_BYTES = 2000
"""How many bytes of its output are read to explain why it has ended."""

UNMEASURED = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
}
"""Settings without Dask's measurements of itself. With two workers these take 7 to 9 % of a processor, otherwise 2 %."""


class LocalClusterProcess:
    """A context with a cluster of ``count`` workers; its value is the address of the scheduler."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __enter__(self) -> str:
        # import the same modules as this process, whatever the working directory holds
        start = f"import sys; sys.path[:] = {sys.path!r}; from pencilp.batches.local_cluster import main; main()"
        with tempfile.TemporaryFile() as log:
            self._process = processes.start(
                [sys.executable, "-c", start, str(self._count)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                environment={**UNMEASURED, **os.environ},
            )
            assert self._process.stdout is not None
            try:
                address = self._process.stdout.readline().decode().strip()
                if address:
                    return address
                says = [line.strip() for line in last_printed(log, MAX_LOG_BYTES).split("\n") if line.strip()]
                raise SolverError(f"the local cluster cannot be started: {(says or ['it has ended'])[-1][:200]}")
            except BaseException:
                self.__exit__()
                raise

    @property
    def group(self) -> int:
        """The process group of all its processes."""
        return self._process.pid

    def __exit__(self, *_: object) -> None:
        processes.end(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def main() -> None:
    """Run a cluster until standard input ends, and print the address of its scheduler."""
    import logging

    from distributed import LocalCluster

    cluster = LocalCluster(
        n_workers=int(sys.argv[1]),
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
