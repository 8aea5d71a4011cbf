"""The page of a way in a browser: buttons, keys, the slider, links to steps, the dark, a phone, and a hostile text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp.analysis.steps.step import Way

from .conftest import tab_of

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NOW = "() => document.querySelector('#steps [aria-current]').getAttribute('href')"
MARKS = "() => [...document.querySelectorAll('#picture .follows')].filter((e) => e.checkVisibility()).length"


@pytest.fixture(scope="module")
def way() -> Way:
    found = pencilp.explain(pencilp.load(EXAMPLES / "akari.txt")).way
    assert found is not None
    return found


@pytest.fixture
def file(way: Way, tmp_path: Path) -> str:
    """The address of the page, as a file."""
    path = tmp_path / "way.html"
    path.write_text(way.to_html(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab without a network. Anything that the page asks for fails the test."""
    with tab_of(browser, offline=True) as opened:
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        yield opened
        assert [url for url in asked if not url.startswith("file:")] == []


def is_at(tab: Any, way: Way, number: int) -> None:
    """The page shows this step everywhere: in the list, in the sentence, on the slider, on the board, in the address."""
    last = len(way.steps)
    assert tab.evaluate(NOW) == f"#{number}"
    step = way.steps[number - 1] if number else None
    sentence = f"{number}. {step.text}" if step else "The board at the start"
    assert tab.locator("#sentence").text_content() == sentence
    assert tab.locator("#slider").input_value() == str(number)
    assert tab.locator("#number").inner_text() == f"{number} / {last}"
    assert tab.evaluate(MARKS) == (2 * len(step.marks) if step else 0)
    assert tab.locator("#back").is_disabled() == tab.locator("#first").is_disabled() == (number == 0)
    assert tab.locator("#next").is_disabled() == tab.locator("#last").is_disabled() == (number == last)


def test_keys_go_through_all_steps_and_back(tab: Any, way: Way, file: str) -> None:
    tab.goto(file)
    is_at(tab, way, 0)
    for number in range(1, len(way.steps) + 1):
        tab.keyboard.press("ArrowRight")
        is_at(tab, way, number)
    tab.keyboard.press("ArrowRight")
    is_at(tab, way, len(way.steps))
    tab.keyboard.press("ArrowLeft")
    is_at(tab, way, len(way.steps) - 1)
    tab.keyboard.press("Home")
    is_at(tab, way, 0)
    tab.keyboard.press("End")
    is_at(tab, way, len(way.steps))


def test_buttons_slider_and_links_go_to_a_step(tab: Any, way: Way, file: str) -> None:
    tab.goto(f"{file}#12")
    is_at(tab, way, 12)
    tab.get_by_role("button", name="Next").click()
    is_at(tab, way, 13)
    assert tab.url.endswith("#13")
    tab.get_by_role("button", name="Back").click()
    tab.get_by_role("button", name="Back").click()
    is_at(tab, way, 11)
    tab.get_by_role("button", name="Last").click()
    is_at(tab, way, len(way.steps))
    tab.get_by_role("button", name="First").click()
    is_at(tab, way, 0)
    slider = tab.get_by_role("slider")
    slider.fill("7")
    is_at(tab, way, 7)
    slider.press("ArrowRight")
    is_at(tab, way, 8)  # one step, not two
    tab.locator("#steps a").nth(3).click()
    is_at(tab, way, 3)
    assert tab.url.endswith("#3")


@pytest.mark.parametrize(("address", "number"), [("#999", -1), ("#x", 0), ("#-3", 0), ("#", 0)])
def test_an_address_without_a_step_shows_the_nearest(address: str, number: int, tab: Any, way: Way, file: str) -> None:
    tab.goto(file + address)
    is_at(tab, way, number % (len(way.steps) + 1))


def test_a_sentence_is_announced_and_names_the_picture(tab: Any, way: Way, file: str) -> None:
    tab.goto(f"{file}#5")
    assert tab.locator("#sentence").get_attribute("aria-live") == "polite"
    assert tab.get_by_role("img", name=f"5. {way.steps[4].text}").count() == 1


def test_the_page_fits_on_a_phone_and_follows_the_dark(browser: Any, file: str) -> None:
    with tab_of(browser, viewport={"width": 320, "height": 640}, color_scheme="dark") as small:
        small.goto(f"{file}#20")
        assert small.evaluate("document.documentElement.scrollWidth") <= 320
        assert small.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)"
        small.emulate_media(media="print")
        assert small.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert not small.locator("nav").is_visible()
        assert small.locator("#steps li").last.is_visible()


def test_a_hostile_text_runs_nothing(tab: Any, tmp_path: Path) -> None:
    puzzle = pencilp.load(EXAMPLES / "akari.txt")
    puzzle.name = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"
    found = pencilp.explain(puzzle).way
    assert found is not None
    found.steps[0] = found.steps[0]._replace(text="<img src=x onerror=alert(3)></script><script>alert(4)</script>")
    path = tmp_path / "hostile.html"
    path.write_text(found.to_html(), encoding="utf-8")
    tab.goto(f"{path.as_uri()}#1")
    assert tab.locator("h1").inner_text() == f"Akari {puzzle.name}"
    assert tab.locator("#sentence").text_content() == f"1. {found.steps[0].text}"
    assert tab.locator("img[src]").count() == 0
