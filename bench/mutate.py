"""Break the genre modules on purpose and report which broken ones their proofs accept: python bench/mutate.py --count 1000

A *mutant* is a genre module with one fault (bench/mutants.py). It is made in memory and held against the genre's proof:

1. against its data alone: is every near miss refused, is every answer of an example, a board or a small case judged
   rightly? This needs no solver, and takes a fraction of a second;
2. what passes is held against all tests of ``pytest --genre NAME`` that a fault in the rules can change.

It is killed if some test fails, and survives if all pass. Tests of what a fault in the rules cannot change (links, drawings,
workbooks) are not run, nor those that need reference data. Mutants that mean the same as the module on every board stand in
bench/equivalent.tsv, each with its reason, and are not counted; the run says so if one of them no longer exists.

``--out FILE`` keeps the verdicts, one a line; mutants that stand there are not tried again, and ``--again FILE`` tries those
that survived. ``--data`` leaves out step 2. ``--close`` looks for an answer which a survivor and the module judge differently,
and adds it to the near misses.

``--equivalent`` tries no mutants, but compares those of bench/equivalent.tsv with their modules by brute force: all answers to
hundreds of small puzzles, half of them with answers that were found without the module (bench/comparing.py).
Exit status 1: some survived, or a mutant said to be equivalent is not or was never reached.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import json
import multiprocessing
import os
import random
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from closing import Closing  # noqa: E402
from comparing import Comparing, Comparison  # noqa: E402
from mutants import Mutant, equivalent, mutants, no_longer_there  # noqa: E402
from tests import amount, near_misses  # noqa: E402
from tests import proof as proofs  # noqa: E402
from tests.small_boards import judged_rightly  # noqa: E402

from pencilp import api, genres  # noqa: E402

SECONDS = 90
"""Time limit for the proof of one mutant. A mutant that takes longer is not counted as killed by a test."""
CLOSING_SECONDS = 60.0
"""Time limit for the search of an answer that a survivor judges wrongly."""
COMPARING_SECONDS = 10.0
"""Time for which a mutant that is said to be equivalent is compared with its module."""
RIGHT, NEAR = 2, 4
"""How many right answers of a small case are judged, and how many fillings that look like answers."""
NOT_RULES = (
    "read_as_it_was_written", "read_as_they_were_written", "drawings", "dataset", "mixed_integer", "needs_to_know",
    "all_its_names", "reference_boards", "grow_with_a_number", "near_misses",
)  # fmt: skip
"""Parts of the names of tests whose verdict does not depend on the rules, that need reference data, or that step 1 asks."""
SURVIVED, LATE = "", "time"
DATA = "its data"


# -- the proof --------------------------------------------------------------------------------------------------------


def data_of(name: str) -> None:
    """Raise AssertionError if ``check`` misjudges an answer that the proof of a genre holds."""
    for puzzle, right, wrong in near_misses.read(name):
        if right is not None:
            judged_rightly(puzzle, proofs.answer_of(puzzle, right), True)
        for _, filling in wrong:
            judged_rightly(puzzle, proofs.answer_of(puzzle, filling), False)
    for puzzle in (*proofs.examples(name), *proofs.boards(name)):
        if puzzle.answer is not None:
            assert api.check(puzzle) == []
    rng = random.Random(name)
    for puzzle, right_ones, near in proofs.cases(name):
        fillings = rng.sample(sorted(right_ones), min(RIGHT, len(right_ones)))
        for filling in (*fillings, *rng.sample(near, min(NEAR, len(near)))):
            judged_rightly(puzzle, proofs.answer_of(puzzle, filling), filling in right_ones)


def tests_of(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the tests of a genre's proof that a fault in its rules can change, quick ones first."""
    from tests import test_genres as suite

    shared = [
        (label, test)
        for label, test in vars(suite).items()
        if label.startswith("test_") and [*inspect.signature(test).parameters] == ["proof"]
        and not any(word in label for word in NOT_RULES)
    ]  # fmt: skip
    first = ("one_answer_which", "finds_all_answers", "further_boards")
    shared.sort(key=lambda one: next((k for k, word in enumerate(first) if word in one[0]), len(first)))
    for label, test in shared:
        yield label, lambda test=test: test(proofs.proof(name))
    own = ROOT / "tests" / "genres" / f"{name}.py"
    if "def test_" in own.read_text(encoding="utf-8"):
        yield "its own tests", lambda: own_tests(own)


def own_tests(path: Path) -> None:
    """Run the tests that stand in a genre's own proof."""
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        status = pytest.main([str(path), "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts="])
    assert status in (0, 5), "its own tests"


def verdict(name: str, mutant: Mutant, tests: Mapping[str, Callable[[], Any]]) -> str:
    """Return which of some tests kills a mutant, and how; "" if none does."""
    try:
        mutant.install(sys.modules[genres.load(name).__module__])
    except Exception as error:
        return f"it cannot be loaded: {type(error).__name__}"
    for label, test in tests.items():
        if fault := failure(test):
            return f"{label}: {fault}"
    return SURVIVED


def failure(test: Callable[[], Any]) -> str:
    """Return what kind of error a test raises; "" if it passes or is skipped."""
    try:
        test()
    except pytest.skip.Exception:
        return ""
    except BaseException as error:
        return type(error).__name__
    return ""


def apart(work: Callable[[], str], seconds: float) -> str:
    """Return what ``work`` returns in a child process; ``LATE`` if it takes longer."""
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        # whatever happens, a child must not go on as its parent
        try:
            os.close(source)
            os.setpgid(0, 0)
            try:
                text = work()
            except BaseException as error:
                text = f"{type(error).__name__}"
            with open(sink, "wb") as out:
                out.write(text.encode())
        finally:
            os._exit(0)
    os.close(sink)
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
    parts = []
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if not select.select([source], [], [], left)[0]:
            continue
        part = os.read(source, 65536)
        if not part:
            break
        parts.append(part)
    else:
        parts = [LATE.encode()]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(source)
    return b"".join(parts).decode()


class Task(NamedTuple):
    """The mutants of one genre to be tried: ``known`` ones have a verdict already; ``again`` are the only ones if it is given."""

    name: str
    count: int
    seed: int
    known: frozenset[str]
    again: frozenset[str] | None
    data_only: bool
    close: bool


class Judge:
    """Tries mutants of one genre, against its data first."""

    def __init__(self, name: str, *, data_only: bool) -> None:
        self.name = name
        self.data = {DATA: lambda: data_of(name)}
        self.tests = {} if data_only else dict(tests_of(name))
        self.sound = {DATA}

    def verdict(self, mutant: Mutant) -> str:
        """Return what kills a mutant, ``SURVIVED`` or ``LATE``."""
        killer = self._held_against(mutant, self.data)
        while not killer and self.tests:
            killer = self._held_against(mutant, self.tests)
            label = killer.partition(":")[0]
            if label not in self.tests or label in self.sound:
                break
            # a test that fails anyway kills nothing
            if fails := apart(lambda label=label: failure(self.tests[label]), SECONDS):
                print(f"{self.name} as it is fails: {label}: {fails}", flush=True)
                del self.tests[label]
                killer = SURVIVED
            else:
                self.sound.add(label)
        return killer

    def _held_against(self, mutant: Mutant, tests: Mapping[str, Callable[[], Any]]) -> str:
        return apart(lambda: verdict(self.name, mutant, tests), SECONDS)


def chosen_mutants(task: Task) -> list[Mutant]:
    """Return the mutants to be tried: half of them faults in the source, half in what is stated."""
    source, stated = mutants(task.name)
    labels = {mutant.label for mutant in (*source, *stated)}
    for label in no_longer_there(task.name, labels):
        print(f"bench/equivalent.tsv: there is no such mutant: {task.name}: {label}", flush=True)
    if task.again is not None or not task.count:
        chosen = [mutant for mutant in (*source, *stated) if task.again is None or mutant.label in task.again]
    else:
        rng = random.Random(f"{task.name} {task.seed}")
        shares = (source, task.count - task.count // 2), (stated, task.count // 2)
        chosen = [mutant for some, share in shares for mutant in rng.sample(some, min(share, len(some)))]
    return [m for m in chosen if m.label not in task.known and (task.name, m.label) not in equivalent()]


def work_on(task: Task) -> list[dict[str, Any]]:
    """Try some mutants of one genre."""
    amount.WHOLE = True
    proofs.SHARED = ROOT / "nothing"
    name = task.name
    proofs.proof(name)
    for warm in (proofs.cases, proofs.boards, proofs.examples, near_misses.read):
        warm(name)
    judge, closing = Judge(name, data_only=task.data_only), Closing(name)
    # in a child process: one that has judged something can't be forked
    if fails := apart(lambda: failure(judge.data[DATA]), SECONDS):
        print(f"{name} as it is fails: {DATA}: {fails}", flush=True)
        return []
    lines = []
    for mutant in chosen_mutants(task):
        start = time.monotonic()
        killer = judge.verdict(mutant)
        took = round(time.monotonic() - start, 2)
        closed = ""
        if task.close and killer in (SURVIVED, LATE):
            closed = closing.close(mutant, apart, CLOSING_SECONDS)
        lines.append({"genre": name, "mutant": mutant.label, "killed": killer, "seconds": took, "closed": closed})
    closing.write()
    return lines


def compared(claim: tuple[str, str]) -> tuple[str, str, Comparison]:
    """Compare a mutant that is said to be equivalent with its genre module."""
    name, label = claim
    mutant = next(mutant for some in mutants(name) for mutant in some if mutant.label == label)
    return name, label, Comparing(name).compare(mutant, apart, COMPARING_SECONDS)


# -- the command ------------------------------------------------------------------------------------------------------


def report(lines: Collection[Mapping[str, Any]]) -> str:
    """Return the table of what killed the mutants, and its sum in words."""
    times: dict[str, list[float]] = {}
    for entry in lines:
        times.setdefault(entry["killed"].partition(":")[0] or "nothing", []).append(entry["seconds"])
    rows = ["| killed by | mutants | seconds each |", "|---|---|---|"]
    for killer, some in sorted(times.items(), key=lambda row: -len(row[1])):
        rows.append(f"| {killer} | {len(some)} | {sum(some) / len(some):.2f} |")
    counts = Counter(entry["killed"] for entry in lines)
    each = sum(entry["seconds"] for entry in lines) / max(1, len(lines))
    rows.append(
        f"{counts[SURVIVED]} of {len(lines)} mutants of {len({entry['genre'] for entry in lines})} genres survived,"
        f" {counts[LATE]} took more than {SECONDS} s; {each:.2f} s each; {len(equivalent())} equivalent ones are known"
    )
    return "\n".join(rows)


def compare_equivalent(names: Collection[str], jobs: int) -> bool:
    """Compare the mutants of bench/equivalent.tsv with their modules; return whether one is refuted or was not reached."""
    claims = [claim for claim in equivalent() if claim[0] in names]
    failed = 0
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        for name, label, result in pool.imap_unordered(compared, claims):
            refuted = f"NOT EQUIVALENT:\n{result.different}" if result.different else ""
            # a rule that is ignored somewhere must be missing from some puzzle; a source may state the same rules always
            unreached = (
                "NOT REACHED" if (label.startswith("ignored ") and not result.reached) or not result.puzzles else ""
            )
            failed += bool(refuted or unreached)
            print(
                f"{name}: {label}: {result.puzzles} puzzles, {result.answers} answers,"
                f" {result.reached} with other rules {refuted or unreached}".rstrip(),
                flush=True,
            )
    print(f"{len(claims) - failed} of {len(claims)} equivalent mutants agree with their modules")
    return failed > 0


def verdicts(path: Path) -> list[dict[str, Any]]:
    """Return the verdicts that a file keeps."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", metavar="NAME", help="only this genre; may be given several times")
    parser.add_argument("--count", type=int, default=1000, help="mutants in all, as many of each genre (0: every one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--data", action="store_true", help="hold the mutants against the data of the proofs only")
    parser.add_argument("--close", action="store_true", help="add near misses that kill the survivors")
    parser.add_argument("--equivalent", action="store_true", help="compare bench/equivalent.tsv with the modules")
    parser.add_argument("--out", type=Path, help="the file of the verdicts, one a line")
    parser.add_argument("--again", type=Path, help="try the mutants again that survived in a file of verdicts")
    options = parser.parse_args()
    names = [genres.find(name).name for name in options.genre or ()] or list(genres.names())
    if options.equivalent:
        sys.exit(compare_equivalent(names, options.jobs))
    kept = verdicts(options.out) if options.out and options.out.exists() else []
    again: dict[str, set[str]] = {}
    for entry in verdicts(options.again) if options.again else ():
        if entry["killed"] in (SURVIVED, LATE) and entry["genre"] in names:
            again.setdefault(entry["genre"], set()).add(entry["mutant"])
    if options.again:
        names = [*again]
    each = -(-options.count // max(1, len(names)))
    tasks = [
        Task(
            name,
            each,
            options.seed,
            frozenset(entry["mutant"] for entry in kept if entry["genre"] == name),
            frozenset(again[name]) if options.again else None,
            options.data,
            options.close,
        )
        for name in names
    ]
    lines = [entry for entry in kept if entry["genre"] in names]
    with multiprocessing.get_context("fork").Pool(options.jobs, maxtasksperchild=1) as pool:
        for found in pool.imap_unordered(work_on, tasks):
            lines += found
            for entry in found:
                if entry["killed"] in (SURVIVED, LATE):
                    result = "survived" if not entry["killed"] else "took too long"
                    print(f"{result}: {entry['genre']}: {entry['mutant']} {entry['closed']}".rstrip(), flush=True)
            if options.out:
                with options.out.open("a", encoding="utf-8") as out:
                    out.writelines(json.dumps(entry) + "\n" for entry in found)
    print(report(lines))
    sys.exit(any(entry["killed"] == SURVIVED for entry in lines))


if __name__ == "__main__":
    main()
