"""Colours that differ clearly: contrasts as WCAG 2.2 measures them, and states that are more than a colour."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from pencilp.draw import svg

STYLE = files("pencilp.web").joinpath("page/style.css").read_text(encoding="utf-8")
PANELS = files("pencilp.web").joinpath("page/panels.css").read_text(encoding="utf-8")
COLOR = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")

TEXTS = [
    ("ink", "paper"), ("ink", "ground"), ("ink", "tint"), ("soft", "paper"), ("soft", "ground"), ("accent", "paper"),
    ("accent-ink", "accent"), ("bad", "paper"), ("good", "paper"), ("mark", "sheet"),
]  # fmt: skip
"""Text and what it stands on: at least 4.5 to 1, but what is typed on the board (24 pixels) 3 to 1."""
SIGNS = [
    ("edge", "paper"), ("edge", "ground"), ("accent", "paper"), ("accent", "ground"), ("accent", "tint"), ("mark-line", "sheet"),
    ("mark-bad", "sheet"), ("mark-ink", "sheet"),
]  # fmt: skip
"""Edges of fields, the ring around what has the focus, marks on the board: at least 3 to 1."""


def colors(block: str) -> dict[str, str]:
    return dict(COLOR.findall(block))


def blocks(selector: str) -> list[str]:
    return re.findall(re.escape(selector) + r"\s*\{([^}]*)\}", STYLE)


LIGHT = colors(blocks(":root")[0])
DARK = LIGHT | colors(blocks(':root[data-theme="dark"]')[0])


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def dimmed(color: str, by: float) -> str:
    return "#" + "".join(f"{round(int(color[i : i + 2], 16) * by):02x}" for i in (1, 3, 5))


def test_contrast_is_measured_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_dark_is_the_same_whether_chosen_or_the_system_s() -> None:
    assert blocks(':root:not([data-theme="light"])')[0].split() == blocks(':root[data-theme="dark"]')[0].split()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_contrasts_of_the_page(theme: dict[str, str]) -> None:
    for front, back in TEXTS:
        least = 3 if back == "sheet" else 4.5
        assert contrast(theme[front], theme[back]) >= least, (front, back)
    for front, back in SIGNS:
        assert contrast(theme[front], theme[back]) >= 3, (front, back)


@pytest.mark.parametrize("block", blocks(":root")[:1] + blocks(':root[data-theme="dark"]'), ids=["light", "dark"])
def test_contrasts_of_the_board(block: str) -> None:
    """What is drawn with a pencil, on paper that is dimmed in the dark."""
    found = re.search(r"--dim:\s*([0-9.]+)", block)
    assert found
    paper = dimmed(svg.PAPER, float(found[1]))
    for color, least in ((svg.INK, 4.5), (svg.PENCIL_TEXT, 4.5), (svg.PENCIL_LINE, 3), (svg.PENCIL_SHADE, 3)):
        assert contrast(dimmed(color, float(found[1])), paper) >= least, color


DONE = dict(re.findall(r"--(done[a-z-]*): (#[0-9a-f]{6});", PANELS))
SHARP = {"done": 4.5, "done-sign": 3, "done-black": 4.5, "done-shaded": 3}
"""The greys of finished clues: texts and signs on paper, texts in black cells, all in shaded ones; and the contrast of each."""


@pytest.mark.parametrize("dim", [1.0, 0.86])
def test_finished_clues_are_fainter_but_seen_on_whatever_they_stand(dim: float) -> None:
    """In a shaded cell they had a contrast of 2."""
    grounds = {"done": svg.PAPER, "done-sign": svg.PAPER, "done-black": svg.INK, "done-shaded": svg.PENCIL_SHADE}
    assert set(DONE) == set(SHARP)
    for kind, ground in grounds.items():
        # what is dimmed loses a little of its contrast: as much as all else on the board
        assert contrast(dimmed(DONE[kind], dim), dimmed(ground, dim)) >= SHARP[kind] * (1 if dim == 1 else 0.9), kind
        unfinished = svg.PAPER if kind in ("done-black", "done-shaded") else svg.INK
        assert contrast(DONE[kind], unfinished) >= 1.5, kind
    assert contrast(DONE["done"], svg.GREY) >= 3


def test_marks_have_a_rim_on_dark_ground() -> None:
    view = files("pencilp.web").joinpath("page/view.js").read_text(encoding="utf-8")
    rimmed = re.search(r"RIMMED = new Set\(\[(.*)\]\)", view)
    assert rimmed
    assert {"cursor", "broken", "conflict", "differing", "pointed", "trial"} <= set(re.findall(r"\w+", rimmed[1]))
    (rim,) = blocks("#overlay .rim > *")
    assert "stroke: #fff;" in rim
    for kind in ("cursor", "broken", "pointed"):
        (mark,) = blocks(f"#overlay .{kind} > *")
        assert width(rim) >= width(mark) + 2, kind


def width(rule: str) -> float:
    found = re.search(r"stroke-width: ([0-9.]+)", rule)
    assert found
    return float(found[1])


def test_marks_on_the_board_differ_by_more_than_their_colours() -> None:
    kinds = {}
    for kind in ("cursor", "chosen", "broken", "pointed"):
        (rule,) = blocks(f"#overlay .{kind} > *")
        kinds[kind] = (
            "fill: none" in rule, "stroke:" in rule, "dasharray" in rule,
        )  # fmt: skip
    assert len(set(kinds.values())) == len(kinds)


def test_a_pressed_button_is_marked_by_more_than_colour() -> None:
    (rule,) = [r for r in blocks('button[aria-pressed="true"]') if "weight" in r]
    assert "font-weight" in rule
    assert "box-shadow" in rule


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast_of_marks_on_the_board(theme: dict[str, str]) -> None:
    marks = dict(re.findall(r"#overlay \.([a-z]+) [^{]*\{[^}]*?(?:stroke|fill): (#[0-9a-f]{6})[;\s]", PANELS))
    assert {"differing", "conflict", "trial", "notes"} <= set(marks)
    del marks["scope"]  # a background that only accompanies the marks of a step
    for kind, color in marks.items():
        assert contrast(color, theme["sheet"]) >= (4.5 if kind == "notes" else 3), kind


def test_every_colour_that_is_used_is_there() -> None:
    used = {name for style in (STYLE, PANELS) for name in re.findall(r"var\(--([a-z-]+)\)", style)}
    set_by_the_page = {"wide", "high", "across"}
    assert used - set_by_the_page - set(re.findall(r"--([a-z-]+):", STYLE + PANELS)) == set()
