"""A model as a logic program in aspif, the text that grounders hand to clasp.

clasp reads it alone (``clasp model.aspif``), and so does clingo (``clingo --mode=clasp model.aspif``), also in a browser. It
is the program that ``pencilp.solvers.clasp.search`` searches, except that it must say everything itself: see ``standalone``
in ``pencilp.solvers.clasp.statement``.
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
"""The output of an answer: each text with the literals that must all be true for it."""


class Text:
    """The rules of a program as lines of aspif. See ``pencilp.solvers.clasp.statement.Backend``."""

    none: Sequence[int] = ()

    def __init__(self) -> None:
        self.lines: list[str] = []

    def begin(self) -> None:
        """Rules will follow."""

    def end(self, _: int) -> None:
        """End the rules, for now."""

    def weighted(self, numbers: array[int]) -> array[int]:
        """``numbers`` as they are. They may be more than a rule takes: it says how many."""
        return numbers

    def rule(self, _: None, choice: bool, head: Sequence[int], heads: int, body: Sequence[int], bodies: int) -> None:
        """One of ``head`` (with ``choice``: any of them; when there are none: a contradiction) where all of ``body`` is true."""
        self.lines.append(_line(1, choice, heads, *head, 0, bodies, *body))

    def forbid(self, body: Sequence[int]) -> None:
        """Not all of ``body`` is true."""
        self.rule(None, False, (), 0, body, len(body))

    def weight_rule(
        self, _: None, choice: bool, head: Sequence[int], heads: int, least: int, body: Sequence[int], pairs: int
    ) -> None:
        """State the same for a body whose true weights reach ``least``."""
        self.lines.append(_line(1, choice, heads, *head, 1, least, pairs, *body[: 2 * pairs]))

    def counts(self, _: None, least: Sequence[int], sizes: Sequence[int], literals: Sequence[int]) -> None:
        """State a contradiction for each of ``sizes``: ``least`` of that number of the next ``literals`` are true."""
        left = iter(literals)
        for few, size in zip(least, sizes, strict=True):
            pairs = [n for x in islice(left, size) for n in (x, 1)]
            self.lines.append(_line(1, False, 0, 1, few, size, *pairs))

    def recorder(self) -> None:
        """Do nothing: a text keeps no rules for another one."""

    def minimize(self, body: Sequence[int], pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""
        self.lines.append(_line(2, 0, pairs, *body[: 2 * pairs]))

    def project(self, atoms: Iterable[int]) -> None:
        """Answers differ where one of ``atoms`` does."""
        atoms = sorted(atoms)
        self.lines.append(_line(3, len(atoms), *atoms))

    def show(self, text: str, literals: Sequence[int]) -> None:
        """Print ``text`` for an answer with all of ``literals``."""
        self.lines.append(f"4 {len(text.encode())} {text} {_line(len(literals), *literals)}")


def _line(*numbers: int) -> str:
    # a literal's own text is for people
    return " ".join([str(int(number)) for number in numbers])


def to_aspif(model: Model) -> str:
    """``model`` in aspif.

    A comment names each rule that is not in it (``left_out``).

    A 0/1 variable of the answer that is true is printed by its name, ``shaded(3,4)``; a whole number by its name and
    value, ``number(3,4,5)``. A name that clingo would not read as a term stands in quotes. The atoms that tell answers
    apart are those of the projection, so that clasp counts answers with ``--project=project``. Raise SolverError when a
    number does not fit into clasp's weights, or has too many values to be named.
    """
    text = Text()
    program = ClaspProgram(text, model, standalone=True)
    shown = _shown(program)
    text.project({abs(lit) for literals in shown.values() for lit in literals})
    for name, literals in shown.items():
        text.show(name, literals)
    # clasp's reader wants the version first; 10 begins a comment
    remarks = [
        f"10 not stated here, only where an answer breaks it: {' '.join(rule.split())}" for rule in left_out(model)
    ]
    return "\n".join(["asp 1 0 0", *remarks, *text.lines, "0", ""])


def left_out(model: Model) -> list[str]:
    """Return the rules of ``model`` that no file holds, because they are stated only where an answer breaks them.

    Words and place.
    """
    lazy = [
        (words, model.place(at))
        for constraint, words, at, *_ in plan(model, deriving=False).rules
        if isinstance(constraint, Lazy)
    ]
    return [*dict.fromkeys(" ".join(filter(None, said)) or "a structural rule" for said in lazy)]


def _shown(program: ClaspProgram) -> Shown:
    names = program.model.names()
    true = program.model.false_if_made
    shown: Shown = {}
    for x in program.model.answer_variables():
        if isinstance(x, Int):
            for value, literals in _values(program, x):
                shown[_with_value(x.name, value)] = literals
        elif true is None or abs(x.n) != abs(true.n):
            # an answer that is not a variable but its opposite is printed by the name of the variable
            shown[_term(names[abs(x.n)])] = (abs(x.n),)
    return shown


MAX_VALUES = 4096
"""More values of one number are not named one by one."""


def _values(program: ClaspProgram, x: Int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the values of ``x``, each with the literals that are true together exactly when ``x`` has it."""
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
    """``name`` as clingo reads it: ``shaded(1,2)`` as it is, ``A[1]`` in quotes."""
    if _TERM.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _with_value(name: str, value: int) -> str:
    """``number(1,2)`` and 5: ``number(1,2,5)``."""
    term = _term(name)
    return f"{term[:-1]},{value})" if term.endswith(")") else f"({term},{value})" if '"' in term else f"{term}({value})"
