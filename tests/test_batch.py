"""Many puzzles at once: records, files of records that lose nothing, and workers that die."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import api
from pencilp.batches import engines
from pencilp.batches.engines import InProcess, Pool
from pencilp.batches.keys import CODES, Keyed, KeyMaker, folded
from pencilp.batches.out import OutFile, records_in
from pencilp.batches.run import Run
from pencilp.batches.tasks import Settings
from pencilp.board.symmetry import turned_puzzle, words_of
from pencilp.errors import InputError, NotWritten
from pencilp.formats import examples
from pencilp.formats.reading import Unread
from pencilp.formats.sources import Sources
from pencilp.formats.writing import written
from pencilp.genres import find, own
from tests.endless_batch import check_few_are_taken

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
PAIR = '{"id": "%s", "problem": "1 2\\n- -\\n1 1", "solution": "1 2\\n%s"}'
forks = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="workers do not inherit what the test changes"
)


def lines(number: int, answer: str = "x x") -> str:
    """A file of the dataset with puzzles that differ in their names."""
    return "".join(f"{PAIR % (n, answer)}\n" for n in range(number))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    def put(content: str, name: str = "Norinori.jsonl") -> str:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return put


Write = Callable[..., str]


# -- records ----------------------------------------------------------------------------------------------------------


def test_a_batch_has_a_record_for_each_puzzle_good_or_bad(write: Write) -> None:
    path = write(f"{lines(2)}no json\n{PAIR % ('other', '- -')}\n")
    records = {r["number"]: r for r in pencilp.batch([path, LINK, api.load(LINK)], jobs=2) if r["file"] == path}
    assert [records[n]["status"] for n in (1, 2, 3, 4)] == ["unique", "unique", "failed", "unique"]
    assert [records[n]["equal"] for n in (1, 2, 3, 4)] == [True, True, None, False]
    first = records[1]
    assert (first["id"], first["line"], first["rows"], first["cols"], first["found"]) == ("0", 1, 1, 2, 1)
    assert first["link"].startswith("https://puzz.link/p?norinori/2/1/")
    assert api.load_all(first["text"])[0].answer is not None
    assert records[3]["error"].startswith(f"{path}:3: puzzle 3: ")
    assert records[3]["failed"] == "input"


def test_sources_may_be_links_texts_puzzles_and_folders(write: Write, tmp_path: Path) -> None:
    write("norinori\nrooms:\n1 1\n", "folder.txt")
    given = [LINK, "norinori\nrooms:\n1 1\n", api.load(LINK), tmp_path]
    assert sorted(r["file"] for r in pencilp.batch(iter(given), jobs=1)) == sorted(
        [LINK, "text", "puzzle", str(tmp_path / "folder.txt")]
    )


@pytest.mark.parametrize(
    ("do", "answer", "status", "entry"),
    [
        ("check", "x x", "right", {"broken": []}),
        ("check", "- -", "wrong", {"found": None}),
        ("facts", "x x", "unique", {"settled": 2, "places": 2}),
        ("needless", "x x", "unique", {"needless": 0, "found": 1, "complete": True}),
        ("rate", "x x", "unique", {"level": "easy", "finished": True, "found": 1}),
    ],
)
def test_each_task_adds_its_entries(do: str, answer: str, status: str, entry: dict[str, Any], write: Write) -> None:
    (record,) = pencilp.batch(write(lines(1, answer)), do, jobs=1)
    assert record["status"] == status
    assert entry.items() <= record.items()
    assert "read" in record["ms"]
    assert "total" in record["ms"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"do": "sovle"}, r"there is no task 'sovle', only .* \(did you mean solve\?\)"),
        ({"do": "check", "solver": "highs"}, "no other solver"),
        ({"jobs": 0}, "jobs"),
        ({"time_limit": -1}, "time limit"),
        ({"sources": "no/such.txt"}, "no/such.txt: No such file"),
        ({"sources": ["no/such.txt"], "out": "x.jsonl"}, "no/such.txt: No such file"),
        ({"genre": "norinoir"}, "norinori"),
        ({"out": "x.txt"}, "out is the name of a .jsonl file, not 'x.txt'"),
    ],
)
def test_wrong_arguments_are_one_line_before_anything_is_written(
    arguments: dict[str, Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=says):
        pencilp.batch(**{"sources": LINK, **arguments})
    assert not list(tmp_path.iterdir())


def test_a_frame_has_a_row_for_each_record(write: Write) -> None:
    pytest.importorskip("pandas")
    path, out = write(f"{lines(2)}no json\n"), write("", "out.jsonl")
    assert list(pencilp.batch(path, jobs=1).to_frame()["status"].value_counts().items()) == [
        ("unique", 2),
        ("failed", 1),
    ]
    list(pencilp.batch(path, out=out, jobs=1))
    taken = pencilp.batch(path, jobs=1)
    assert len(list(taken)) == 3
    with pytest.raises(InputError, match=r"its records were taken already: call to_frame\(\) first"):
        taken.to_frame()
    frame = pencilp.batch(path, out=out, jobs=1).to_frame()
    assert len(frame) == 3
    assert {"key", "ms_read", "ms_total", "error"} <= {*frame.columns}


# -- keys -------------------------------------------------------------------------------------------------------------


def test_keys_stay_when_puzzles_move_and_equal_puzzles_have_several() -> None:
    def keys(*contents: bytes) -> list[str]:
        made = KeyMaker(None)
        return [made.next_key(Unread("x.txt", "text", content, n, n))[0] for n, content in enumerate(contents, 1)]

    a, b = keys(b"norinori\n", b"akari\n")
    assert keys(b"akari\n", b"norinori", b"norinori\n", b"norinori\n") == [b, a, f"{a}-2", f"{a}-3"]
    assert keys(b"norinori\n") != [KeyMaker("lits").next_key(Unread("x.txt", "text", b"norinori\n"))[0]]


@pytest.mark.parametrize("wrong", ["", "12", "g" * 16, "0" * 16 + "-x", "0" * 17])
def test_a_wrong_key_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        folded(wrong)


# -- duplicates -------------------------------------------------------------------------------------------------------


@pytest.fixture
def turned_links(write: Write) -> str:
    """A file with the link of an asymmetric puzzle in all eight ways, and then a puzzle of another genre on its rooms."""
    puzzle = examples.example("heyawake")
    ways = [written(turned_puzzle(puzzle, matrix), None, "url") for matrix in words_of("square")]
    return write("".join(f"{link.strip()}\n" for link in [*ways, ways[0].replace("heyawake", "aqre")]), "links.txt")


def test_a_turned_or_mirrored_puzzle_is_not_done_again(turned_links: str, write: Write) -> None:
    text = write(written(examples.example("heyawake"), None, "text"), "one.txt")
    records = {r["key"]: r for r in pencilp.batch([text, turned_links], jobs=2, dedupe=True)}
    of_line = {r["line"]: r for r in records.values() if r["file"] == turned_links}
    (first,) = (r for r in records.values() if r["file"] == text)
    assert [of_line[n]["turned"] for n in range(1, 9)] == [*words_of("square").values()]
    assert {(r["status"], r["same_as"], r["first"]) for n, r in of_line.items() if n < 9} == {
        ("duplicate", first["key"], f"{text}:1")
    }
    assert len({r["link"] for n, r in of_line.items() if n < 9}) == 8
    assert (first["status"], of_line[9]["genre"], "same_as" in of_line[9]) == ("unique", "aqre", False)
    assert of_line[9]["status"] != "duplicate"


@pytest.mark.parametrize("kept", range(10))
def test_duplicates_are_known_after_every_stop(kept: int, turned_links: str, write: Write) -> None:
    whole, out = write("", "whole.jsonl"), write("", "out.jsonl")
    list(pencilp.batch(turned_links, out=whole, jobs=2, dedupe=True))
    before = Path(whole).read_bytes().splitlines(keepends=True)[:kept]
    Path(out).write_bytes(b"".join(before))
    batch = pencilp.batch(turned_links, out=out, jobs=2, dedupe=True)
    list(batch)
    assert batch.skipped == kept
    records = [*records_in(out)]
    assert sorted(r["line"] for r in records) == [*range(1, 10)]
    assert Counter(r["status"] == "duplicate" for r in records) == {True: 7, False: 2}
    # a duplicate comes after the puzzle that it names
    seen: set[str] = set()
    for record in records:
        seen.add(record["key"])
        assert record.get("same_as", record["key"]) in seen


def test_a_duplicate_waits_for_the_record_of_its_first_puzzle(turned_links: str) -> None:
    class Backwards:
        def run(self, items: Iterator[Keyed]) -> Iterator[list[dict[str, Any]]]:
            settings = Settings(dedupe=True)
            yield from ([engines.record_of(item, settings)] for item in [*items][::-1])

    records = [*Run(Sources([turned_links]), Backwards(), Settings(dedupe=True))]  # type: ignore[arg-type]
    assert [r["line"] for r in records] == [9, 1, 8, 7, 6, 5, 4, 3, 2]


def test_checks_and_unread_puzzles_are_no_duplicates(write: Write) -> None:
    with pytest.raises(InputError, match="leave out dedupe"):
        pencilp.batch(LINK, "check", dedupe=True)
    records = [
        *pencilp.batch(write("norinori\nrooms:\n1\n---\nnorinori\nrooms:\n1 x y\n2\n" * 2, "bad.txt"), dedupe=True)
    ]
    assert {r["status"] for r in records if "canonical" not in r} == {"failed"}


# -- the file of records ----------------------------------------------------------------------------------------------


def test_a_batch_goes_on_where_it_stopped(write: Write) -> None:
    path, out = write(lines(9)), write("", "out.jsonl")
    batch = pencilp.batch(path, out=out, jobs=1)
    next(batch)
    batch.close()
    before = Path(out).read_bytes()
    assert 0 < before.count(b"\n") < 9
    batch = pencilp.batch(path, out=out, jobs=2)
    rest = list(batch)
    assert batch.skipped == before.count(b"\n")
    assert len(rest) + batch.skipped == 9
    assert Path(out).read_bytes().startswith(before)
    assert sorted(r["id"] for r in records_in(out)) == [str(n) for n in range(9)]
    assert list(pencilp.batch(path, out=out)) == []


@pytest.mark.parametrize("cut", [1, 2, 30, -1])
def test_a_half_written_last_line_is_mended(cut: int, write: Write) -> None:
    path, out = write(lines(3)), write("", "out.jsonl")
    list(pencilp.batch(path, out=out, jobs=1))
    whole = Path(out).read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    Path(out).write_bytes(whole[: -len(last)] + (last[:-cut] if cut > 0 else b"\0" * 50))
    assert len(list(pencilp.batch(path, out=out, jobs=1))) == 1
    assert sorted(r["id"] for r in records_in(out)) == ["0", "1", "2"]


def test_a_file_of_something_else_stays_as_it_is(write: Write) -> None:
    for content in ("one\ntwo\n", '{"id": "1"}\n{"id": "2"}\n', "[1]\n{}\n"):
        out = write(content, "out.jsonl")
        with pytest.raises(InputError, match=r"out.jsonl:1: this is no record of a batch"):
            pencilp.batch(LINK, out=out)
        assert Path(out).read_text() == content


@pytest.mark.parametrize(
    "content",
    ['{"id": 1, "note": "precious"}\n', '{"id": 1, "note": "precious"}', '{"key": "mine", "note": 1}', "x", "{}\n"],
)
def test_a_last_line_that_is_no_half_record_stays(content: str, write: Write) -> None:
    path, out = write(lines(1)), write("", "out.jsonl")
    list(pencilp.batch(path, out=out, jobs=1))
    record = Path(out).read_text()
    for before, number in (("", 1), (record, 2)):
        Path(out).write_text(before + content)
        with pytest.raises(InputError, match=f"out.jsonl:{number}: this is no record of a batch"):
            pencilp.batch(path, out=out)
        assert Path(out).read_text() == before + content


@pytest.mark.parametrize("end", ["", "\n"])
def test_several_records_in_a_line_are_refused(end: str, write: Write) -> None:
    path, out = write(lines(4)), write("", "out.jsonl")
    list(pencilp.batch(path, out=out, jobs=1))
    first, *others = Path(out).read_text().splitlines()
    content = f"{first}\n{''.join(others)}{end}"
    Path(out).write_text(content)
    with pytest.raises(InputError, match=r"out.jsonl:2: this is no record of a batch"):
        pencilp.batch(path, out=out)
    assert Path(out).read_text() == content


@pytest.mark.parametrize(
    "change",
    [
        {"status": 5}, {"status": "right"}, {"ms": None}, {"ms": {"total": "long"}}, {"figures": []}, {"rows": "1"},
        {"settings": "solev, clasp"}, {"genre": None}, {"equal": "yes"},
    ],
)  # fmt: skip
def test_an_edited_record_is_refused_when_it_is_read(change: dict[str, Any], write: Write) -> None:
    out = write("", "out.jsonl")
    list(pencilp.batch(write(lines(2)), out=out, jobs=1))
    first, second = records_in(out)
    Path(out).write_text(f"{json.dumps(first)}\n{json.dumps(second | change)}\n")
    with pytest.raises(InputError, match=r"out.jsonl:2: this is no record of a batch"):
        list(records_in(out))


def test_leaving_a_loop_frees_the_file(write: Write) -> None:
    path, out = write(lines(9)), write("", "out.jsonl")
    for _ in pencilp.batch(path, out=out, jobs=1):
        break
    with pencilp.batch(path, out=out, jobs=1) as batch:
        next(batch)
    rest = list(pencilp.batch(path, out=out, jobs=1))
    assert len(rest) < 8
    assert len([*records_in(out)]) == 9


def test_records_of_a_changed_genre_file_are_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_loaded", "_registered"):
        monkeypatch.setattr(own, name, {})
    page = "from pencilp.genres.norinori import Norinori\n\nclass Mine(Norinori):\n    name = 'mine'\n"
    genre, out = write(page, "mine.py"), write("", "out.jsonl")
    text = "mine\nrooms:\n1 1\n"
    assert [r["status"] for r in pencilp.batch(text, out=out, genre=genre, jobs=1)] == ["unique"]
    assert list(pencilp.batch(text, out=out, genre=genre)) == []
    write(f"{page}    title = 'Mine'\n", "mine.py")
    with pytest.raises(InputError, match=r"other options \('solve, genre mine \(file [0-9a-f]{8}\), clasp'\)"):
        pencilp.batch(text, out=out, genre=genre)
    find.cache_clear()


def test_records_of_other_options_are_refused(write: Write) -> None:
    out = write("", "out.jsonl")
    list(pencilp.batch(LINK, out=out, jobs=1))
    for other in ({"do": "facts"}, {"solver": "highs"}, {"time_limit": 5}, {"genre": "norinori"}):
        with pytest.raises(
            InputError, match=r"out.jsonl:1: its records were made with other options \('solve, clasp'\)"
        ):
            pencilp.batch(LINK, out=out, **other)  # type: ignore[arg-type]


def test_two_runs_into_one_file_are_refused(write: Write) -> None:
    path, out = write(lines(4)), write("", "out.jsonl")
    batch = pencilp.batch(path, out=out, jobs=1)
    next(batch)
    with pytest.raises(InputError, match=r"out.jsonl: a batch of this program writes it: close\(\) it"):
        pencilp.batch(path, out=out)
    script = "import pencilp, sys\ntry: pencilp.batch(sys.argv[1], out=sys.argv[2])\nexcept pencilp.InputError as e: print(e)"
    said = subprocess.check_output([sys.executable, "-c", script, path, out], text=True)
    assert said == f"{out}: another run writes it: wait for its end, or name another file\n"
    batch.close()
    list(pencilp.batch(path, out=out, jobs=1))
    assert len([*records_in(out)]) == 4


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_device_or_a_folder_takes_no_records(tmp_path: Path) -> None:
    device, folder = tmp_path / "device.jsonl", tmp_path / "folder.jsonl"
    device.symlink_to("/dev/full")
    folder.mkdir()
    for path in (device, folder, tmp_path / "no" / "out.jsonl"):
        with pytest.raises(NotWritten):
            pencilp.batch(LINK, out=path)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_a_full_disk_leaves_whole_records(write: Write) -> None:
    path, out = write(lines(40)), write("", "out.jsonl")
    script = (
        "import pencilp, resource, signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "try:\n    list(pencilp.batch(sys.argv[1], out=sys.argv[2], jobs=1))\n"
        "except pencilp.InputError as error:\n    print(error)"
    )
    said = subprocess.check_output([sys.executable, "-c", script, path, out], text=True)
    assert said == f"{out}: cannot be written: File too large\n"
    content = Path(out).read_bytes()
    assert content.endswith(b"\n")
    done = [json.loads(line)["id"] for line in content.splitlines()]
    assert 0 < len(done) < 40
    list(pencilp.batch(path, out=out, jobs=1))
    assert Counter(r["id"] for r in records_in(out)) == Counter(map(str, range(40)))


def test_records_of_puzzles_that_are_gone_are_found(write: Write) -> None:
    path, out = write(lines(3)), write("", "out.jsonl")
    list(pencilp.batch(path, out=out, jobs=1))
    write(lines(2) + PAIR % ("new", "x x") + "\n")
    settings = Settings()
    file = OutFile(out, str(settings), lambda record: 5 * (record["status"] == "unique"))
    run = Run(Sources([path]), InProcess(settings), settings, file)
    assert [record["id"] for record in run] == ["new"]
    number, named = run.lost()
    assert (number, [record["id"] for record in named], run.skipped, run.code) == (1, ["2"], 2, 5)
    file.close()


# -- workers ----------------------------------------------------------------------------------------------------------


@forks
@pytest.mark.parametrize("often", [1, 2])
def test_a_puzzle_that_kills_its_worker_is_tried_once_more_alone(
    often: int, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = api.solve

    def deadly(puzzle: Any, *rest: Any, **more: Any) -> Any:
        if puzzle.name == "7":
            tries = tmp_path / "tries"
            with tries.open("a") as file:
                file.write("x")
            if len(tries.read_text()) <= often:
                os._exit(7)
        return solve(puzzle, *rest, **more)

    monkeypatch.setattr(api, "solve", deadly)
    path = write(lines(20))
    records = list(pencilp.batch(path, jobs=2))
    assert Counter(r["id"] for r in records) == Counter(map(str, range(20)))
    failed = [(r["failed"], r["error"]) for r in records if r["status"] == "failed"]
    says = f"{path}:8: puzzle 8 (7): the process died twice (exit code 7)"
    assert failed == ([] if often == 1 else [("solver", says)])


def test_an_engine_takes_no_more_than_it_can_do() -> None:
    for waits in (False, True):
        check_few_are_taken(Pool(Settings(texts=False), 2, waits=waits), 5 * engines.MAX_CHUNK_PUZZLES * 2)


def test_an_error_of_the_input_ends_a_batch() -> None:
    def given() -> Iterator[str]:
        yield LINK
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(pencilp.batch(given(), jobs=1))
    for waits in (False, True):
        items = (Keyed("", 1 // n) for n in (0,))  # type: ignore[arg-type]
        with pytest.raises(ZeroDivisionError):
            list(Pool(Settings(), 1, waits=waits).run(items))


def test_records_do_not_wait_for_the_end_of_a_pipe() -> None:
    script = "import pencilp\nfor r in pencilp.batch('-', jobs=2): print(r['number'], r['status'], flush=True)"
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{LINK}\n{LINK}\n")
    process.stdin.flush()
    assert sorted(process.stdout.readline() for _ in range(2)) == ["1 unique\n", "2 unique\n"]
    process.stdin.write(f"{LINK}\n")
    process.stdin.close()
    assert process.stdout.read() == "3 unique\n"
    assert process.wait() == 0


linux = pytest.mark.skipif(sys.platform != "linux", reason="kills processes")


@linux
def test_a_worker_killed_from_outside_costs_no_puzzle(write: Write) -> None:
    records = []
    for record in pencilp.batch(write(lines(60)), jobs=2):
        records.append(record)
        if len(records) in (1, 30):
            for child in multiprocessing.active_children()[:1]:
                child.kill()
    assert Counter(r["id"] for r in records) == Counter(map(str, range(60)))
    assert {r["status"] for r in records} == {"unique"}


@linux
def test_a_killed_run_goes_on_and_leaves_no_process(write: Write) -> None:
    path, out = write(lines(400)), write("", "out.jsonl")
    script = (
        "import multiprocessing, pencilp, sys\nfor record in pencilp.batch(sys.argv[1], out=sys.argv[2], jobs=2):\n"
        "    print(*(child.pid for child in multiprocessing.active_children()), flush=True)"
    )
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", script, path, out], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        workers = process.stdout.readline().split()
        assert workers
        process.kill()
        process.wait()
        # the workers hold the other end of this pipe, so it ends when they have ended
        process.stdout.read()
    before = len([*records_in(out)])
    rest = list(pencilp.batch(path, out=out, jobs=2))
    assert len(rest) + before == 400
    assert Counter(r["id"] for r in records_in(out)) == Counter(map(str, range(400)))


# -- load_all ---------------------------------------------------------------------------------------------------------


def test_load_all_can_leave_out_or_name_what_is_bad(write: Write) -> None:
    path = write(f"{lines(2)}no json\n{PAIR % ('last', 'x x')}\n")
    with pytest.raises(InputError):
        api.load_all(path)
    assert [p.name for p in api.load_all(path, errors="skip")] == ["0", "1", "last"]
    found = list(api.load_all(path, errors="record"))
    assert [isinstance(each, InputError) for each in found] == [False, False, True, False]
    assert str(found[2]).startswith(f"{path}:3: puzzle 3: ")
    with pytest.raises(InputError, match="errors is"):
        api.load_all(path, errors="ignore")  # type: ignore[call-overload]
    (missing,) = api.load_all("no/such.txt", errors="record")
    assert str(missing) == "no/such.txt: No such file or directory"


def test_load_all_reads_one_puzzle_at_a_time() -> None:
    content = (f"{LINK}\n" * 100_000).encode()
    found = api.load_all("x.url", content=content, errors="skip")
    assert next(found).genre.name == "norinori"


def test_a_name_like_an_entry_does_not_change_what_a_record_says(write: Write) -> None:
    name = ', "settings": "solve, clasp", "status": "none", "link": '
    path, out = write(f"norinori\nname: {name}\nrooms:\n1 1\n---\n{name}\n", "x.txt"), write("", "out.jsonl")
    assert sorted(r["status"] for r in pencilp.batch(path, out=out, jobs=1)) == ["failed", "unique"]
    codes = {"failed": 2, "unique": 3}
    for _ in range(2):
        file = OutFile(out, str(Settings()), lambda record: codes[record["status"]])
        file.close()
        assert sorted(state & CODES for state in file.states.values()) == [2, 3]


@pytest.mark.parametrize("key", ["", "x", "0" * 15, "0" * 17, "0" * 16 + "-x", "é" * 16])
def test_a_line_with_a_wrong_key_is_no_record(key: str, write: Write) -> None:
    path, out = write(lines(3)), write("", "out.jsonl")
    list(pencilp.batch(path, out=out, jobs=1))
    first, second, third = Path(out).read_text(encoding="utf-8").splitlines(keepends=True)
    old = json.loads(second)["key"]
    Path(out).write_text(first + second.replace(f'"{old}"', f'"{key}"') + third, encoding="utf-8")
    with pytest.raises(InputError, match=r"out.jsonl:2: this is no record of a batch"):
        pencilp.batch(path, out=out)
