"""What an answer has wrong, in words and in pictures; answers that are not finished, or written in other ways."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import pencilp
from pencilp import genres
from pencilp.analysis.check import Broken, find_faults
from pencilp.board.puzzle import Answer
from pencilp.cli import main
from pencilp.genres import genre_of
from pencilp.solvers.clasp.search import Clasp

EXAMPLES = Path(__file__).parent.parent / "examples"
SHIKAKU = "shikaku\nnumbers:\n4 - -\n- - 2\n- 3 -\n"


def wrong_answers(puzzle: pencilp.Puzzle, count: int) -> list[list[Broken]]:
    """What is broken when one value of the right answer is another, or two values have changed places."""
    right = puzzle.answer or pencilp.solve(puzzle, count=1).answer
    rng = random.Random(1)
    result = []
    for k in range(count):
        values = dict(right.values)
        key = rng.choice(list(values))
        some = list(values[key])
        i, j = rng.randrange(len(some)), rng.randrange(len(some))
        if k % 2:
            some[i], some[j] = some[j], some[i]
        else:
            some[i] = next((v for v in some if v != some[i]), some[i])
        values[key] = some
        result.append(find_faults(genre_of(puzzle), puzzle, Answer(puzzle, values))[0])
    return result


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", genres.names())
def test_every_broken_rule_names_the_fault(name: str) -> None:
    path = min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem)
    puzzle = pencilp.load(path)
    faults = [fault for broken in wrong_answers(puzzle, 8) for fault in broken]
    assert faults
    for fault in faults:
        assert fault.rule in fault.says
        assert str(fault) == (f"{fault.at}: {fault.rule}" if fault.at else fault.rule)
        assert set(fault.cells) <= set(fault.everywhere)
    if name not in ("pipelink", "shakashaka"):  # their rules say all that there is to say
        assert any(fault.found for fault in faults), "some fault names what there is"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\nx - x\n",
            "the room of r1c1: 3 shaded cells instead of 2 (a room holds two shaded cells)",
        ),
        (
            "sudoku\nsize: 4 4\nanswer:\nnumber:\n1 1 3 4\n3 4 1 2\n2 3 4 1\n4 2 2 3\n",
            "r1c1 and r1c2: 1 twice (no number occurs twice in a row)",
        ),
        (
            "sudoku\nsize: 4 4\nanswer:\nnumber:\n1 2 ? 1\n? ? ? ?\n? ? ? ?\n? ? ? ?\n",
            "r1c1 and r1c4: 1 twice (no number occurs twice in a row)",
        ),
        (
            "norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\nx ? ?\n",
            "the room of r1c1: 3 shaded cells instead of 2 (a room holds two shaded cells)",
        ),
        (
            "norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\n? ? -\n? - ?\n",
            "the room of r1c3: room for 1 shaded cell instead of 2 (a room holds two shaded cells)",
        ),
        (
            "simpleloop\nwalls:\n- - -\n- - -\n- - x\nanswer:\nline:\nse esw sw\nne new nw\n- - -\n",
            "r1c2: it branches or crosses here (the loop neither branches nor ends)",
        ),
    ],
)
def test_a_broken_rule_reads_as_a_fault(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("this answer is wrong: ")
    assert f"  broken: {says}\n" in out
    assert "!" in out.split("\n┌")[-1]
    assert main(["check", str(path), "--format", "svg", "-o", str(tmp_path / "a.svg")]) == 1
    svg = capsys.readouterr().out
    assert 'class="marked"' in svg
    assert (tmp_path / "a.svg").read_text() == svg


def test_of_two_equal_numbers_only_these_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["5 3 4 6 7 6 ? ? ?", *["? ? ? ? ? ? ? ? ?"] * 8]
    path = tmp_path / "a.txt"
    path.write_text("\n".join(["sudoku", "size: 9 9", "answer:", "number:", *rows, ""]))
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "  broken: r1c4 and r1c6: 6 twice (no number occurs twice in a row)\n" in out
    assert "  broken: r1c4 and r1c6: 6 twice (no number occurs twice in a box)\n" in out
    assert out.partition("┌")[2].count("!") == 2


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ("A A B\nA A B\nC C C\n", 0, "the answer is right"),
        ("borders:\n1 1 2\n1 1 2\n3 3 3\n", 0, "the answer is right"),
        ("answer:\nA A B\nA ? B\n? ? ?\n", 0, "nothing wrong so far"),
        ("answer:\nborders:\n- e -\ns es s\n- - -\n", 0, "the answer is right"),
        ("borders:\n- e -\n- - -\n- - -\n", 0, "nothing wrong so far: more is to be drawn"),
        ("A A B\nA A B\nA C C\n", 1, "this answer is wrong: 2 rules are broken"),
    ],
)
def test_an_answer_may_be_alone_in_its_file(
    answer: str, code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, file = tmp_path / "puzzle.txt", tmp_path / "answer.txt"
    puzzle.write_text(SHIKAKU)
    file.write_text(answer)
    assert main(["check", str(puzzle), str(file)]) == code
    assert capsys.readouterr().out.startswith(says)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("A A B\nA A B\n", "answer.txt:1:1: borders has 2 rows of 3 where the board has 3 of 3"),
        ("answer:\nrooms:\n- - -\n", "answer.txt:2:1: shikaku has no layer 'rooms', only"),
        ("borders:\n- e -\n- xyz -\n- - -\n", "answer.txt:3:3: "),
    ],
)
def test_invalid_answers_are_reported_with_their_line(
    answer: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, file = tmp_path / "puzzle.txt", tmp_path / "answer.txt"
    puzzle.write_text(SHIKAKU)
    file.write_text(answer)
    assert main(["check", str(puzzle), str(file)]) == 2
    assert says in capsys.readouterr().err


def test_a_half_drawn_loop_is_not_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "masyu\ncircles:\n- w -\n- - -\n- - b\nanswer:\nline:\n"
    path = tmp_path / "a.txt"
    path.write_text(text + "se ew sw\nn - n\n- - -\n")
    assert main(["check", str(path), "--strict", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["finished"], record["accepted"], record["can_be_finished"]) == (False, False, True)
    assert record["broken"] == []
    path.write_text(text + "se sw -\nne nw -\n- - -\n")
    assert main(["check", str(path)]) == 1
    assert "wrong" in capsys.readouterr().out


def test_solve_names_cells_in_which_answers_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "a.txt", tmp_path / "a.svg"
    path.write_text("norinori\nrooms:\n1 1 2 2\n1 1 2 2\n")
    assert main(["solve", str(path), "-o", str(picture)]) == 0
    content = capsys.readouterr().out
    assert "the second differs from the first at r" in content
    marks = picture.read_text().count('class="marked"')
    assert marks == 2 * len(content.partition(" at ")[2].split())
    assert main(["solve", str(path)]) == 0
    assert "▓" in capsys.readouterr().out


def test_solve_explains_that_there_is_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "a.txt", tmp_path / "a.svg"
    path.write_text("shikaku\nnumbers:\n4 - -\n- - 2\n- 4 -\n")
    assert main(["solve", str(path)]) == 1
    out = capsys.readouterr().out
    assert "there is no answer" in out
    assert "cannot" in out
    assert "  a number is the size of its region: " in out
    assert "4 !" in out or "4!" in out
    assert main(["solve", str(path), "--explain", "-o", str(picture)]) == 1
    assert "cannot" in capsys.readouterr().out
    assert 'class="marked"' in picture.read_text()
    assert main(["solve", str(path), "--explain", "--format", "json"]) == 1
    why = json.loads(capsys.readouterr().out)["why"]
    assert why["minimal"] is True
    assert why["rules"][0]["clue"].startswith("4 at r")
    assert main(["solve", str(path), "--format", "json"]) == 1
    assert "why" not in json.loads(capsys.readouterr().out)


YAJILIN = "yajilin\nclues:\n- - - -\n- 1e - -\n- - - -\n- - - -\nanswer:\n"


def checked(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of ``check_names``, and what it prints."""
    path = tmp_path / "a.txt"
    path.write_text(text)
    return main(["check", str(path)]), capsys.readouterr().out


def test_more_cells_may_be_shaded_next_to_an_unfinished_loop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shaded = "shaded:\n- - - -\n- - - -\n- - - -\n- - - x\n"
    code, content = checked(f"{YAJILIN}{shaded}line:\nse ew - -\n- - - -\n- - - -\n- - - -\n", tmp_path, capsys)
    assert (code, content) == (0, "nothing wrong so far: more is to be drawn\n")
    # the clue's cell is passed: that nothing can mend
    code, content = checked(f"{YAJILIN}{shaded}line:\nse ew - -\nn e - -\n- - - -\n- - - -\n", tmp_path, capsys)
    assert code == 1
    assert "the loop keeps out of the cells with a clue" in content
    assert "nothing has to be taken back" not in content


def test_check_reports_missing_shading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    says = "nothing has to be taken back: if this is not finished, write ? where it is not decided\n"
    puzzle = "nurikabe\nclues:\n2 - -\n- - 1\nanswer:\nshaded:\n"
    code, content = checked(f"{puzzle}- - x\n- - -\n", tmp_path, capsys)
    assert code == 1
    assert content.startswith("this answer is wrong: ")
    assert says in content
    code, content = checked(f"{puzzle}- x x\nx x x\n", tmp_path, capsys)
    assert code == 1
    assert says not in content


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "skyscrapers\nclues:\ntop - -\nanswer:\n1 2\n1 2\n",
            "column 1: 1 twice (every height occurs once in a column)",
        ),
        (
            "skyscrapers\nheights: 1\nclues:\ntop - -\nanswer:\n1 0\n1 0\n",
            "column 2: no cell with 1 instead of 1 (every height occurs once in a column)",
        ),
        (
            "skyscrapers\nclues:\ntop 2 -\nanswer:\n2 1\n1 2\n",
            "2 above column 1: 1 instead of 2 (the number outside says how many towers are seen)",
        ),
        (
            "hitori\n1 1 2\n2 3 1\n3 1 2\nanswer:\n- - -\n- x -\n- - -\n",
            "r1c1 and r1c2: 2 unshaded cells instead of 1 at most (no number is left twice in a line)",
        ),
        (
            "snake\nsize: 3 3\nanswer:\nx x -\n- - -\n- - x\n",
            "r3c3: no cell of the snake instead of 1 at least (a cell of the snake touches one or two others)",
        ),
        (
            "yin-yang\ngiven:\nb - -\n- - -\n- - -\nanswer:\nb w b\nb b w\nb w w\n",
            "r1c3: cut off from the rest (the black circles form one group)",
        ),
        (
            "roma\nrooms:\n1 1 1\nsigns:\no - -\nanswer:\n- w w\n",
            "2 cells with w instead of 1 at most (a room holds no two arrows in one direction)",
        ),
        ("nanro\nrooms:\n1 1\nanswer:\n- -\n", "2 empty cells (a room holds a number)"),
        ("kakuro\n\\ 3\\ 4\\\n\\3 - -\n\\4 - -\nanswer:\n9 - -\n- 1 2\n- 2 1\n", "r1c1: 9 cannot stand here"),
    ],
)
def test_a_fault_names_the_present_values(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, content = checked(text, tmp_path, capsys)
    assert code == 1
    assert f"  broken: {says}\n" in content


def test_white_circles_may_be_typed(tmp_path: Path) -> None:
    text = "yin-yang\ngiven:\nb - -\n- - -\n- - w\nanswer:\n"
    path = tmp_path / "a.txt"
    answers = []
    for typed in ("bbb\nbww\nbww\n", "b b b\nb - -\nb . .\n"):
        path.write_text(text + typed)
        answers.append(pencilp.load(path).answer)
    assert answers[0] == answers[1] is not None


def test_clues_of_several_rules_are_counted_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_text("masyu\n. . w . .\n. b . . .\n. . . . w\nw . b . .\n. . . . .\n")
    assert main(["solve", str(path)]) == 1
    content = capsys.readouterr().out
    assert "these two clues cannot both be right" in content
    assert "the loop goes straight before and after a black circle: r2c2, r4c3" in content


def test_borders_along_the_outline_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = "shikaku\nnumbers:\n2 -\n2 -\nanswer:\n"
    for answer in ("nsw nes\nnsw nes\n", "new new\nesw esw\n"):
        code, says = checked(content + answer, tmp_path, capsys)
        assert code == (0 if answer.startswith("nsw") else 1), says
    loop = "masyu\ncircles:\n- -\n- -\nanswer:\nne -\n- -\n"
    path = tmp_path / "a.txt"
    path.write_text(loop)
    assert main(["check", str(path)]) == 2
    assert "there is nothing in direction n" in capsys.readouterr().err


def test_an_answer_without_any_place_is_judged() -> None:
    puzzle = pencilp.puzzle("fourcells", pencilp.square(1, 1), numbers=[None])
    (fault,) = pencilp.check(puzzle, Answer(puzzle, {"borders": []}))
    assert (fault.rule, fault.found) == ("a region has 4 cells", "1 cell instead of 4")


@pytest.mark.slow
def test_no_question_about_an_unfinished_answer_is_asked_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether anything keeps no rule at all may take long to find out, too; and clasp need not think of rules not asked about."""
    given = "..22.244 .4.6...2 .6...4.. ....2.55 .661..53 ..5.5... .2".replace(" ", "")
    numbers = [None if ch == "." else int(ch) for ch in given[:49]]
    puzzle = pencilp.puzzle("fillomino", pencilp.square(7, 7), given=numbers)
    wrong = {1: 47, 3: 42, 7: 22, 10: 4, 11: 30, 12: 8, 13: 49, 19: 46, 23: 31, 39: 11, 42: 32, 46: 42}
    answer = Answer(puzzle, {"number": [wrong.get(i) for i in range(49)]})
    asked: list[tuple[int, int | None]] = []
    possible = Clasp.possible

    def recorded(self: Clasp, assumptions: list[int], conflicts: int | None = None) -> bool | None:
        asked.append((len(assumptions), conflicts))
        return possible(self, assumptions, conflicts)

    monkeypatch.setattr(Clasp, "possible", recorded)
    assert pencilp.check(puzzle, answer, unfinished=True)
    assert asked
    assert all(conflicts is not None for _, conflicts in asked)
    assert len({count for count, _ in asked}) == 1


def test_circles_are_explained_in_the_words_of_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = "masyu\ncircles:\n- - w - -\n- - - - -\n- - b - -\nanswer:\nline:\nse ew ew ew sw\nns - - - ns\nne ew ew ew nw\n"
    code, content = checked(board, tmp_path, capsys)
    assert code == 1
    assert content.splitlines()[1:3] == [
        "  broken: r1c3: it goes straight on before and after it (the loop turns before or after a white circle)",
        "  broken: r3c3: it goes straight here (the loop turns on a black circle)",
    ]
