"""Genres in files of a user's own: every command that takes ``--genre`` takes them, and what is wrong is one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pencilp
from pencilp import genres
from pencilp.cli import main
from pencilp.genres import own

PAGE = '''\
from pencilp import Genre, exactly
from pencilp.board.layers import Numbers, Shading


class Triples(Genre):
    """Shade some cells. A number says how many cells are shaded around it and in its own."""

    numbers = Numbers("how many cells are shaded here and around", high=9)
    shaded = Shading("the shaded cells")

    def rules(self, m):
        for cell, n in self.numbers.known():
            m.require("a number counts", exactly(n, self.shaded[[cell, *self.board.around[cell]]]), at=cell)
'''
PUZZLE = "triples\nnumbers:\n- 4 -\n4 - -\n- - 2\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a page and a puzzle."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "triples.py").write_text(PAGE)
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    return tmp_path


def test_every_command_that_takes_a_genre_takes_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    genre = ["--genre", "triples.py"]
    for arguments in (
        ["solve", "puzzle.txt", *genre, "-o", "answer.txt"],
        ["check", "answer.txt", *genre],
        ["check", "puzzle.txt", "answer.txt", *genre],
        ["export", "puzzle.txt", *genre, "-o", "puzzle.lp"],
        ["show", "puzzle.txt", *genre],
        ["solve", "puzzle.lp", "-o", "puzzle.sol"],
        ["read", "puzzle.txt", "puzzle.sol", *genre],
        ["convert", "puzzle.txt", *genre, "-o", "puzzle.xlsx"],
        ["excel-template", "triples.py", "4x4", "-o", "board.xlsx"],
        ["solve", "puzzle.xlsx", *genre],
        ["bench", "puzzle.txt", "puzzle.txt", *genre],
        ["genres", "triples.py"],
    ):
        own._registered.clear()
        genres.find.cache_clear()
        assert main(arguments) == 0, capsys.readouterr().err
    assert main(["guess", "puzzle.txt", *genre]) == 2
    printed = capsys.readouterr()
    assert "triples is no game of guesses" in printed.err
    assert "A number says how many cells are shaded around it and in its own." in printed.out
    assert "a number counts [r1c2]: exactly 4 of" in printed.out


def test_a_missing_option_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "puzzle.txt"]) == 2
    assert "there is no genre 'triples'; if that is one of yours, say --genre triples.py\n" in capsys.readouterr().err


def test_the_genre_of_a_renamed_file_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "triples.py").rename(folder / "renamed.py")
    assert main(["solve", "puzzle.txt", "--genre", "renamed.py"]) == 2
    assert "there is no genre 'triples': the one in renamed.py is called 'renamed'\n" in capsys.readouterr().err


def test_workers_know_the_genre_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "puzzle.txt", "puzzle.txt", "--genre", "triples.py", "--jobs", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:4] == ["triples", "2", "0", "2"]


def test_a_puzzle_never_has_a_file_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "evil.py").write_text("raise SystemExit('it was run')\n")
    (folder / "puzzle.txt").write_text(PUZZLE.replace("triples", "evil.py"))
    assert main(["solve", "puzzle.txt"]) == 2
    assert "there is no genre 'evil.py'" in capsys.readouterr().err


def test_from_python_a_class_or_a_file_is_a_genre(folder: Path) -> None:
    puzzle = pencilp.load("puzzle.txt", "triples.py")
    assert puzzle.genre.title == "triples"  # type: ignore[attr-defined]
    assert pencilp.solve(puzzle, count=0).status == "multiple"
    made = pencilp.puzzle(
        "triples.py", pencilp.square(3, 3), numbers=[[None, 4, None], [4, None, None], [None, None, 2]]
    )
    assert made == puzzle
    own._registered.clear()
    genres.find.cache_clear()
    kind = own.load("triples.py")
    own._registered.clear()
    assert pencilp.load("puzzle.txt", kind) == puzzle


def test_a_file_that_has_changed_is_run_again(folder: Path) -> None:
    first = own.load("triples.py")
    assert own.load("triples.py") is first
    (folder / "triples.py").write_text(PAGE.replace("a number counts", "a number tells"))
    again = own.load("triples.py")
    assert again is not first
    assert pencilp.load("puzzle.txt", "triples.py").genre is again


def test_the_cache_of_a_changed_file_is_dropped(folder: Path) -> None:
    """Of a rule that is the same on all boards: here its text did not change, but that of what it calls."""
    page = """
from pencilp import Genre
from pencilp.board.layers import Shading
from pencilp.rules.everywhere import cached_per_shape

def two(m, lits, a, b):
    return m.all_of((lits[a], lits[b]))

@cached_per_shape
def apart(m, board, lits):
    for a, b in board.links:
        m.require("apart", ~two(m, lits, a, b), at=(a, b))

class Apart(Genre):
    shaded = Shading("the shaded cells")
    def rules(self, m):
        apart(m, self.board, self.shaded)
"""
    found = []
    for text in (page, page.replace("lits[b]))", "~lits[b]))")):
        (folder / "apart.py").write_text(text)
        for _ in range(4):
            puzzle = pencilp.puzzle("apart.py", pencilp.square(2, 3))
            found.append(len(pencilp.solve(puzzle, count=0).answers))
    assert found == [17] * 4 + [10] * 4


@pytest.mark.parametrize(("clue", "code"), [(4, 0), (9, 2)])
def test_output_of_a_user_genre_is_not_lost(folder: Path, clue: int, code: int) -> None:
    """Whether the command ends well or not, in a file that the page leaves open and in the output that is no terminal."""
    page = PAGE.replace("class Triples", 'log = open("log.txt", "w")\n\n\nclass Triples')
    said = ["print('stated')", "log.write('stated')", "if 9 in self.numbers:", "    raise ValueError('nine')"]
    content = "".join(f"        {line}\n" for line in said)
    (folder / "triples.py").write_text(page.replace("def rules(self, m):\n", f"def rules(self, m):\n{content}"))
    (folder / "puzzle.txt").write_text(PUZZLE.replace("- 4 -", f"- {clue} -"))
    command = [sys.executable, "-m", "pencilp", "export", "puzzle.txt", "--genre", "triples.py", "-o", "puzzle.lp"]
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=buffered, timeout=300)
    assert run.returncode == code
    assert run.stdout.startswith("stated\n")
    assert (folder / "log.txt").read_text() == "stated"
    assert run.stderr.count("\n") == (code > 0)
    if code and os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            run = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=buffered, timeout=60
            )
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)


def test_a_user_genre_may_be_derived_and_replace_a_built_in_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mine.py").write_text(
        "from pencilp.genres.norinori import Norinori\n\n\n"
        "class Calm(Norinori):\n    def rules(self, m):\n        super().rules(m)\n"
        "        m.require('the first cell is shaded', self.shaded[0], at=0)\n\n\n"
        "class Mine(Calm):\n    name = 'norinori'\n"
    )
    (folder / "puzzle.txt").write_text("norinori\nrooms:\n1 1 2 2\n1 1 2 2\n")
    assert main(["solve", "puzzle.txt", "--count", "0"]) == 0
    assert "9 answers in all" in capsys.readouterr().out
    assert main(["solve", "puzzle.txt", "--count", "0", "--genre", "mine.py"]) == 0
    assert "6 answers in all" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "says"), [
    ("x = 1\n", "page.py: it holds no genre: a class derived from Genre is needed"),
    ("x = (\n", "page.py:1: this is no Python: '(' was never closed"),
    ("\nimport no_such_module\n", "page.py:2: ModuleNotFoundError: No module named 'no_such_module'"),
    ("from pencilp import Genre\nclass A(Genre):\n    x = 1\n", "page.py:2: A has no rules: a method rules(self, m)"),
    ("from pencilp import Genre\n\nclass A(Genre):\n    def rules(self, m): pass\n", "page.py:3: A has no layer for the answer"),
    ("import sys\nsys.exit(3)\n", "page.py:2: SystemExit: 3"),
    ("raise ValueError\n", "page.py:1: ValueError"),
    (PAGE + "\n\nclass Two(Genre):\n    pass\n", "page.py: it holds 2 genres where one is needed: Triples, Two"),
    (PAGE.replace("around[cell]", "arund[cell]"), "page.py:13: AttributeError: 'SquareLattice' object has no attribute 'arund'"),
    (PAGE.replace("exactly(n, ", "(n == n, "), "page.py:13: TypeError: "),
    (PAGE.replace("class", "def f():\n    raise nosuch\n\n\nclass", 1).replace("    numbers", "    f()\n    numbers"),
     "page.py:6: NameError: name 'nosuch' is not defined"),
    ("x = 1\0\n", "page.py"),
    (PAGE.replace("exactly(n, self.shaded[[cell, *self.board.around[cell]]])", "exactly(1, self.numbers)"),
     "page.py:13: TypeError: a number counts: None is not a variable"),
    (PAGE.replace("at=cell", "at=99"), "page.py:13: ValueError: a number counts: a rule has at=99, which is no place"),
    (PAGE.replace("at=cell", "clue=self.numbers"), "page.py:13: TypeError: a number counts: a clue is one of self.numbers"),
    (PAGE.replace("at=cell", "clue=(self.numbers, 77)"), "page.py:13: ValueError: a number counts: there is no clue at 77"),
    (PAGE.replace('m.require("a number counts"', "m.require(5"), "page.py:13: TypeError: the words of a rule are a text, not 5"),
    (PAGE.replace("for cell, n in", "m.require_all('no', [exactly(1, [1])])\n        for cell, n in"),
     "page.py:12: TypeError: no: 1 is not a variable"),
    (PAGE.replace("for cell, n in", "exit()\n        for cell, n in"), "page.py:12: SystemExit: None"),
    (PAGE.replace("for cell, n in", "assert not self.board\n        for cell, n in"), "page.py:12: AssertionError\n"),
    (PAGE.replace("rules(self, m)", "rules(m)"), "page.py:11: rules is not a method as it has to be: def rules(self, m)"),
])  # fmt: skip
def test_errors_in_a_genre_module_are_one_line(
    text: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "page.py").write_text(text)
    (folder / "puzzle.txt").write_text(PUZZLE.replace("triples", "page"))
    assert main(["solve", "puzzle.txt", "--genre", "page.py"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"pencilp: {says}")
    assert error.count("\n") == 1


def test_a_page_that_cannot_be_read_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("none.py", "."):
        (folder / "x.py").mkdir(exist_ok=True)
        assert main(["genres", path if path != "." else "x.py"]) == 2
        assert "cannot be read" in capsys.readouterr().err


def test_bench_names_the_line_of_a_genre_module(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "triples.py").write_text(PAGE.replace("around[cell]", "arund[cell]"))
    assert main(["bench", "puzzle.txt", "--genre", "triples.py"]) == 2
    assert "triples.py:13: AttributeError" in capsys.readouterr().out


@pytest.mark.parametrize(("line", "says"), [
    ("name = 5", "name is a text, not 5"),
    ("title = 5", "title is a text, not 5"),
    ("aliases = 'ab'", "aliases are texts, as in (\"one\", \"two\"), not 'ab'"),
    ("aliases = 7", "aliases are texts"),
    ("name = Numbers()", "a layer cannot be called name"),
    ("board = Numbers()", "a layer cannot be called board"),
    ("size = Shading()", "a layer cannot be called size"),
    ("__init__ = lambda self: None", "a genre has no __init__ of its own"),
])  # fmt: skip
def test_invalid_genre_names(line: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "triples.py").write_text(PAGE.replace("    numbers =", f"    {line}\n    numbers ="))
    assert main(["solve", "puzzle.txt", "--genre", "triples.py"]) == 2
    assert f"triples.py:8: {says}" in capsys.readouterr().err


ALL = "Digits, InRooms, Layer, Lines, Numbers, OneOf, Param, RoomSizes, Shading"
"""What the pages of the next test import."""


@pytest.mark.parametrize(("line", "says"), [
    ("x = Digits(1, 'line')", "TypeError: the least or greatest number of an answer is a whole number, or a function as in"),
    ("x = Digits(5, 1)", "ValueError: no number is from 5 to 1"),
    ("x = Numbers(low=5, high=1)", "ValueError: no number is from 5 to 1"),
    ("x = Digits(1, lambda: 3)", "x: TypeError: "),
    ("x = Digits(1, lambda self: 'a')", "x: TypeError: "),
    ("x = Digits(1, lambda self: [1, 2])", "x: ValueError: "),
    ("x = Digits(1, lambda self: self.nothing)", "AttributeError: 'Triples' object has no attribute 'nothing'"),
    ("x = Numbers('how many', on=InRooms('room'))", "x: there is no layer 'room' in the puzzle, only x, numbers"),
    ("x = Numbers('how many', on=InRooms('numbers'))", "x: the layer 'numbers' has no rooms, cages or paths"),
    ("x = RoomSizes('room')", "x: there is no layer 'room' in the puzzle, only numbers"),
    ("x = OneOf('signs')", "x: there is no layer 'signs' in the puzzle, only numbers"),
    ("x = Lines('how many', sides=('up',))", "ValueError: there is no side 'up', only top, left, bottom, right"),
    ("x = Shading('stars', look='asterisk')", "x: ValueError: there is no look 'asterisk', only "),
    ("x = Shading('stars', look=lambda: 1)", "x: TypeError: "),
    ("x = Shading('two\\nlines')", "x: what people call a layer is a text of one line, not 'two\\nlines'"),
    ("x = Param('how many', initial=-1)", "x: x: -1 is not allowed, only 0 or more"),
    ("shapes = 'square'", 'shapes are some of "square" and "hexagonal", as in ("square",), not \'square\''),
    ("shapes = ('hexagon',)", "shapes are some of"),
    ("usual_size = 5", "usual_size is two numbers, rows and columns, not 5"),
    ("usual_size = (0, 5)", "an empty board cannot be made: "),
    ("own_board = classmethod(lambda cls: 5)", "an empty board cannot be made: TypeError: 5 is no board"),
    ("def validate(): pass", "validate is not a method as it has to be: def validate(self)"),
    ("validate = 5", "validate is not a method as it has to be: def validate(self)"),
    ("name = 'a/b'", "there is no / in the name of a genre: 'a/b'"),
    ("title = 'a\\nb'", "title is a text of one line, not 'a\\nb'"),
    ("link = 5", "link is a list of parts, not 5"),
    ("link = ['numbers']", "link: 'numbers' is no part of a link"),
    ("link = [Cells('numbers')]", "link: Cells('numbers') is no part of a link"),
    ("pzpr = [FourCell('numbers')]", "pzpr: FourCell('numbers') is no part of a text"),
    ("pzpr = [Cells(('numbers', 'a', 3))]", "TypeError: Cells takes a layer, or a layer and its tokens, not ('numbers', 'a', 3)"),
])  # fmt: skip
def test_an_impossible_declaration_is_reported_in_one_line_with_its_place(
    line: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """These were tracebacks, and some of them only in one of the commands."""
    page = PAGE.replace("Numbers, Shading", f"{ALL}\nfrom pencilp.encodings import Cells, FourCell", 1)
    (folder / "triples.py").write_text(page.replace("    numbers =", f"    {line}\n    numbers ="))
    assert main(["solve", "puzzle.txt", "--genre", "triples.py"]) == 2
    assert capsys.readouterr().err.startswith(f"pencilp: triples.py:9: {says}")


@pytest.mark.parametrize("part", ["Number16('number')", "RoomNumber16('numbers')"])
def test_an_encoding_of_a_layer_that_there_is_not_is_one_line(
    part: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.replace("    numbers =", f"    link = [{part}]\n    numbers =")
    (folder / "triples.py").write_text("from pencilp.encodings import Number16, RoomNumber16\n" + page)
    assert main(["convert", "puzzle.txt", "--genre", "triples.py", "-o", "url"]) == 2
    assert capsys.readouterr().err == (
        f"pencilp: triples has no layer {'number' if part[0] == 'N' else 'rooms'!r}, which its encodings name\n"
    )


def test_more_values_than_clasp_takes_are_no_traceback(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.replace("    numbers =", "    x = Digits(0, 10**12)\n    numbers =").replace(
        "Numbers, S", "Digits, Numbers, S"
    )
    (folder / "triples.py").write_text(page)
    assert main(["solve", "puzzle.txt", "--genre", "triples.py"]) == 3
    assert "clasp: x(1,1) has too many values; use --solver highs" in capsys.readouterr().err


def test_methods_of_a_page_may_take_more_in_their_own_way(folder: Path) -> None:
    """What can be called as ours is is no mistake."""
    for rules in ("*said", "self, *said", "self, m, more=None"):
        body = "    pass\n\n    def validate(self, more=5):\n        pass\n"
        (folder / "triples.py").write_text(PAGE[: PAGE.index("    def rules")] + f"    def rules({rules}):\n    {body}")
        assert pencilp.solve(pencilp.load("puzzle.txt", "triples.py"), count=1).answers


def test_a_genre_named_like_one_of_ours_has_not_its_example(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "norinori.py").write_text(PAGE)
    assert main(["genres", "norinori.py"]) == 0
    assert "an example" not in capsys.readouterr().out


@pytest.mark.parametrize("place", ["(cell, 999)", "99", "(cell, 0.5)"])
def test_a_rule_at_no_place(place: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "triples.py").write_text(PAGE.replace("at=cell", f"at={place}"))
    assert main(["show", "puzzle.txt", "--genre", "triples.py"]) == 2
    assert "which is no place of the board" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["solve", "check", "bench"])
@pytest.mark.parametrize("where", ["page", "puzzle"])
def test_a_page_that_never_ends_is_ended_by_the_limit(
    command: str, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, puzzle = tmp_path / "triples.py", tmp_path / "x.txt"
    endless = (
        "while True:\n    pass\n"
        if where == "page"
        else "    def validate(self):\n        while True:\n            pass\n"
    )
    page.write_text(PAGE + endless)
    puzzle.write_text(PUZZLE)
    assert main([command, str(puzzle), "--genre", str(page), "--time-limit", "0.5"]) == 3
    out, err = capsys.readouterr()
    what = "genre" if where == "page" else "puzzle"
    if what == "genre" or command != "bench":
        assert err == f"pencilp: stopped: the time limit was reached before the {what} was read\n"
    else:
        assert "1 puzzle in" in out


def test_a_genre_with_rooms_may_name_any_layer_walls(folder: Path) -> None:
    own_layer = '    rooms = Rooms("rooms", optional=True)\n    walls = Numbers("other walls", optional=True)\n'
    page = PAGE.replace("import Numbers, Shading", "import Numbers, Rooms, Shading")
    (folder / "walled.py").write_text(page.replace("    numbers =", f"{own_layer}    numbers =", 1))
    genre = own.load("walled.py")
    assert type(genre.inputs["walls"]).__name__ == "Numbers"
    assert genre.inputs["rooms"].walls == ""
