"""puzzlekit as a contestant: CP-SAT, one worker. It reads the dataset's text itself, and stops at the first answer."""

from __future__ import annotations

import time
from importlib.metadata import version
from typing import Any

from puzzlekit.core.grid import Grid
from puzzlekit.parsers.registry import get_parser
from puzzlekit.solvers import get_solver_class
from puzzlekit.verifiers import grid_verifier

VERSION = version("puzzlekit")
PROVES = False
TYPES = {
    "akari": "akari", "aqre": "aqre", "battleship": "battleship", "binairo": "binairo", "castle": "castle_wall",
    "cave": "cave", "country": "country_road", "creek": "creek", "dominosa": "dominos", "heyawake": "heyawake",
    "hidato": "hidoku", "hitori": "hitori", "jigsaw_sudoku": "jigsaw_sudoku", "kakuro": "kakuro", "kenken": "ken_ken",
    "killer_sudoku": "killer_sudoku", "kurodoko": "kuromasu", "kurotto": "kurotto", "lits": "lits",
    "magnets": "magnetic", "masyu": "masyu", "minesweeper": "minesweeper", "mosaic": "mosaic", "nawabari": "nawabari",
    "nonogram": "nonogram", "norinori": "norinori", "nurikabe": "nurikabe", "ripple": "hakyuu", "shikaku": "shikaku",
    "shingoki": "shingoki", "simpleloop": "simple_loop", "skyscrapers": "skyscraper", "slitherlink": "slitherlink",
    "snake": "snake", "starbattle": "starbattle", "str8ts": "str8t", "sudoku": "sudoku", "suguru": "suguru",
    "tents": "tent", "thermometers": "thermometer", "tilepaint": "tile_paint", "yajilin": "yajilin",
    "yinyang": "yin_yang",
}  # fmt: skip
"""Our genres that it knows, and what it calls them."""
STATUS = {"Optimal": "answer", "Feasible": "answer", "Infeasible": "none"}


def genre_names() -> list[str]:
    """The genres it takes."""
    return list(TYPES)


def run(genre: str, problem: str, solution: str, limit: float) -> dict[str, Any]:
    """One pass over a puzzle; see worker.py."""
    kind = TYPES[genre]
    start = time.perf_counter()
    data = get_parser(kind)(problem.strip())
    parsed = time.perf_counter()
    solver = get_solver_class(kind)(**data)
    made = time.perf_counter()
    result = solver.solve({"time_limit_sec": limit, "num_workers": 1})
    end = time.perf_counter()
    building = result.solution_data["build_time"]
    seconds = {"read": parsed - start, "state": made - parsed + building, "solve": end - made - building}
    seconds["total"] = end - start
    equal = None
    if result.is_solved and solution.strip():
        recorded = Grid([line.split() for line in solution.strip().split("\n")[1:]])
        equal = bool(grid_verifier(kind, result.sol_grid, recorded))
    return {
        "status": STATUS.get(result.solution_data["status"], "unknown"),
        "equal": equal,
        "ms": {key: 1000 * value for key, value in seconds.items()},
    }
