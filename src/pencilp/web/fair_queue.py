"""A queue that shares resources fairly among clients.

The client with the fewest resources comes first, then the one that was served the longest time ago. So a client with a hundred
requests delays only its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

Resource = TypeVar("Resource")


class Busy(Exception):
    """Too many requests are waiting."""


class FairQueue(Generic[Resource]):
    """Resources for clients: a client may hold at most ``share``, and at most ``waiting`` requests may wait."""

    def __init__(self, waiting: int, share: int) -> None:
        self._most, self._share = waiting, share
        self._free: list[Resource] = []
        self._having: Counter[str] = Counter()
        # in the order in which clients are served
        self._waiting: dict[str, deque[asyncio.Future[Resource]]] = {}

    def add(self, resource: Resource) -> None:
        """Add a free resource."""
        self._free.append(resource)
        self._hand_out()

    async def take(self, client: str) -> Resource:
        """Return a resource when it is the client's turn; call ``give_back`` after use.

        If too many requests wait, the last one of the client with the most waiting requests raises Busy.
        """
        turn: asyncio.Future[Resource] = asyncio.get_running_loop().create_future()
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
                self.give_back(turn.result(), client)  # it was assigned just now
            raise

    def give_back(self, resource: Resource, client: str) -> None:
        """Return a resource of a client. It is the next one that is used, as it has its modules loaded."""
        self._having[client] -= 1
        if not self._having[client]:
            del self._having[client]
        self.add(resource)

    def _with(self, many: int) -> str:
        """Return a client with that many waiting requests."""
        return next(client for client, turns in self._waiting.items() if len(turns) == many)

    def _drop(self, client: str, turn: asyncio.Future[Resource], error: Exception | None = None) -> None:
        """Remove a waiting request, with an ``error`` for its caller, if any."""
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
                self._waiting[client] = turns  # at the end of the queue
            if not turn.done():
                self._having[client] += 1
                turn.set_result(self._free.pop())
