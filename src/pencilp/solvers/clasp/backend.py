"""Hands rules over to clasp: those of one model directly, and recorded ones that many models share.

Most of a program consists of lists of literals that are never all true (nogoods). clasp can take them in two ways. As
rules, each becomes a body, which clasp looks up among all bodies, and later a clause. As clauses, a propagator adds
them at the start of the next search. Clauses take half the time, but first each atom's literal in the solver must be
looked up.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import accumulate, chain, compress, islice, repeat
from typing import Any

from pencilp._util.timeout import TimeLimitReached
from pencilp.solvers.clasp.library import NULL, BufferPool, check, ffi, lib

MIN_LISTS_PER_ATOM = 1
"""Nogoods are handed over as clauses if there are more than this many for each atom."""
_SOLVER = BufferPool("clingo_literal_t")


class Recorder:
    """Rules that many models share, each with literals of its own, prepared to be handed over fast.

    It takes rules as a backend does. They are about the literals 1 to n, which stand for those of a model.
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
        """Return the recorded rules."""
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
    """The rules of a ``Recorder``, as arguments for the library's two functions: one list per argument.

    ``rows`` hold the literals of the rules, ``never`` the nogoods. Only one thread at a time can use a block.
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
        """The literals that the rows hold now."""
        self.size = sum([sum(row.lengths) + 2 * len(row.lengths) for row in (*rows, never)])
        """The number of literals in the rules."""

    def __call__(self, backend: ControlBackend, literals: list[int], false: Callable[[], Sequence[int]] = list) -> None:
        """Hand the rules over to ``backend``, with ``literals`` in place of 1, 2, ... n.

        ``false()`` returns those of 1, 2, ... n and their negations that are known to be false. A rule whose body has
        one of them is not needed.
        """
        if self._rows and literals != self._literals:
            meant = _each(literals)
            for row in self._rows:
                row.write(meant)
            self._literals = literals
        if self._rules[0]:
            left, rules = self._bodies.without(false), self._rules
            some = [compress(arguments, left) for arguments in rules] if left else rules
            check(all(map(lib.clingo_backend_rule, repeat(backend.handle), *some)))
        if self._weight_rules[0]:
            check(all(map(lib.clingo_backend_weight_rule, repeat(backend.handle), *self._weight_rules)))
        if self._never.lengths:
            backend.forbid_recorded(self._never, literals, self._never.without(false))


def _each(literals: list[int]) -> list[int]:
    """Return a list that has, at index k from -n to n, the literal that stands for k. Index 0 is unused."""
    return [0, *literals, *[-x for x in reversed(literals)]]


MIN_FILTERED_LISTS = 2000
"""From this many lists on, needless ones are left out if they are more than half. Otherwise selecting takes as long as
handing over."""
_OPPOSITE = bytes.maketrans(b"01", b"\x01\x00")


class _Row:
    """Lists of one ``kind`` in one block of C memory, with the start and the length of each.

    If ``weighted``, a weight follows each literal.
    """

    def __init__(self, kind: str, lists: Sequence[Sequence[int]], *, weighted: bool = False) -> None:
        numbers = [x for some in lists for x in some]
        self._step = 2 if weighted else 1
        self._numbers = array("i", numbers)
        self._literals = numbers[:: self._step]
        self._lists_of: dict[int, int] | None = None
        """For each literal that is in many lists: the set of these lists, as the bits of a number."""
        self.lengths = [len(some) // self._step for some in lists]
        self._memory = ffi.new(kind, sum(self.lengths))
        self.starts = [self._memory + start for start in accumulate(self.lengths, initial=0)][:-1]

    def without(self, false: Callable[[], Sequence[int]]) -> bytes:
        """Return a 0 for each list that has a literal of ``false()`` common to many lists, a 1 for each other list.

        Return nothing if all lists are to be handed over.
        """
        if len(self.lengths) < MIN_FILTERED_LISTS or not (literals := false()):
            return b""
        if self._lists_of is None:
            self._lists_of = self._lists_by_literal()
        needless = 0
        for some in map(self._lists_of.get, literals, repeat(0)):
            needless |= some
        left = f"{needless:0{len(self.lengths)}b}".encode()[::-1].translate(_OPPOSITE)
        return left if 2 * sum(left) < len(left) else b""

    def _lists_by_literal(self) -> dict[int, int]:
        """Return the set of lists that hold a literal, as bits, for each literal that is in many lists.

        Rare literals are left out, so that the sets take no more memory than the lists.
        """
        rest = iter(self._literals)
        holding: dict[int, set[int]] = {}
        for i, length in enumerate(self.lengths):
            for x in islice(rest, length):
                holding.setdefault(x, set()).add(1 << i)
        return {x: sum(bits) for x, bits in holding.items() if 64 * len(bits) >= len(self.lengths)}

    def write(self, meant: Sequence[int]) -> None:
        """Write the literals for which the recorded ones stand into C memory."""
        self._numbers[:: self._step] = array("i", map(meant.__getitem__, self._literals))
        ffi.memmove(self._memory, self._numbers, 4 * len(self._numbers))


State = Callable[[Iterable[Any], Iterable[int]], Iterable[bool]]
"""Hands lists over: takes their starts (or lists of Python) and lengths, and returns whether each was accepted."""


class Never(_Row):
    """Nogoods: lists of recorded literals (1 to n and negations) that are never all true.

    Several threads can use them at once.
    """

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        super().__init__("clingo_literal_t[]", lists)
        self._written: list[int] = []
        """The literals that the block holds now."""
        self._free = [True]
        """A token: a thread that has taken it may write here. Single calls take it and put it back."""

    def hand_over(self, state: State, literals: list[int], left: bytes) -> None:
        """Hand all lists over by ``state``, or those marked in ``left``, with ``literals`` in place of 1, 2, ... n."""
        try:
            free, own = self._free.pop(), self
        except IndexError:
            rest = iter(self._literals)
            free, own = False, Never([[*islice(rest, length)] for length in self.lengths])
        if own._written != literals:
            own.write(_each(literals))
            own._written = literals
        if left:
            check(all(state(compress(own.starts, left), compress(own.lengths, left))))
        else:
            check(all(state(own.starts, own.lengths)))
        if free:
            self._free.append(True)


class _Waiting:
    """Nogoods that wait for the start of the next search."""

    __slots__ = ("_atoms", "_kept", "_never", "failure")

    def __init__(self) -> None:
        self._atoms = 0
        self._never: list[Sequence[int]] = []
        self._kept: list[tuple[Never, list[int], bytes]] = []
        self.failure: BaseException | None = None
        """The exception that ended the start of a search, if the library did not cause it."""

    def add(self, atoms: int, never: list[Sequence[int]], kept: list[tuple[Never, list[int], bytes]]) -> None:
        """Add lists with atoms up to the number ``atoms``; for ``kept`` see ``Never.hand_over``."""
        self._atoms = atoms
        self._never += never
        self._kept += kept

    def hand_over(self, init: Any) -> None:
        """Add a clause for each list to the solver of a search that starts."""
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
            # after a contradiction the library takes no more clauses, and says so in ``free``
            return map(lib.clingo_propagate_init_add_clause, repeat(init), starts, lengths, repeat(free))

        for some, literals, left in kept:
            some.hand_over(state, [*map(opposite.__getitem__, literals)], left)
        lengths = [*map(len, never)]
        numbers = array("i", map(opposite.__getitem__, chain.from_iterable(never)))
        lists = ffi.from_buffer("clingo_literal_t[]", numbers)
        check(all(state([lists + start for start in accumulate(lengths, initial=0)], lengths)))
        # only now: after an interruption all of it must be handed over again
        self._never, self._kept = [], []


def _start(init: Any, waiting: Any) -> bool:
    ffi.from_handle(waiting).hand_over(init)
    return True


def _failed(_: type[BaseException], error: BaseException, traceback: Any) -> None:
    """Keep the exception that ended ``_start`` (a time limit, Ctrl-C), because the library does not pass it on."""
    ffi.from_handle(traceback.tb_frame.f_locals["waiting"]).failure = error


_INIT = ffi.callback("bool(clingo_propagate_init_t *, void *)", _start, onerror=_failed)
_PROPAGATOR = ffi.new("clingo_propagator_t *", {"init": _INIT})


class ControlBackend:
    """The backend that passes rules to clasp itself. ``control`` is a clingo_control_t pointer.

    See ``pencilp.solvers.clasp.statement.Backend``.
    """

    none = NULL
    rule: Any = lib.clingo_backend_rule
    weight_rule: Any = lib.clingo_backend_weight_rule
    weighted: Any = staticmethod(partial(ffi.from_buffer, ffi.typeof("clingo_weighted_literal_t[]")))

    def __init__(self, control: Any) -> None:
        self._control = control
        self.handle: Any = NULL
        """The clingo_backend_t pointer that takes rules now."""
        self._never: list[Sequence[int]] = []
        self._kept: list[tuple[Never, list[int], bytes]] = []
        self.forbid = self._never.append
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        self._waiting: _Waiting | None = None
        self.abandoned = False
        """Whether a call of the library was abandoned. It may still run, so ``control`` must not be used again."""

    def begin(self) -> Any:
        """Open the backend for rules, and return its clingo_backend_t pointer.

        Raise TimeLimitReached if it is ``lost``.
        """
        if self.abandoned:
            raise TimeLimitReached
        pointer = ffi.new("clingo_backend_t **")
        check(lib.clingo_control_backend(self._control, pointer))
        self.handle = pointer[0]
        check(lib.clingo_backend_begin(self.handle))
        return self.handle

    def end(self, atoms: int) -> None:
        """Close the backend. The rules use at most ``atoms`` atoms."""
        never, kept, handle = self._never, self._kept, self.handle
        if len(never) + sum([len(some.lengths) for some, _, _ in kept]) <= MIN_LISTS_PER_ATOM * atoms:

            def state(starts: Iterable[Any], lengths: Iterable[int]) -> Iterable[bool]:
                headless = repeat(handle), repeat(False), repeat(NULL), repeat(0)
                return map(lib.clingo_backend_rule, *headless, starts, lengths)

            check(all(state(never, map(len, never))))
            for some, literals, left in kept:
                some.hand_over(state, literals, left)
        else:
            if self._waiting is None:
                self._waiting = _Waiting()
                self._waiting_handle = ffi.new_handle(self._waiting)
                check(lib.clingo_control_register_propagator(self._control, _PROPAGATOR, self._waiting_handle, False))
            self._waiting.add(atoms, never, kept)
            # an empty rule that makes clasp number its own atoms after ours
            check(lib.clingo_backend_rule(handle, False, NULL, 0, (atoms, -atoms), 2))
        never.clear()
        kept.clear()
        check(lib.clingo_backend_end(handle))

    recorder = Recorder

    def forbid_recorded(self, never: Never, literals: list[int], left: bytes) -> None:
        """State these nogoods, or those marked in ``left``, with ``literals`` in place of 1, 2, ... n."""
        self._kept.append((never, literals, left))

    def check_started(self, ok: bool) -> None:
        """Raise the reason if the start of a search failed (``ok`` is False)."""
        if not ok and self._waiting is not None and self._waiting.failure is not None:
            raise self._waiting.failure
        check(ok)

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int]) -> None:
        """State for each of ``sizes``: fewer than ``least`` of the next literals, ``size`` in number, are true."""
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
        """Count two answers as equal if these atoms are, in a search that steps from answer to answer."""
        check(lib.clingo_backend_project(self.handle, list(atoms), len(atoms)))
