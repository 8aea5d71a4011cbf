"""Break the genre modules on purpose and report which broken ones their proofs accept: python bench/mutate.py --count 1000

A *mutant* is a genre module with one fault. It is made in memory and held against the genre's proof, as ``pytest --genre NAME``
does. It is killed if some test fails, and survives if all pass. Two kinds of faults are made:

* in the source: a rule or another statement is left out, a count becomes a bound, a number grows or shrinks by one, a
  comparison is another, a loop misses its first or last item, one side of a condition is left out;
* in what is stated: some instances of a rule are left out, such as those of clues above 6, of rooms with more than four
  cells, of cells at the rim, of one side of the board.

Tests of what a fault in the rules cannot change (links, drawings, workbooks) are not run, nor those that need reference data.
``--out FILE`` keeps the verdicts, one a line; mutants that stand there are not tried again. Exit status 1: some survived.
Mutants that mean the same as the module on every board stand in ``EQUIVALENT``, each with its reason.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import inspect
import json
import multiprocessing
import os
import random
import re
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from tests import amount, near_misses  # noqa: E402
from tests import proof as proofs  # noqa: E402

from pencilp import genres  # noqa: E402
from pencilp.board.lattice import Lattice  # noqa: E402
from pencilp.genres import Genre  # noqa: E402
from pencilp.model.model import Model, Rule  # noqa: E402
from pencilp.model.structures import instances  # noqa: E402

SECONDS = 90
"""How long the proof of one mutant may take. A mutant that takes longer is not counted as killed by a test."""
VALUES = (1, 2, 3, 4, 5, 6, 8, 12, 17)
SIZES = (2, 3, 4, 6)
NOT_RULES = (
    "read_as_it_was_written", "read_as_they_were_written", "drawings", "dataset", "mixed_integer", "needs_to_know",
    "all_its_names", "reference_boards", "grow_with_a_number",
)  # fmt: skip
"""Parts of the names of tests whose verdict does not depend on the rules, or that need reference data."""
EQUIVALENT: dict[tuple[str, str], str] = {}
"""Genre and mutant, with the reason why the mutant has the same answers on every board."""


class Mutant(NamedTuple):
    """One fault: what it is in words, and a function that installs it in this process, given the genre's module."""

    label: str
    install: Callable[[ModuleType], None]


# -- faults in the source ---------------------------------------------------------------------------------------------

WEAKER = {"exactly": ("at_least", "at_most")}
NO_RULES = ("validate", "own_board", "usual_board", "code_game")
"""Methods that state no rules. Nor does a function that returns a glyph."""
COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}


def in_the_source(tree: ast.Module) -> Iterator[tuple[str, ast.Module]]:
    """Yield each fault of the functions of a module: its label, and the whole module with it."""
    for path, function in functions(tree):
        for label, change in changes(function):
            other = copy.deepcopy(tree)
            change(nth(other, path))
            ast.fix_missing_locations(other)
            if ast.dump(other) != ast.dump(tree):
                yield f"{function_name(function)}: {label}", other


def functions(tree: ast.Module) -> Iterator[tuple[int, ast.AST]]:
    """Yield the functions of a module and the functions among the arguments of its layers, by their number in ``ast.walk``."""
    inner: set[ast.AST] = set()
    for k, node in enumerate(ast.walk(tree)):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and node not in inner:
            inner.update(ast.walk(node))
            if not isinstance(node, ast.FunctionDef) or not (
                node.name in NO_RULES or "Glyph" in ast.unparse(node.returns or ast.Pass())
            ):
                yield k, node


def function_name(function: ast.AST) -> str:
    return function.name if isinstance(function, ast.FunctionDef) else "lambda"


def nth(tree: ast.Module, number: int) -> ast.AST:
    return next(node for k, node in enumerate(ast.walk(tree)) if k == number)


def changes(function: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    """Yield the faults that one function can have, each as a change of a copy of it."""
    said = {part for node in ast.walk(function) if is_said(node) for part in ast.walk(node)}
    for k, node in enumerate(ast.walk(function)):
        if node in said:
            continue
        for label, new in faults_of(node):

            def change(root: ast.AST, k: int = k, new: ast.AST = new) -> None:
                replace(root, next(n for i, n in enumerate(ast.walk(root)) if i == k), new)

            yield label, change


def is_said(node: ast.AST) -> bool:
    """Return whether a node is part of what is said about a rule and not of the rule: its place, clue, name, text."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.keyword) and node.arg in ("at", "clue", "name", "told", "helpers", "words")
    )


def replace(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put a copy of ``new`` in the place of ``old``."""
    for node in ast.walk(root):
        for field, value in ast.iter_fields(node):
            if value is old:
                setattr(node, field, copy.deepcopy(new))
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(node, field, [copy.deepcopy(new) if item is old else item for item in value])


def faults_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand in the place of a node by mistake."""
    if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) or isinstance(node, (ast.AugAssign,)):
        yield f"without {brief(node)}", ast.Pass()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for other in WEAKER.get(node.func.id, ()):
            yield f"{other} for {brief(node)}", with_(node, func=ast.Name(other, ast.Load()))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in (node.value - 1, node.value + 1):
            yield f"{value} for {node.value} in line {node.lineno}", ast.Constant(value)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield f"{brief(node)} otherwise", with_(node, ops=[COMPARED[type(node.ops[0])]()])
        if isinstance(node.ops[0], ast.Eq):
            yield f"at most: {brief(node)}", with_(node, ops=[ast.LtE()])
            yield f"at least: {brief(node)}", with_(node, ops=[ast.GtE()])
    elif isinstance(node, (ast.For, ast.comprehension)):
        for words, cut in (("first", "[1:]"), ("last", "[:-1]")):
            cut_off = ast.parse(f"[*x]{cut}", mode="eval").body
            replace(cut_off, next(n for n in ast.walk(cut_off) if isinstance(n, ast.Name)), node.iter)
            yield f"without the {words} of {brief(node.iter)}", with_(node, iter=cut_off)
        if isinstance(node, ast.comprehension) and node.ifs:
            yield f"also unless {brief(node.ifs[0])}", with_(node, ifs=node.ifs[1:])
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield f"only {brief(value)} of {brief(node)}", value
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Add, ast.Sub)):
        yield f"only {brief(node.left)} of {brief(node)}", node.left
        yield f"only {brief(node.right)} of {brief(node)}", node.right
    elif isinstance(node, (ast.If, ast.IfExp)):
        for value in (True, False):
            yield f"{value} for {brief(node.test)}", with_(node, test=ast.Constant(value))
    elif isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for k, each in enumerate(node.elts):
            yield f"without {brief(each)} in {brief(node)}", with_(node, elts=node.elts[:k] + node.elts[k + 1 :])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Invert, ast.Not)):
        yield f"not {brief(node)}", node.operand


def with_(node: Any, **fields: Any) -> Any:
    made = copy.copy(node)
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def brief(node: ast.AST) -> str:
    text = re.sub(r"\s+", " ", ast.unparse(node))
    return text if len(text) < 70 else text[:67] + "..."


def mutated(name: str, tree: ast.Module) -> Callable[[ModuleType], None]:
    """Return what puts the module ``tree`` in the place of a genre's module."""

    def install(module: ModuleType) -> None:
        other = ModuleType(module.__name__)
        other.__dict__.update(
            __file__=module.__file__, __package__=module.__package__, __path__=getattr(module, "__path__", None)
        )
        sys.modules[module.__name__] = other
        exec(compile(tree, module.__file__ or "", "exec"), other.__dict__)
        setattr(genres, name, other)
        genres.find.cache_clear()
        adopt(genres.load(name))

    return install


def adopt(genre: type[Genre]) -> None:
    """Make the puzzles that are there those of another class of the same genre."""
    proof = proofs.proof(genre.name)
    judged, further, own = proofs.cases(genre.name), proofs.boards(genre.name), proofs.examples(genre.name)
    missed = [miss.puzzle for miss in near_misses.read(genre.name)]
    for puzzle in (*(case.puzzle for case in judged), *further, *own, *missed):
        puzzle.genre = genre
    proofs.proof.cache_clear()
    replaced = proof._replace(genre=genre)
    proofs.proof = lambda name, one=replaced: one  # type: ignore[assignment]
    proofs.said_of_all.cache_clear()


# -- faults in what is stated -----------------------------------------------------------------------------------------


class Place(NamedTuple):
    """What an instance of a rule speaks of: the numbers of its clue, the way to the clue, its cells."""

    numbers: tuple[int, ...]
    path: tuple[Any, ...]
    cells: tuple[int, ...]


def place_of(rule: Rule) -> Place:
    numbers: tuple[int, ...] = ()
    path: tuple[Any, ...] = ()
    if rule.clue is not None:
        value, *path = rule.clue  # type: ignore[assignment]
        for step in path:
            value = value[step]
        numbers = tuple(n for n in (value if isinstance(value, tuple) else (value,)) if type(n) is int)
        path = tuple(path[:1] if isinstance(path[0], str) else path[1:])
    at = rule.at
    return Place(
        numbers, path, () if at is None or isinstance(at, str) else (at,) if isinstance(at, int) else tuple(at)
    )


Ignored = Callable[[Place, Lattice], bool]


def ignored(stated: list[tuple[Place, Lattice]], bound: int) -> Iterator[tuple[str, Ignored]]:
    """Yield which instances of a rule a page may ignore by mistake, by what the instances are about."""
    paths = {place.path for place, _ in stated if place.path and place.numbers}
    if any(place.numbers for place, _ in stated):
        for k in (k for k in VALUES if k < bound):
            yield f"with a clue above {k}", lambda p, b, k=k: any(n > k for n in p.numbers)
            for path in paths if len(paths) > 1 else ():
                yield (
                    f"with a clue above {k} at {path}",
                    lambda p, b, k=k, path=path: p.path == path and any(n > k for n in p.numbers),
                )
        for k in (k for k in range(9) if k <= bound):
            yield f"with a clue of {k}", lambda p, b, k=k: k in p.numbers
            yield f"with a clue other than {k}", lambda p, b, k=k: bool(p.numbers) and k not in p.numbers
    for path in {place.path for place, _ in stated if place.path}:
        yield f"with a clue at {path}", lambda p, b, path=path: p.path == path
    sizes = {len(place.cells) for place, _ in stated}
    if max(sizes, default=0) > 1:
        for k in SIZES:
            if len(sizes) > 1 or max(sizes) > k:
                yield f"with more than {k} cells", lambda p, b, k=k: len(p.cells) > k
    for kind in ("corner", "rim", "middle"):
        if any(any(near_misses.kind_of_cell(b, c) == kind for c in p.cells[:1]) for p, b in stated):
            yield (
                f"at the {kind}",
                lambda p, b, kind=kind: any(near_misses.kind_of_cell(b, c) == kind for c in p.cells[:1]),
            )


def stated_by(name: str) -> dict[str, list[tuple[Place, Lattice]]]:
    """Return per rule in words (``rule_of``) the instances that the puzzles of a proof state."""
    found: dict[str, list[tuple[Place, Lattice]]] = {}
    for puzzle in (*(case.puzzle for case in proofs.cases(name)), *proofs.boards(name), *proofs.examples(name)):
        model = proofs.genre_of(puzzle).model(puzzle)
        for rule in instances(model.rules):
            if rule.words:
                found.setdefault(proofs.rule_of(rule.words), []).append((place_of(rule), puzzle.lattice))
    return found


def bound_of(name: str) -> int:
    """Return the greatest number that a clue of the genre can be on a board of 7 by 7, or its own board."""
    genre = genres.load(name)
    board = genre.own_board() or (proofs.square(7, 7) if "square" in genre.shapes else genre.usual_board())
    return max((near_misses.greatest(layer, board, 20) for layer in genre.inputs.values()), default=0)


def ignoring(words: str, drops: Ignored) -> Callable[[ModuleType], None]:
    """Return what makes a genre ignore some instances of a rule."""

    def install(module: ModuleType) -> None:
        genre = next(
            t
            for t in vars(module).values()
            if isinstance(t, type) and issubclass(t, Genre) and t.__module__ == module.__name__ and t.name
        )
        usual = genre.rules

        def rules(self: Any, m: Model) -> None:
            before = len(m.rules)
            usual(self, m)
            if self.__class__ is not genre:
                return
            stated = m.rules[before:]
            kept: list[Rule] = []
            for rule in stated:
                if proofs.rule_of(rule.words) != words:
                    kept.append(rule)
                    continue
                parts = instances([rule])
                left = [part for part in parts if not drops(place_of(part), self.board)]
                kept += [rule] if len(left) == len(parts) else left
            m.rules[before:] = kept

        genre.rules = rules  # type: ignore[method-assign]

    return install


def in_what_is_stated(name: str) -> Iterator[Mutant]:
    for words, stated in sorted(stated_by(name).items()):
        for label, drops in ignored(stated, bound_of(name)):
            yield Mutant(f"ignored {label}: {words}", ignoring(words, drops))


def mutants(name: str) -> tuple[list[Mutant], list[Mutant]]:
    """Return all mutants of a genre: those of its source, and those of what it states."""
    module = sys.modules[genres.load(name).__module__]
    tree = ast.parse(inspect.getsource(module))
    unique = dict(in_the_source(tree))
    return [Mutant(label, mutated(name, tree)) for label, tree in unique.items()], list(in_what_is_stated(name))


# -- the proof --------------------------------------------------------------------------------------------------------


def tests_of(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the tests of a genre's proof that a fault in its rules can change, quick ones first."""
    from tests import test_genres as suite

    shared = [
        (label, test)
        for label, test in vars(suite).items()
        if label.startswith("test_") and [*inspect.signature(test).parameters] == ["proof"]
        and not any(word in label for word in NOT_RULES)
    ]  # fmt: skip
    first = ("near_misses", "further_boards", "one_answer_which", "finds_all_answers")
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


def verdict(name: str, mutant: Mutant, failing: Collection[str] = ()) -> str:
    """Return the test that kills a mutant; "" if none does. Tests that are ``failing`` anyway are not run."""
    try:
        mutant.install(sys.modules[genres.load(name).__module__])
    except Exception as error:
        return f"it cannot be loaded: {type(error).__name__}"
    for label, test in tests_of(name):
        if label not in failing and (fault := failure(test)):
            return f"{label}: {fault}"
    return ""


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
    """Return what ``work`` returns in a child process; "time" if it takes longer."""
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        os.close(source)
        os.setpgid(0, 0)
        try:
            text = work()
        except BaseException as error:
            text = f"{type(error).__name__}"
        os.write(sink, text.encode()[:4000])
        os._exit(0)
    os.close(sink)
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
    parts = []
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if not select.select([source], [], [], left)[0]:
            continue
        part = os.read(source, 4096)
        if not part:
            break
        parts.append(part)
    else:
        parts = [b"time"]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(source)
    return b"".join(parts).decode()


def work_on(task: tuple[str, int, int, frozenset[str]]) -> list[dict[str, Any]]:
    """Try some mutants of one genre."""
    name, count, seed, known = task
    amount.WHOLE = True
    proofs.SHARED = ROOT / "nothing"
    proofs.proof(name)
    for warm in (proofs.cases, proofs.boards, proofs.examples, near_misses.read):
        warm(name)
    tests, failing, sound = dict(tests_of(name)), set[str](), set[str]()
    rng = random.Random(f"{name} {seed}")
    source, stated = mutants(name)
    chosen: list[Mutant] = []
    for some, share in ((source, count - count // 2), (stated, count // 2)):
        chosen += rng.sample(some, min(share, len(some))) if count else some
    lines = []
    for mutant in chosen:
        if mutant.label in known or (name, mutant.label) in EQUIVALENT:
            continue
        start = time.monotonic()
        killer = apart(lambda mutant=mutant: verdict(name, mutant, failing), SECONDS)
        while (label := killer.partition(":")[0]) in tests and label not in sound:
            # a test that fails anyway kills nothing
            if fails := apart(lambda label=label: failure(tests[label]), SECONDS):
                print(f"{name} as it is fails: {label}: {fails}", flush=True)
                failing.add(label)
                killer = apart(lambda mutant=mutant: verdict(name, mutant, failing), SECONDS)
            else:
                sound.add(label)
        lines.append(
            {"genre": name, "mutant": mutant.label, "killed": killer, "seconds": round(time.monotonic() - start, 2)}
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", metavar="NAME", help="only this genre; may be given several times")
    parser.add_argument("--count", type=int, default=1000, help="mutants in all, as many of each genre (0: every one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the verdicts are kept, one a line")
    options = parser.parse_args()
    names = [genres.find(name).name for name in options.genre or ()] or list(genres.names())
    kept = (
        [json.loads(line) for line in options.out.read_text().splitlines()]
        if options.out and options.out.exists()
        else []
    )
    each = -(-options.count // len(names))
    tasks = [(name, each, options.seed, frozenset(e["mutant"] for e in kept if e["genre"] == name)) for name in names]
    lines = [entry for entry in kept if entry["genre"] in names]
    with multiprocessing.get_context("fork").Pool(options.jobs, maxtasksperchild=1) as pool:
        for found in pool.imap_unordered(work_on, tasks):
            lines += found
            for entry in found:
                if not entry["killed"]:
                    print(f"survived: {entry['genre']}: {entry['mutant']}", flush=True)
            if options.out:
                with options.out.open("a") as out:
                    out.writelines(json.dumps(entry) + "\n" for entry in found)
    survived = [entry for entry in lines if not entry["killed"]]
    late = [entry for entry in lines if entry["killed"] == "time"]
    by = Counter(entry["killed"].partition(":")[0] for entry in lines if entry["killed"])
    for killer, times in by.most_common():
        print(f"{times:6} killed by {killer}")
    print(f"{len(survived)} of {len(lines)} survived, {len(late)} took more than {SECONDS} s")
    sys.exit(bool(survived))


if __name__ == "__main__":
    main()
