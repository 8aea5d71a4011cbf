"""Whose turn it is: nobody's many questions keep others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from pencilp.web.fair_queue import Busy, FairQueue
from tests.apart import run_apart


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_many_requests_of_one_client_wait():
    async def run() -> list[str]:
        turns: FairQueue[int] = FairQueue(100, 1)
        turns.add(7)
        served = []
        all_there = asyncio.Event()

        async def one(client: str) -> None:
            resource = await turns.take(client)
            await all_there.wait()
            served.append(client)
            turns.give_back(resource, client)

        asking = [asyncio.ensure_future(one("many")) for _ in range(10)]
        await settled()
        asking += [asyncio.ensure_future(one(client)) for client in ("few", "few", "one")]
        await settled()
        all_there.set()
        await asyncio.gather(*asking)
        return served

    served = run_apart(run())
    assert served[:6] == ["many", "many", "few", "one", "many", "few"]
    assert Counter(served) == {"many": 10, "few": 2, "one": 1}


def test_one_client_has_a_share_alone():
    async def run() -> None:
        turns: FairQueue[int] = FairQueue(100, 2)
        for resource in range(3):
            turns.add(resource)
        many = [asyncio.ensure_future(turns.take("many")) for _ in range(5)]
        await settled()
        assert [each.done() for each in many] == [True, True, False, False, False]
        other = await asyncio.wait_for(turns.take("other"), 1)
        turns.give_back(other, "other")
        await settled()
        assert not many[2].done()
        turns.give_back(many[0].result(), "many")
        await settled()
        assert many[2].done()
        for each in many[3:]:
            each.cancel()

    run_apart(run())


def test_the_client_with_most_requests_is_refused_first():
    async def run() -> None:
        turns: FairQueue[int] = FairQueue(3, 1)
        waiting = [asyncio.ensure_future(turns.take("many")) for _ in range(3)]
        await settled()
        with pytest.raises(Busy):
            await turns.take("many")
        other = asyncio.ensure_future(turns.take("other"))
        await settled()
        assert [each.done() for each in (*waiting, other)] == [False, False, True, False]
        assert isinstance(waiting[2].exception(), Busy)
        turns.add(1)
        await settled()
        assert waiting[0].done()
        turns.give_back(1, "many")
        await settled()
        assert other.done()
        waiting[1].cancel()

    run_apart(run())


def test_a_client_that_leaves_blocks_no_other():
    async def run() -> None:
        turns: FairQueue[int] = FairQueue(10, 1)
        leaving = [asyncio.ensure_future(turns.take("a")) for _ in range(2)]
        await settled()
        leaving[0].cancel()  # while it waits
        turns.add(1)
        leaving[1].cancel()  # when it has just got one
        await settled()
        assert await asyncio.wait_for(turns.take("b"), 1) == 1
        turns.give_back(1, "b")
        assert await asyncio.wait_for(turns.take("a"), 1) == 1

    run_apart(run())
