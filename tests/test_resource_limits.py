"""Little that stands for much: numbers that no board can use, small files that grow, input without an end.

All of it ends soon and takes little memory, with the right answer or with an error of one line.
"""

from __future__ import annotations

import gzip
import io
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import genres
from pencilp._util import read_limited
from pencilp.board.lattice import MAX_CELLS
from pencilp.board.layers.rooms import RoomGrid
from pencilp.board.layers.values import MAX_NUMBER
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import reading
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.excel import limits, puzzles
from pencilp.formats.excel.workbook import name_of
from pencilp.formats.layouts import split
from pencilp.formats.links import MAX_LINK_LENGTH, read_link
from pencilp.formats.mathprog_data import read as read_mathprog
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.text import text as puzzle_text
from pencilp.formats.text import tokens
from pencilp.program_files import solutions
from pencilp.solvers.programs import mathprog
from pencilp.solvers.programs.solve import program_from_file
from tests import workbooks

EXAMPLES = Path(__file__).parent.parent / "examples"
HUGE = (10**3, 10**6, 999_999_999, 10**12, 10**40)
ROOM = 1024**3


class LateError(BaseException):
    """Something takes too long; nothing that is tested catches it."""


@contextmanager
def little(seconds: int = 10, room: int = ROOM) -> Iterator[None]:
    """Inside, more memory than ``room`` bytes more than what is in use is a MemoryError, more seconds of the processor
    an error as well, and so is ten times as long by the clock: the machine may be busy.
    """

    def late(*_: object) -> None:
        raise LateError(f"this takes more than {seconds} seconds")

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = {each: signal.signal(each, late) for each in (signal.SIGALRM, signal.SIGPROF)}
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        for each, handler in before.items():
            signal.signal(each, handler)


pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no limit to be set here")


# -- numbers ----------------------------------------------------------------------------------------------------------


def example(name: str) -> Puzzle:
    """The first example of a genre."""
    return pencilp.load_all(min(EXAMPLES.glob(f"{name}*.txt")))[0]


def numbers_in(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers are in the value of a layer, as the indices that lead to them; the names of rooms are none."""
    if isinstance(value, dict):
        for side, lines in value.items():
            yield from numbers_in(lines, (*at, side))
    elif isinstance(value, list | tuple) and not isinstance(value, RoomGrid):
        for i, each in enumerate(value):
            yield from numbers_in(each, (*at, i))
    elif type(value) is int:
        yield at


def replaced(value: Any, places: Iterable[tuple[Any, ...]], number: int) -> Any:
    """The value of a layer with another number at some places."""
    below: dict[Any, list[tuple[Any, ...]]] = {}
    for place in places:
        if not place:
            return number
        below.setdefault(place[0], []).append(place[1:])
    if isinstance(value, dict):
        return {k: replaced(each, below[k], number) if k in below else each for k, each in value.items()}
    listed = [replaced(each, below[i], number) if i in below else each for i, each in enumerate(value)]
    return tuple(listed) if isinstance(value, tuple) else listed


def status(puzzle: Puzzle, changes: dict[str, Any], solver: str = "clasp") -> str:
    """The status of a puzzle with other values, "" when they are refused."""
    try:
        return pencilp.solve(Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, **changes}), solver).status
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017
        return ""


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_a_number_that_no_board_can_use_costs_nothing(name: str) -> None:
    puzzle = example(name)
    for key, layer in puzzle.genre.inputs.items():
        value = puzzle[key]
        if value is None and layer.on == "board":
            value = 1
        places = list(numbers_in(value))
        for some in [places, places[:1], places[len(places) // 2 :][:1], places[-1:]] if places else []:
            with little():
                found = {status(puzzle, {key: replaced(value, some, number)}) for number in HUGE}
            assert len(found - {""}) < 2, "one number too large is as good as another"
            # HiGHS takes long for regions whose clue only says that they are small
            if found - {""} and name != "araf":
                assert {status(puzzle, {key: replaced(value, some, 10**6)}, "highs")} == found - {""}


def test_a_set_of_dominoes_that_does_not_cover_the_board_is_no_search() -> None:
    board = pencilp.square(40, 40)
    for numbers in ([i % 39 for i in board.cells], [i % 38 for i in board.cells], [0] * 1600):
        with little():
            assert pencilp.solve(pencilp.puzzle("dominosa", board, numbers=numbers)).status == "none"


def test_formats_md_lists_all_size_limits() -> None:
    page = (EXAMPLES.parent / "docs" / "formats.md").read_text(encoding="utf-8").partition("### How large")[2]
    most = [MAX_CELLS, tokens.MAX_TOKENS, tokens.MAX_LINE_LENGTH, MAX_LINK_LENGTH, MAX_NUMBER]
    most += [limits.MAX_LINES, limits.MAX_IN_SHEETS, limits.MAX_TEXTS, limits.MAX_OTHERS]
    most += [solutions.MAX_LINE_BYTES]
    megabytes = [read_limited.MAX_BYTES, read_limited.MAX_IN_PROGRAM, limits.MAX_EXPANDED]
    for output in [*(f"{n:,}" for n in most), *(f"{n // read_limited.MB:,} MB" for n in megabytes)]:
        assert output in page.partition("## The puzzle text")[0]


def test_more_ships_than_a_board_can_hold_are_not_made() -> None:
    output = (EXAMPLES / "battleship.txt").read_text(encoding="utf-8")
    fleet = next(line for line in output.splitlines() if line.startswith("fleet:"))
    with little(room=ROOM // 4), pytest.raises(InputError, match="no board can hold"):
        puzzle_text.read(output.replace(fleet, "fleet: " + ",".join(["999"] * 400_000)))


def test_a_number_of_the_dataset_s_first_line_is_no_amount_before_it_is_checked() -> None:
    puzzle = example("minesweeper-10")
    output = write_dataset(puzzle)
    first, _, rest = output["problem"].partition("\n")
    rows, cols, *_ = first.split()
    with little(), pytest.raises(InputError, match="total: 999999999 is not allowed on this board, only 0 to 100"):
        read_dataset(f"{rows} {cols} 999999999\n{rest}", "", genres.find("minesweeper"))


@pytest.mark.parametrize(("rows", "cols"), [(1_000_000, 1_000_000), (1, 10**12), (10**40, 10**40), (250_001, 1)])
def test_a_board_that_is_too_large_is_refused_before_it_is_made(rows: int, cols: int) -> None:
    readers: list[Callable[[], object]] = [
        lambda: puzzle_text.read(f"norinori\nsize: {rows} {cols}\n"),
        lambda: read_link(f"https://puzz.link/p?norinori/{cols}/{rows}/zzzz"),
        lambda: read_link(f"https://puzz.link/p?slither/{cols}/{rows}/zzzz"),
        lambda: read_pzpr(f"pzprv3\nnorinori\n{rows}\n{cols}\n"),
        lambda: read_dataset(f"{rows} {cols}\n- -", "", genres.find("norinori")),
        lambda: read_mathprog(f"data;\nparam Nr := {rows};\nparam Nc := {cols};\nparam N := 2;\nend;\n", "norinori"),
        lambda: pencilp.square(rows, cols),
        lambda: pencilp.hexagonal(rows, cols),
    ]
    for read in readers:
        with little(room=ROOM // 8), pytest.raises(InputError) as caught:
            read()
        assert "\n" not in str(caught.value)


def test_the_tables_of_a_long_board_are_no_longer_than_the_board() -> None:
    for board in (pencilp.square(1, 250_000), pencilp.hexagonal(2, 125_000)):
        with little(room=ROOM):
            assert sum(len(line) for axis in board.lines for line in axis) == len(board.lines) * len(board)
            assert max(map(len, board.rays[7])) > 124_000
    # two hundred clues at one end of a line
    numbers = [19_000] * 200 + [None] * 19_800
    with little(room=ROOM):
        puzzle = pencilp.puzzle("kurodoko", pencilp.square(1, 20_000), clues=numbers)
        assert len(pencilp.formulate(puzzle).rules) > 200


def test_more_than_two_bridges_side_by_side_are_refused_by_the_dataset() -> None:
    puzzle = example("hashi")
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    many = pencilp.Answer(puzzle, {"bridges": [9 * n for n in answer["bridges"]]})
    with pytest.raises(InputError, match=r"answer bridges .* have no room for .9."):
        write_dataset(puzzle, many)


# -- workbooks --------------------------------------------------------------------------------------------------------

SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData>{}</worksheet>'
ENTITIES = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def workbook(sheet: str, **others: str) -> bytes:
    """A workbook with another text for its sheet, and other files in it."""
    made = puzzles.write(example("sudoku"), None)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            output = sheet if name.endswith("sheet1.xml") else old.read(name)
            new.writestr(name, others.pop(name.rpartition("/")[2].partition(".")[0], output))
        for name, output in others.items():
            new.writestr(f"xl/{name}.xml", output)
    return stream.getvalue()


def merged(ref: str) -> str:
    return SHEET.format('<row r="1"><c r="A1"/></row>', f'<mergeCells count="1"><mergeCell ref="{ref}"/></mergeCells>')


def lettered(row: int, cols: Iterable[int]) -> str:
    """A row, counted from 0, with a letter in some columns."""
    cells = [f'<c r="{name_of(row, col)}" t="str"><v>x</v></c>' for col in cols]
    return f'<row r="{row + 1}">{"".join(cells)}</row>'


BOOKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a merged range": (lambda: workbook(merged("A1:XFD1048576")), "360000 cells"),
    "merged columns": (lambda: workbook(merged("$A:$B")), "360000 cells"),
    "many merged ranges": (lambda: workbook(merged('"/><mergeCell ref="'.join(["A1:Z99"] * 200))), "360000 cells"),
    "empty cells": (lambda: workbook(SHEET.format(f"<row>{'<c/>' * 14_000_000}</row>", "")), "360000 cells"),
    "small cells": (lambda: workbook(SHEET.format(f"<row>{'<c><v>1</v></c>' * 3_800_000}</row>", "")), "360000 cells"),
    "cells of another prefix": (
        lambda: workbook(SHEET.replace("xmlns=", "xmlns:x=").replace("<", "<x:").replace("<x:/", "</x:").format(
            f"<x:row>{'<x:c/>' * 400_000}</x:row>", "")),
        "360000 cells",
    ),
    "strings": (lambda: workbooks.plain("<sheetData/>", strings=f"<sst>{'<si/>' * 9_000_000}</sst>"), "1000000 values"),
    "styles": (lambda: workbook(SHEET.format("", ""), styles=f"<a>{'<xf/>' * 9_000_000}</a>"), "200000 styles"),
    "much text": (lambda: workbook(SHEET.format("<row><c><v>" + "1" * 70_000_000 + "</v></c></row>", "")), "64 MB"),
    "entities": (lambda: workbook(f"<!--{' ' * 5000}-->{ENTITIES}{SHEET.format('', '')}"), "document type"),
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_a_zip_bomb_is_refused(name: str, tmp_path: Path) -> None:
    make, words = BOOKS[name]
    path = tmp_path / "book.xlsx"
    path.write_bytes(make())
    assert path.stat().st_size < 400_000
    pencilp.load_all(EXAMPLES / "bomber.xlsx", "minesweeper")  # what is imported for the first workbook takes no part
    with little(room=ROOM // 4), pytest.raises(InputError) as caught:
        pencilp.load_all(path, "sudoku")
    assert words in str(caught.value)
    assert "book.xlsx" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_false_directory_of_a_workbook_does_not_lift_the_limit() -> None:
    content = bytearray(workbook(SHEET.format(f"<row>{'<c/>' * 1_000_000}</row>", "")))
    # what a file says of its size, twice: where it begins and in the directory
    size = len(SHEET.format(f"<row>{'<c/>' * 1_000_000}</row>", "")).to_bytes(4, "little")
    assert content.count(size) == 2
    with little(room=ROOM // 4), pytest.raises(InputError):
        puzzles.read(bytes(content).replace(size, (100).to_bytes(4, "little")), "sudoku")


def test_a_large_board_of_a_workbook_is_read() -> None:
    board = pencilp.square(60, 100)
    puzzle = pencilp.puzzle("hitori", board, numbers=[c % 290 for c in board.cells])
    content = puzzles.write(puzzle, None)
    with little():
        assert puzzles.read(content, "hitori") == puzzle


def test_many_letters_that_may_end_the_board_are_no_long_search() -> None:
    far = [lettered(400 + i, range(400, 700)) for i in range(300)]
    near = [lettered(row, [row - 1, row]) for row in range(1, 300)]
    content = workbook(SHEET.format("".join([*far, *near]), ""))
    with little(), pytest.raises(InputError):
        puzzles.read(content, "sudoku")


# -- input without an end ---------------------------------------------------------------------------------------------

ENDLESS = ("txt", "jsonl", "pzpr", "xlsx", "mod", "dat", "lp", "mps", "lp.gz", "sol")


def read_by_ending(path: Path) -> object:
    """What the command line reads of a file with this ending."""
    if path.name.endswith((".lp", ".mps", ".gz")):
        return program_from_file(str(path))
    if path.suffix == ".mod":
        return mathprog.translate(str(path))
    if path.suffix == ".sol":
        return solutions.load(str(path)).values
    return reading.read(str(path), "sudoku")


@contextmanager
def fed(path: Path, output: bytes, *, endless: bool = False) -> Iterator[Path]:
    """A pipe with this name that sends ``output``, once or without an end."""
    os.mkfifo(path)

    def feed() -> None:
        with suppress(BrokenPipeError), path.open("wb") as pipe:
            pipe.write(output)
            while endless:
                pipe.write(output)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    yield path
    feeder.join(10)
    assert not feeder.is_alive()


@pytest.mark.parametrize("ending", ENDLESS)
@pytest.mark.parametrize("way", ["a device", "a pipe"])
def test_input_without_an_end_is_refused(
    ending: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_limited, "MAX_IN_PROGRAM", 16 * read_limited.MB)
    path = tmp_path / f"endless.{ending}"
    if way == "a device":
        path.symlink_to("/dev/zero")
    # what is packed ends at the first bytes that are not
    wrong = "more than 16 MB|broken" if path.suffix == ".gz" else "more than 16 MB"
    feeding = nullcontext(path) if way == "a device" else fed(path, b"1 " * 50_000, endless=True)
    with feeding as endless, little(room=ROOM // 2), pytest.raises(InputError, match=wrong):
        read_by_ending(endless)


def test_a_linear_program_that_unpacks_without_an_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_limited, "MAX_IN_PROGRAM", 16 * read_limited.MB)
    path = tmp_path / "bomb.lp.gz"
    path.write_bytes(gzip.compress(b"min\nobj: " + b"+ x " * 8_000_000))
    with little(room=ROOM // 2), pytest.raises(InputError, match="more than 16 MB"):
        program_from_file(str(path))


@pytest.mark.parametrize("ending", ["txt", "lp", "lp.gz", "mod", "sol"])
def test_a_pipe_with_a_small_file_is_read(ending: str, tmp_path: Path) -> None:
    output = {
        "txt": (EXAMPLES / "sudoku.txt").read_bytes(),
        "lp": b"min\nobj: x\nst\nc: x + y >= 1\nbinary\nx\ny\nend\n",
        "mod": b"var x, binary;\nminimize z: x;\nend;\n",
        "sol": b"solution status: optimal solution found\nobjective value: 0\nx 1 (obj:0)\n",
    }[ending.partition(".")[0]]
    with fed(tmp_path / f"small.{ending}", gzip.compress(output) if ending.endswith("gz") else output) as path:
        assert read_by_ending(path)


def test_an_answer_out_of_a_pipe_is_checked(tmp_path: Path) -> None:
    puzzle = example("sudoku")
    output = puzzle_text.write(puzzle, pencilp.solve(puzzle).answer)
    board = tmp_path / "board.txt"
    board.write_text(puzzle_text.write(puzzle))
    with fed(tmp_path / "answer.txt", output.encode()) as path:
        assert reading.read_answer(str(path), puzzle, str(board)).complete


def test_standard_input_without_an_end_is_refused() -> None:
    command = f"yes {'1' * 99} | {shlex.quote(sys.executable)} -m pencilp solve -"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300)
    assert run.returncode == 2
    assert "more than 16 MB" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_a_text_that_is_all_values_is_no_board() -> None:
    for output in ("norinori\nrooms:\n" + "1 " * 2_000_000, "norinori\nrooms:\n" + "1\n" * 1_600_000):
        with little(room=ROOM // 2), pytest.raises(InputError):
            puzzle_text.read(output)


def test_lines_above_a_board_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at again for each line that may hold a board they took half a minute of a file that is no text."""
    seen: list[bytes] = []
    genre_above = split.genre_above
    monkeypatch.setattr(
        split, "genre_above", lambda lines, codec: genre_above((seen.append(line) or line for line in lines), codec)
    )
    content = b"# a remark\n" * 10 + (b"1" * split.MIN_LINE_CELLS + b"\n") * 500
    assert len(list(reading.unread("boards.txt", content=content))) == 1
    assert len(seen) == 10


def test_bytes_that_are_no_text_are_not_many_puzzles() -> None:
    """Each of the words, as long as a board, would be refused by itself, and what has no end would have none here."""
    content = (b"\xff" * 8 + b" " + b"1" * split.MIN_LINE_CELLS + b"\n") * 100
    assert len(list(reading.unread("/dev/urandom", "sudoku", content=content))) == 1
