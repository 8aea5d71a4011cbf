"""The measuring commands of bench/ work on tiny inputs; no test depends on how long anything takes."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from pencilp import api, genres
from pencilp.cli import benchmark, main
from pencilp.formats import dataset
from pencilp.formats.sources import Sources
from pencilp.formats.text import text
from pencilp.reformulate.linear.linearise import linearise

pytestmark = pytest.mark.slow
BENCH = Path(__file__).parent.parent / "bench"
EXAMPLES = BENCH.parent / "examples"


@pytest.fixture(autouse=True)
def _bench_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of our own: three boards of one genre, with recorded answers, and a file that is no genre of ours."""
    from made import kurodoko

    folder = tmp_path / "corpus"
    folder.mkdir()
    lines = []
    for n in (4, 5, 6):
        puzzle = kurodoko(n)
        puzzle.name = f"{n}_{n}x{n}"
        lines.append(json.dumps(dataset.write_dataset(puzzle, api.solve(puzzle).answer)))
    (folder / "Kuromasu.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "Unheard.jsonl").write_text("{}\n", encoding="utf-8")
    return folder


def run(script: str, *arguments: object) -> str:
    command = [sys.executable, str(BENCH / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


# -- figures ----------------------------------------------------------------------------------------------------------


def test_figures() -> None:
    from measuring import figures

    assert figures([4, 1, 3, 2]) == (2.5, 2.5, 4, 4)
    assert figures([5]) == (5, 5, 5, 5)
    assert all(map(math.isnan, figures([])))
    assert figures(range(1, 101)).p95 == 95.5


def test_weighted_figures_are_those_of_the_whole() -> None:
    from measuring import figures

    assert figures([1, 2, 10], [3, 2, 1]) == figures([1, 1, 1, 2, 2, 10])


def test_exponents_and_geometric_means() -> None:
    from measuring import exponent, geometric_mean

    assert exponent([1, 2, 4, 8], [3, 12, 48, 192]) == pytest.approx(2)
    assert math.isnan(exponent([1], [1]))
    assert geometric_mean([0.5, 2, 8]) == pytest.approx(2)


def test_a_sample_has_the_largest_and_stands_for_all() -> None:
    from measuring import Entry, sample

    every = [Entry(str(i), "", "", i % 50 * 10) for i in range(200)]
    chosen = sample(every, 30, 5)
    assert len(chosen) == len({e.id for e in chosen}) == 35
    assert sorted(e.cells for e in every)[-5:] == [e.cells for e in chosen[-5:]]
    assert sum(e.weight for e in chosen) == pytest.approx(200)
    assert chosen == sample(list(reversed(every)), 30, 5)
    assert {e.id for e in sample(every[:20], 30, 5)} == {e.id for e in every[:20]}


def test_tables_have_a_cell_for_each_column() -> None:
    from measuring import table

    lines = table(["a", "b"], [["1", "22"], ["333", "4"]], markdown=True).split("\n")
    assert [line.count("|") for line in lines] == [3, 3, 3, 3]
    assert len(set(map(len, lines))) == 1


# -- compare ----------------------------------------------------------------------------------------------------------


def test_compare_runs_a_corpus_and_reports(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "result.json"
    content = run("compare.py", "--corpus", corpus, "--passes", 2, "-o", output)
    result = json.loads(output.read_text(encoding="utf-8"))
    assert list(result["genres"]) == ["kurodoko"]
    records = result["genres"]["kurodoko"]["puzzles"]
    assert [r["cells"] for r in records] == [16, 25, 36]
    for record in records:
        mine = record["runs"]["pencilp"]
        assert mine["status"] == "unique"
        assert mine["equal"] is True
        assert len(mine["passes"]) == 2
        for times in mine["passes"]:
            assert times["total"] == pytest.approx(times["read"] + times["state"] + times["solve"], abs=0.01)
            assert times["solve"] == pytest.approx(times["first"] + times["prove"], abs=0.01)
    assert "3 of 3" in content
    again = run("compare.py", "--report", output, "--markdown")
    assert "| kurodoko |" in again
    assert "Not the recorded answer: none." in again


def test_native_takes_turns_with_a_native_solver(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import native

    links = ["https://puzz.link/p?norinori/2/2/00", "https://puzz.link/p?mashu/2/2/00"]
    path, program = tmp_path / "links.txt", tmp_path / "native"
    path.write_text(f"{links[0]}\nmashu\t{links[1]}\nhttps://puzz.link/p?unheard/1/1/0\n", encoding="utf-8")
    monkeypatch.setattr(native.measuring, "one_core", lambda cpu: None)
    alone = [path, "--output", tmp_path / "native.json", "--passes", 1, "--native", program]
    native.main([*map(str, alone)])
    printed = capsys.readouterr()
    assert "ours alone is measured" in printed.err
    assert "unheard" in printed.err
    assert "geometric" not in printed.out
    # a program that answers at once: an hour for the first link, an error for the second
    program.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        "for line in sys.stdin:\n"
        "    kind, link = line.split()\n"
        "    assert link.split('?')[1].startswith(kind + '/'), link\n"
        "    result = 'error 0 unread 0 ' if kind == 'masyu' else 'ok 3600000 several 0 3600000,3700000'\n"
        "    print(kind, link, '0', *result.split(' '), sep='\\t', flush=True)\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    native.main([*map(str, alone)])
    printed = capsys.readouterr()
    assert "native: geometric mean of the ratios of means 0.00, of medians 0.00, 1 genres." in printed.out
    assert f"masyu: ours unique, native error: unread: {links[1]}" in printed.out
    records = json.loads((tmp_path / "native.json").read_text(encoding="utf-8"))["genres"]
    assert {kind: record["runs"]["native"]["ms"] for kind, (record,) in records.items()} == {
        "norinori": 3600000,
        "masyu": None,
    }


def test_compare_resumes(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "result.json"
    run("compare.py", "--corpus", corpus, "--passes", 1, "-o", output)
    kept = json.loads(output.read_text(encoding="utf-8"))
    kept["genres"]["kurodoko"]["puzzles"] = kept["genres"]["kurodoko"]["puzzles"][:1]
    output.write_text(json.dumps(kept), encoding="utf-8")
    assert "1 of 3" in run("compare.py", "--corpus", corpus, "--resume", "-o", output)


def test_wrong_and_failed_puzzles_are_counted(corpus: Path, tmp_path: Path) -> None:
    path = corpus / "Kuromasu.jsonl"
    first, second, _ = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    first["solution"] = first["solution"].replace("x", "-")
    second["problem"] = second["problem"].rsplit("\n", 1)[0]
    path.write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n", encoding="utf-8")
    content = run("compare.py", "--corpus", corpus, "--passes", 1, "-o", tmp_path / "result.json")
    assert f"Not the recorded answer: kurodoko {first['id']}." in content
    assert f"Failed: kurodoko {second['id']} (InputError" in content


def test_a_record_whose_first_lines_count_more_than_rows_is_read_as_the_command_reads_it(
    corpus: Path, tmp_path: Path
) -> None:
    path = corpus / "Kuromasu.jsonl"
    entry = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    entry["problem"] = entry["problem"].replace("4 4\n", "7 4\n", 1)
    entry["solution"] = entry["solution"].replace("4 4\n", "7 4\n", 1) + "\n[moves]\nab,1;\nac,0;"
    path.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    (record,) = benchmark.run(Sources([str(path)]))
    assert (record["status"], record["equal"]) == ("unique", True)
    output = tmp_path / "result.json"
    run("compare.py", "--corpus", corpus, "--passes", 1, "-o", output)
    (record,) = json.loads(output.read_text(encoding="utf-8"))["genres"]["kurodoko"]["puzzles"]
    assert record["cells"] == 16
    mine = record["runs"]["pencilp"]
    assert (mine["status"], mine["equal"]) == ("unique", True)


def test_a_contestant_that_dies_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import compare

    contestant = compare.Contestant("pencilp", sys.executable)
    request = {"genre": "kurodoko", "problem": "2 2\n- -\n- 4", "solution": "", "limit": 5, "passes": 1, "enough": 1}
    try:
        contestant._process.kill()
        contestant._process.wait()
        assert contestant.run(request)["status"] == "failed"
        assert contestant.run(request)["status"] in ("unique", "multiple", "none")
    finally:
        contestant.close()


def test_the_goal_table_compares_with_the_figures_from_elsewhere() -> None:
    from compare import goal_table

    def puzzle(ms: float) -> dict[str, object]:
        passes = [{"total": ms}, {"total": 2 * ms}]
        run = {"status": "unique", "equal": True, "passes": passes}
        return {"id": "1", "cells": 1, "weight": 1, "runs": {"pencilp": run}}

    genres = {"norinori": {"of": 1, "puzzles": [puzzle(0.545)]}, "cave": {"of": 1, "puzzles": [puzzle(74.7)]}}
    content = goal_table(genres, "min", False)
    mean = math.sqrt(0.545 / 2.16 * 74.7 / 7.47)
    assert f"mean / the native mean: {mean:.3f}" in content
    assert "cave (mean 74.7, allowed 7.47)" in content
    assert "norinori (mean" not in content


def test_the_figures_from_elsewhere_are_whole() -> None:
    from pencilp import genres

    elsewhere = json.loads((BENCH / "elsewhere.json").read_text(encoding="utf-8"))
    for name, solvers in elsewhere["genres"].items():
        assert genres.find(name).name == name
        for solver in set(solvers) - {"remark"}:
            assert solver in elsewhere["solvers"]
            median, _, most = solvers[solver]
            assert median <= most


# -- made puzzles, growth, cold runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slitherlink", "kurodoko", "shikaku"])
def test_made_puzzles_have_one_answer_and_are_the_same_again(name: str) -> None:
    from made import MAKERS

    puzzle = MAKERS[name](7, seed=3)
    assert api.solve(puzzle).status == "unique"
    assert puzzle == MAKERS[name](7, seed=3)
    assert puzzle != MAKERS[name](7, seed=4)


def test_growth(tmp_path: Path) -> None:
    output = tmp_path / "growth.json"
    content = run("growth.py", "--sizes", "4,6", "--passes", 1, "--folder", tmp_path / "made", "-o", output)
    result = json.loads(output.read_text(encoding="utf-8"))["genres"]
    assert set(result) == {"slitherlink", "kurodoko", "shikaku"}
    assert all(r["status"] == "unique" for records in result.values() for r in records)
    assert content.count("exponent") == 3


def test_cold_runs(tmp_path: Path) -> None:
    from made import shikaku

    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(text.write(shikaku(4)), encoding="utf-8")
    output = tmp_path / "cold.json"
    content = run("cold.py", "--puzzle", puzzle, "--runs", 1, "--modules", 3, "-o", output)
    result = json.loads(output.read_text(encoding="utf-8"))
    assert "pencilp solve LINK" in result["commands"]
    assert sum(values[0] for values in result["parts"].values()) > 0  # one part alone may be less than the noise
    assert len(result["modules"]) == 3
    assert "Peak memory" in content


# -- the MILP side ------------------------------------------------------------------------------------------------------


def test_milp(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "milp.json"
    content = run(
        "milp.py", "--corpus", corpus, "--number", 1, "--solvers", "highs", "--ways", "flow,cuts", "-o", output
    )
    records = json.loads(output.read_text(encoding="utf-8"))["puzzles"]
    assert [r["way"] for r in records] == ["flow", "cuts"]
    assert all(r["solvers"]["highs"]["status"] == "unique" and r["solvers"]["highs"]["equal"] for r in records)
    assert all("Connected" in r["globals"] for r in records)
    assert "cuts solves 1 of 1" in content


@pytest.mark.parametrize("way", ["flow", "order", "cuts"])
@pytest.mark.parametrize("name", ["slitherlink", "kurodoko"])
def test_every_way_to_state_connectivity_gives_the_same_answer(name: str, way: str) -> None:
    from connecting import stated_by
    from made import MAKERS

    from pencilp import solvers

    puzzle = MAKERS[name](5, seed=1)
    genre = api.genre_of(puzzle)
    model = genre.model(puzzle)
    with stated_by(way):
        found = solvers.prepare(model, "highs")(count=2, time_limit=60)
    assert found.status == "unique"
    answer = api.solve(puzzle).answer
    assert answer is not None
    assert genre.answer(puzzle, model, found.solutions[0]) == answer


def test_ways_to_state_connectivity_are_put_back() -> None:
    from connecting import stated_by
    from made import kurodoko

    from pencilp.solvers.milp import search as milp

    model = api.formulate(kurodoko(4))
    columns = len(linearise(model).program.columns)
    with stated_by("order") as state:
        assert len(state(model).program.columns) == len(milp.linearise(model, cutting=True).program.columns) != columns
    assert len(linearise(model).program.columns) == columns
    assert milp.linearise is linearise


def test_hotspots(corpus: Path) -> None:
    content = run("hotspots.py", "kurodoko", "--corpus", corpus, "--top", 5)
    assert "kurodoko: 3 puzzles" in content
    assert "pencilp/" in content


def test_stating(corpus: Path, tmp_path: Path) -> None:
    content = run(
        "stating.py",
        "--genres",
        "kurodoko,mastermind",
        "--corpus",
        corpus,
        "--above",
        0,
        "-o",
        tmp_path / "stored.json",
    )
    assert content.split("\n")[1].split()[0] == "kurodoko"
    assert "0 of 1 genres take at most 0.00 ms" in content
    assert "of mastermind there is no board" in content


# -- reasons --------------------------------------------------------------------------------------------------------------


def test_reasons_for_values_are_minimal_sets_of_instances(tmp_path: Path) -> None:
    output = tmp_path / "reasons.json"
    content = run("reasons.py", "kurodoko", "--cells", 3, "--orders", 2, "-o", output)
    assert content.split("\n")[-2].split()[0] == "kurodoko"
    (entry,) = json.loads(output.read_text(encoding="utf-8")).values()
    assert len({r["index"] for r in entry["reasons"]}) == 3
    for reason in entry["reasons"]:
        assert 1 <= reason["others"] <= reason["clues"] <= entry["instances"]


def test_a_reason_is_shrunk_until_nothing_can_be_left_out() -> None:
    from reasons import shrunk

    class OneOf:
        """These sets, and all that hold one of them, are contradictions; a solver names more than it needs."""

        def __init__(self, *sets: set[int]) -> None:
            self.sets = sets

        def __call__(self, active: list[int]) -> set[int] | None:
            return set(active) if any(some <= {*active} for some in self.sets) else None

    assert sorted(shrunk([3, 1, 4, 5, 9, 2, 6], OneOf({1, 2, 3}), None)) == [1, 2, 3]
    assert shrunk([1, 2, 3, 4], OneOf({1, 2}, {4}), None) in ([1, 2], [2, 1])
    assert shrunk([1, 2, 3], OneOf({1, 2}), 2) is None
    assert shrunk([1, 2], OneOf(set()), None) == []


def test_the_tables_of_the_rules() -> None:
    content = run("reasons.py", "kurodoko", "--rules", "--markdown")
    (row,) = [line for line in content.split("\n") if line.startswith("| kurodoko")]
    cells = [cell.strip() for cell in row.split("|")]
    assert cells[6:10] == ["yes"] * 4
    assert int(cells[3]) == int(cells[4]) + int(cells[5]) > 3
    assert "The shortest and the longest page: kurodoko" in content


def test_a_plan_names_combinations_never_measured() -> None:
    from proof import plan

    names = genres.names()
    lines = plan({"": 100.0} | dict.fromkeys(names, 1.0), 2 * len(names)).splitlines()
    assert lines[0].startswith(f"{len(names)} genres were measured: 1.0 s each")
    assert lines[1] == "tests of no genre: 100 s"
    assert [line.partition(",")[0] for line in lines[2:]] == [
        f"{n} genres: {100 + n} s of work" for n in (len(names), 2 * len(names))
    ]
    content = plan({names[0]: 3.0}, 500)
    assert f"{len(names) - 1} genres were never measured" in content
    assert "tests of no genre were never measured" in content
    with pytest.raises(SystemExit, match="no genre was measured"):
        plan({"": 100.0}, 500)


def test_the_peers_adapters_speak_of_our_genres() -> None:
    import ast

    from pencilp import genres

    for script, table in (("contestant_puzzlekit.py", "TYPES"), ("contestant_multi.py", "CASES")):
        tree = ast.parse((BENCH / script).read_text(encoding="utf-8"))
        found = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign | ast.AnnAssign) and table in ast.unparse(node).split("=")[0]
        ]
        assert isinstance(found[0], ast.Dict)
        names = [key.value for key in found[0].keys if isinstance(key, ast.Constant)]
        assert len(names) > 30
        for name in names:
            assert genres.find(str(name)).name == name


def test_solvers_are_compared_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(EXAMPLES / f"{name}.txt") for name in ("norinori-p01", "akari")]
    assert main(["bench", *files, "--solver", "clasp,highs", "--format", "json", "--each"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [(e["genre"], e["solver"]) for e in record["genres"]] == [
        ("norinori", "clasp"), ("norinori", "highs"), ("akari", "clasp"), ("akari", "highs"),
    ]  # fmt: skip
    content = [e["figures"] for e in record["genres"]]
    assert content[0] == content[2] == {}
    assert (content[1]["rows"], content[1]["columns"]) == (223, 100)
    assert content[1]["nodes"] >= 0
    assert [e["solver"] for e in record["each"]] == ["clasp", "clasp", "highs", "highs"]
    assert main(["bench", *files, "--solver", "clasp, highs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["genre", "solver"]
    assert "rows  columns  root bound  nodes" in lines[0]
    assert lines[1].split()[:3] == ["norinori", "clasp", "1"]
    assert lines[1].split()[9:13] == ["-", "-", "-", "-"]
    assert lines[2].split()[9:11] == ["223", "100"]
    assert any(line.startswith("4 runs in ") for line in lines)


def test_a_formulation_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "norinori-p01.txt")
    assert main(["bench", path, "--formulation", "published", "--solver", "highs"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[9:11] == ["267", "144"]
    assert main(["bench", str(EXAMPLES / "akari.txt"), "--formulation", "published"]) == 2
    assert "akari has no published formulation" in capsys.readouterr().out


def test_solvers_that_cannot_be_compared_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "akari.txt")
    for arguments, says in (
        ([path, "--solver", "clasp,nix"], "there is no solver 'nix'"),
        ([path, "--solver", ","], "there is no solver ''"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(["bench", *arguments])
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1
    assert main(["bench", "-", "--solver", "clasp,highs"]) == 2
    assert "-: standard input can be read only once" in capsys.readouterr().err


def test_the_page_under_load(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    found = run(
        "page_load.py", "--output", out, "edit", "--clients", 3, "--seconds", 0.5, "--pause", 0.1, "--warm", 0.5
    )
    assert "0 errors" in found
    assert "3 puzzles of 1 genres" in run("page_load.py", "--output", out, "solves", "--corpus", corpus)
    assert json.loads(out.read_text())["lost"] == json.loads(out.read_text())["mixed"] == []


def test_steps_are_counted_for_each_genre_and_in_all(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "steps.json"
    printed = run("steps.py", "kurodoko", "--corpus", 3, "--folder", corpus, "--no-examples", "-o", output)
    head, row, every, *_ = (line.split() for line in printed.splitlines())
    found = json.loads(output.read_text(encoding="utf-8"))
    assert head[:3] == ["genre", "puzzles", "steps"]
    assert row[:3] == ["kurodoko", "3", str(sum(len(way["steps"]) for way in found))]
    assert every[:3] == ["all", *row[1:3]]
    assert [way["ended"] for way in found] == [""] * 3
