"""Suppositions: the opposite of a value, and all that follows from it, layer by layer, until a rule is broken."""

from __future__ import annotations

from collections.abc import Set
from heapq import heapify, heappop, heappush
from math import inf

from pencilp.analysis.rating.effects import Effects
from pencilp.analysis.rating.weights import GLANCE, LINK, LINK_BOARD, MAX_PREMISES, MEETING, PREMISE
from pencilp.analysis.steps.program import Instance

MAX_INNER_LAYERS = 3
"""The layers of a chain that is a link of another one."""


class Supposition:
    """The literal ``n`` is supposed where those of ``known`` hold.

    ``refuted`` is the least length of a chain of links that ends in a broken rule, infinite as long as there is none.
    If ``nested``, a link may be a short chain of its own if there is no other. In such an ``inner`` chain, rules about the
    whole board may be broken, but they give no link.
    """

    __slots__ = ("_asked", "_effects", "_inner", "_layer", "_length", "_nested", "_true", "n", "refuted")

    def __init__(self, effects: Effects, known: Set[int], n: int, *, nested: bool = False, inner: bool = False) -> None:
        self.n = n
        self._nested, self._inner = nested, inner
        self.refuted = inf
        self._effects = effects
        self._true = set(known)
        self._length: dict[int, float] = {}
        self._asked: set[int] = set()
        self._layer: list[int] = []
        self._add({n: 0.0})

    def _add(self, lits: dict[int, float]) -> None:
        """Take down a layer: literals with the lengths of their chains, and what is seen at a glance."""
        self._layer = []
        heap = [(length, n) for n, length in lits.items()]
        heapify(heap)
        while heap:
            length, n = heappop(heap)
            if n in self._true:
                continue
            if -n in self._true:
                other = self._length.get(-n)  # None: it is known to be false
                both = length if other is None else max(length, other) + MEETING
                self.refuted = min(self.refuted, both)
                continue
            self._true.add(n)
            self._length[n] = length
            self._layer.append(n)
            for m in self._effects.glance(n):
                if m not in self._true:
                    heappush(heap, (length + GLANCE, m))

    def advance(self) -> bool:
        """Add the next layer. Return whether there is one more, or a rule is broken."""
        program = self._effects.program
        instances = [program.instances[i] for m in self._layer for i in program.by_atom.get(abs(m), ())]
        numbers = {i.number for i in instances} | self._asked
        new: dict[int, float] = {}
        asked = {i for i in numbers if program.instances[i].wide and self._effects.native[i] is None}
        for i in sorted(numbers - asked):
            self._follow(program.instances[i], new)
        self._asked = asked
        if asked and not new and self.refuted == inf:
            # one question about all rules of the whole board, only if nothing else follows
            self._asked = set()
            if self._effects.broken(asked, self._true):
                self.refuted = min(self._reach(program.instances[i]) for i in asked)
        if self._nested and not new and self.refuted == inf:
            new = self._look_closer()
        if self.refuted == inf and new:
            self._add(new)
            return True
        return self.refuted < inf

    def _look_closer(self) -> dict[int, float]:
        """Return the values near those that follow whose opposite a short chain refutes, with the lengths of their chains."""
        program = self._effects.program
        near = {i for n in self._length for i in program.by_atom.get(abs(n), ()) if not program.instances[i].wide}
        atoms = {a for i in near for a in program.instances[i].scope if a not in self._true and -a not in self._true}
        before = max(self._length.values())
        new: dict[int, float] = {}
        for n in sorted(sign * a for a in atoms for sign in (1, -1)):
            self._effects.look()
            inner = Supposition(self._effects, self._true, n, inner=True)
            for _ in range(MAX_INNER_LAYERS):
                if inner.refuted < inf or not inner.advance():
                    break
            if inner.refuted < inf:
                new[-n] = before + inner.refuted
        return new

    def _follow(self, instance: Instance, new: dict[int, float]) -> None:
        """Take down what an instance gives, or that it is broken."""
        native = self._effects.native[instance.number]
        forced: list[int] | None = []
        if not self._inner or not instance.wide or native is None:
            forced = self._effects.forced(instance, self._true)
        elif native.breaks(self._true):
            forced = None
        if forced is None:
            self.refuted = min(self.refuted, self._reach(instance))
            return
        fresh = [n for n in forced if n not in self._true]
        if fresh:
            length = self._reach(instance)
            for n in fresh:
                new[n] = min(length, new.get(n, inf))

    def _reach(self, instance: Instance) -> float:
        """Return the length of a chain whose last link is an instance."""
        used = [self._length[n] for a in instance.scope for n in (a, -a) if n in self._length]
        more = LINK_BOARD if instance.wide else PREMISE * (min(len(used), MAX_PREMISES) - 1)
        return LINK + max(used, default=0.0) + more
