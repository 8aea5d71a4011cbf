"""Whose turn it is: there are some things to be had, and clients who want one each time they ask.

Who has fewest of them comes first, and among these who has waited longest since the last time. So somebody who asks for a
hundred at once waits for most of them, and nobody else does.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Busy(Exception):
    """Too many wait already."""


class Turns(Generic[Thing]):
    """Things that are handed out: one client has ``share`` of them at most, and at most ``waiting`` wait for one."""

    def __init__(self, waiting: int, share: int) -> None:
        self._most, self._share = waiting, share
        self._free: list[Thing] = []
        self._having: Counter[str] = Counter()
        # in the order of whose turn it is
        self._waiting: dict[str, deque[asyncio.Future[Thing]]] = {}

    def add(self, thing: Thing) -> None:
        """There is one more thing."""
        self._free.append(thing)
        self._hand_out()

    async def take(self, client: str) -> Thing:
        """Return a thing, when it is the client's turn; it is to be given back.

        Raises Busy where too many wait. Then the last question goes of the client who has most that wait.
        """
        turn: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._hand_out()
        if sum(map(len, self._waiting.values())) > self._most:
            many = max(len(turns) for turns in self._waiting.values())
            greedy = client if len(self._waiting[client]) == many else self._with(many)
            self._drop(greedy, self._waiting[greedy][-1], Busy())
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._drop(client, turn)
            elif turn.exception() is None:
                self.give_back(turn.result(), client)  # it was handed out just now
            raise

    def give_back(self, thing: Thing, client: str) -> None:
        """Remove a client's request; the worker that has just finished works next, with all it needs loaded."""
        self._having[client] -= 1
        if not self._having[client]:
            del self._having[client]
        self.add(thing)

    def _with(self, many: int) -> str:
        """Return a client with so many questions that wait."""
        return next(client for client, turns in self._waiting.items() if len(turns) == many)

    def _drop(self, client: str, turn: asyncio.Future[Thing], error: Exception | None = None) -> None:
        """Nobody waits for this turn any more."""
        turns = self._waiting.get(client, deque())
        if turn in turns:
            turns.remove(turn)
            if not turns:
                del self._waiting[client]
        if error is not None:
            turn.set_exception(error)

    def _hand_out(self) -> None:
        while self._free:
            able = [client for client in self._waiting if self._having[client] < self._share]
            if not able:
                return
            client = min(able, key=self._having.__getitem__)
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns  # at the end: it is the others' turn
            if not turn.done():
                self._having[client] += 1
                turn.set_result(self._free.pop())
