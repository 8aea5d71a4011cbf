"""Hints, ways and needless clues as the page receives them, and how parts of an answer travel."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from typing import Any

import pytest

import pencilp
from pencilp import genres
from pencilp.analysis.rate import NOT_UNIQUE
from pencilp.analysis.rating.weights import LEVELS
from pencilp.analysis.steps.step import CHAIN, GIVEN, KINDS, RULE, SET, TRIAL
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.translations import languages
from pencilp.web import pool
from pencilp.web.drafts import lattice_of, record_of
from pencilp.web.guards import Full
from pencilp.web.jobs import JOBS, STREAMS
from pencilp.web.lines import Parts
from pencilp.web.words import english
from tests.apart import run_apart
from tests.test_web_attacks import post, serving, until
from tests.test_web_jobs import begun
from tests.test_web_pool import running

ALLOWED = {"cells": 10_000, "limit": 10.0, "embedded": False}
CHOSEN = (
    "akari",
    "suguru",
    "battleship",
    "hashi",
    "masyu",
    "slitherlink",
    "gokigen",
    "starbattle",
    "yajilin",
)
"""Genres with answers of all kinds: in cells, on links and edges, at corners; numbers and signs."""

Record = dict[str, Any]


def hinted(board: Record, **asked: Any) -> Record:
    found: Record = json.loads(json.dumps(JOBS["hint"]({"board": board, **ALLOWED, **asked})))
    return found


def streamed(job: str, board: Record, **asked: Any) -> tuple[list[Record], Record]:
    """The parts of a job's answer, and the rest."""
    parts = []
    stream = STREAMS[job]({"board": board, **ALLOWED, **asked})
    while True:
        try:
            parts.append(json.loads(json.dumps(next(stream))))
        except StopIteration as end:
            return parts, json.loads(json.dumps(end.value))


def applied(board: Record, step: Record) -> Record:
    """A board with the values of a step, as the page applies it."""
    answer = {key: [*tokens] for key, tokens in board["answer"].items()}
    for key, layer in genres.load(board["genre"]).answers.items():
        answer.setdefault(key, [None] * layer.size(lattice(board)))
    for key, index, token in step["sets"]:
        answer[key][index] = token
    excluded = {key: {i: [*some] for i, some in places.items()} for key, places in board.get("excluded", {}).items()}
    for key, index, token in step["excludes"]:
        excluded.setdefault(key, {}).setdefault(str(index), []).append(token)
    return {**board, "answer": answer, "excluded": excluded}


def lattice(board: Record) -> Any:
    return lattice_of(board["lattice"])


def places(part: Record) -> list[Any]:
    return [*part["follows"], *part["reason"], *part["scope"], *(place for place, _ in part["notes"])]


@pytest.mark.parametrize("name", CHOSEN)
def test_a_way_has_its_places_and_values_and_each_is_right(name):
    puzzle = examples.example(name)
    solved = pencilp.solve(puzzle, count=1).answer
    assert solved is not None
    board, right = record_of(puzzle), record_of(puzzle, solved)["answer"]
    parts, end = streamed("explain", board, limit=3.0)
    assert end["kind"] in ("done", "none")
    assert end["kind"] == "done" or end["late"] or parts
    if parts:
        board = {**board, "answer": parts[0]["answer"]}
    for part in parts[1:]:
        step = part["step"]
        assert step["kind"] in KINDS
        assert step["sets"] or step["excludes"]
        board = applied(board, step)
        for kind, _ in places(step):
            assert kind in ("cells", "edges", "corners", "links", "columns", "top", "bottom", "left", "right")
    for key, tokens in board["answer"].items():
        assert [t for t, r in zip(tokens, right[key], strict=True) if t is not None and t != r] == []
    for key, some in board.get("excluded", {}).items():
        assert not [i for i, tokens in some.items() if right[key][int(i)] in tokens]
    if end["kind"] == "done":
        assert None not in [token for tokens in board["answer"].values() for token in tokens]


SMALL = [
    "akari\nwalls:\n- 1 - -\n- - - -\n2 x - x\n- - - -\n",
    "hashi\nislands:\n4 - 3 - 2\n- - - - -\n- - 1 - 3\n- - - - -\n4 - 2 - 1\n",
    "masyu\ncircles:\n- - - - -\n- - - - -\n- w w - -\n- w - w w\n- - - - -\n",
    # some of its steps only exclude a value
    "skyscrapers\nclues:\nbottom - - 1 -\nright  - - 3 -\ngiven:\n- 2 - -\n2 - - -\n- - - -\n- - - -\n",
]
"""Puzzles whose answers are shadings, lines, numbers of lines, and numbers."""


@pytest.mark.parametrize("text", [pytest.param(text, id=text.split()[0]) for text in SMALL])
def test_hints_one_after_the_other_lead_to_the_answer(text):
    board = record_of(plain.read(text)[0])
    for _ in range(1000):
        hint = hinted(board)
        if hint["kind"] not in KINDS:
            break
        assert [stage["text"] != "" for stage in hint["stages"]] == [True] * 3
        # the first stage shows no reason, and no stage but the last a note
        assert not hint["stages"][0]["reason"]
        assert not hint["stages"][0]["notes"] + hint["stages"][1]["notes"]
        board = applied(board, hint)
    assert hint["kind"] == "done"
    assert JOBS["check"]({"board": board, **ALLOWED})["finished"]


@pytest.mark.parametrize("language", languages())
def test_a_mistake_is_said_first_with_its_places(language):
    board = begun()
    for found in (hinted(board, language=language), streamed("explain", board, language=language)[1]):
        assert (found["kind"], found["broken"], found["can"]) == ("mistake", [], False)
        assert [part["places"] for part in found["aside"]] == [[["cells", 0]]]
        assert found["says"].isascii() == (language == "en")
    board["answer"]["number"][:2] = ["2", "2"]
    for found in (hinted(board, language=language), streamed("explain", board, language=language)[1]):
        assert found["kind"] == "mistake"
        assert ["cells", 0] in found["broken"][0]["places"]


def test_wrong_exclusions_are_ignored_and_unreadable_ones_refused():
    board = record_of(examples.example("sudoku"))
    first = hinted(board)
    (key, index, token), *_ = first["sets"]
    assert hinted({**board, "excluded": {key: {str(index): [token]}}}) == first
    for bad in (
        3,
        [],
        {key: 3},
        {key: {"x": ["1"]}},
        {key: {"81": ["1"]}},
        {key: {"0": "1"}},
        {key: {"9" * 5000: ["1"]}},
    ):
        if bad != []:  # as everywhere, what is empty is missing
            with pytest.raises(InputError):
                hinted({**board, "excluded": bad})
    for token in ("z", 3, {}):
        with pytest.raises(InputError, match="number"):
            hinted({**board, "excluded": {key: {"0": [token]}}})


def test_the_end_of_a_way_says_why_there_are_no_more_steps():
    board = record_of(examples.example("minesweeper-8x8"))
    assert streamed("explain", board)[1]["kind"] == "done"
    none = {**board, "puzzle": {"clues": ["2", *[None] * 8, "0", *[None] * 54]}}
    parts, end = streamed("explain", none)
    assert (parts, end["kind"], end["status"]) == ([], "none", "none")
    assert hinted(none)["status"] == "none"
    several = {**board, "puzzle": {"clues": ["0", *[None] * 63]}}
    parts, end = streamed("explain", several)
    assert (end["kind"], end["status"], len(parts) > 1) == ("done", "multiple", True)
    late = streamed("explain", record_of(examples.example("fillomino")), limit=0.001)[1]
    assert (late["kind"], late["late"]) == ("none", True)
    solved = JOBS["solve"]({"board": board, "count": 1, **ALLOWED})["answers"][0]
    assert hinted({**board, "answer": solved})["kind"] == "done"


def test_needless_clues_come_in_parts_and_at_the_end_all():
    board = record_of(examples.example("nurikabe"))
    parts, end = streamed("needless", board)
    alone = [clue for part in parts for clue in part.get("alone", [])]
    assert sorted(map(str, alone)) == sorted(map(str, end["alone"]))
    assert [(clue["clue"], clue["left"]) for clue in end["alone"]] == [
        ("3 at r1c7", "?"),
        ("1 at r6c8", "?"),
        ("1 at r7c9", "?"),
    ]
    assert (end["status"], end["complete"], end["largest"], end["undecided"]) == ("unique", True, True, [])
    last = [part for part in parts if "board" in part][-1]
    assert (last["board"], last["together"]) == (end["board"], end["together"])
    assert JOBS["live"]({"board": {**board, "puzzle": end["board"]}, **ALLOWED})["status"] == "unique"
    assert "r1c7" not in streamed("needless", board, language="ja")[1]["alone"][0]["clue"]


def test_a_rating_has_its_parts_and_words_on_the_page():
    board = record_of(examples.example("akari"))
    found = JOBS["rate"]({"board": board, **ALLOWED})
    right = pencilp.rate(examples.example("akari"))
    assert (found["status"], found["level"], found["number"]) == ("unique", right.level, right.number)
    assert found["finished"]
    words = english()
    assert {f"level.{level}" for level in LEVELS} <= set(words)
    assert {f"kind.{kind}" for kind in (GIVEN, RULE, CHAIN, SET, TRIAL)} <= set(words)
    assert {f"norating.{status}" for status in NOT_UNIQUE} <= set(words)
    late = JOBS["rate"]({"board": record_of(examples.example("fillomino")), **ALLOWED, "limit": 0.001})
    assert not late["finished"]
    none = {**board, "puzzle": {"walls": ["4", *[None] * 63]}}
    assert JOBS["rate"]({"board": none, **ALLOWED})["status"] == "none"


def test_a_puzzle_with_several_answers_has_no_needless_clue():
    board = record_of(examples.example("nurikabe"))
    parts, end = streamed("needless", {**board, "puzzle": {"clues": ["40", *[None] * 80]}})
    assert (parts, end["status"], end["alone"], end["board"]) == ([], "multiple", [], None)


# -- on the way ---------------------------------------------------------------------------------------------------------


def long() -> bytes:
    """A request for a way that does not end soon."""
    return json.dumps({"board": record_of(examples.example("kakuro"))}).encode()


def test_parts_arrive_before_the_answer_and_who_leaves_ends_the_job(monkeypatch):
    monkeypatch.setattr(pool, "KILL_SECONDS", 30.0)

    async def use(made):
        pid = made._workers[0]._process.pid
        for _ in range(5):
            come = asyncio.Event()
            parts: list[bytes] = []

            def part(content, come=come, parts=parts):
                parts.append(content)
                if len(parts) == 3:
                    come.set()

            asking = asyncio.ensure_future(made.call("explain", long(), 60, part=part, cells=10_000, embedded=False))
            await come.wait()
            asking.cancel()
            many = len(parts)
            found = json.loads(
                await made.call("explain", long()[:-1] + b', "limit": 0.001}', 60, cells=10_000, embedded=False)
            )
            assert found["late"]
            # no part comes when nobody waits for it, and each is whole
            assert len(parts) == many
            assert [*map(len, map(json.loads, parts))] == [1] * many
            if made._workers[0]._process.pid == pid:
                return True
            pid = made._workers[0]._process.pid  # it was interrupted within a call of a library
        return False

    assert running(use)


TORN = """\
import os, signal
from pencilp.web.worker import Answer, _Interrupts

sent = []

def send():
    os.kill(os.getpid(), signal.SIGINT)
    sent.append("whole")

def work():
    interrupts.after(send)
    sent.append("more")
    return Answer(0, b"done")

interrupts = _Interrupts()
print(interrupts.during(work).content.decode(), sent)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can interrupt a process")
def test_an_interrupt_does_not_tear_a_part_and_ends_the_job_after_it():
    run = subprocess.run([sys.executable, "-c", TORN], capture_output=True, text=True, timeout=300)
    assert (run.stdout, run.stderr) == ("the job was stopped ['whole']\n", "")


def lines(job: Any, **how: Any) -> list[Record]:
    """The lines of an answer with parts, as a server sends them."""

    async def run() -> list[Record]:
        parts = Parts(how.get("take", lambda _: None))
        found = parts.lines(job(parts.put), how.get("leaving", asyncio.Event().wait)())
        return [json.loads(line) async for line in found]

    found: list[Record] = run_apart(run())
    return found


async def fine(part: Any) -> bytes:
    part(b"1")
    await asyncio.sleep(0)
    part(b"2")
    return b"3"


async def failing(part: Any) -> bytes:
    part(b"1")
    raise pool.Refused("late", "the time limit was reached")


async def refused(part: Any) -> bytes:
    raise pool.Refused("input", "nonsense")


async def endless(part: Any) -> bytes:
    part(b"1")
    await asyncio.Event().wait()
    raise AssertionError


def test_lines_have_the_parts_and_then_the_answer_or_the_error():
    assert lines(fine) == [{"part": 1}, {"part": 2}, {"answer": 3}]
    assert lines(failing) == [{"part": 1}, {"error": "the time limit was reached", "kind": "late"}]
    with pytest.raises(pool.Refused, match="nonsense"):
        lines(refused)


def test_without_memory_for_a_part_the_answer_ends():
    left = 1

    def take(size: int) -> None:
        nonlocal left
        left -= size
        if left < 0:
            raise Full

    assert lines(fine, take=take) == [
        {"part": 1},
        {"error": "the server is busy: try again in a moment", "kind": "busy"},
    ]
    with pytest.raises(Full):
        lines(fine, take=take)


def test_who_leaves_ends_the_lines():
    async def leaving() -> None:
        pass

    with pytest.raises(ConnectionError):
        lines(endless, leaving=leaving)


def test_a_server_sends_lines_and_frees_the_memory_and_the_process():
    board = record_of(examples.example("akari"))
    with serving(searches=1) as page:
        reply = page.say(post("explain", json.dumps({"board": board}).encode(), "connection: close"))
        assert reply.startswith(b"HTTP/1.1 200")
        assert b"application/x-ndjson" in reply
        assert reply.count(b'{"part":') > 20
        assert reply.count(b'\n{"answer":') == 1
        assert page.ask("explain", {"board": 3})[0] == 422
        assert page.ask("needless", b"[]")[0] == 422
        # who leaves in the middle keeps neither the process nor the memory
        link = page.connected()
        link.sendall(post("explain", long()))
        heard = b""
        while b'{"part":{"step"' not in heard:
            heard += link.recv(1000)
        link.close()
        assert page.ask("hint", {"board": board})[0] == 200
        until(page.lives)


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can interrupt a process")
def test_a_process_that_dies_in_the_middle_ends_the_parts_with_an_error():
    async def use(made):
        def part(_):
            made._workers[0]._process.send_signal(signal.SIGKILL)

        with pytest.raises(pool.Refused) as error:
            await made.call("explain", long(), 60, part=part, cells=10_000, embedded=False)
        return error.value.kind

    assert running(use) == "late"
