"""A model as a logic program in aspif, the text format in which grounders pass programs to clasp.

clasp reads it (``clasp model.aspif``), and so does clingo (``clingo --mode=clasp model.aspif``), also in a browser. It
is the program that ``pencilp.solvers.clasp.search`` searches, except that the file must contain everything: see
``standalone`` in ``pencilp.solvers.clasp.statement``.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pencilp.errors import SolverError
from pencilp.model import Int, Lazy, Model
from pencilp.reformulate.plan import plan
from pencilp.solvers.clasp.statement import ClaspProgram

Shown = dict[str, tuple[int, ...]]
"""The output of an answer: each text with its literals. The text is printed if all of them are true."""


class Text:
    """The rules of a program as lines of aspif.

    The methods are those of ``pencilp.solvers.clasp.statement.Backend``.
    """

    none: Sequence[int] = ()

    def __init__(self) -> None:
        self.lines: list[str] = []

    def begin(self) -> None:
        """Start a group of rules."""

    def end(self, _: int) -> None:
        """End a group of rules."""

    def weighted(self, numbers: array[int]) -> array[int]:
        """Return ``numbers`` unchanged. A rule uses as many of them as it says."""
        return numbers

    def rule(self, _: None, choice: bool, head: Sequence[int], heads: int, body: Sequence[int], bodies: int) -> None:
        """State ``head`` if all of ``body`` is true: one of its atoms, with ``choice`` any subset.

        An empty head is false.
        """
        self.lines.append(_line(1, choice, heads, *head, 0, bodies, *body))

    def forbid(self, body: Sequence[int]) -> None:
        """State that not all of ``body`` is true."""
        self.rule(None, False, (), 0, body, len(body))

    def weight_rule(
        self, _: None, choice: bool, head: Sequence[int], heads: int, least: int, body: Sequence[int], pairs: int
    ) -> None:
        """State ``head`` as ``rule`` does, if the weights of the true literals in ``body`` reach ``least``."""
        self.lines.append(_line(1, choice, heads, *head, 1, least, pairs, *body[: 2 * pairs]))

    def counts(self, _: None, least: Sequence[int], sizes: Sequence[int], literals: Sequence[int]) -> None:
        """State for each of ``sizes``: fewer than ``least`` of the next literals, ``size`` in number, are true."""
        left = iter(literals)
        for few, size in zip(least, sizes, strict=True):
            pairs = [n for x in islice(left, size) for n in (x, 1)]
            self.lines.append(_line(1, False, 0, 1, few, size, *pairs))

    def recorder(self) -> None:
        """Do nothing: a text cannot replay rules."""

    def minimize(self, body: Sequence[int], pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""
        self.lines.append(_line(2, 0, pairs, *body[: 2 * pairs]))

    def project(self, atoms: Iterable[int]) -> None:
        """Count two answers as different if one of ``atoms`` differs."""
        atoms = sorted(atoms)
        self.lines.append(_line(3, len(atoms), *atoms))

    def show(self, text: str, literals: Sequence[int]) -> None:
        """Print ``text`` for each answer in which all of ``literals`` are true."""
        self.lines.append(f"4 {len(text.encode())} {text} {_line(len(literals), *literals)}")


def _line(*numbers: int) -> str:
    # ``str`` of a literal is a text for people, so convert it to a number first
    return " ".join([str(int(number)) for number in numbers])


def to_aspif(model: Model) -> str:
    """Return ``model`` in aspif.

    A comment names each rule that the file lacks (``left_out``).

    A true 0/1 variable of the answer is printed by its name, ``shaded(3,4)``; a whole number by its name and value,
    ``number(3,4,5)``. A name that clingo would not read as a term is quoted. The atoms that distinguish answers form
    the projection, so that clasp counts answers with ``--project=project``. Raise SolverError if a number does not fit
    into clasp's weights, or has too many values.
    """
    text = Text()
    program = ClaspProgram(text, model, standalone=True)
    shown = _output(program)
    text.project({abs(lit) for literals in shown.values() for lit in literals})
    for name, literals in shown.items():
        text.show(name, literals)
    # the version must come first; 10 starts a comment
    remarks = [f"10 stated only if an answer breaks it: {' '.join(rule.split())}" for rule in left_out(model)]
    return "\n".join(["asp 1 0 0", *remarks, *text.lines, "0", ""])


def left_out(model: Model) -> list[str]:
    """Return the words and places of the rules that a file lacks. They are stated only when an answer breaks them."""
    lazy = [
        (words, model.place(at))
        for constraint, words, at, *_ in plan(model, deriving=False).rules
        if isinstance(constraint, Lazy)
    ]
    return [*dict.fromkeys(" ".join(filter(None, names)) or "a structural rule" for names in lazy)]


def _output(program: ClaspProgram) -> Shown:
    names = program.model.names()
    true = program.model.false_if_made
    shown: Shown = {}
    for x in program.model.answer_variables():
        if isinstance(x, Int):
            for value, literals in _values(program, x):
                shown[_with_value(x.name, value)] = literals
        elif true is None or abs(x.n) != abs(true.n):
            # a negated variable of the answer is printed by the variable's name
            shown[_term(names[abs(x.n)])] = (abs(x.n),)
    return shown


MAX_VALUES = 4096
"""The greatest number of values of a whole number in a file."""


def _values(program: ClaspProgram, x: Int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each value of ``x`` with literals that are all true exactly if ``x`` has this value."""
    if x.value_literals is not None:
        pairs = program.domains.literals[x.index]
        yield from ((v, (lit,) if len(pairs) > 1 else ()) for v, lit in pairs)
        return
    span = x.high - x.low
    if span >= MAX_VALUES:
        raise SolverError(f"{x.name} has too many values for an aspif file: {span + 1}")
    literals = program.literals_of(x)
    for k in range(span + 1):
        if len(literals) == span:
            # thresholds: at least k, and not at least k + 1
            yield x.low + k, (*literals[k - 1 : k], *(-lit for lit in literals[k : k + 1]))
        else:
            yield x.low + k, tuple(lit if k >> digit & 1 else -lit for digit, lit in enumerate(literals))


_TERM = re.compile(r"[a-z]\w*(\(([a-z]\w*|\d+)(,([a-z]\w*|\d+))*\))?", re.ASCII)


def _term(name: str) -> str:
    """Return ``name`` as clingo reads it: ``shaded(1,2)`` unchanged, ``A[1]`` in quotes."""
    if _TERM.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _with_value(name: str, value: int) -> str:
    """Return the term of a name with a value: ``number(1,2,5)`` for ``number(1,2)`` and 5."""
    term = _term(name)
    return f"{term[:-1]},{value})" if term.endswith(")") else f"({term},{value})" if '"' in term else f"{term}({value})"
