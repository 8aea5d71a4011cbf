"""What the page can ask for apart from drawing: why there is no answer, how many there are, finished clues, programs, files."""

from __future__ import annotations

import ast
import base64
import json
import re
import subprocess
import sys
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.analysis.done_clues import finished_clues
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.solvers import prepare
from pencilp.solvers.installed import LIBRARIES, installed
from pencilp.translations import ENGLISH, SHARED, languages, read
from pencilp.web.drafts import lattice_of, record_of
from pencilp.web.jobs import JOBS, SOLVERS, STREAMS
from pencilp.web.language import on_page
from pencilp.web.protocol import QUICK, SEARCHES, STREAMED
from tests.messages import SOURCE, text_of

ALLOWED = {"cells": 10_000, "limit": 10.0, "embedded": False}
GENRES = genres.names()


def done(job: str, **asked: Any) -> dict[str, Any]:
    """What a job finds, as JSON would have it."""
    found: dict[str, Any] = json.loads(json.dumps(JOBS[job]({**asked, **ALLOWED})))
    return found


def answered(puzzle: Puzzle) -> Answer:
    found = api.solve(puzzle, count=1).answer
    assert found is not None
    return found


def test_differences_of_two_answers_are_reported():
    record = record_of(examples.example("nurikabe"))
    record["puzzle"]["clues"] = ["40", *[None] * 80]
    found = done("live", board=record)
    first, second = (answer["shaded"] for answer in found["answers"])
    assert found["differing"] == [["cells", i] for i in range(81) if first[i] != second[i]] != []


def test_contradicting_clues_are_reported_with_their_places():
    record = record_of(examples.example("minesweeper-8x8"))
    assert done("conflict", board=record)["status"] == "some"
    record["puzzle"]["clues"] = ["2", *[None] * 8, "0", *[None] * 54]
    found = done("conflict", board=record)
    assert (found["status"], found["minimal"]) == ("none", True)
    clues = sorted((rule["clue"], rule["places"]) for rule in found["rules"] if rule["clue"])
    assert clues == [("0 at r2c2", [["cells", 9]]), ("2 at r1c1", [["cells", 0]])]


def test_a_repair_has_its_places_and_the_changed_board():
    board = {"genre": "slitherlink", "lattice": {"shape": "square", "rows": 2, "cols": 2, "missing": []}}
    board = done("new", **board)["board"]
    board["puzzle"]["numbers"] = ["3", "0", None, None]
    assert done("live", board=board)["status"] == "none"
    found = done("repair", board=board)
    assert found["status"] == "found"
    (change,) = found["changes"]
    assert (change["before"], change["places"]) == ("3", [["cells", 0]]) or change["places"] == [["cells", 1]]
    assert done("live", board={**board, "puzzle": {**board["puzzle"], **found["board"]}})["status"] == "unique"


def test_answers_are_counted_up_to_a_bound():
    board = {"genre": "starbattle", "lattice": {"shape": "square", "rows": 4, "cols": 4, "missing": []}}
    board = done("new", **board)["board"]
    board["puzzle"]["rooms"] = [str(i // 4 + 1) for i in range(16)]
    board["puzzle"]["stars"] = "1"
    every = done("count", board=board)
    assert (every["found"], every["complete"]) == (2, True)
    some = done("count", board=board, most=1)
    assert (some["found"], some["complete"]) == (1, False)
    with pytest.raises(InputError, match="are counted"):
        done("count", board=board, most=10**9)


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", GENRES)
def test_an_answer_finishes_all_clues_that_rules_come_from(name):
    puzzle = examples.example(name)
    model = genres.load(name).model(puzzle)
    layers = {id(values): key for key, values in puzzle.values.items()}
    clues = {(layers[id(r.clue[0])], *r.clue[1:]) for r in model.rules if r.clue is not None}
    assert set(finished_clues(puzzle, answered(puzzle))) == clues
    assert len(finished_clues(puzzle, Answer(puzzle, {}))) < max(1, len(clues))


def test_all_clues_are_finished_when_nothing_is_missing():
    """Also where nobody has marked the places where nothing is."""
    record = record_of(examples.example("nurikabe"))
    (written,) = done("solve", board=record, count=2)["answers"]
    assert None in written["shaded"]
    assert "" not in written["shaded"]
    clues = [["cells", i] for i, clue in enumerate(record["puzzle"]["clues"]) if clue]
    assert sorted(done("clues", board={**record, "answer": written})["finished"]) == clues
    written["shaded"][written["shaded"].index("x")] = None
    assert len(done("clues", board={**record, "answer": written})["finished"]) < len(clues)


def test_an_answer_is_written_without_invisible_marks():
    record = record_of(examples.example("yinyang"))
    (written,) = done("solve", board=record, count=2)["answers"]
    assert set(written["black"]) == {"b", ""}  # white circles are seen


def test_a_finished_answer_is_drawn_without_dots_for_unmarked_cells():
    record = record_of(examples.example("nurikabe"))
    (written,) = done("solve", board=record, count=2)["answers"]
    drawn = done("export", board={**record, "answer": written}, kind="svg")["text"]
    assert "undecided" not in drawn
    assert (
        drawn
        == done("export", board={**record, "answer": {"shaded": [t or "" for t in written["shaded"]]}}, kind="svg")[
            "text"
        ]
    )
    kept = json.loads(done("export", board={**record, "answer": written}, kind="json")["text"])
    assert kept["answer"] == written


def test_an_unfinished_puzzle_is_drawn_without_dots_for_unanswered_cells():
    record = record_of(examples.example("nurikabe"))
    record["puzzle"]["clues"][0] = "nonsense"
    assert "undecided" not in done("export", board=record, kind="svg")["text"]
    open_answer = ["x", *[None] * (len(record["puzzle"]["clues"]) - 1)]
    assert "undecided" in done("export", board={**record, "answer": {"shaded": open_answer}}, kind="svg")["text"]


def test_a_clue_is_done_as_soon_as_its_area_is_closed():
    puzzle = examples.example("nurikabe")
    whole = answered(puzzle)["shaded"]
    (clue, *_) = [c for c, value in enumerate(puzzle["clues"]) if value == 1]
    near = [n for n in puzzle.lattice.step[clue] if n >= 0]
    closed = [whole[c] if c in (clue, *near) else None for c in puzzle.lattice.cells]
    record = record_of(puzzle, Answer(puzzle, {"shaded": closed}))
    assert done("clues", board=record)["finished"] == [["cells", clue]]
    closed[near[0]] = None
    assert done("clues", board=record_of(puzzle, Answer(puzzle, {"shaded": closed})))["finished"] == []


def test_broken_rules_have_places():
    puzzle = examples.example("slitherlink")
    lattice = puzzle.lattice
    cell = next(c for c, value in enumerate(puzzle["numbers"]) if value == 1)
    lines = [1 if e in lattice.cell_edges[cell][:2] else None for e in range(len(lattice.edges))]
    (key,) = puzzle.genre.answers
    found = done("check", board=record_of(puzzle, Answer(puzzle, {key: lines})))
    assert ["cells", cell] in [place for b in found["broken"] if b["clue"] for place in b["places"]]
    assert not found["finished"]


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_every_file_that_is_offered_can_be_had(name):
    record = record_of(examples.example(name))
    offered = done("offers", board=record)
    assert {"text", "svg", "json", "lp", "mps"} <= set(offered["kinds"])
    for kind, refusal in offered["kinds"].items():
        if refusal:
            with pytest.raises(InputError) as error:
                done("export", board=record, kind=kind)
            assert on_page(str(error.value)) == refusal
        elif kind not in ("png", "xlsx", "lp", "mps"):
            assert done("export", board=record, kind=kind)["text"]
    if "published" in offered["formulations"]:
        assert done("program", board=record, formulation="published")["rows"] > 0
    else:
        with pytest.raises(InputError, match="no published formulation"):
            done("program", board=record, formulation="published")


def test_only_installed_solvers_are_offered():
    offered = done("offers", board=record_of(examples.example("nurikabe")))["solvers"]
    assert set(LIBRARIES) == set(SOLVERS)
    model = genres.load("akari").model(examples.example("akari"))
    for solver in SOLVERS:
        assert installed(solver) == (solver in offered)
        if installed(solver):
            prepare(model, solver)


def test_a_board_that_was_taken_away_as_json_is_read_again():
    puzzle = examples.example("nurikabe")
    record = record_of(puzzle, answered(puzzle))
    text = done("export", board=record, kind="json")["text"]
    (found,) = done("read", text=text)["puzzles"]
    assert found["board"] == record
    with pytest.raises(InputError):
        done("read", text='{"genre": "nurikabe", "lattice": 1, "puzzle": {}}')


@pytest.mark.parametrize("name", ["nurikabe", "norinori-p01", "sudoku", "kakuro"])
def test_a_program_is_shown_rule_by_rule(name):
    found = done("program", board=record_of(examples.example(name)))
    lp = done("export", board=record_of(examples.example(name)), kind="lp")["text"]
    content = [row for rule in found["rules"] for one in rule["instances"] for row in one["rows"]]
    assert not found["cut"]
    names = [row.split(":")[0] for row in content if ":" in row]
    assert len(names) == len(set(names)) == sum(rule["rows"] for rule in found["rules"])
    assert found["rows"] >= len(names)
    assert sum(f" {row}:" in lp for row in names) > len(names) * 0.9
    assert all(rule["words"] for rule in found["rules"][:-1])
    assert all(one["cells"] for rule in found["rules"] for one in rule["instances"] if one["at"].startswith("r1c1"))


def test_an_answer_is_read_from_a_solution_file():
    puzzle = examples.example("nurikabe")
    record = record_of(puzzle)
    shaded = done("solve", board=record, count=1)["answers"][0]["shaded"]
    model = genres.load("nurikabe").model(puzzle)
    names = [model.names()[x.n] for x in model.answer["shaded"]]
    lines = [f"{name} {int(token is not None)}" for name, token in zip(names, shaded, strict=True)]
    data = base64.b64encode(("# Objective value = 0\n" + "\n".join(lines) + "\n").encode()).decode()
    assert done("solution", board=record, name="x.sol", data=data)["answer"]["shaded"] == shaded
    with pytest.raises(InputError):
        done("solution", board=record, name="x.sol", data=base64.b64encode(b"nonsense").decode())
    with pytest.raises(InputError, match="a text is needed"):
        done("solution", board=record, name="/etc/passwd")


def test_the_server_knows_the_jobs_without_loading_them():
    assert {*JOBS, *STREAMS} == QUICK | SEARCHES
    assert set(STREAMS) == STREAMED
    assert not QUICK & SEARCHES
    assert not {*JOBS} & {*STREAMS}
    loaded = "import sys, pencilp.web.app; print([name for name in sys.modules if name.startswith('pencilp')])"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert "pencilp.web.pool" in found
    for later in ("pencilp.genres", "pencilp.model", "pencilp.draw", "pencilp.web.jobs"):
        assert later not in found


def test_messages_of_files_speak_of_the_page_not_of_the_shell():
    shell = re.compile(r"--[a-z]|'pencilp ")
    named = 0
    for path in [*SOURCE.glob("formats/**/*.py"), *SOURCE.glob("genres/*.py"), *SOURCE.glob("board/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "InputError":
                message = text_of(node.args[0])
                named += bool(shell.search(message))
                assert not shell.search(on_page(message)), (path.name, message)
    assert named > 5
    for language in languages():
        if language != ENGLISH:
            for text in read(language)[SHARED].values():
                assert not shell.search(text.replace("「", "'")), text


def test_only_a_genre_s_own_name_has_a_picture():
    assert done("picture", genre="nurikabe")["svg"].startswith("<svg")
    for name in ("n-u-r-i-k-a-b-e", "Nurikabe", "../nurikabe", ""):
        with pytest.raises(InputError):
            done("picture", genre=name)


def test_a_new_board_has_the_default_size_of_its_genre():
    content = {found["name"]: found for found in done("genres")["genres"]}
    for name in GENRES:
        genre, size = genres.load(name), content[name]["size"]
        assert size == [genre.usual_board().rows, genre.usual_board().cols]
        made = done("new", genre=name, lattice={"shape": genre.shapes[0], "rows": size[0], "cols": size[1]})["board"]
        genre.check_board(lattice_of(made["lattice"]))
    assert [name for name in GENRES if content[name]["own"]] == [n for n in GENRES if genres.load(n).own_board()]


@pytest.mark.parametrize("language", languages())
def test_a_new_puzzle_has_the_shape_of_the_board_or_reasons(language):
    board = {"genre": "akari", "lattice": {"shape": "square", "rows": 4, "cols": 5}}
    found = done("generate", board=board, seed=3, symmetry="rot180", language=language)
    assert found["board"]["lattice"] | board["lattice"] == found["board"]["lattice"]
    assert done("live", board=found["board"])["status"] == "unique"
    assert done("generate", board=board, seed=3, symmetry="rot180")["board"] == found["board"]
    kept = [token if i % 2 else None for i, token in enumerate(found["board"]["puzzle"]["walls"])]
    filled = done("generate", board=board | {"puzzle": {"walls": kept}}, fill=True)["board"]
    pairs = [*zip(kept, filled["puzzle"]["walls"], strict=True)]
    assert {old for old, new in pairs if old != new} <= {None, "x"}  # a black cell may get a number
    assert all(new is not None for old, new in pairs if old is not None)
    assert done("live", board=filled)["status"] == "unique"
    contradicting = {"genre": "slitherlink", "puzzle": {"numbers": ["0", "3", "0", *[None] * 17]}}
    with pytest.raises(InputError, match=r"^no answer is as wished"):
        done("generate", board=board | contradicting, fill=True)
    late = JOBS["generate"]({**ALLOWED, "board": board, "language": language, "limit": 1e-9})
    assert (late["board"], len(late["why"]), late["limit"]) == (None, 1, 1e-9)
    assert late["why"][0].isascii() == (language == "en")
    with pytest.raises(InputError, match="its sides differ"):
        done("generate", board=board, symmetry="diagonal")


@pytest.mark.parametrize("language", languages())
def test_wrong_cells_are_named_if_the_answer_is_unique(language):
    record = begun()
    assert done("check", board=record) == {"broken": [], "finished": False}
    found = done("outlook", board=record, language=language)
    assert found["can"] is False
    assert [part["places"] for part in found["aside"]] == [[["cells", 0]]]
    (part,) = found["aside"]
    assert "".join((found["says"], part["right"], part["at"])).isascii() == (language == "en")
    record["answer"]["number"][0] = "1"
    assert done("outlook", board=record, language=language)["can"] is True


def begun() -> dict[str, Any]:
    """A small Sudoku with an answer whose only digit is a 2 where a 1 must be; no rule is broken yet."""
    lattice = {"shape": "square", "rows": 4, "cols": 4, "missing": []}
    record: dict[str, Any] = done("new", genre="sudoku", lattice=lattice)["board"]
    record["puzzle"]["given"] = [None if sign == "-" else sign for sign in "------122--34---"]
    record["answer"] = {"number": ["2", *[None] * 15]}
    return record


def test_a_bare_board_is_read_as_one_of_the_genre_on_the_page():
    text = "..3\n2..\n...\n"
    (found,) = done("read", text=text, shown="nurikabe")["puzzles"]
    assert found["board"]["genre"] == "nurikabe"
    assert done("read", text=f"shikaku\n{text}", shown="nurikabe")["puzzles"][0]["board"]["genre"] == "shikaku"
    with pytest.raises(InputError, match="must name the genre"):
        done("read", text=text)
    with pytest.raises(InputError, match="this may be 2 rows of 3 cells or 2 rows of 2 cells"):
        done("read", text="3  \n  3\n", shown="slitherlink")


def test_a_bad_puzzle_of_several_is_reported_and_the_others_are_read():
    good, bad = "norinori\nname: fine\nrooms:\n1 1\n", "norinori\nrooms:\n1 1\n1 1 1\n"
    found = done("read", text=f"{bad}---\n{good}---\n{bad}")
    assert [(p["name"], p["number"]) for p in found["puzzles"]] == [("fine", 2)]
    assert [content["which"] for content in found["bad"]] == ["1", "3"]
    assert found["bad"][1]["why"].startswith("text:")
    assert done("read", text=good)["bad"] == []
    with pytest.raises(InputError, match=r"^text:\d"):
        done("read", text=bad)
