"""The page for screen readers and keyboards: names, languages, where the focus is, colours of the system, zoom."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pencilp.translations import languages
from tests import amount

from .conftest import afresh, speaking, until
from .hands import address
from .test_everyone import board, drawn, focus, opened

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="needs axe: pip install axe-playwright-python"
)

LANGUAGES = languages()
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def wrong(genre: str = "heyawake") -> dict[str, Any]:
    """The board of an example whose answer breaks rules."""
    found = board(genre)
    found["answer"] = {"shaded": ["x"] * len(found["puzzle"]["clues"])}
    return found


def everything(tab: Any) -> None:
    """Open all that can be opened next to a board whose answer is wrong: faults, the program, its rules, the solvers."""
    tab.click("[data-does=check]")
    tab.wait_for_selector(".check li")
    tab.locator("details:not([open]) > summary").evaluate_all("all => all.forEach((one) => one.click())")
    tab.wait_for_selector(".program .rule")
    tab.locator(".program details > summary").first.click()
    tab.wait_for_selector(".program .rule li")


def impossible(tab: Any, server: str) -> None:
    """A board whose clues contradict each other."""
    found = board("minesweeper")
    clues = found["puzzle"]["clues"]
    numbers = [i for i, clue in enumerate(clues) if clue and clue.isdigit()]
    clues[numbers[-1]] = "8"
    tab.goto(address(server, found))
    drawn(tab)
    tab.wait_for_selector(".verdict .why .place")


def serious(tab: Any) -> list[str]:
    """What axe finds. It is half a megabyte, and put into a page once."""
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(axe.Axe().axe_script)
    found = tab.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [
        f"{v['id']}: {n['html'][:150]}" for v in found if v["impact"] in ("serious", "critical") for n in v["nodes"]
    ]


@pytest.mark.parametrize(
    ("scheme", "language"),
    [("light", "en"), ("dark", "ja"), *amount.of(0, 1) * [("light", "ja"), ("dark", "en")]],
)
def test_axe_finds_nothing_serious_in_any_panel_or_dialog(tab: Any, server: str, scheme: str, language: str) -> None:
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    speaking(tab, language)
    tab.goto(server)
    tab.wait_for_selector(".card")
    assert serious(tab) == []
    afresh(tab)
    tab.goto(address(server, wrong()))
    drawn(tab)
    assert serious(tab) == []
    everything(tab)
    assert serious(tab) == []
    tab.click("[data-does=try]")
    tab.wait_for_selector("[data-does=keep]")
    assert serious(tab) == []
    afresh(tab)
    impossible(tab, server)
    assert serious(tab) == []
    tab.click("[data-does=new]")
    tab.wait_for_selector(".card")
    tab.fill("input[type=search]", "xyzzy")
    assert serious(tab) == []
    tab.fill("input[type=search]", "norinori")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("dialog .size")
    assert serious(tab) == []
    tab.keyboard.press("Escape")
    tab.click("[data-does=open]")
    tab.wait_for_selector("dialog .recent li")
    tab.fill("dialog textarea", "nothing of the kind")
    tab.click("dialog .primary")
    tab.wait_for_selector("dialog .error:not(:empty)")
    assert serious(tab) == []


NAMELESS = """() => [...document.querySelectorAll(
    "button, input, select, textarea, summary, dialog, a, [role=group], [role=application]")]
  .filter((e) => e.checkVisibility())
  .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent.trim()))
  .map((e) => e.outerHTML.slice(0, 200))"""

SAID = """() => [...document.querySelectorAll(
    "button, summary, label, p, li, h1, h2, h3, option, th, [aria-label], [title], [placeholder]")]
  .filter((e) => e.checkVisibility() && e.closest("[lang]").lang === "LANGUAGE" && !e.querySelector("[lang], pre, p, li, table"))
  .flatMap((e) => [e.innerText, e.getAttribute("aria-label"), e.title, e.placeholder].filter(Boolean))"""

NAMES = re.compile(
    r"puzz\.link|janko\.at|Penpa\+|MathProg|Excel|JSONL?|SVG|PNG|LP|MPS|OPB|pzpr|pencilp|Shift|Space|Delete|clasp|highs|scip|glpk|cbc|cpsat|puzzle\.link"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_control_has_a_name_and_all_words_match_their_lang(tab: Any, server: str, language: str) -> None:
    speaking(tab, language)
    tab.goto(address(server, wrong()))
    drawn(tab)
    everything(tab)
    pages = [tab.evaluate(SAID.replace("LANGUAGE", language))]
    assert tab.evaluate(NAMELESS) == []
    for does in ("new", "open"):
        tab.click(f"[data-does={does}]")
        tab.wait_for_selector("dialog[open]")
        assert tab.evaluate(NAMELESS) == []
        pages.append(tab.evaluate(SAID.replace("LANGUAGE", language)))
        tab.keyboard.press("Escape")
        tab.wait_for_selector("dialog", state="detached")
    texts = [text for page in pages for text in page]
    assert len(texts) > 60
    if language == "en":
        other = [text for text in texts if JAPANESE.search(text)]
    else:
        other = [text for text in texts if re.search("[a-z]{3}", NAMES.sub("", text)) and not JAPANESE.search(text)]
    assert other == []


def test_texts_in_another_language_than_the_page_say_so(tab: Any, server: str) -> None:
    speaking(tab, "ja")
    opened(tab, server)
    tab.click("[data-does=open]")
    tab.fill("dialog textarea", "genre: norinori\nsize: 3 3\nrooms:\n1 2 3\n")
    tab.click("dialog .primary")
    content = tab.locator("dialog .error")
    until(tab, "document.querySelector('dialog .error').textContent !== ''")
    language = content.evaluate("element => element.closest('[lang]').lang")
    assert language == ("ja" if JAPANESE.search(content.inner_text()) else "en")
    assert tab.locator("html").get_attribute("lang") == "ja"


def test_the_focus_is_never_lost(tab: Any, server: str) -> None:
    """What has the focus goes away when it has done its work: then the focus goes on to where one works next."""
    tab.goto(server)
    tab.wait_for_selector(".card")
    tab.keyboard.press("Escape")
    tab.locator("#welcome [data-does=new]").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".card")
    tab.keyboard.type("minesweeper")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("dialog .size")
    tab.fill("dialog input[name=rows]", "3")
    tab.fill("dialog input[name=columns]", "3")
    tab.keyboard.press("Enter")  # the button that opened the dialog is hidden now
    drawn(tab)
    assert focus(tab) == "board"
    tab.click('[data-layer="puzzle.clues"]')
    tab.keyboard.press("8")
    drawn(tab)
    tab.focus("[data-does=undo]")
    tab.keyboard.press("Enter")  # there is no more to be undone
    drawn(tab)
    assert focus(tab) != ""
    assert tab.evaluate("document.activeElement !== document.body")
    tab.focus("[data-does=redo]")
    tab.keyboard.press("Enter")
    drawn(tab)
    assert tab.evaluate("document.activeElement !== document.body && !document.activeElement.disabled")


def test_the_focus_goes_to_the_board_when_a_list_is_emptied(tab: Any, server: str) -> None:
    """A stroke is undone while a place in a list has the focus: the list is gone then."""
    impossible(tab, server)
    tab.click('[data-layer="puzzle.clues"]')
    tab.keyboard.press("7")
    drawn(tab)
    tab.wait_for_selector(".verdict .place")
    tab.focus(".verdict .place")
    tab.keyboard.press("Control+z")
    until(tab, "document.activeElement.id === 'board'")
    tab.click('[data-layer="answer.mines"]')
    tab.keyboard.press("x")
    tab.keyboard.press("Space")
    drawn(tab)
    tab.evaluate("document.querySelector('.check [role=status]').innerHTML = '<button id=one>one</button>'")
    tab.focus("#one")
    tab.keyboard.press("Control+z")
    until(tab, "document.activeElement.id === 'board'")


def test_the_focus_goes_on_when_answers_are_counted(tab: Any, server: str) -> None:
    found = board("norinori")
    found["puzzle"]["rooms"] = ["1"] * len(found["puzzle"]["rooms"])
    tab.goto(address(server, found))
    drawn(tab)
    tab.wait_for_selector("[data-does=count]:not([hidden])")
    tab.focus("[data-does=count]")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("[data-does=count]", state="hidden")
    assert tab.evaluate("document.activeElement.closest('.verdict') !== null")


def test_the_focus_goes_on_when_a_recent_board_is_removed(tab: Any, server: str) -> None:
    for saved, genre in enumerate(("sudoku", "norinori"), 1):
        afresh(tab)
        opened(tab, server, genre)
        until(tab, f"Object.keys(localStorage).filter((key) => key.startsWith('pencilp:board:')).length === {saved}")
    tab.click("[data-does=open]")
    for left in (1, 0):
        tab.focus(".recent li:last-child button:last-child")
        tab.keyboard.press("Enter")
        until(tab, f"document.querySelectorAll('.recent li').length === {left}")
        assert tab.evaluate(
            "document.activeElement.closest('dialog') !== null && document.activeElement.matches('button, textarea')"
        )


def test_the_focus_stays_at_the_choice_of_a_language(tab: Any, server: str) -> None:
    opened(tab, server)
    assert tab.locator("[data-does=lang] option").all_inner_texts() == ["English", "日本語"]
    tab.select_option("[data-does=lang]", "ja")
    tab.wait_for_selector("html[lang=ja]")
    tab.wait_for_selector("[data-does=lang]:focus")


@pytest.mark.parametrize(
    ("language", "genre", "keys", "content"),
    [
        ("en", "sudoku", ["ArrowDown", "8"], r"^r2c1: 8$"),
        ("ja", "sudoku", ["ArrowDown", "8"], r"^2行1列: 8$"),
        ("en", "masyu", ["d"], r"^r1c1: right "),
        ("ja", "masyu", ["d"], r"^1行1列: 右 "),
        ("ja", "norinori", ["x"], r"^1行1列: x \(黒マス\)$"),
        ("en", "nonogram", ["x"], r"^r1c1: x \(the shaded cells\)$"),
    ],
)
def test_a_cell_and_its_content_are_announced(
    tab: Any, server: str, language: str, genre: str, keys: list[str], content: str
) -> None:
    speaking(tab, language)
    found = board(genre)
    found["answer"] = {}
    tab.goto(address(server, found))
    drawn(tab)
    if genre == "sudoku":
        tab.click('[data-layer="puzzle.given"]')
    tab.focus("#board")
    for key in keys[:-1]:
        tab.keyboard.press(key)
    before = tab.locator("#spoken").inner_text()
    tab.keyboard.press(keys[-1])
    drawn(tab)
    assert re.search(content, tab.locator("#spoken").inner_text())
    tab.keyboard.press("Control+z")
    drawn(tab)
    assert tab.locator("#spoken").inner_text() == before


def test_an_outside_clue_is_announced_in_both_languages(tab: Any, server: str) -> None:
    for language, content in (("en", "above column 1: "), ("ja", "1列の上: ")):
        speaking(tab, language)
        opened(tab, server, "nonogram")
        tab.click('[data-layer="puzzle.clues"]')
        assert tab.locator("#spoken").inner_text().startswith(content)


@pytest.mark.parametrize(
    ("width", "language"), [(640, "en"), (320, "ja"), *amount.of(0, 1) * [(640, "ja"), (320, "en")]]
)
def test_nothing_is_cut_when_the_page_is_zoomed(tab: Any, server: str, width: int, language: str) -> None:
    speaking(tab, language)
    tab.set_viewport_size({"width": width, "height": width * 3 // 4})
    tab.goto(address(server, wrong()))
    drawn(tab)
    everything(tab)
    wider = "document.documentElement.scrollWidth - innerWidth"
    assert tab.evaluate(wider) <= 0
    cut = """() => [...document.querySelectorAll("button, summary, label, h1, h2, th, td")]
      .filter((e) => e.checkVisibility() && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 2)
      .map((e) => e.outerHTML.slice(0, 120))"""
    assert tab.evaluate(cut) == []
    tab.click("[data-does=new]")
    tab.wait_for_selector(".card")
    assert tab.evaluate(wider) <= 0
    assert tab.evaluate(cut) == []
    tab.fill("input[type=search]", "norinori")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("dialog .size")
    assert tab.evaluate(cut) == []


def test_forced_colours_keep_the_board_white_and_show_states(tab: Any, server: str) -> None:
    tab.emulate_media(forced_colors="active", color_scheme="dark")
    tab.goto(address(server, wrong()))
    drawn(tab)
    everything(tab)
    of = "([selector, what]) => getComputedStyle(document.querySelector(selector))[what]"
    # what is drawn is black and white ink and shades of grey that mean something: it needs its paper
    assert tab.evaluate(of, ["#board", "backgroundColor"]) == "rgb(220, 220, 218)"
    assert tab.evaluate(of, ["#board", "forcedColorAdjust"]) == "none"
    assert tab.evaluate(of, ['#layers [aria-pressed="true"]', "outlineStyle"]) == "solid"
    tab.focus("[data-does=check]")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    assert tab.evaluate(of, ["[data-does=check]", "outlineStyle"]) == "solid"


def test_nothing_moves_with_reduced_motion(tab: Any, server: str) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(server)
    tab.wait_for_selector(".card")
    moving = """() => [...document.querySelectorAll("*")].filter((e) => {
      const style = getComputedStyle(e);
      return style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
    }).map((e) => e.outerHTML.slice(0, 100))"""
    assert tab.evaluate(moving) == []
