"""The faults that bench/mutate.py puts into a genre module: in its source, and in what it states.

* In the source: a rule or another statement is left out, a count becomes a bound, a number grows or shrinks by one, a
  comparison is another, a loop misses its first or last item, one side of a condition is left out, an implication is an
  equivalence or the converse, "any" stands for "all", cells across corners for cells across edges, columns for rows. The
  source is the genre's module, and rules.py of its folder.
* In what is stated: some instances of a rule are left out, such as those of clues above 6, of rooms with more than four
  cells, of cells at the rim, of one side of the board.
"""

from __future__ import annotations

import ast
import copy
import inspect
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tests import near_misses
from tests import proof as proofs

from pencilp import genres, model
from pencilp.board.lattice import Lattice
from pencilp.board.layers.letters import Letter
from pencilp.genres import Genre
from pencilp.model.model import Model, Rule
from pencilp.model.structures import instances

VALUES = (1, 2, 3, 4, 5, 6, 8, 12, 17)
SIZES = (2, 3, 4, 6)
MAX_LETTERS = 9


class Mutant(NamedTuple):
    """One fault: what it is in words, and a function that installs it in this process, given the genre's module."""

    label: str
    install: Callable[[ModuleType], None]


# -- faults in the source ---------------------------------------------------------------------------------------------

WEAKER = {"exactly": ("at_least", "at_most")}
OBJECTIVES = ("minimize", "maximize")
NO_RULES = ("validate", "own_board", "usual_board", "code_game")
"""Methods that state no rules. Nor does a function that returns a glyph."""
COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
CONFUSED = {
    "any_of": "all_hold", "all_hold": "any_of", "m.any_of": "all_of", "m.all_of": "any_of", "any": "all", "all": "any",
    "min": "max", "max": "min", "at_most": "exactly", "at_least": "exactly", "not_all": "any_of",
    "near": "around", "around": "near", "rows": "cols", "cols": "rows", "row_cells": "col_cells", "col_cells": "row_cells",
}  # fmt: skip
"""Names of functions and attributes, each with one that an author may confuse with it; ``m.`` stands before methods."""
NAMES = {name: getattr(model, name) for name in ("all_hold", "any_of", "at_least", "at_most", "exactly")}
"""Names that a fault may use, though the module does not import them."""


class Fault(NamedTuple):
    """One fault of a source: what it is in words, and the numbers in ``ast.walk`` of its function and of its node there."""

    label: str
    function: int
    node: int
    new: ast.AST

    def put_into(self, tree: ast.Module) -> ast.Module:
        """Return the whole module with the fault."""
        other = copy.deepcopy(tree)
        function = nth(other, self.function)
        replace(function, nth(function, self.node), self.new)
        return ast.fix_missing_locations(other)


def in_the_source(tree: ast.Module) -> Iterator[Fault]:
    """Yield each fault that the functions of a module can have; labels that are the same get numbers."""
    before = Counter[str]()
    for k, function in functions(tree):
        said = said_in(function)
        statements = {n: node for node in ast.walk(function) if isinstance(node, ast.stmt) for n in ast.walk(node)}
        for i, node in enumerate(ast.walk(function)):
            if node in said:
                continue
            for label, new in faults_of(node):
                if isinstance(node, ast.Constant):
                    label += f" in {brief(statements.get(node, function))}"
                if ast.dump(new) != ast.dump(node):
                    label = f"{function_name(function)}: {label}"
                    before[label] += 1
                    yield Fault(label if before[label] == 1 else f"{label} ({before[label]})", k, i, new)


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


def said_in(function: ast.AST) -> set[ast.AST]:
    """Return the parts of a function that say something about its rules, or want a best answer, and state no rule."""
    said = {part for node in ast.walk(function) if is_said(node) for part in ast.walk(node)}
    for node in ast.walk(function):
        annotations = getattr(node, "annotation", None), getattr(node, "returns", None)
        said.update(part for annotation in annotations if annotation for part in ast.walk(annotation))
    names = {node.id for node in said if isinstance(node, ast.Name)} - {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
        and node not in said
        and isinstance(node.ctx, ast.Load)
        and not is_filled(function, node)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and (filled_name(node) in names or node.value in said):
            said.update(ast.walk(node))
    return said


def filled_name(node: ast.Expr) -> str:
    """Return the name of a list to which a statement adds something; "" for other statements."""
    match node.value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend")):
            return name
    return ""


def is_filled(function: ast.AST, name: ast.Name) -> bool:
    """Return whether a name stands for a list to which its statement adds something."""
    return any(
        isinstance(node, ast.Expr) and filled_name(node) and node.value.func.value is name  # type: ignore[attr-defined]
        for node in ast.walk(function)
    )


def is_said(node: ast.AST) -> bool:
    """Return whether a node is no part of a rule: its place, clue, name or text, or an objective."""
    return (
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.keyword) and node.arg in ("at", "clue", "name", "helpers", "words", "places"))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OBJECTIVES)
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
    elif isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else f"m.{getattr(node.func, 'attr', '')}"
        for other in (*WEAKER.get(name, ()), *([CONFUSED[name]] if name in CONFUSED else ())):
            func: ast.expr = ast.Name(other, ast.Load())
            if isinstance(node.func, ast.Attribute):
                func = with_(node.func, attr=other)
            yield f"{other} for {brief(node)}", with_(node, func=func)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in CONFUSED:
        yield f"{CONFUSED[node.attr]} for {brief(node)}", with_(node, attr=CONFUSED[node.attr])
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in (node.value - 1, node.value + 1):
            yield f"{value} for {node.value}", ast.Constant(value)
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
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.RShift, ast.LShift)):
        yield f"only what follows: {brief(node)}", node.right if isinstance(node.op, ast.RShift) else node.left
        yield f"the converse of {brief(node)}", with_(node, left=node.right, right=node.left)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.FloorDiv, ast.Mod)):
        yield f"only {brief(node.left)} of {brief(node)}", node.left
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


def mutated(name: str, faulty: ModuleType, tree: ast.Module, fault: Fault) -> Callable[[ModuleType], None]:
    """Return what puts the module ``tree`` with a fault in the place of ``faulty``, a module of a genre."""

    def install(module: ModuleType) -> None:
        if faulty is not module:
            setattr(module, faulty.__name__.rpartition(".")[2], run_instead(faulty, fault.put_into(tree)))
        source = fault.put_into(tree) if faulty is module else ast.parse(inspect.getsource(module))
        setattr(genres, name, run_instead(module, source))
        genres.find.cache_clear()
        adopt(genres.load(name))

    return install


def run_instead(module: ModuleType, source: ast.Module) -> ModuleType:
    """Run a source as a module that takes the place of another one."""
    other = ModuleType(module.__name__)
    other.__dict__.update(
        NAMES, __file__=module.__file__, __package__=module.__package__, __path__=getattr(module, "__path__", None)
    )
    sys.modules[module.__name__] = other
    exec(compile(source, module.__file__ or "", "exec"), other.__dict__)
    return other


def adopt(genre: type[Genre]) -> None:
    """Make the puzzles that are there those of another class of the same genre."""
    proof = proofs.proof(genre.name)
    missed = [miss.puzzle for miss in near_misses.read(genre.name)]
    for puzzle in (*(case.puzzle for case in proofs.cases(genre.name)), *missed):
        puzzle.genre = genre
    # what a text leaves out is a matter of the module too
    proofs.boards.cache_clear()
    proofs.examples.cache_clear()
    proofs.proof.cache_clear()
    replaced = proof._replace(genre=genre)
    proofs.proof = lambda name, one=replaced: one  # type: ignore[assignment]
    proofs.said_of_all.cache_clear()


# -- faults in what is stated -----------------------------------------------------------------------------------------


class Place(NamedTuple):
    """The subject of an instance of a rule: the numbers of its clue, the way to the clue, its cells."""

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


class Stated(NamedTuple):
    """The instances of one rule that some puzzles state, and from where to where the numbers of their clues may go."""

    instances: list[tuple[Place, Lattice]]
    least: int
    greatest: int


def ignored(stated: Stated) -> Iterator[tuple[str, Ignored]]:
    """Yield which instances of a rule a page may ignore by mistake, by what the instances are about."""
    places = [place for place, _ in stated.instances]
    paths = {place.path for place in places if place.path and place.numbers}
    if stated.least < stated.greatest and any(place.numbers for place in places):
        for k in (k for k in VALUES if k < stated.greatest):
            yield f"with a clue above {k}", lambda p, b, k=k: any(n > k for n in p.numbers)
            for path in paths if len(paths) > 1 else ():
                yield (
                    f"with a clue above {k} at {path}",
                    lambda p, b, k=k, path=path: p.path == path and any(n > k for n in p.numbers),
                )
        for k in range(max(0, stated.least), min(8, stated.greatest) + 1):
            yield f"with a clue of {k}", lambda p, b, k=k: k in p.numbers
            yield f"with a clue other than {k}", lambda p, b, k=k: bool(p.numbers) and k not in p.numbers
    for path in {place.path for place in places if place.path}:
        yield f"with a clue at {path}", lambda p, b, path=path: p.path == path
    sizes = {len(place.cells) for place in places}
    for k in (k for k in SIZES if k < max(sizes, default=0)):
        yield f"with more than {k} cells", lambda p, b, k=k: len(p.cells) > k
    for kind in ("corner", "rim", "middle"):
        if any(any(near_misses.kind_of_cell(b, c) == kind for c in p.cells[:1]) for p, b in stated.instances):
            yield (
                f"at the {kind}",
                lambda p, b, kind=kind: any(near_misses.kind_of_cell(b, c) == kind for c in p.cells[:1]),
            )


def stated_by(name: str) -> dict[str, Stated]:
    """Return per rule in words (``rule_of``) the instances that the puzzles of a proof and large boards state.

    Rules that follow from the others are left out.
    """
    follows = {*map(proofs.rule_of, proofs.proof(name).follows)}
    example = proofs.smallest_example(name)
    rng = random.Random(name)
    large = (near_misses.blank(example, board, size, rng) for board, size in near_misses.large_boards(name))
    known = (*(case.puzzle for case in proofs.cases(name)), *proofs.boards(name), *proofs.examples(name))
    places: dict[str, list[tuple[Place, Lattice]]] = {}
    keys: dict[str, str] = {}
    for puzzle in (*known, *islice(filter(None, large), 2)):
        layers = {id(values): key for key, values in puzzle.values.items()}
        for rule in instances(proofs.genre_of(puzzle).model(puzzle).rules):
            words = proofs.rule_of(rule.words)
            if rule.words and words not in follows:
                places.setdefault(words, []).append((place_of(rule), puzzle.lattice))
                if rule.clue is not None and id(rule.clue[0]) in layers:
                    keys.setdefault(words, layers[id(rule.clue[0])])
    return {
        words: Stated(some, **bounds_of(example.genre, keys[words], {n for place, _ in some for n in place.numbers}))
        if words in keys
        else Stated(some, 1, 0)
        for words, some in places.items()
    }


def bounds_of(genre: type[Genre], key: str, numbers: Collection[int]) -> dict[str, int]:
    """Return the least and the greatest number that a clue of a layer can be, on a board of 7 by 7 or its own board.

    Only for signs these are the least and the greatest of the ``numbers`` that puzzles have.
    """
    layer = genre.inputs[key]
    board = genre.own_board() or (proofs.square(7, 7) if "square" in genre.shapes else genre.usual_board())
    kinds = (layer.value, getattr(layer.value, "value", None), *getattr(layer.value, "types", ()))
    if isinstance(layer.value, Letter):
        return {"least": 1, "greatest": min(board.cols, MAX_LETTERS)}
    greatest = near_misses.greatest(layer, board, -1)
    if greatest < 0 and not any(hasattr(kind, "low") for kind in kinds):
        # signs that are no numbers to count with: those that there are
        return {"least": min(numbers, default=0), "greatest": max(numbers, default=0)}
    lows = [kind.low for kind in kinds if isinstance(getattr(kind, "low", None), int)]
    return {"least": min(lows, default=0), "greatest": near_misses.UNBOUNDED if greatest < 0 else greatest}


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
        for label, drops in ignored(stated):
            yield Mutant(f"ignored {label}: {words}", ignoring(words, drops))


def mutants(name: str) -> tuple[list[Mutant], list[Mutant]]:
    """Return all mutants of a genre: those of its source, and those of what it states."""
    module = sys.modules[genres.load(name).__module__]
    own_rules = sys.modules.get(f"{module.__name__}.rules")
    source = []
    for faulty in filter(None, (module, own_rules)):
        tree = ast.parse(inspect.getsource(faulty))
        prefix = "" if faulty is module else "rules.py: "
        source += [Mutant(prefix + fault.label, mutated(name, faulty, tree, fault)) for fault in in_the_source(tree)]
    return source, list(in_what_is_stated(name))


# -- those that are no faults -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def equivalent() -> Mapping[tuple[str, str], str]:
    """Return per genre and mutant why the mutant has the same answers on every board."""
    lines = (Path(__file__).parent / "equivalent.tsv").read_text(encoding="utf-8").splitlines()
    return {(genre, label): reason for genre, label, reason in (line.split("\t") for line in lines)}


def no_longer_there(name: str, labels: Collection[str]) -> list[str]:
    """Return the mutants of a genre in bench/equivalent.tsv that are none of its mutants."""
    return [label for genre, label in equivalent() if genre == name and label not in labels]
