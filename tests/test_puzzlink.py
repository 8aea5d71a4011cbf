"""Links, pzpr texts and answers of every genre, judged by puzz.link's own code (bench/puzzlink.py)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from pencilp import genres
from pencilp.board.puzzle import Answer
from pencilp.formats.links import read_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests import amount

pytestmark = pytest.mark.slow
SHARED = Path(__file__).parent.parent.parent / "shared"
NAMES = [name for name in genres.names() if genres.load(name).link]


@pytest.mark.parametrize("name", NAMES)
def test_puzz_link_reads_and_judges_as_we_do(name: str, bench: Any, site: Any) -> None:
    report = bench.Report(genres.load(name))
    for sample in bench.samples(report.genre, SHARED, amount.of(0, 3), solved=amount.WHOLE):
        bench.judge(site, sample, report, amount.of(1, 10))
    assert report.counts["links"]
    assert report.counts["texts"]
    assert report.remarks == []


@pytest.mark.parametrize("name", NAMES)
def test_puzz_link_judges_near_misses_as_we_do(name: str, bench: Any, site: Any) -> None:
    report = bench.Report(genres.load(name))
    bench.judge_near_misses(site, report, most=amount.of(4, 10**6))
    assert report.remarks == []


@pytest.mark.parametrize("name", NAMES)
def test_damaged_links_are_refused_remarked_or_read_as_there(name: str, bench: Any, site: Any) -> None:
    report = bench.Report(genres.load(name))
    links = [
        link for link in bench.listed_links(report.genre, SHARED) if bench.is_read(link) and "url" in site.open(link)
    ]
    rng = Random(name)
    for _ in range(amount.of(5, 100)):
        bench.judge_body(site, bench.other_body(rng.choice(links), rng), report)
    assert report.remarks == []


def test_a_wrong_answer_is_refused_by_the_judge(bench: Any, site: Any) -> None:
    # the judge itself: it takes the right answer, and no other
    link = "https://puzz.link/p?nurikabe/2/2/2i"
    puzzle = read_link(link)
    for shaded, code in (
        ([0, 0, 1, 1], ""),
        ([0, 1, 0, 1], ""),
        ([0, 0, 0, 1], "bkSizeNe"),
        ([0, 1, 1, 1], "bkSizeNe"),
    ):
        reply = site.judge(link, write_pzpr(puzzle, Answer(puzzle, {"shaded": shaded})))
        assert reply == {"complete": not code, "code": code}


def test_a_lost_clue_is_seen_by_the_judge(bench: Any, site: Any) -> None:
    # the answer is judged by the clues of the link, not by those of the text
    text = "pzprv3\nnurikabe\n2\n2\n2 .\n# #\n"
    assert site.judge("https://puzz.link/p?nurikabe/2/2/1i", text)["code"] == "bkSizeNe"
    report = bench.Report(genres.load("nurikabe"))
    sample = bench.Sample("made", read_pzpr(text), None)
    bench.judge_text(site, sample, report, "https://puzz.link/p?nurikabe/2/2/1i")
    (remark,) = report.remarks
    assert "another puzzle than the link" in remark
