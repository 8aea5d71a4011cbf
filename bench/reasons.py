"""How many rule instances it takes to see a value: python bench/reasons.py [GENRE...] [--cells 10] [--markdown] [-o FILE]

For some places of each genre's first example, spread evenly over the answer, a minimal set of rule instances that forces
the value of the place: (a) from the clues alone, (b) from the answer's values at all other places. None of its instances
can be left out. A smaller set may exist, for the search looks at a few sets only, each shrunk in another order. Places
whose value a rule states outright, or that take only one value, are left out, unless there are no others.

``--rules`` prints how the generic tests of tests/test_genres.py go instead, genre by genre: how many rules the page has in
words and how many of them a board of the genre's proof needs, and whether (a) with all rules switched on the answers are
those of the quick program, (b) with all switched off nothing is decided, (c) a clue that says less is the same as its
rules switched off, (d) a wrong answer is refused by words of the page.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import measuring
from measuring import table

from pencilp import genres
from pencilp.board.puzzle import Puzzle
from pencilp.formats.text import text as plain
from pencilp.genres.base import genre_of
from pencilp.model import Int, Lit
from pencilp.solvers.clasp.questions import Questions, Undecided
from pencilp.solvers.clasp.search import Clasp

ROOT = Path(__file__).parent.parent
MAX_CONFLICTS = 5000
"""Maximum number of conflicts of a search, because no person sees further."""


class Reason(NamedTuple):
    """A place (layer, index), the sizes of the sets (a) and (b), and whether both were shrunk to the end.

    A size is None where all instances together do not force the value, or clasp has given up.
    """

    layer: str
    index: int
    clues: int | None
    others: int | None
    minimal: bool


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("genres", nargs="*", help="default: all")
    parser.add_argument("--cells", type=int, default=10, help="places per genre (10)")
    parser.add_argument("--orders", type=int, default=20, help="number of orders in which a set is shrunk (20)")
    parser.add_argument("--seconds", type=float, default=1, help="of the processor, for each place and question (1)")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--rules", action="store_true", help="the table of the generic tests")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("-o", "--output", type=Path, help="the file for the sizes of each place, as JSON")
    options = parser.parse_args(arguments)
    names = [genres.find(name).name for name in options.genres] or genres.names()
    if options.rules:
        print(rules_table(names, options.markdown))
        return
    rows, kept = [], {}
    for name in names:
        start = time.perf_counter()
        # NAME.txt comes before NAME-*.txt
        path = min((ROOT / "examples").glob(f"{name}[.-]*txt"), key=lambda path: path.stem)
        (puzzle, *_) = plain.read(path.read_text(encoding="utf-8"))
        instances, reasons = reasons_of(puzzle, options.cells, options.orders, options.seconds, options.seed)
        seconds = time.perf_counter() - start
        kept[name] = {"instances": instances, "seconds": seconds, "reasons": [r._asdict() for r in reasons]}
        rows.append([
            name, str(instances), *spread([r.clues for r in reasons]), *spread([r.others for r in reasons]),
            str(sum(not r.minimal for r in reasons)), f"{seconds:.1f}",
        ])  # fmt: skip
        measuring.say(" ".join(rows[-1]))
    head = ["genre", "instances", "(a) median", "(a) max", "(b) median", "(b) max", "not minimal", "s"]
    print(table(head, rows, markdown=options.markdown))
    if options.output:
        measuring.write_json(options.output, kept)


def spread(sizes: Sequence[int | None]) -> list[str]:
    """The median and the maximum of some sizes, with how many are not known."""
    known = [size for size in sizes if size is not None]
    if not known:
        return ["–", "–"]
    unknown = f" ({len(sizes) - len(known)} not forced)" if len(known) < len(sizes) else ""
    return [f"{median(known):g}{unknown}", str(max(known))]


# -- the reasons for a value ------------------------------------------------------------------------------------------


def reasons_of(puzzle: Puzzle, cells: int, orders: int, seconds: float, seed: int) -> tuple[int, list[Reason]]:
    """How many rule instances the page states of a puzzle, and the reasons for the values of some of its places."""
    genre = genre_of(puzzle)
    model = genre.model(puzzle)
    model.objective = None
    values = genre.assumptions(model, puzzle.answer)
    clasp = Clasp(model, guarded=True)
    known = {rule.constraint for rule in clasp.program.plan.rules if isinstance(rule.constraint, Lit)}
    known |= {lit for lit, layer, i in values if isinstance(x := model.answer[layer][i], Int) and len(x.values) == 1}
    guards = [guard for guard in clasp.program.guards if guard]
    rng = random.Random(seed)
    found = []
    for lit, layer, index in evenly([p for p in values if p[0] not in known] or values, cells, rng):
        others = [x.n for x, _, _ in values if x.n != lit.n]
        clues, done = smallest(clasp, [-lit.n], guards, orders, seconds, rng)
        alone, finished = smallest(clasp, [-lit.n, *others], guards, orders, seconds, rng)
        found.append(Reason(layer, index, clues, alone, done and finished))
    return len(guards), found


def evenly(places: Sequence[Any], count: int, rng: random.Random) -> list[Any]:
    """``count`` of ``places``, or all if these are fewer: one anywhere in each of as many equal parts."""
    count = min(count, len(places))
    bounds = [len(places) * k // count for k in range(count + 1)]
    return [places[rng.randrange(low, high)] for low, high in itertools.pairwise(bounds)]


def smallest(
    clasp: Clasp, facts: Sequence[int], guards: Sequence[int], orders: int, seconds: float, rng: random.Random
) -> tuple[int | None, bool]:
    """The size of the smallest set found of ``guards`` that contradicts ``facts``, and whether it was shrunk to the end.

    The size is None where all of them together do not contradict ``facts``.
    """
    conflicts = Conflicts(clasp, facts, seconds)
    best: int | None = None
    minimal = False
    for _ in range(orders):
        order = rng.sample(guards, len(guards))
        conflicts.sure = True
        found = conflicts(order)
        if found is not None:
            found = shrunk([guard for guard in order if guard in found], conflicts, best)
        if found is not None and (best is None or len(found) < best):
            best, minimal = len(found), conflicts.sure
        if best is None or not conflicts.sure:
            break
    return best, minimal


def shrunk(needed: Sequence[int], conflicts: Conflicts, best: int | None) -> list[int] | None:
    """Return a minimal part of ``needed`` that is in conflict, as all of ``needed`` are.

    None as soon as it is known to have ``best`` instances or more.
    """
    rest, kept = list(needed), []
    while rest:
        last = rest.pop()
        found = conflicts([*kept, *rest])
        if found is None:
            kept.append(last)
            if best is not None and len(kept) >= best:
                return None
        else:
            rest = [guard for guard in rest if guard in found]
    return kept


class Conflicts:
    """Finds the assumptions that clasp needs for a contradiction with ``facts``.

    None stands for no contradiction. When the ``seconds`` (of the processor) are used up, or a search meets too many
    conflicts, it is no more than a guess: ``sure`` is then False.
    """

    def __init__(self, clasp: Clasp, facts: Sequence[int], seconds: float) -> None:
        self.questions, self.facts = Questions(clasp, MAX_CONFLICTS), facts
        self.until = time.process_time() + seconds
        self.sure = True

    def __call__(self, active: Sequence[int]) -> set[int] | None:
        if time.process_time() > self.until:
            self.sure = False
            return None
        try:
            core = self.questions.core([*self.facts, *active])
        except Undecided:
            self.sure = False
            return None
        return None if core is None else {*core}


# -- the generic tests ------------------------------------------------------------------------------------------------


def rules_table(names: Sequence[str], markdown: bool) -> str:
    """Print the results of the generic tests for each genre, and for all together."""
    sys.path.insert(0, str(ROOT))
    from proof import lines_of
    from tests import proof as proofs
    from tests import test_genres as suite

    tests = [
        suite.test_with_all_rules_switched_on_the_answers_are_those_of_the_fast_program,
        suite.test_with_all_rules_switched_off_nothing_is_decided,
        suite.test_a_weaker_clue_equals_its_rules_without_guards,
        suite.test_an_answer_with_one_value_changed_is_refused_by_words_of_the_page_at_a_place,
    ]
    rows = []
    for name in names:
        start = time.perf_counter()
        proof = proofs.proof(name)
        every, needed = proofs.stated_and_needed(name)
        passed = [holds(test, proof) for test in tests]
        counts = [lines_of(proof.genre), len(every), len(needed), len(every - needed)]
        rows.append([name, *map(str, counts), *passed, f"{time.perf_counter() - start:.1f}"])
        measuring.say(" ".join(rows[-1]))
    head = ["genre", "lines", "rules", "needed", "follow", "(a)", "(b)", "(c)", "(d)", "s"]
    lines, rules, needed = ([int(row[k]) for row in rows] for k in (1, 2, 3))
    pages = f"{names[lines.index(min(lines))]} ({min(lines)} lines), {names[lines.index(max(lines))]} ({max(lines)})"
    return (
        f"{table(head, rows, markdown=markdown)}\n\nRules: {sum(rules)}; a board needs {sum(needed)} of them. "
        f"The shortest and the longest page: {pages}."
    )


def holds(test: Callable[[Any], None], proof: Any) -> str:
    """Whether a test of the suite passes."""
    try:
        test(proof)
    except AssertionError:
        return "no"
    return "yes"


if __name__ == "__main__":
    main()
