"""Ratings: the same for rotated, reflected and renamed puzzles, deterministic, within limits, and harder for harder steps."""

from __future__ import annotations

import csv
import doctest
import io
import json
import random
import re
import runpy
import shlex
import shutil
from collections.abc import Callable, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import Puzzle, exactly, square
from pencilp.analysis.rating import weights
from pencilp.analysis.rating.effects import Effects
from pencilp.analysis.rating.listed import Listed
from pencilp.analysis.rating.together import Group, Groups, SmallSets, inside, pairs, same_places, spaced
from pencilp.analysis.rating.weights import CUTS, LEVELS, Look, joint_cost, level_of, single_cost
from pencilp.analysis.steps.native import Counted
from pencilp.analysis.steps.program import Program
from pencilp.board.layers.rooms import RoomGrid
from pencilp.cli import main
from pencilp.cli.rate import COLUMNS
from pencilp.formats.tatham import read_id
from pencilp.genres.base import genre_of
from tests import amount

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
Turn = Callable[[int, int, int, int], tuple[int, int]]
TURNS: dict[str, Turn] = {
    "rotated": lambda r, c, rows, cols: (c, rows - 1 - r),
    "rotated twice": lambda r, c, rows, cols: (rows - 1 - r, cols - 1 - c),
    "reflected": lambda r, c, rows, cols: (r, cols - 1 - c),
    "transposed": lambda r, c, rows, cols: (c, r),
}
"""Symmetries of a square board: where row r and column c go."""
TURNED = (
    "akari", "hitori", "kurodoko", "sudoku", "binairo", "minesweeper", "mosaic", "slitherlink", "yinyang", "aquapelago",
    "archipelago", "kurotto", "nurimisaki", "tapa",
)  # fmt: skip
"""Genres whose clues all stand in cells, and mean the same if the board is turned."""
EASY_SUDOKU = "Solo:3x3:a3d1_9a8_9b3_5_2e8a2_3d6_5a8c4c7c6c6a4_9d4_9a7e5_4_8b1_9a7_9d4a"
MIDDLE_SUDOKU = "Solo:3x3:3b1a5_6d5e9c2_4b1a1d4b7b7_8_2_1_3b9b6d2a7b1_2c2e4d8_4a9b1"
HARD_SUDOKU = "Solo:3x3:a8c5a2_7_2d9b3c1b5c6b7_2_1m9_4_6b8c7b4c3b5d1_6_2a7c5a"
"""Boards of the generator's levels trivial, intermediate and unreasonable."""


def example(name: str) -> Puzzle:
    return pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))


def turned(puzzle: Puzzle, turn: Turn) -> Puzzle:
    rows, cols = puzzle.lattice.rows, puzzle.lattice.cols
    new_rows, new_cols = (cols, rows) if turn(0, 1, rows, cols)[1] == turn(0, 0, rows, cols)[1] else (rows, cols)
    places = [turn(*divmod(c, cols), rows, cols) for c in range(rows * cols)]
    values: dict[str, Any] = {}
    for key, value in puzzle.values.items():
        if puzzle.genre.inputs[key].on == "board":
            values[key] = value
            continue
        assert puzzle.genre.inputs[key].on == "cells"
        own = [value.of[c] for c in range(rows * cols)] if isinstance(value, RoomGrid) else value
        cells: list[Any] = [None] * len(own)
        for (row, col), v in zip(places, own, strict=True):
            cells[row * new_cols + col] = v
        values[key] = cells
    return Puzzle(genre_of(puzzle), square(new_rows, new_cols), values)


def parts(rating: pencilp.Rating) -> dict[str, Any]:
    record = rating.record()
    del record["seconds"]
    return record


@pytest.mark.parametrize("name", TURNED[: amount.of(4, len(TURNED))])
def test_turned_puzzles_have_the_same_rating(name: str) -> None:
    puzzle = example(name)
    wanted = parts(pencilp.rate(puzzle))
    assert wanted["finished"]
    for turn in TURNS.values():
        assert parts(pencilp.rate(turned(puzzle, turn))) == wanted


def test_lines_seen_from_outside_may_be_transposed() -> None:
    puzzle = read_id("Towers:5://1/2/2///3///////3///4/1/,m1k")
    clues = puzzle.values["clues"]
    sides = {"top": "left", "left": "top", "bottom": "right", "right": "bottom"}
    given = puzzle.values["given"]
    values = {
        "clues": {side: clues[other] for side, other in sides.items()},
        "given": [given[c % 5 * 5 + c // 5] for c in range(25)],
    }
    assert parts(pencilp.rate(Puzzle(genre_of(puzzle), puzzle.lattice, values))) == parts(pencilp.rate(puzzle))


def test_tents_may_be_transposed() -> None:
    puzzle = example("tents")
    rows, cols, counts = puzzle.lattice.rows, puzzle.lattice.cols, puzzle.values["counts"]
    trees = puzzle.values["trees"]
    values = {
        "trees": [trees[r * cols + c] for c in range(cols) for r in range(rows)],
        "counts": {"top": counts["left"], "left": counts["top"]},
    }
    other = Puzzle(genre_of(puzzle), square(cols, rows), values)
    assert parts(pencilp.rate(other)) == parts(pencilp.rate(puzzle))


def test_renamed_digits_have_the_same_rating() -> None:
    for id_ in (EASY_SUDOKU, HARD_SUDOKU):
        puzzle = read_id(id_)
        wanted = parts(pencilp.rate(puzzle))
        for seed in range(amount.of(1, 4)):
            names = [*range(1, 10)]
            random.Random(seed).shuffle(names)
            given = [None if v is None else names[v - 1] for v in puzzle.values["given"]]
            other = Puzzle(genre_of(puzzle), puzzle.lattice, {**puzzle.values, "given": given})
            assert parts(pencilp.rate(other)) == wanted


def test_harder_steps_make_a_puzzle_harder() -> None:
    numbers = [pencilp.rate(read_id(id_)).number for id_ in (EASY_SUDOKU, MIDDLE_SUDOKU, HARD_SUDOKU)]
    assert numbers == sorted(numbers)
    assert len({level_of(number) for number in numbers}) == 3


def test_a_list_of_values_forces_what_a_solver_finds() -> None:
    rng = random.Random(4)
    program = Program(example("tents"))
    (solved,) = pencilp.solve(program.puzzle).answers
    effects = Effects(program, lambda: None)
    found = [i for i in program.instances if isinstance(effects.native[i.number], Listed)]
    for instance in rng.sample(found, amount.of(8, 24)):
        known = [n for n in program.literals_of(solved) if abs(n) in instance.scope and rng.random() < 0.4]
        native = effects.native[instance.number]
        assert native is not None
        asked = instance.asked.forced(set(known))
        assert asked is not None
        assert set(native.forced(set(known)) or ()) == set(asked)


@pytest.mark.parametrize(
    ("trees", "top", "kind"),
    [
        ("-T-", [1, None, None], "pair"),  # the tent on the left has the only tree
        ("-T-T-", [1, None, None, None, 1], "set"),
    ],
)
def test_tents_that_take_all_trees_are_seen_together(trees: str, top: list[int | None], kind: str) -> None:
    cells = [None if sign == "-" else sign for sign in trees]
    lines = {"top": top, "left": [None]}
    rating = pencilp.rate(pencilp.puzzle("tents", square(1, len(cells)), trees=cells, counts=lines))
    assert rating.hardest is not None
    assert rating.hardest.kind == kind
    assert rating.level != "needs trying"


@pytest.mark.parametrize("find", [same_places, spaced, pairs, inside])
def test_groups_force_what_all_their_rules_force(find: Callable[[Program], list[Group]]) -> None:
    rng = random.Random(5)
    looked_at = 0
    for name in ("tents", "kenken", "magnets", "masyu"):
        puzzle = example(name)
        program = Program(puzzle)
        (solved,) = pencilp.solve(puzzle).answers
        right = program.literals_of(solved)
        known = {n for n in right if rng.random() < 0.3}
        goals = {*right} - known
        groups = Groups(program, find(program), lambda: None)
        forced = groups.forced(known, goals)
        found = {n for lits in forced.values() for n in lits}
        judge = Program(puzzle)
        for group in rng.sample(range(len(groups.asked)), min(len(groups.asked), amount.of(5, 60))):
            asked = groups.asked[group]
            assert asked.guards == [judge.instances[i].guard for i in groups.groups[group].members]
            for n in goals & {s * a for a in groups.groups[group].atoms for s in (1, -1)}:
                so = judge.questions.core([*asked.guards, *asked.known(known), -n]) is not None
                assert so if n in forced.get(group, ()) else not so or n in found
                looked_at += so
    assert looked_at


def test_groups_are_those_of_the_same_places_and_those_inside_one_rule() -> None:
    # a row of three dominoes: two numbers of the row, five rules of each domino, two of each border between them
    rooms = [0, 0, 1, 1, 2, 2]
    counts = {"left": [2], "right": [2], "top": [None] * 6, "bottom": [None] * 6}
    program = Program(pencilp.puzzle("magnets", square(1, 6), rooms=rooms, counts=counts))

    def about(numbers: Sequence[int]) -> set[int]:
        return {program.place[a][1] for i in numbers for a in program.instances[i].scope}

    same = [group.members for group in same_places(program)]
    assert sorted(map(len, same)) == [2, 2, 2, 5, 5, 5]
    (numbers,) = [group for group in same if about(group) == {*range(6)}]
    assert len(numbers) == 2
    whole = max((group.members for group in inside(program)), key=len)
    assert {*numbers} < {*whole}
    assert len(whole) == sum(i.guard != 0 for i in program.instances)
    # each number and the five rules that equal poles do not touch, but no rule about the dominoes
    for group in spaced(program):
        words = [program.instances[i].rule.words for i in group.members]  # type: ignore[union-attr]
        assert words.count("equal poles do not share an edge") == 5
        assert len(words) == 6
        assert {program.place[a][1] for a in group.atoms} == {*range(6)}


def test_a_count_and_what_does_not_touch_are_seen_together() -> None:
    # two tents in three cells of the left column stand at its ends; that this excludes the cells beside them is seen later
    trees = [None, "T", None] * 3
    program = Program(
        pencilp.puzzle("tents", square(3, 3), trees=trees, counts={"top": [2, None, None], "left": [None] * 3})
    )
    goals = {n for n in program.literals_of(pencilp.solve(program.puzzle).answers[0]) if n not in program.fixed}
    forced = {n for lits in Groups(program, spaced(program), lambda: None).forced(set(), goals).values() for n in lits}
    column = {n for n in goals if program.place[abs(n)][1] % 3 == 0}
    assert forced == column
    assert len(column) == 3
    rating = pencilp.rate(program.puzzle)
    assert rating.finished
    assert rating.hardest is not None
    assert (rating.hardest.kind, rating.hardest.cost) == ("set", weights.SPACED + 0.25)


def test_counts_say_which_of_their_literals_exclude_each_other() -> None:
    for lits, low, high, exclusive in (
        ([1, 2, 3], 0, 1, [1, 2, 3]),
        ([1, 2, 3], 1, 1, [1, 2, 3]),
        ([-1, -2], 1, 2, [1, 2]),
        ([-1, -2, -3], 2, 3, [1, 2, 3]),
        ([1, 2, 3], 1, 2, []),
        ([1, 2, 3, 4], 2, 2, []),
    ):
        assert Counted(lits, low, high).exclusive == exclusive
        rows = [
            row
            for row in product((0, 1), repeat=len(lits))
            if low <= sum(v == (n > 0) for n, v in zip(lits, row, strict=True)) <= high
        ]
        most = max(sum(v == (n > 0) for n, v in zip(exclusive, row, strict=True)) for row in rows) if exclusive else 2
        assert (most <= 1) == bool(exclusive)


def test_exclusions_say_nothing_about_a_sum_at_a_glance() -> None:
    # two islands of two in a row of three: at least one bridge of the left one says the same of the next link, not of the sum
    program = Program(pencilp.puzzle("hashi", square(3, 3), islands=[2, None, 2, None, None, None, 2, None, 2]))
    effects = Effects(program, lambda: None)
    place = program.place
    (some,) = [n for n in program.number if place[n] == ("bridges", program.puzzle.lattice.link_between[0, 1], 0)]
    seen = {place[abs(m)][1] for m in effects.glance(-some)}
    assert program.puzzle.lattice.link_between[1, 2] in seen
    assert program.puzzle.lattice.link_between[0, 3] not in seen
    (two,) = [n for n in program.number if place[n] == ("bridges", program.puzzle.lattice.link_between[0, 1], 2)]
    assert program.puzzle.lattice.link_between[0, 3] in {place[abs(m)][1] for m in effects.glance(two)}


def test_a_count_of_nothing_is_given() -> None:
    rating = pencilp.rate(pencilp.puzzle("slitherlink", square(1, 3), numbers=[4, None, 0]))
    assert [(wave.kind, wave.cost) for wave in rating.waves[:1]] == [("given", weights.GIVEN)]
    assert rating.waves[0].gives >= 8


def test_the_smallest_set_is_found_by_its_size() -> None:
    rng = random.Random(8)
    looked_at = 0
    for name in ("tents", "akari", "starbattle"):
        puzzle = example(name)
        program = Program(puzzle)
        sets = SmallSets(program, lambda: None)
        (solved,) = pencilp.solve(puzzle).answers
        right = program.literals_of(solved)
        known = {n for n in right if rng.random() < 0.6}
        for n in rng.sample(sorted({*right} - known), amount.of(2, 6)):
            near = {*program.by_atom[abs(n)]}
            guards = {i: program.instances[i].guard for i in near if program.instances[i].guard}
            least = next(
                (
                    size
                    for size in range(4)
                    for some in combinations(sorted(guards), size)
                    if program.questions.core([*known, -n, *(guards[i] for i in some)]) is not None
                ),
                None,
            )
            for most in range(4):
                assert sets.size(n, near, known, most) == (least if least is not None and most >= least else None)
            looked_at += least is not None
    assert looked_at


def test_smallest_sets_are_right_when_more_is_known() -> None:
    # assignments are kept from one question to the next; others were found by a new search each time
    rng = random.Random(9)
    found = set()
    for name in ("tents", "akari"):
        program = Program(example(name))
        kept = SmallSets(program, lambda: None)
        (solved,) = pencilp.solve(program.puzzle).answers
        right = sorted(program.literals_of(solved))
        rng.shuffle(right)
        some = rng.sample(right[-30:], amount.of(4, 12))
        for share in (0.3, 0.5, 0.7):
            known = {*right[: int(share * len(right))]}
            for n in set(some) - known:
                near = [i.number for i in program.instances if i.guard]
                size = kept.size(n, near, known, 4)
                assert size == SmallSets(program, lambda: None).size(n, near, known, 4)
                found.add(size)
    assert len(found) > 2


def test_a_limit_leaves_a_lower_bound() -> None:
    puzzle = read_id(HARD_SUDOKU)
    whole = pencilp.rate(puzzle)
    assert whole.finished
    assert whole.number is not None
    assert pencilp.rate(puzzle, time_limit=0).status == "unknown"
    assert pencilp.rate(puzzle, stop=lambda: True).number is None
    calls = iter(range(100_000))
    stopped = pencilp.rate(puzzle, stop=lambda: next(calls) >= 1500)
    assert not stopped.finished
    assert stopped.number is not None
    assert 0 < len(stopped.waves) < len(whole.waves)
    assert stopped.waves == whole.waves[: len(stopped.waves)]
    assert stopped.number <= whole.number
    assert whole.filled == whole.places == 81
    assert 0 < stopped.filled < stopped.places == whole.places
    found = f"(stopped with {stopped.filled} of {stopped.places} values found;"
    assert stopped.text.startswith(f"at least {stopped.level}, {stopped.number:.1f} {found}")


def test_only_puzzles_with_one_answer_have_a_rating() -> None:
    empty = pencilp.puzzle("slitherlink", square(2, 2), numbers=[None] * 4)
    several = pencilp.rate(empty)
    assert (several.status, several.number, several.level) == ("multiple", None, "")
    assert "several answers" in several.text
    none = pencilp.rate(pencilp.puzzle("slitherlink", square(1, 2), numbers=[4, 0]))
    assert (none.status, none.number) == ("none", None)
    assert "no answer" in none.text
    with pytest.raises(pencilp.InputError):
        pencilp.rate(empty, time_limit=-1)


def test_a_puzzle_that_is_filled_in_by_its_clues_is_easy() -> None:
    given = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    rating = pencilp.rate(pencilp.puzzle("sudoku", square(4, 4), given=given))
    assert rating.finished
    assert rating.level == "easy"
    assert rating.number is not None
    assert rating.number < 1


def test_further_rules_count() -> None:
    empty = pencilp.puzzle("slitherlink", square(1, 2), numbers=[4, None])
    assert pencilp.rate(empty).status == "unique"

    def longer(m: Any, state: Any) -> None:
        m.require("six edges", exactly(6, state.line))

    assert pencilp.rate(empty, rules=[longer]).status == "none"


def test_levels_grow_with_numbers() -> None:
    assert [level for level, _ in CUTS] == [*LEVELS[:-1]]
    assert [end for _, end in CUTS] == sorted(end for _, end in CUTS)
    assert [level_of(end) for _, end in CUTS] == [*LEVELS[1:]]
    assert level_of(weights.TRIAL) == "needs trying"


def test_each_feature_makes_a_step_dearer() -> None:
    plain = Look(False, False, False, 2, 1, None)
    for change in (
        {"excludes": True},
        {"listed": True},
        {"open": 3},
        {"places": 9},
        {"cut": 1},
        {"cut": -1},
        {"cut": 4},
    ):
        assert single_cost(plain._replace(**change)) > single_cost(plain)  # type: ignore[arg-type]
    assert single_cost(plain._replace(given=True)) < single_cost(plain)
    assert joint_cost(1, 2, excludes=False) < joint_cost(1, 3, excludes=False) < joint_cost(1, 3, excludes=True)


# -- the command -------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["rate", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_prints_a_line_for_each_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    akari, sudoku = str(EXAMPLES / "akari.txt"), str(EXAMPLES / "hitori.txt")
    code, out, _ = run(capsys, akari)
    assert (code, out) == (0, f"{pencilp.rate(pencilp.load(akari))}\n")
    code, out, _ = run(capsys, akari, sudoku)
    lines = out.splitlines()
    assert code == 0
    assert [line.partition(": ")[0] for line in lines] == [akari, sudoku]
    assert all(" (hardest step: " in line for line in lines)


def test_data_has_all_parts(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "akari.txt")
    _, out, _ = run(capsys, path, "--format", "json")
    record = json.loads(out)
    assert {**record, "seconds": 0} == {
        "file": path,
        "genre": "akari",
        **pencilp.rate(pencilp.load(path)).record(),
        "seconds": 0,
    }
    _, out, _ = run(capsys, path, path, "--format", "csv")
    head, *rows = csv.reader(io.StringIO(out))
    assert tuple(head) == COLUMNS
    assert len(rows) == 2
    for row in rows:
        cells = dict(zip(head, row, strict=True))
        assert cells["level"] == record["level"]
        assert float(cells["number"]) == record["number"]


def test_a_bad_puzzle_does_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("akari\nsize: 2 2\n\n9 9\n. .\n")
    good = str(EXAMPLES / "akari.txt")
    for kind in ("text", "json", "csv"):
        code, out, err = run(capsys, str(bad), good, "--format", kind)
        assert code == 2
        assert good in out
        assert len(err.splitlines()) == 2
        assert ("error" in out) == (kind != "text")
    assert run(capsys, str(bad))[0] == 2


def test_exit_codes_say_whether_there_is_a_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    several = tmp_path / "several.txt"
    several.write_text("slitherlink\nsize: 2 2\n\n. .\n. .\n")
    code, out, _ = run(capsys, str(several))
    assert (code, out) == (1, "the puzzle has several answers, so it has no rating\n")
    code, out, _ = run(capsys, str(EXAMPLES / "sudoku.txt"), "--time-limit", "0.000001")
    assert code == 3


# -- the documents -----------------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "insight.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## How hard is it\n")[2].partition("\n## ")[0]


def test_the_document_has_the_weights_and_levels() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([0-9.]+) \|", SECTION, re.MULTILINE))
    stated = {
        name: value for name, value in vars(weights).items() if name.isupper() and isinstance(value, float | tuple)
    }
    stated["OPEN"] = {weight for _, weight in weights.OPEN}.pop()
    assert [least for least, _ in weights.OPEN] == [3, 5, 7]
    for name in ("CUTS", "LEVELS", "GRAIN", "WIDTH"):  # said in words
        del stated[name]
    assert {name: float(value) for name, value in rows.items()} == stated
    begins = [0.0, *(end for _, end in CUTS)]
    for level, begin, end in zip(LEVELS, begins, [*begins[1:], 0.0], strict=True):
        (cell,) = re.findall(rf"^\| {level} \| ([^|]*) \|", SECTION, re.MULTILINE)
        figures = [float(word) for word in cell.split() if word[0].isdigit()]
        last = round(end - weights.GRAIN, 1)
        assert figures == ([end] if not begin else [begin] if not end else [begin, last])


def test_the_document_shows_what_the_command_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    shown = "".join(
        f"{line.strip()}\n" for line in re.findall(r"^    (.*)$", SECTION.partition("###")[0], re.MULTILINE)
    )
    commands = re.findall(r"^pencilp (.*)$", SECTION, re.MULTILINE)
    assert len(commands) == 5
    printed = ""
    for command in commands:
        assert main(shlex.split(command)) == 0
        out = capsys.readouterr().out
        if "--" not in command:
            printed += out
    assert shown == printed


def test_the_python_example_of_the_document_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(code, {"pencilp": pencilp}, "insight.md", None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 1
    assert result.failed == 0


# -- the measurement ---------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return runpy.run_path(str(ROOT / "bench" / "rating.py"))


def brute_tau(a: Sequence[float], b: Sequence[float]) -> float:
    signs = [
        ((x > u) - (x < u), (y > v) - (y < v)) for i, (x, y) in enumerate(zip(a, b, strict=True))
        for u, v in [*zip(a, b, strict=True)][:i]
    ]  # fmt: skip
    size = (sum(s != 0 for s, _ in signs) * sum(t != 0 for _, t in signs)) ** 0.5
    return float(sum(s * t for s, t in signs)) / size


def test_rank_correlations_are_right(bench: dict[str, Any]) -> None:
    assert bench["spearman"]([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert bench["spearman"]([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # 1 - 6 sum d^2 / (n (n^2 - 1)) without ties
    assert bench["spearman"]([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(1 - 6 * 4 / 120)
    assert bench["spearman"]([0, 0, 1, 1], [1, 2, 3, 4]) == pytest.approx(0.8944271909999159)
    rng = random.Random(1)
    for _ in range(20):
        a, b = ([rng.randrange(4) for _ in range(9)] for _ in "ab")
        if len(set(a)) > 1 and len(set(b)) > 1:
            assert bench["kendall"](a, b) == pytest.approx(brute_tau(a, b))
    assert bench["spearman"]([1, 1], [1, 2]) == bench["kendall"]([1, 1], [1, 2]) == 0


def test_sudokus_of_a_bank_are_compared_with_its_ratings(
    bench: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bank = tmp_path / "bank.txt"
    lines = []
    for rating, id_ in (("1.2", EASY_SUDOKU), ("7.1", MIDDLE_SUDOKU), ("8.4", HARD_SUDOKU)):
        digits = "".join(str(v or 0) for v in read_id(id_).values["given"])
        lines.append(f"0123456789ab {digits}  {rating}\n")
    bank.write_text("".join(lines))
    bench["main"](["--bank", str(bank), "--jobs", "1"])
    assert "3 Sudokus, 0 unfinished: rho 1.00, tau-b 1.00" in capsys.readouterr().out
    bank.write_text("".join(lines) + "\n0123456789ab 12345 1.0\n")
    with pytest.raises(ValueError, match=r"bank\.txt:5: "):
        bench["main"](["--bank", str(bank)])


def test_games_without_a_generator_are_left_out(
    bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    bench["main"](["singles"])
    captured = capsys.readouterr()
    assert "install sgt-puzzles" in captured.err
    assert captured.out == "nothing to compare\n"


def test_generators_and_ratings_agree_on_singles(bench: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which("sgt-singles", path="/usr/games:/usr/bin") is None:
        pytest.skip("the generator sgt-singles is absent (Debian's package sgt-puzzles)")
    bench["main"](["singles", "--boards", "8", "--jobs", "1", "--fit", "--levels", "--markdown"])
    out = capsys.readouterr().out
    (rho,) = re.findall(r"held out ([0-9.]+)$", out, re.MULTILINE)
    assert float(rho) > 0.7
