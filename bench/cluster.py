"""Compares a local Dask cluster of N workers with a pool of N processes, in turns.

    python bench/cluster.py ../shared/corpus/Norinori.jsonl ../shared/corpus/Kurodoko.jsonl --every 3

The cluster runs already when a round begins, as a real one does; a round begins with the connection and ends with the
last record. "busy" is the share of the processes' time in which puzzles are read and solved, by the records.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from statistics import median

from pencilp.batches.cluster import Cluster
from pencilp.batches.engines import Engine, Pool
from pencilp.batches.keys import Keyed
from pencilp.batches.local_cluster import LocalClusterProcess
from pencilp.batches.tasks import Settings
from pencilp.formats.sources import Sources

SETTINGS = Settings(time_limit=20)


def main() -> None:
    """Print a line for each round, and the ratio of the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files with puzzles")
    parser.add_argument("--every", type=int, default=1, help="take every Nth puzzle (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    options = parser.parse_args()
    found = [Keyed(f"{n:016x}", each) for n, each in enumerate(islice(Sources(options.files), 0, None, options.every))]
    ratios = []
    start = time.perf_counter()
    with LocalClusterProcess(options.jobs) as address:
        print(f"{len(found)} puzzles; the cluster starts in {time.perf_counter() - start:.1f} s")
        for _ in range(options.rounds):
            rates = {}
            for name in ("pool", "cluster"):
                start = time.perf_counter()
                engine: Engine = Pool(SETTINGS, options.jobs) if name == "pool" else Cluster(SETTINGS, address)
                records = [record for part in engine.run(found) for record in part]
                seconds = time.perf_counter() - start
                assert len(records) == len(found)
                solving = sum(record["ms"].get("total", 0) for record in records) / 1000
                rates[name] = len(found) / seconds
                busy = solving / (options.jobs * seconds)
                print(f"{name:8}{rates[name]:8.1f} puzzles a second; busy {100 * busy:.0f} %", flush=True)
            ratios.append(rates["cluster"] / rates["pool"])
    print(f"cluster / pool: {', '.join(f'{each:.2f}' for each in ratios)}; median {median(ratios):.2f}")


if __name__ == "__main__":
    main()
