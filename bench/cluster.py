"""Compares a local Dask cluster of N workers with a pool of N processes, in turns.

    python bench/cluster.py ../shared/corpus/Norinori.jsonl ../shared/corpus/Kurodoko.jsonl --every 3

The cluster runs already when a round begins, as a real one does; a round begins with the connection and ends with the
last record. "busy" is the share of the time of N processes in which puzzles are read and solved, by the records. The
processor time is that of all processes together; on a machine with other work it says more than the rate.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from itertools import islice
from pathlib import Path
from statistics import median

from pencilp.batches.cluster import Cluster
from pencilp.batches.engines import Engine, Pool
from pencilp.batches.keys import Keyed
from pencilp.batches.local_cluster import LocalClusterProcess
from pencilp.batches.tasks import Settings
from pencilp.formats.sources import Sources

SETTINGS = Settings(time_limit=20)


def used(group: int) -> dict[int, float]:
    """Return the processor seconds of each process of a group, and of this process with its dead children (0)."""
    mine = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found = {0: sum(each.ru_utime + each.ru_stime for each in mine)}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[2]) == group:
            found[int(place.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def main() -> None:
    """Print a line for each round, and the ratio of the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files with puzzles")
    parser.add_argument("--every", type=int, default=1, help="take every Nth puzzle (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    options = parser.parse_args()
    found = [Keyed(f"{n:016x}", each) for n, each in enumerate(islice(Sources(options.files), 0, None, options.every))]
    ratios, costs = [], []
    start = time.perf_counter()
    local = LocalClusterProcess(options.jobs)
    with local as address:
        print(f"{len(found)} puzzles; the cluster starts in {time.perf_counter() - start:.1f} s")
        for _ in range(options.rounds):
            rates, seconds_each = {}, {}
            for name in ("pool", "cluster"):
                before, start = used(local.group), time.perf_counter()
                engine: Engine = Pool(SETTINGS, options.jobs) if name == "pool" else Cluster(SETTINGS, address)
                records = [record for part in engine.run(found) for record in part]
                seconds = time.perf_counter() - start
                spent = sum(after - before.get(pid, 0) for pid, after in used(local.group).items())
                seconds_each[name] = spent / len(found)
                assert len(records) == len(found)
                solving = sum(record["ms"].get("total", 0) for record in records) / 1000
                rates[name] = len(found) / seconds
                busy = solving / (options.jobs * seconds)
                clock = f"{1000 * solving / len(found):.1f} by the clock"
                each = f"{1000 * seconds_each[name]:.1f} ms of processor time for each, {clock}"
                print(f"{name:8}{rates[name]:8.1f} puzzles a second, busy {100 * busy:.0f} %; {each}", flush=True)
            costs.append(seconds_each["pool"] / seconds_each["cluster"])
            ratios.append(rates["cluster"] / rates["pool"])
    for what, values in (("rate, cluster / pool", ratios), ("processor time, pool / cluster", costs)):
        print(f"{what}: {', '.join(f'{each:.2f}' for each in values)}; median {median(values):.2f}")


if __name__ == "__main__":
    main()
