"""Titles of pictures on the command line, and models in MathProg by the other endings that people give them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main
from pencilp.errors import install


@pytest.mark.parametrize("command", ["solve", "convert", "check"])
def test_a_command_that_draws_takes_a_title(command: str, tmp_path: Path) -> None:
    board, picture = tmp_path / "board.txt", tmp_path / "board.svg"
    board.write_text("nurikabe\nclues:\n1 -\n- -\nanswer:\n. #\n# #\n", encoding="utf-8")
    main([command, str(board), "-o", str(picture), "--title", "Of the week"])
    assert ">Of the week</text>" in picture.read_text(encoding="utf-8")


def test_a_title_that_fits_on_no_line_is_refused(capsys: Any) -> None:
    with pytest.raises(SystemExit) as end:
        main(["convert", "board.txt", "-o", "board.png", "--title", "x" * 100_000])
    assert end.value.code == 2
    assert "a title has at most 300 characters, not 100,000" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["mod", "mathprog", "gmpl"])
def test_a_model_is_solved_whatever_its_ending(ending: str, tmp_path: Path, capsys: Any) -> None:
    pytest.importorskip("swiglpk")
    path = tmp_path / f"x.{ending}"
    path.write_text("var x >= 0;\nminimize o: x;\ns.t. c: x >= 2;\nsolve;\ndisplay x;\nend;\n", encoding="utf-8")
    assert main(["solve", str(path)]) == 0
    assert "2" in capsys.readouterr().out


def test_an_extra_is_installed_from_an_index_or_in_a_clone() -> None:
    assert install("png") == "pip install 'pencilp[png]' (in a clone of it: pip install '.[png]')"


def test_links_in_the_help_are_quoted_for_a_shell() -> None:
    folder = Path(__file__).parent.parent
    pages = [*(folder / "src" / "pencilp" / "cli").glob("*.py"), folder / "README.md", *(folder / "docs").glob("*.md")]
    for page in pages:
        for line in page.read_text(encoding="utf-8").splitlines():
            if "pencilp " in line and "https://" in line and "?" in line:
                command = line[line.index("pencilp ") :]
                before = command[: command.index("https://")]
                assert (
                    before.endswith(("'", '"', "(", "<")) or "?" not in command[command.index("https://") :].split()[0]
                ), line
