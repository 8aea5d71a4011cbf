"""What the page can ask for: boards in the making, and jobs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilp import genres
from pencilp.board.lattice import SHAPES
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.web.answers import answer
from pencilp.web.drafts import Draft, record_of
from pencilp.web.jobs import JOBS

ALLOWED = {"cells": 10_000, "limit": 10.0, "embedded": False}


def done(job: str, **asked: Any) -> dict[str, Any]:
    """What a job finds, as JSON would have it."""
    found: dict[str, Any] = json.loads(json.dumps(JOBS[job]({**asked, **ALLOWED})))
    return found


@pytest.mark.parametrize("name", examples.names())
def test_a_board_that_is_sent_comes_back_as_it_was(name):
    puzzle = examples.example(name)
    record = json.loads(json.dumps(record_of(puzzle, puzzle.answer)))
    draft = Draft(record)
    assert draft.problems == []
    assert draft.puzzle() == puzzle
    assert puzzle.answer is None or draft.answer(puzzle) == puzzle.answer
    assert record_of(draft.puzzle(), puzzle.answer) == record


@pytest.mark.parametrize("name", genres.names())
def test_an_empty_board_can_be_drawn_and_described(name):
    genre = genres.load(name)
    for shape in genre.shapes:
        lattice = {"shape": shape, "rows": 4, "cols": 5, "missing": [7]}
        board = done("new", genre=name, lattice=lattice)["board"]
        assert "<svg" in done("draw", board=board)["svg"]
        layout = done("layout", board=board)
        assert len(layout["places"]["cells"]) == 19
        assert [layer["name"] for layer in layout["inputs"]] == list(genre.inputs)


def test_invalid_tokens_are_reported_with_their_place():
    puzzle = examples.example("nurikabe")
    record = record_of(puzzle)
    record["puzzle"]["clues"][0] = "x"
    found = done("draw", board=record)
    (problem,) = found["problems"]
    assert (problem["layer"], problem["place"]) == ("clues", "r1c1")
    verdict = done("live", board=record)
    assert verdict["status"] == "unfinished"
    assert verdict["message"].startswith("clues r1c1: ")


@pytest.mark.parametrize(
    "record",
    [
        None, [], {}, {"genre": 3}, {"genre": "nurikabe"}, {"genre": "nurikabe", "lattice": {"shape": "round"}},
        {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 10**9, "cols": 10**9}},
        {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 1.5, "cols": 2}},
        {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 2, "cols": 2, "missing": [0, 1, 2, 3]}},
        {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 2, "cols": 2}, "puzzle": {"clues": [1]}},
        {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 2, "cols": 2}, "puzzle": [1]},
        {"genre": "nonogram", "lattice": {"shape": "square", "rows": 2, "cols": 2}, "puzzle": {"clues": {"top": [1, 2]}}},
        {"genre": "nonogram", "lattice": {"shape": "square", "rows": 2, "cols": 2}, "puzzle": {"clues": {"far": []}}},
    ],
)  # fmt: skip
def test_invalid_boards_are_refused(record):
    with pytest.raises(InputError):
        Draft(record)


def test_the_verdict_of_each_kind():
    puzzle = examples.example("nurikabe")
    record = record_of(puzzle)
    assert done("live", board=record)["status"] == "unique"
    fewer = {**record, "puzzle": {"clues": ["40"] + [None] * 80}}
    assert done("live", board=fewer)["status"] == "multiple"
    wrong = {**record, "puzzle": {"clues": ["1"] * 81}}
    assert done("live", board=wrong)["status"] == "none"


def test_the_answer_is_checked_while_it_grows():
    puzzle = examples.example("nurikabe")
    answer = done("solve", board=record_of(puzzle), count=2)["answers"]
    assert len(answer) == 1
    record = {**record_of(puzzle), "answer": answer[0]}
    assert done("check", board=record) == {"broken": [], "finished": True}
    first = answer[0]["shaded"][0]
    answer[0]["shaded"][0] = None
    assert done("check", board=record) == {"broken": [], "finished": False}
    answer[0]["shaded"][0] = "x" if first == "" else ""
    assert done("check", board=record)["broken"]


def test_only_known_solvers_are_asked():
    record = record_of(examples.example("nurikabe"))
    for solver in ("external:touch /tmp/x", "nonsense"):
        with pytest.raises(InputError, match="there is no solver"):
            done("solve", board=record, solver=solver)


@pytest.mark.parametrize("kind", ["svg", "text", "url", "pzpr", "lp", "mps", "opb", "xlsx"])
def test_removed_values(kind):
    found = done("export", board=record_of(examples.example("nurikabe")), kind=kind)
    assert found["name"].startswith("nurikabe.")
    assert found.get("text") or found.get("data")


def test_the_program_in_words():
    found = done("program", board=record_of(examples.example("nurikabe")))
    assert found["variables"] == 81
    words = [rule["words"] for rule in found["rules"]]
    assert "no two by two is shaded" in words
    assert all(len(one["cells"]) == 4 for one in found["rules"][words.index("no two by two is shaded")]["instances"])


def test_all_shapes_can_be_sent():
    for shape in SHAPES:
        assert Draft({"genre": "norinori", "lattice": {"shape": shape, "rows": 2, "cols": 2}}).lattice.shape == shape


JAPANESE = {"language": "ja"}


def test_the_layout_speaks_japanese():
    found = done("layout", board=record_of(examples.example("norinori")), **JAPANESE)
    assert found["rules"].startswith("すべての部屋で2マスずつ黒く塗りましょう")
    assert [layer["title"] for layer in found["inputs"] + found["answers"]] == ["部屋", "壁", "黒マス"]
    assert found["places"]["cells"][1]["name"] == "1行2列"
    assert found["places"]["corners"][0]["name"] == "1行1列の左上"


def test_verdicts_checks_and_programs_speak_japanese():
    board = record_of(examples.example("heyawake"))
    board["answer"] = {"shaded": ["x"] * len(board["puzzle"]["clues"])}
    (touching, *_) = [b for b in done("check", board=board, **JAPANESE)["broken"] if not b["clue"]]
    assert (touching["rule"], touching["at"]) == ("黒マスはタテヨコに連続しない", "1行1列 1行2列")
    words = [rule["words"] for rule in done("program", board=board, **JAPANESE)["rules"]]
    assert "白マスは分断されずにつながる" in words
    clue = next(i for i, token in enumerate(board["puzzle"]["clues"]) if token)
    board["puzzle"]["clues"][clue] = "8"
    verdict = done("live", board=board, **JAPANESE)
    assert verdict["status"] == "none"
    (rule,) = done("conflict", board=board, **JAPANESE)["rules"]
    assert rule["rule"] == "数字は部屋の中の黒マスの数を表す"
    assert rule["clue"].endswith("の8")


def test_errors_in_clues_are_in_japanese():
    board = record_of(examples.example("nurikabe"))
    board["puzzle"]["clues"][0] = "0"
    assert done("live", board=board, **JAPANESE)["message"] == "ヒント 1行1列: 0は使えません。使えるのは1以上だけです"


def test_errors_are_in_the_language_of_the_request():
    head = {"job": "new", "limit": 10.0, "allowed": {"cells": 100, "embedded": False}}
    lattice = {"shape": "square", "rows": 99, "cols": 99}
    for language, text in (
        ("ja", "99×99マスは大きすぎます。ここでは100マスまでです"),
        ("en", "cells are too many"),
        ("xx", "cells are"),
    ):
        asked = json.dumps({"genre": "nurikabe", "lattice": lattice, "language": language}).encode()
        assert text in answer(head, asked).content.decode()


@pytest.mark.parametrize("language", ["xx", 3, None, ["ja"]])
def test_an_unknown_language_is_refused(language):
    with pytest.raises(InputError):
        done("layout", board=record_of(examples.example("nurikabe")), language=language)
