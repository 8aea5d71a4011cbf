"""Reads the answer in a solver's solution file, for our own programs or published ones as their readers write them.

The names in the file are matched with those of each formulation, in any spelling, and the formulation with most of them
is taken. Values that the file lacks (the published Mastermind has no ``code``) are derived from the others by the rules
of the formulation. Then the answer is checked as any other: a wrong one is reported with a rule that it breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pencilp import api
from pencilp._util.decode import decoded
from pencilp._util.old_names import present_name
from pencilp._util.read_limited import MAX_BYTES, content_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats import json_answers
from pencilp.formats.reading import read_answer
from pencilp.genres import Genre, find, genre_of
from pencilp.model import Int, Linear, Lit, Model, Rule, Solution
from pencilp.model.model import variables_of
from pencilp.model.structures import instances
from pencilp.program_files import solutions as files
from pencilp.program_files.write import column_order, lp_rows
from pencilp.reformulate.linear.layout import arranged
from pencilp.reformulate.linear.linearise import Linearised, holds, linearise
from pencilp.reformulate.linear.program import INTEGER, Program, with_dummy_objective
from pencilp.solvers.programs.solve import program_from_file

ZERO_TOLERANCE = 1e-6
"""The greatest distance from 0 of a value that counts as 0."""
ROUNDING_TOLERANCE = 1e-3
"""The greatest distance of a value from a whole number: solvers work with tolerances."""
DERIVING_SECONDS = 10.0
"""The greatest time in seconds for deriving values that a file lacks."""


IsKnown = Callable[[Any], bool]
"""Returns whether a variable's value is known."""


class ImportedAnswer(NamedTuple):
    """The right ``answer`` of a puzzle in a solution file, and ``notes`` for the user."""

    answer: Answer
    notes: list[str]


def answer_in(path: str, puzzle: Puzzle, formulation: str | None = None, program: str | None = None) -> ImportedAnswer:
    """Return the first of ``answers_in``."""
    return answers_in(path, puzzle, formulation, program=program)[0]


def answers_in(
    path: str,
    puzzle: Puzzle,
    formulation: str | None = None,
    *,
    program: str | None = None,
    board: str = "",
    content: bytes | None = None,
) -> list[ImportedAnswer]:
    """Return the answers to ``puzzle`` in the file ``path``.

    The file is a solver's solution file, of the formulation "rules" or "published" (None: whichever fits), or an answer
    that we have written, as text, JSON or in any other format. ``program`` is the LP or MPS file that was solved: it
    names the columns that a solution file only numbers. ``board`` is the puzzle's own file, ``content`` the content of
    ``path`` if it is known.

    Raise InputError, naming the file, if it cannot be read, belongs to another program or puzzle, leaves the answer
    open, or has an answer that breaks a rule.
    """
    possible = formulation_readers(puzzle, formulation)
    its = None if program is None else program_from_file(program)
    try:
        # read once, because it may be a pipe
        programs = [*(reader.program for reader in possible), *([] if its is None else [its])]
        if content is None:
            content = content_of(path, max(MAX_BYTES, files.most_bytes(*programs)))
        as_text = _text(content)
        if as_text is not None and json_answers.is_json_answers(as_text):
            answers, solutions = json_answers.read(as_text, puzzle)
            return [*(_checked(answer) for answer in answers), *(_by_name(values, possible) for values in solutions)]
        if as_text is not None and (files.is_known(as_text) or not as_text.strip()):
            found = files.solved(as_text, path)
            if found.numbered is None:
                return [_by_name(found.values, possible)]
            if its is None:
                return [_by_number(found.numbered, possible)]
            return [_by_name(files.named(found.numbered, [column.name for column in its.columns]), possible)]
        return [_checked(_written(path, puzzle, board, content, as_text))]
    except InputError as error:
        raise error if path in str(error) else error.within(path) from None


def _text(content: bytes) -> str | None:
    """Return the text of a file, None if it is no text."""
    try:
        return decoded(content)
    except InputError:
        return None


def _by_name(values: Mapping[str, float], possible: Sequence[FormulationReader]) -> ImportedAnswer:
    # if several fit equally well, the first one
    return max(possible, key=lambda reader: reader.fit(values)).answer(values)


def _written(path: str, puzzle: Puzzle, board: str, content: bytes, as_text: str | None) -> Answer:
    """Return the answer in a file that also holds its puzzle. Any other file should be a solver's: raise its error."""
    try:
        return read_answer(path, puzzle, board, content=content)
    except InputError as error:
        first = next((line.strip() for line in (as_text or "").splitlines() if line.strip()), "")
        if as_text is None or _names_a_genre(first):
            raise
        raise files.unknown(as_text) from error


def _names_a_genre(line: str) -> bool:
    try:
        find(line.removeprefix("genre:").strip())
    except InputError:
        return line.startswith(("pzprv3", "http://", "https://"))
    return True


def _checked(answer: Answer) -> ImportedAnswer:
    """Return an answer that we have written. Raise InputError naming a rule that it breaks."""
    broken = api.check(answer.puzzle, answer, unfinished=True)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise InputError(f"this is no answer of the puzzle: {broken[0]}{more}")
    return ImportedAnswer(answer, [] if answer.complete else ["the answer is not finished: some places are open"])


def formulation_readers(puzzle: Puzzle, formulation: str | None) -> list[FormulationReader]:
    """Return the formulations of a puzzle, or only the named one."""
    genre = genre_of(puzzle)
    if formulation is not None:
        return [FormulationReader(genre, puzzle, present_name(formulation))]
    is_published = genre.published is not Genre.published
    return [FormulationReader(genre, puzzle, choice) for choice in ("rules", "published")[: 1 + is_published]]


# -- columns by number -------------------------------------------------------------------------------------------------


def _by_number(numbered: files.NumberedValues, readers: Sequence[FormulationReader]) -> ImportedAnswer:
    """Return the answer in a file that numbers the columns of one of our programs.

    The numbering that gives a right answer is the right one.
    """
    sizes, refused = [], None
    for reader in readers:
        for program in reader.written():
            rows, columns = lp_rows(program), len(program.columns)
            sizes.append(f"{rows} rows and {columns} columns ({reader.choice})")
            # GLPK counts the objective of a MathProg model as a row
            if numbered.columns != columns or numbered.rows not in (rows, rows + 1):
                continue
            for names in _numberings(program):
                try:
                    answer, notes = reader.answer(files.named(numbered, names))
                except InputError as error:
                    refused = refused or error
                    continue
                note = f"it numbers its columns; they are read as those of the {reader.choice} program, which has the same size"
                return ImportedAnswer(answer, [note, *notes])
    its = f"it numbers the columns of a program with {numbered.rows} rows and {numbered.columns} columns"
    better = "name the file of its program by --program, or let the solver write names (glpsol -o)"
    if refused is not None:
        raise InputError(
            f"{its}. This puzzle's program of that size gives no answer: {refused}. If another one was solved, {better}"
        )
    raise InputError(f"{its}, this puzzle has {', '.join(dict.fromkeys(sizes))}: {better}")


def _numberings(program: Program) -> Iterator[list[str]]:
    """Yield the names of a program's columns in each order in which a reader may number them.

    These are the orders of our LP file, of a published LP file (columns without rows come last), of a MathProg model
    (the objective comes last), and of our MPS file.
    """
    in_rows = [c for row in program.rows for _, c in row.terms]
    in_objective = [c for _, c in program.objective or ()]
    every = list(range(len(program.columns)))
    orders = (column_order(program), [*in_objective, *in_rows, *every], [*in_rows, *in_objective, *every], every)
    for order in dict.fromkeys(tuple(dict.fromkeys(order)) for order in orders):
        yield [program.columns[c].name for c in order]


# -- names -------------------------------------------------------------------------------------------------------------


class Spellings:
    """The names of variables, found in any spelling: ``b[1,2]``, ``b_1_2`` or ``B(01, 2)`` for ``b(1,2)``.

    ``others`` are other words for the first part of a name: {"Vb": "V"}. A spelling that fits several names matches
    none.
    """

    def __init__(self, names: Iterable[str], others: Mapping[str, str]) -> None:
        self._exact = dict.fromkeys(names)
        self._others = {_plain(word): _plain(meant) for word, meant in others.items()}
        self._others |= {(word[0].casefold(),): (meant[0].casefold(),) for word, meant in list(self._others.items())}
        self._tables: list[dict[tuple[str, ...], str | None]] = [{}, {}]
        for name in self._exact:
            for table, parts in zip(self._tables, (_plain(name), _plain(name.casefold())), strict=True):
                table[parts] = None if parts in table else name

    def find(self, name: str) -> str | None:
        """Return the name with this spelling; None if there is none, or more than one."""
        if name in self._exact:
            return name
        for table, parts in zip(self._tables, (_plain(name), _plain(name.casefold())), strict=True):
            for spelled in (parts, (*self._others.get(parts[:1], parts[:1]), *parts[1:])):
                found = table.get(spelled)
                if found is not None:
                    return found
        return None


def _plain(name: str) -> tuple[str, ...]:
    """Return the words and numbers in a name, without the characters between them."""
    # after a bracket or a comma, a minus belongs to its number
    parts = re.findall(r"[^\W0-9_]+|(?<=[(\[{,])-[0-9]+|[0-9]+", name.replace(" ", ""))
    return tuple(part.lstrip("0") or "0" if part[0] in "0123456789" else part for part in parts)


def _family(name: str) -> str:
    """Return the part of a name before its indices."""
    return name.partition("(")[0]


# -- from values to an answer ------------------------------------------------------------------------------------------


class FormulationReader:
    """A formulation of a puzzle that converts values of its variables into an answer."""

    def __init__(self, genre: type[Genre], puzzle: Puzzle, choice: str) -> None:
        self.genre, self.puzzle, self.choice = genre, puzzle, choice
        self.model: Model = api.formulate(puzzle, choice)
        self.names = self.model.names()
        self.form: Linearised = linearise(self.model)
        self.program = self.form.program
        self.columns = {column.name: c for c, column in enumerate(self.program.columns)}
        # a whole number that is stated by literals only has a name but no column
        self.ints = {x.name: x for x in self.model.ints if x.name not in self.columns}
        self.spellings = Spellings([*self.columns, *self.ints], genre.spellings if choice == "published" else {})

    def written(self) -> list[Program]:
        """Return the programs as they are exported; the published one also with its objective."""
        if self.choice != "published":
            return [arranged(self.program)]
        with_objective = linearise(api.formulate(self.puzzle, self.choice, objective=True)).program
        return [arranged(program) for program in (self.program, with_dummy_objective(with_objective))]

    def fit(self, values: Mapping[str, float]) -> tuple[int, int]:
        """Return how many of the names are its variables: among the values that are not 0, and among all."""
        known = [value for name, value in values.items() if self.spellings.find(name) is not None]
        return sum(abs(value) > ZERO_TOLERANCE for value in known), len(known)

    def answer(self, values: Mapping[str, float]) -> ImportedAnswer:
        """Return the answer with these values by name. Raise InputError if there is none, or it is wrong."""
        given = self.matched(values)
        solution = self.form.solution(self.column_values(given))
        families = {_family(name) for name in given}
        known = self.known(families)
        if given and not all(map(known, self.model.answer_variables())):
            solution = self.completed(solution, known)
        answer = self.right(solution)
        broken = next(self.broken(solution, known), None)
        return ImportedAnswer(
            answer, [f"the answer is right, but other values in the file are not: {broken}"] if broken else []
        )

    def matched(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return the values by the formulation's names. Raise InputError for another variable that is not 0."""
        given: dict[str, float] = {}
        spelled: dict[str, str] = {}
        strange = ""
        for name, value in values.items():
            meant = self.spellings.find(name)
            if meant is None:
                strange = strange or (name if abs(value) > ZERO_TOLERANCE else "")
            elif meant in given and abs(given[meant] - value) > ZERO_TOLERANCE:
                raise InputError(f"{spelled[meant]} and {name} are the same variable, with two values")
            else:
                given[meant], spelled[meant] = value, name
        if strange:
            its = next(iter(self.columns), "")
            hint = (
                f"; its variables are {its} and so on. Is the file from another puzzle, or another formulation?"
                if not given
                else ""
            )
            raise InputError(
                f"{strange} is {values[strange]:g}, but this puzzle's {self.choice} program has no variable {strange!r}{hint}"
            )
        for name, value in given.items():
            whole = name in self.ints or self.program.columns[self.columns[name]].kind == INTEGER
            if whole and abs(value - round(value)) > ROUNDING_TOLERANCE:
                raise InputError(f"{spelled[name]} is {value:g}, which is no whole number")
        return given

    def column_values(self, given: Mapping[str, float]) -> list[float]:
        """Return a value per column, 0 if it is not given."""
        result = [0.0] * len(self.program.columns)
        for name, value in given.items():
            if name in self.columns:
                result[self.columns[name]] = value
            else:
                x, v = self.ints[name], round(value)
                for n, lit in zip(x.values, x.value_literals or (), strict=False):
                    result[lit.n - 1] = float(v == n)
                for n, lit in zip(range(x.low, x.high), x.order_literals or (), strict=False):
                    result[lit.n - 1] = float(v > n)
        return result

    def known(self, families: set[str]) -> IsKnown:
        """Return a function that says if a variable is known: the file has a name of its family."""
        m = self.model
        names = m.names()
        of_int = {lit.n: x for x in m.ints for lits in (x.value_literals, x.order_literals) for lit in lits or ()}

        def known(x: Any) -> bool:
            if not isinstance(x, Int):
                number = abs(x.n)
                return _family(names[number]) in families or (number in of_int and known(of_int[number]))
            return _family(x.name) in families

        return known

    def right(self, solution: Solution) -> Answer:
        """Return the answer of a solution. Raise InputError naming a rule that it breaks, and where."""
        answer = self.genre.answer(self.puzzle, self.model, solution)
        broken = api.check(self.puzzle, answer)
        if broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            raise InputError(f"this is no answer of the puzzle: {broken[0]}{more}")
        return answer

    # -- what the file does not say ------------------------------------------------------------------------------------

    def completed(self, solution: Solution, known: IsKnown) -> Solution:
        """Return the solution, with unknown values derived from the others.

        Raise InputError if the answer remains open.
        """
        try:
            # a file may leave out values that are 0
            self.right(solution)
        except InputError:
            pass
        else:
            return solution
        from pencilp.solvers.clasp.search import Clasp

        m = self.model
        missing = list(dict.fromkeys(_family(self.name(x)) for x in m.answer_variables() if not known(x)))
        what = f"it has no values for {' and '.join(missing)}, and they"
        with self.only_what_is_open(solution, known):
            result = Clasp(m).search(2, DERIVING_SECONDS)
        if len(result.solutions) > 1:
            raise InputError(f"{what} do not follow from its other values")
        if not result.complete:
            raise InputError(f"{what} could not be derived from its other values within {DERIVING_SECONDS:g} seconds")
        if not result.solutions:
            broken = next(self.broken(solution, known), "")
            raise InputError(f"{what} cannot fit its other values{': ' if broken else ''}{broken}")
        (derived,) = result.solutions
        for x in m.answer_variables():
            if isinstance(x, Int):
                solution.ints[x.index] = derived(x)
            else:
                solution.bits[abs(x.n)] = derived(x) if x.n > 0 else 1 - derived(x)
        return solution

    def name(self, x: Any) -> str:
        """Return the name of a variable."""
        return x.name if isinstance(x, Int) else self.names[abs(x.n)]

    def names_of(self, x: Any) -> list[str]:
        """Return the columns that give the value of a variable: its own, or those of its literals."""
        if not isinstance(x, Int) or x.name in self.columns:
            return [self.name(x)]
        return [self.names[lit.n] for lit in x.value_literals or x.order_literals or ()]

    def broken(self, solution: Solution, known: IsKnown) -> Iterator[str]:
        """Yield the rules, with places, that the known values of a solution break."""
        for rule in instances(self.model.rules):
            if all(map(known, variables_of(rule.words, rule.constraint))) and not holds(rule.constraint, solution):
                at = self.model.place(rule.at)
                yield f"{at}: {rule.words}" if at else rule.words

    @contextmanager
    def only_what_is_open(self, solution: Solution, known: IsKnown) -> Iterator[None]:
        """Reduce the model, inside the ``with``, to the known values and to what determines the answer's unknown ones.

        Other unknown variables are left out: a file of SCIP lacks a family of variables that are all 0.
        """
        m = self.model
        rules, definitions = m.rules, m.definitions
        open_rules = [(rule, list(variables_of(rule.words, rule.constraint))) for rule in instances(rules)]
        open_rules = [(rule, xs) for rule, xs in open_rules if not all(map(known, xs))]
        open_definitions = [(d, [d.lit, *d.lits]) for d in definitions if not all(map(known, (d.lit, *d.lits)))]
        number_of = {n: x.index for x in m.ints for block in (x.block, x.order_block) for n in block}

        def one(x: Any) -> tuple[str, int]:
            """Return a key that a literal shares with its negation, and a whole number with its literals."""
            if isinstance(x, Int):
                return "number", x.index
            n = abs(x.n)
            return ("number", number_of[n]) if n in number_of else ("bit", n)

        wanted = {one(x) for x in m.answer_variables() if not known(x)}
        linked = [{one(x) for x in xs if not known(x)} for _, xs in (*open_rules, *open_definitions)]
        while any(some & wanted and not some <= wanted for some in linked):
            wanted.update(*(some for some in linked if some & wanted))
        open_rules = [(rule, xs) for rule, xs in open_rules if any(one(x) in wanted for x in xs)]
        m.definitions = [d for d, xs in open_definitions if any(one(x) in wanted for x in xs)]
        own = [x for _, xs in open_rules for x in xs] + [x for d in m.definitions for x in (d.lit, *d.lits)]
        facts = {}
        for x in (*own, *m.answer_variables()):
            if known(x):
                facts[self.name(x)] = Linear(
                    [(1, x if isinstance(x, Int) else Lit(abs(x.n)))], *[self.value(solution, x)] * 2
                )
        m.rules = [rule for rule, _ in open_rules] + [
            Rule(fact, "the values in the file", None) for fact in facts.values()
        ]
        try:
            yield
        finally:
            m.rules, m.definitions = rules, definitions

    @staticmethod
    def value(solution: Solution, x: Any) -> int:
        """Return the value of a variable; for a literal, that of its variable."""
        return solution.ints[x.index] if isinstance(x, Int) else solution.bits[abs(x.n)]
