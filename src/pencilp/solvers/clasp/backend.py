"""The rules of a program are handed over to clasp: those of one model as they come, and those that are kept for many.

What is never all true, which is most of a program, clasp can take in two ways. As rules, whatever it makes of them: a body for
each list, which it looks up among all bodies, and a clause from that when the search is prepared. Or as clauses, from a
propagator that does nothing else, at the start of the next search. That takes half the time, but first each atom's literal in
the solver must be asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import accumulate, chain, compress, islice, repeat
from typing import Any

from pencilp._util.timeout import TimeLimitReached
from pencilp.solvers.clasp.library import NULL, Rooms, check, ffi, lib

PAYS = 1
"""So many lists for each atom make up for asking for its literal in the solver."""
_SOLVER = Rooms("clingo_literal_t")


class Recorder:
    """Rules that are wanted again and again, of other literals each time, in the form in which they are quickest to hand over.

    It takes them as a backend does: of the literals 1, 2, ... n, each of which stands for another one.
    """

    def __init__(self) -> None:
        self._rules: list[tuple[bool, list[int], list[int]]] = []
        self._weighted: list[tuple[bool, list[int], int, array[int]]] = []
        self._never: list[Sequence[int]] = []
        self.forbid = self._never.append
        """See ``pencilp.solvers.clasp.statement.Backend``."""

    def rule(self, _: Any, choice: bool, head: Any, heads: int, body: Any, bodies: int) -> None:
        """See ``pencilp.solvers.clasp.statement.Backend``."""
        self._rules.append((choice, [*head] if heads else [], [*body] if bodies else []))

    def weight_rule(self, _: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int) -> None:
        """See ``pencilp.solvers.clasp.statement.Backend``."""
        self._weighted.append((choice, [*head] if heads else [], least, array("i", bytes(ffi.buffer(body, 8 * pairs)))))

    def block(self) -> Block:
        """Return all of them."""
        heads = _Row("clingo_atom_t[]", [head for _, head, _ in self._rules])
        bodies = _Row("clingo_literal_t[]", [body for *_, body in self._rules])
        more = _Row("clingo_atom_t[]", [head for _, head, *_ in self._weighted])
        weighted = _Row("clingo_weighted_literal_t[]", [body for *_, body in self._weighted], weighted=True)
        choices, weights = [choice for choice, *_ in self._rules], [choice for choice, *_ in self._weighted]
        least = [least for _, _, least, _ in self._weighted]
        return Block(
            (choices, heads.starts, heads.lengths, bodies.starts, bodies.lengths),
            (weights, more.starts, more.lengths, least, weighted.starts, weighted.lengths),
            [row for row in (heads, bodies, more, weighted) if any(row.lengths)],
            bodies,
            Never(self._never),
        )


class Block:
    """What a ``Recorder`` has made: the arguments of the library's two functions for rules, each as a list for all rules.

    The ``rows`` that these lie in; and what is ``never`` all true.

    Only one at a time can use it.
    """

    __slots__ = ("_bodies", "_literals", "_never", "_rows", "_rules", "_weight_rules", "size")

    def __init__(
        self,
        rules: tuple[list[Any], ...],
        weight_rules: tuple[list[Any], ...],
        rows: list[_Row],
        bodies: _Row,
        never: Never,
    ) -> None:
        self._rules, self._weight_rules = rules, weight_rules
        self._rows, self._bodies, self._never = rows, bodies, never
        self._literals: list[int] = []
        """What it speaks of now."""
        self.size = sum([sum(row.lengths) + 2 * len(row.lengths) for row in (*rows, never)])
        """How many literals there are in the rules."""

    def __call__(self, backend: ControlBackend, literals: list[int], false: Callable[[], Sequence[int]] = list) -> None:
        """Hand all of them over to ``backend``, said of these ``literals``.

        ``false()`` are those of the literals 1, 2, ... n and their opposites that are known to be false: rules that need one of
        them say nothing.
        """
        if self._rows and literals != self._literals:
            meant = _each(literals)
            for row in self._rows:
                row.say_of(meant)
            self._literals = literals
        if self._rules[0]:
            left, rules = self._bodies.without(false), self._rules
            some = [compress(arguments, left) for arguments in rules] if left else rules
            check(all(map(lib.clingo_backend_rule, repeat(backend.handle), *some)))
        if self._weight_rules[0]:
            check(all(map(lib.clingo_backend_weight_rule, repeat(backend.handle), *self._weight_rules)))
        if self._never.lengths:
            backend.forbid_kept(self._never, literals, self._never.without(false))


def _each(literals: list[int]) -> list[int]:
    """Return what stands for the literals 1, 2, ... n, -n, ... -2, -1, from place 1 on.

    A negative number counts from the end.
    """
    return [0, *literals, *[-x for x in reversed(literals)]]


MANY = 2000
"""Of so many lists those that say nothing are left out, where they are half of them: otherwise to hand them over takes no
longer than to choose."""
_OPPOSITE = bytes.maketrans(b"01", b"\x01\x00")


class _Row:
    """Lists of one ``kind`` that lie one after the other where the library finds them: where each starts, and how long it is.

    Where ``weighted``, each literal is followed by its weight.
    """

    def __init__(self, kind: str, lists: Sequence[Sequence[int]], *, weighted: bool = False) -> None:
        numbers = [x for some in lists for x in some]
        self._step = 2 if weighted else 1
        self._numbers = array("i", numbers)
        self._literals = numbers[:: self._step]
        self._holding: dict[int, int] | None = None
        """Per literal that is in many lists these, as the bits of a number."""
        self.lengths = [len(some) // self._step for some in lists]
        self._room = ffi.new(kind, sum(self.lengths))
        self.starts = [self._room + start for start in accumulate(self.lengths, initial=0)][:-1]

    def without(self, false: Callable[[], Sequence[int]]) -> bytes:
        """For each list a 1, but a 0 for those that need one of the literals ``false()``, if many lists need it as well.

        Nothing where all are to be handed over.
        """
        if len(self.lengths) < MANY or not (literals := false()):
            return b""
        if self._holding is None:
            self._holding = self._held()
        needless = 0
        for some in map(self._holding.get, literals, repeat(0)):
            needless |= some
        left = f"{needless:0{len(self.lengths)}b}".encode()[::-1].translate(_OPPOSITE)
        return left if 2 * sum(left) < len(left) else b""

    def _held(self) -> dict[int, int]:
        """Return the lists that hold a literal, as the bits of a number, for the literals 1, -1, 2 ... that are in many lists.

        So these numbers take no more room than the lists.
        """
        rest = iter(self._literals)
        holding: dict[int, set[int]] = {}
        for i, length in enumerate(self.lengths):
            for x in islice(rest, length):
                holding.setdefault(x, set()).add(1 << i)
        return {x: sum(bits) for x, bits in holding.items() if 64 * len(bits) >= len(self.lengths)}

    def say_of(self, meant: Sequence[int]) -> None:
        """Write down for each literal the one that is ``meant``."""
        self._numbers[:: self._step] = array("i", map(meant.__getitem__, self._literals))
        ffi.memmove(self._room, self._numbers, 4 * len(self._numbers))


State = Callable[[Iterable[Any], Iterable[int]], Iterable[bool]]
"""Hands over lists, each where it starts (or as a list of Python) and how long it is; returns whether each was taken."""


class Never(_Row):
    """Lists of the literals 1 to n and their opposites, each of which stands for another one, that are never all true.

    Several threads can use them at once.
    """

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        super().__init__("clingo_literal_t[]", lists)
        self._said: list[int] = []
        """What they speak of now."""
        self._free = [True]
        """Who takes this out may write here. Threads take it out, and put it back, in single calls."""

    def handed(self, state: State, literals: list[int], left: bytes) -> None:
        """``state`` all of them, or those that are ``left``, of these ``literals``."""
        try:
            free, own = self._free.pop(), self
        except IndexError:
            rest = iter(self._literals)
            free, own = False, Never([[*islice(rest, length)] for length in self.lengths])
        if own._said != literals:
            own.say_of(_each(literals))
            own._said = literals
        if left:
            check(all(state(compress(own.starts, left), compress(own.lengths, left))))
        else:
            check(all(state(own.starts, own.lengths)))
        if free:
            self._free.append(True)


class _Waiting:
    """What is never all true and waits for the next search."""

    __slots__ = ("_atoms", "_kept", "_never", "failure")

    def __init__(self) -> None:
        self._atoms = 0
        self._never: list[Sequence[int]] = []
        self._kept: list[tuple[Never, list[int], bytes]] = []
        self.failure: BaseException | None = None
        """The exception that ended the start of a search, if it is no failure of the library."""

    def add(self, atoms: int, never: list[Sequence[int]], kept: list[tuple[Never, list[int], bytes]]) -> None:
        """More lists, of atoms up to a number; see ``Never.handed``."""
        self._atoms = atoms
        self._never += never
        self._kept += kept

    def hand_over(self, init: Any) -> None:
        """Give a clause for each list to the solver of a search that starts."""
        lib.clingo_propagate_init_set_check_mode(init, lib.clingo_propagator_check_mode_none)
        count, never, kept = self._atoms, self._never, self._kept
        if not never and not kept:
            return
        room = _SOLVER.take(count)
        check(all(map(lib.clingo_propagate_init_solver_literal, repeat(init), range(1, count + 1), room.places)))
        opposite = _each([-x for x in ffi.unpack(room.values, count)])
        _SOLVER.put(room)
        free = ffi.new("bool *")

        def state(starts: Iterable[Any], lengths: Iterable[int]) -> Iterable[bool]:
            # once a contradiction is found it takes no more clauses, and says so in ``free``
            return map(lib.clingo_propagate_init_add_clause, repeat(init), starts, lengths, repeat(free))

        for some, literals, left in kept:
            some.handed(state, [*map(opposite.__getitem__, literals)], left)
        lengths = [*map(len, never)]
        numbers = array("i", map(opposite.__getitem__, chain.from_iterable(never)))
        lists = ffi.from_buffer("clingo_literal_t[]", numbers)
        check(all(state([lists + start for start in accumulate(lengths, initial=0)], lengths)))
        # only now: whoever is interrupted before has to hand over all of it again
        self._never, self._kept = [], []


def _start(init: Any, waiting: Any) -> bool:
    ffi.from_handle(waiting).hand_over(init)
    return True


def _failed(_: type[BaseException], error: BaseException, traceback: Any) -> None:
    """Raise the exception that ended ``_start`` (a time limit, Ctrl-C): the library does not pass it on."""
    ffi.from_handle(traceback.tb_frame.f_locals["waiting"]).failure = error


_INIT = ffi.callback("bool(clingo_propagate_init_t *, void *)", _start, onerror=_failed)
_PROPAGATOR = ffi.new("clingo_propagator_t *", {"init": _INIT})


class ControlBackend:
    """The rules of a program go to clasp itself: ``control`` is a clingo_control_t pointer.

    See ``pencilp.solvers.clasp.statement.Backend``.
    """

    none = NULL
    rule: Any = lib.clingo_backend_rule
    weight_rule: Any = lib.clingo_backend_weight_rule
    weighted: Any = staticmethod(partial(ffi.from_buffer, ffi.typeof("clingo_weighted_literal_t[]")))

    def __init__(self, control: Any) -> None:
        self._control = control
        self.handle: Any = NULL
        """The object that takes rules at present."""
        self._never: list[Sequence[int]] = []
        self._kept: list[tuple[Never, list[int], bytes]] = []
        self.forbid = self._never.append
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        self._waiting: _Waiting | None = None
        self.lost = False
        """Whether a call of the library was abandoned. Who knows when it returns: nothing more may be asked of ``control``."""

    def begin(self) -> Any:
        """Return the C library is ready for rules; returns the clingo_backend_t pointer.

        Raise TimeLimitReached when it is ``lost``.
        """
        if self.lost:
            raise TimeLimitReached
        pointer = ffi.new("clingo_backend_t **")
        check(lib.clingo_control_backend(self._control, pointer))
        self.handle = pointer[0]
        check(lib.clingo_backend_begin(self.handle))
        return self.handle

    def end(self, atoms: int) -> None:
        """End the rules, for now; they use at most ``atoms`` atoms."""
        never, kept, handle = self._never, self._kept, self.handle
        if len(never) + sum([len(some.lengths) for some, _, _ in kept]) <= PAYS * atoms:

            def state(starts: Iterable[Any], lengths: Iterable[int]) -> Iterable[bool]:
                headless = repeat(handle), repeat(False), repeat(NULL), repeat(0)
                return map(lib.clingo_backend_rule, *headless, starts, lengths)

            check(all(state(never, map(len, never))))
            for some, literals, left in kept:
                some.handed(state, literals, left)
        else:
            if self._waiting is None:
                self._waiting = _Waiting()
                self._told = ffi.new_handle(self._waiting)
                check(lib.clingo_control_register_propagator(self._control, _PROPAGATOR, self._told, False))
            self._waiting.add(atoms, never, kept)
            # it says nothing, but that there are so many atoms: clasp numbers its own from there
            check(lib.clingo_backend_rule(handle, False, NULL, 0, (atoms, -atoms), 2))
        never.clear()
        kept.clear()
        check(lib.clingo_backend_end(handle))

    recorder = Recorder

    def forbid_kept(self, never: Never, literals: list[int], left: bytes) -> None:
        """None of these lists, or of those that are ``left``, are all true, said of these ``literals``."""
        self._kept.append((never, literals, left))

    def started(self, ok: bool) -> None:
        """Raise the reason if the start of a search has failed (``ok`` is False)."""
        if not ok and self._waiting is not None and self._waiting.failure is not None:
            raise self._waiting.failure
        check(ok)

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int]) -> None:
        """State a contradiction for each of ``sizes``: ``least`` of that number of the next ``literals`` are true."""
        pairs = array("i", (1,)) * (2 * len(literals))
        pairs[::2] = array("i", literals)
        room = ffi.from_buffer("clingo_weighted_literal_t[]", pairs)
        starts = [room + start for start in accumulate(sizes, initial=0)]
        one = repeat(handle), repeat(False), repeat(NULL), repeat(0)
        check(all(map(lib.clingo_backend_weight_rule, *one, least, starts, sizes)))

    def minimize(self, body: Any, pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""
        check(lib.clingo_backend_minimize(self.handle, 0, body, pairs))

    def project(self, atoms: Collection[int]) -> None:
        """Two answers are the same where these atoms are, if the search is one that steps from answer to answer."""
        check(lib.clingo_backend_project(self.handle, list(atoms), len(atoms)))
