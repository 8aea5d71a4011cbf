"""Game IDs and save files of Simon Tatham's Portable Puzzle Collection, for games that are genres of pencilp.

An ID is ``PARAMETERS:DESCRIPTION``. Most descriptions list the cells in reading order: a letter skips 1 to 26 cells,
and ``_`` separates two numbers. Source: the collection's manual and the comments of its source code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pencilp._util.parse_number import are_digits
from pencilp.board.lattice import MAX_CELLS, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError

ID = re.compile(r"(?:(?P<game>[A-Za-z][A-Za-z ]*?)\s*:\s*)?(?P<params>[0-9][0-9A-Za-z.]*)(?P<sign>[:#])(?P<desc>\S+)")
"""A game ID, perhaps with the name of its game before it."""
ENTRY = re.compile(rb"([A-Z]+) *:([0-9]{1,9}):")
"""The beginning of an entry of a save file: its name and its length in bytes."""
LINK = re.compile(r"/puzzles/(?:js|java)/(?P<game>[a-z]+)\.html[?#](?P<id>\S+)")
"""A link to the page of a game on the collection's site."""
DIFFICULTY = r"(?:d[a-z0-9])?"
MAX_PARAMS = 100
"""Characters of a game's parameters."""
SIZE = r"(?P<w>[0-9]+)(?:x(?P<h>[0-9]+))?"
SHAPES = (
    "squares", "triangles", "honeycomb", "snub squares", "Cairo tiling", "great hexagons", "octagons", "kites", "florets",
    "dodecagons", "great dodecagons", "Penrose kites", "Penrose rhombs", "great great dodecagons", "Kagome", "compass dodecagons",
    "hats", "spectres",
)  # fmt: skip
"""The tilings of Loopy, indexed by number."""
ARROWS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The arrows of Signpost, which are letters from a."""
UNREAD = {
    "guess": "an ID of Guess hides its code", "mines": "an ID of Mines hides where its mines are",
    "blackbox": "an ID of Black Box hides where its balls are",
}  # fmt: skip
"""Games that are genres of pencilp but whose IDs hide the clues -> reason."""
OTHERS = (
    "blackbox", "cube", "fifteen", "flip", "flood", "guess", "inertia", "map", "mines", "net", "netslide", "pegs", "samegame",
    "sixteen", "tracks", "twiddle", "untangle",
)  # fmt: skip
"""Games that are not read."""

Tokens = Mapping[str, Any]
"""The values of each layer: a list, a dictionary by side, or one value."""


class Read(NamedTuple):
    """The content of a description: the genre, the number of rows and columns, and the values of the layers.

    ``other`` is the same puzzle as one of another genre, for those who ask for that.
    """

    genre: str
    rows: int
    cols: int
    values: Tokens
    other: Read | None = None


class Game(NamedTuple):
    """A game: its ``title``, the pattern of its ``params``, and the function that reads a description."""

    title: str
    params: str
    read: Callable[[re.Match[str], str], Read]


def is_id(text: str) -> bool:
    """Return whether a text has the syntax of a game ID, or is a link to one on the collection's site."""
    found = ID.fullmatch(_of_link(text))
    return found is not None and (
        found["game"] is not None or any(re.fullmatch(game.params, found["params"]) for game in GAMES.values())
    )


def _of_link(text: str) -> str:
    """Return the game ID in a link to the collection's page of a game; any other text as it is."""
    from urllib.parse import unquote

    found = LINK.search(text.strip())
    return text.strip() if found is None else f"{found['game']}:{unquote(found['id'])}"


def read_id(text: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a game ID; if several games fit, that of ``genre``.

    Raise InputError if it is not an ID, if only its program can read it, or if several games fit.
    """
    found = ID.fullmatch(_of_link(text))
    if found is None:
        raise InputError("this is no game ID: PARAMETERS:DESCRIPTION, such as 7x7t0:2a3")
    params, desc, name = found["params"], found["desc"], found["game"]
    if found["sign"] == "#":
        says = "an ID with # is a random seed: only the program itself makes a puzzle of it"
        raise InputError(f"{says}; copy the ID with : (in its menu Game, Specific)")
    if name is not None:
        return _puzzle(_game(name), params, desc, genre)
    wanted = None if genre is None else _genre_name(genre)
    puzzles, errors = [], []
    for game in GAMES.values():
        try:
            puzzle = _puzzle(game, params, desc, wanted)
        except InputError as error:
            if re.fullmatch(game.params, params):
                errors.append((game, error))
            continue
        if wanted is None or puzzle.genre.name == wanted:
            puzzles.append((game, puzzle))
    if len(puzzles) == 1:
        return puzzles[0][1]
    if puzzles:
        names = _either([game.title for game, _ in puzzles])
        raise InputError(
            f"this may be an ID of {names}: write the game before it, as in '{puzzles[0][0].title}:{params[:20]}:...'"
        )
    if wanted is not None:
        own = [(game, error) for game, error in errors if _is_of(game, wanted)]
        if own:
            raise own[0][1]
        raise InputError(f"this is no game ID of {wanted}")
    raise InputError(
        "this is an ID of no game that pencilp reads; write the game before it to see why: 'Loopy:7x7t0:...'"
    )


def read_save(content: bytes) -> Puzzle:
    """Return the puzzle of a save file, without the moves. Raise InputError if it is damaged or of another game."""
    entries: dict[str, str] = {}
    at, last = 0, len(content.rstrip())
    while at < last:
        head = ENTRY.match(content, at)
        if head is None or head.end() + int(head[2]) > len(content):
            raise InputError("the save file is damaged", str(content[:at].count(b"\n") + 1))
        end = head.end() + int(head[2])
        entries.setdefault(head[1].decode(), content[head.end() : end].decode("latin-1"))
        at = end
        while content[at : at + 1] in (b"\r", b"\n"):
            at += 1
    if "GAME" not in entries or "PARAMS" not in entries:
        raise InputError("the save file does not say its game and its parameters")
    if "DESC" not in entries:
        raise InputError("the save file has no description of its puzzle, only a random seed")
    return _puzzle(_game(entries["GAME"]), entries["PARAMS"], entries["DESC"])


def _plain(name: str) -> str:
    plain = name.replace(" ", "").replace("-", "").lower()
    return "rectangles" if plain == "rect" else plain


def _genre_name(name: str) -> str:
    from pencilp.genres import find

    return find(name).name


def _is_of(game: Game, genre: str) -> bool:
    """Return whether puzzles of a game may be of a genre."""
    return genre in GENRES[_plain(game.title)]


def _game(name: str) -> Game:
    """Return the game of this name, or the game of the genre of this name."""
    plain = _plain(name)
    if plain in GAMES:
        return GAMES[plain]
    if plain in UNREAD:
        raise InputError(f"{UNREAD[plain]}, so no puzzle can be read from it")
    titles = ", ".join(game.title for game in GAMES.values())
    if plain in OTHERS:
        raise InputError(f"{name[:40]} is a game of Simon Tatham's that pencilp does not read; it reads {titles}")
    try:
        genre = _genre_name(name)
    except InputError:
        genre = ""
    games = [game for game in GAMES.values() if genre and _is_of(game, genre)]
    if len(games) != 1:
        raise InputError(f"there is no game {name[:40]!r} of Simon Tatham's that pencilp reads, only {titles}")
    return games[0]


def _puzzle(game: Game, params: str, desc: str, wanted: str | None = None) -> Puzzle:
    """Return the puzzle of an ID, of the genre ``wanted`` if the game has puzzles of that genre."""
    from pencilp.genres import find

    match = re.fullmatch(game.params, params, re.ASCII) if len(params) <= MAX_PARAMS else None
    if match is None:
        raise InputError(f"{params[:40]!r} are no parameters of {game.title}")
    try:
        found = game.read(match, desc)
        if found.other is not None and wanted is not None and found.other.genre == _genre_name(wanted):
            found = found.other
        genre, rows, cols, values, _ = found
        return Puzzle(find(genre), square(rows, cols), values)
    except InputError as error:
        raise InputError(f"{game.title}: {error.message}{f' ({error.where})' if error.where else ''}") from None


def _either(words: Sequence[str]) -> str:
    return " or ".join([*filter(None, [", ".join(words[:-1])]), words[-1]])


# -- what many descriptions have ---------------------------------------------------------------------------------------


def _size(match: re.Match[str]) -> tuple[int, int]:
    """Return the rows and columns of the parameters. Raise InputError for a board that is too large."""
    cols = int(match["w"])
    rows = int(match["h"]) if match.groupdict().get("h") else cols
    if not 0 < rows * cols <= MAX_CELLS:
        raise InputError(f"a board has 1 to {MAX_CELLS:,} cells")
    return rows, cols


def _skips(desc: str, count: int, value: str, what: str = "cells", *, short: bool = False) -> list[str | None]:
    """Return the values at ``count`` places.

    Letters skip places, and ``value`` is the pattern of a value. With ``short``, empty places at the end may be
    missing.
    """
    result: list[str | None] = []
    at = 0
    token = re.compile(rf"(?P<value>{value})|(?P<skip>[a-z])|_")
    while at < len(desc):
        found = token.match(desc, at)
        if found is None:
            raise InputError(f"{desc[at]!r} says nothing in the description", f"character {at + 1}")
        if found["skip"]:
            result += [None] * (ord(found["skip"]) - ord("a") + 1)
        elif found["value"]:
            result.append(found["value"])
        at = found.end()
        if len(result) > count:
            break
    if short:
        result += [None] * (count - len(result))
    if len(result) != count:
        has = f"more than {count}" if len(result) > count else f"only {len(result)}"
        raise InputError(f"the description has {has} {what} where the board has {count}")
    return result


def _numbers(values: Sequence[str | None]) -> list[int | None]:
    return [None if value is None else _number(value) for value in values]


def _number(text: str) -> int:
    """Return a number; letters are the numbers from 10."""
    if are_digits(text):
        if len(text) > 6:
            raise InputError(f"{text[:12]}... is too large a number")
        return int(text)
    return ord(text.upper()) - ord("A") + 10


def _grid(genre: str, layer: str, value: str, *, short: bool = False) -> Callable[[re.Match[str], str], Read]:
    """Return the function that reads a description that is a grid of numbers."""

    def read(match: re.Match[str], desc: str) -> Read:
        rows, cols = _size(match)
        return Read(genre, rows, cols, {layer: _numbers(_skips(desc, rows * cols, value, short=short))})

    return read


def _parts(desc: str, count: int, what: str) -> list[str]:
    """Return the parts between commas."""
    parts = desc.split(",")
    if len(parts) != count:
        raise InputError(f"the description has {len(parts)} parts between commas, not {count}: {what}")
    return parts


def _blocks(desc: str, size: int) -> list[int]:
    """Return the block number of each cell of a square board from the walls between cells.

    Walls within rows come first, then walls within columns. A letter is the number of places before the next wall,
    ``z`` is 25 places without a wall, and a number repeats a letter.
    """
    walls: list[bool] = []
    total = 2 * size * (size - 1)
    for sign, times in re.findall(r"([a-z_])([0-9]{0,6})", desc):
        none = 0 if sign == "_" else min(ord(sign) - ord("a") + 1, 25)
        for _ in range(min(int(times or 1), total + 1)):
            walls += [False] * none + [True] * (sign != "z")
    if re.fullmatch(r"(?:[a-z_][0-9]{0,6})*", desc) is None or len(walls) != total + 1 or not walls[-1]:
        raise InputError("the description's blocks do not fit the board")
    owner = list(range(size * size))
    for i, wall in enumerate(walls[:total]):
        if not wall:
            if i < total // 2:
                row, col = divmod(i, size - 1)
                a, b = row * size + col, row * size + col + 1
            else:
                col, row = divmod(i - total // 2, size - 1)
                a, b = row * size + col, (row + 1) * size + col
            old, new = max(owner[a], owner[b]), min(owner[a], owner[b])
            owner = [new if one == old else one for one in owner]
    return owner


def _outside(words: Sequence[str], rows: int, cols: int) -> dict[str, list[int | None]]:
    """Return the numbers above, left, below and right of the board by side; a word "" is no number."""
    at = 0
    result = {}
    for side, count in (("top", cols), ("left", rows), ("bottom", cols), ("right", rows)):
        result[side] = [None if word in ("", ".") else _number(word) for word in words[at : at + count]]
        at += count
    return result


# -- game by game ------------------------------------------------------------------------------------------------------


def _bridges(match: re.Match[str], desc: str) -> Read:
    if match["most"] not in (None, "2"):
        raise InputError(f"bridges of up to {match['most']} lines are not read, only of up to 2")
    if match["tree"]:
        raise InputError("bridges that must not close a loop (L) are not read")
    return _grid("hashi", "islands", "[0-9A-G]")(match, desc)


def _dominosa(match: re.Match[str], desc: str) -> Read:
    high = int(match["w"])
    if high > 99:
        raise InputError("dominoes have numbers up to 99")
    found = re.findall(r"\[([0-9]{1,3})\]|([0-9])", desc)
    numbers = [int(a or b) for a, b in found]
    if re.fullmatch(r"(?:\[[0-9]{1,3}\]|[0-9])*", desc) is None or len(numbers) != (high + 1) * (high + 2):
        raise InputError(f"the description has {len(numbers)} numbers where the board has {(high + 1) * (high + 2)}")
    return Read("dominosa", high + 1, high + 2, {"numbers": numbers})


def _galaxies(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    width, height = 2 * cols - 1, 2 * rows - 1
    stars: list[str | None] = [None] * (rows * cols)
    at = 0
    for sign in desc:
        if sign == "z":
            at += 25
            continue
        if not (sign.isascii() and sign.isalpha()) or at + ord(sign.lower()) - ord("a") >= width * height:
            raise InputError(f"{sign!r} is no star of the board")
        at += ord(sign.lower()) - ord("a")
        y, x = divmod(at, width)
        token = f"{'b' if sign.isupper() else 'w'}{'s' * (y % 2)}{'e' * (x % 2)}"
        stars[y // 2 * cols + x // 2] = token
        at += 1
    if at > width * height:
        raise InputError("the description has more places than the board")
    return Read("galaxies", rows, cols, {"stars": stars})


def _keen(match: re.Match[str], desc: str) -> Read:
    size, _ = _size(match)
    blocks, clues = _parts(desc, 2, "blocks and their clues")
    owner = _blocks(blocks, size)
    signs = {"a": "+", "m": "*", "s": "-", "d": "/"}
    found = re.findall(r"([amsd])([0-9]{1,9})", clues)
    firsts = sorted(set(owner))
    if "".join(sign + number for sign, number in found) != clues or len(found) != len(firsts):
        raise InputError(f"the description has {len(found)} clues where the board has {len(firsts)} blocks")
    results: list[Any] = [None] * len(owner)
    for cell, (sign, number) in zip(firsts, found, strict=True):
        results[cell] = (int(number), signs[sign] if owner.count(cell) > 1 else None)
    return Read("kenken", size, size, {"cages": owner, "results": results})


def _lightup(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    found = _skips(desc, rows * cols, "[0-4B]")
    return Read("akari", rows, cols, {"walls": ["x" if v == "B" else None if v is None else int(v) for v in found]})


def _loopy(match: re.Match[str], desc: str) -> Read:
    kind = int(match["type"] or 0)
    if kind:
        named = SHAPES[kind] if kind < len(SHAPES) else f"type {kind}"
        raise InputError(f"Slitherlinks on {named} (t{kind}) are not read, only those on squares (t0)")
    return _grid("slitherlink", "numbers", "[0-4]")(match, desc)


def _magnets(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    *sides, board = _parts(desc, 5, "the numbers above, left, below and right, and the dominoes")
    for side, count in zip(sides, (cols, rows, cols, rows), strict=True):
        if re.fullmatch(rf"[0-9A-Za-z.]{{{count}}}", side) is None:
            raise InputError(f"{side[:20]!r} are not the numbers of {count} lines")
    if re.fullmatch(rf"[LRTB*]{{{rows * cols}}}", board) is None:
        raise InputError(f"the description's dominoes do not fit a board of {rows * cols} cells")
    rooms = list(range(rows * cols))
    for cell, sign in enumerate(board):
        step = {"L": 1, "T": cols}.get(sign, 0)
        if step:
            other = cell + step
            if other >= len(board) or board[other] != {"L": "R", "T": "B"}[sign] or (sign == "L" and other % cols == 0):
                raise InputError("the description's dominoes do not fit together")
            rooms[other] = cell
    halves = [cell for cell, sign in enumerate(board) if sign in "RB" and rooms[cell] == cell]
    if halves:
        raise InputError("the description's dominoes do not fit together")
    return Read("magnets", rows, cols, {"rooms": rooms, "counts": _outside("".join(sides), rows, cols)})


def _palisade(match: re.Match[str], desc: str) -> Read:
    read = _grid("palisade", "numbers", "[0-4]", short=True)(match, desc)
    return read._replace(values={**read.values, "size": int(match["size"])})


def _pattern(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    if "," in desc:
        raise InputError("nonograms with cells that are given are not read")
    lines = desc.split("/")
    if len(lines) != rows + cols:
        raise InputError(f"the description has {len(lines)} lines where the board has {cols} columns and {rows} rows")
    runs = [
        tuple(_number(word) if are_digits(word) else _refuse(word) for word in line.split(".") if line)
        for line in lines
    ]
    return Read("nonogram", rows, cols, {"clues": {"top": runs[:cols], "left": runs[cols:]}})


def _refuse(word: str) -> int:
    raise InputError(f"{word[:20]!r} is no number")


def _pearl(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    found = _skips(desc, rows * cols, "[BW]")
    return Read("masyu", rows, cols, {"circles": [None if v is None else v.lower() for v in found]})


def _signpost(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    found = re.findall(r"([0-9]{0,6})([a-h])", desc)
    if "".join(map("".join, found)) != desc or len(found) != rows * cols:
        raise InputError(f"the description is no arrow, perhaps behind a number, for each of the {rows * cols} cells")
    given = [int(number) if number else None for number, _ in found]
    # the arrow in the cell with the last number says nothing
    arrows = [
        None if number == rows * cols else ARROWS[ord(way) - ord("a")]
        for number, (_, way) in zip(given, found, strict=True)
    ]
    return Read("signpost", rows, cols, {"arrows": arrows, "given": given})


def _singles(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    if re.fullmatch(rf"[0-9A-Za-z]{{{rows * cols}}}", desc) is None:
        raise InputError(f"the description is no letter or digit for each of the {rows * cols} cells")
    return Read("hitori", rows, cols, {"numbers": [_number(ch) for ch in desc]})


def _slant(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    return Read("gokigen", rows, cols, {"clues": _numbers(_skips(desc, (rows + 1) * (cols + 1), "[0-4]", "corners"))})


def _solo(match: re.Match[str], desc: str) -> Read:
    high, wide = int(match["w"]), int(match["h"] or 1)
    flags = match["flags"]
    jigsaw, killer, cross = (flag in re.sub(r"d[a-z]", "", flags) for flag in "jkx")
    size = high * wide
    if not 0 < size <= 100:
        raise InputError("a Sudoku has at most 100 rows")
    if match["h"] is None and not jigsaw:
        raise InputError("a Sudoku without the size of its boxes (3x3) has blocks of its own (9j)")
    grid, *rest = _parts(
        desc, 1 + jigsaw + 2 * killer, "the numbers, then blocks, cages and their sums where it has them"
    )
    values: dict[str, Any] = {"given": _numbers(_skips(grid, size * size, r"[0-9]+"))}
    boxes = [row // high * high + col // wide for row in range(size) for col in range(size)]
    if jigsaw:
        boxes = _blocks(rest.pop(0), size)
    if killer:
        values["cages"] = _blocks(rest[0], size)
        values["sums"] = _numbers(_skips(rest[1], size * size, r"[0-9]+"))
    values["regions" if jigsaw and not killer else "boxes"] = boxes
    if cross:
        values["diagonals"] = 1
    genre = "killer_sudoku" if killer else "jigsaw_sudoku" if jigsaw else "diagonal_sudoku" if cross else "sudoku"
    return Read(genre, size, size, values)


def _tents(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    grid, *counts = _parts(desc, 1 + rows + cols, "the trees, and how many tents each column and each row has")
    trees: list[str | None] = []
    for sign in grid:
        if sign not in "_abcdefghijklmnopqrstuvwxyz":
            raise InputError(f"{sign!r} says nothing of trees")
        trees += [None] * (min(ord(sign) - ord("a") + 1, 25) if sign != "_" else 0) + ["T"] * (sign != "z")
    # a tree after the last cell ends the description
    if len(trees) != rows * cols + 1 or trees[-1] != "T":
        raise InputError(f"the description's trees do not fit a board of {rows * cols} cells")
    numbers = [_number(word) if are_digits(word) else _refuse(word) for word in counts]
    return Read("tents", rows, cols, {"trees": trees[:-1], "counts": {"top": numbers[:cols], "left": numbers[cols:]}})


def _towers(match: re.Match[str], desc: str) -> Read:
    size, _ = _size(match)
    clues, comma, grid = desc.partition(",")
    words = clues.split("/")
    if len(words) != 4 * size:
        raise InputError(f"the description has {len(words)} clues where the board has {4 * size} lines")
    for word in words:
        if word and not are_digits(word):
            _refuse(word)
    top, bottom, left, right = (words[i * size : (i + 1) * size] for i in range(4))
    values: dict[str, Any] = {"clues": _outside([*top, *left, *bottom, *right], size, size)}
    if comma:
        values["given"] = _numbers(_skips(grid, size * size, r"[0-9]+"))
    return Read("skyscrapers", size, size, values)


def _undead(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    what = "the numbers of ghosts, vampires and zombies, the board, and the numbers outside"
    ghosts, vampires, zombies, grid, *clues = _parts(desc, 4 + 2 * (rows + cols), what)
    board = _skips(grid, rows * cols, "[LRGVZ]")
    numbers = [_number(word) if are_digits(word) else _refuse(word) for word in (ghosts, vampires, zombies, *clues)]
    # the numbers outside stand clockwise
    top, right, bottom, left = _split(numbers[3:], (cols, rows, cols, rows))
    mirrors = {"L": "\\", "R": "/"}
    values = {
        "mirrors": [mirrors.get(sign or "") for sign in board],
        "given": [None if sign in mirrors else sign for sign in board],
        "clues": {"top": top, "left": left[::-1], "bottom": bottom[::-1], "right": right},
    }
    return Read("undead", rows, cols, values | dict(zip(("ghosts", "vampires", "zombies"), numbers, strict=False)))


def _split(values: Sequence[int], counts: Sequence[int]) -> list[list[int]]:
    """Return values in groups of these sizes."""
    rest = iter(values)
    return [[*islice(rest, count)] for count in counts]


def _unequal(match: re.Match[str], desc: str) -> Read:
    size, _ = _size(match)
    if match["adjacent"]:
        raise InputError("its mode Adjacent (a) is not read, only Unequal")
    cells = desc.removesuffix(",").split(",")
    if len(cells) != size * size:
        raise InputError(f"the description has {len(cells)} cells where the board has {size * size}")
    board = square(size, size)
    given: list[int | None] = []
    marks: list[str | None] = [None] * len(board.links)
    for cell, text in enumerate(cells):
        found = re.fullmatch(r"([0-9]{1,3})([URDL]*)", text)
        if found is None:
            raise InputError(f"{text[:20]!r} is no cell of a description")
        given.append(int(found[1]) or None)
        for way in found[2]:
            link = board.link_to[cell][board.direction_names.index({"U": "n", "R": "e", "D": "s", "L": "w"}[way])]
            if link < 0:
                raise InputError(f"{text[:20]!r} points out of the board")
            marks[link] = {"U": "^", "R": ">", "D": "v", "L": "<"}[way]
    return Read("futoshiki", size, size, {"marks": marks, "given": given})


def _unruly(match: re.Match[str], desc: str) -> Read:
    rows, cols = _size(match)
    given: list[int | None] = []
    for sign in desc:
        if not (sign.isascii() and sign.isalpha()):
            raise InputError(f"{sign!r} says nothing in the description")
        given += [None] * (ord(sign.lower()) - ord("a")) + [int(sign.isupper())] * (sign not in "zZ")
    if len(given) == rows * cols + 1:
        given.pop()  # a number after the last cell ends the description
    if len(given) != rows * cols:
        raise InputError(f"the description has {len(given)} cells where the board has {rows * cols}")
    if match["unique"]:
        return Read("binairo", rows, cols, {"given": given})
    return Read("unruly", rows, cols, {"given": given}, Read("binairo", rows, cols, {"given": given, "alike": 1}))


GAMES = {
    "bridges": Game(
        "Bridges", rf"{SIZE}(?:i[0-9]+)?(?:e[0-9]+)?(?:m(?P<most>[0-9]+))?(?P<tree>L)?(?:d[0-9])?", _bridges
    ),
    "dominosa": Game("Dominosa", rf"(?P<w>[0-9]+){DIFFICULTY}a?", _dominosa),
    "filling": Game("Filling", SIZE, _grid("fillomino", "given", "[0-9]")),
    "galaxies": Game("Galaxies", SIZE + DIFFICULTY, _galaxies),
    "keen": Game("Keen", rf"(?P<w>[0-9]+){DIFFICULTY}m?", _keen),
    "lightup": Game("Light Up", rf"{SIZE}(?:b[0-9]+)?(?:s[0-9]+)?r?(?:d[0-9])?", _lightup),
    "loopy": Game("Loopy", rf"{SIZE}(?:t(?P<type>[0-9]+))?{DIFFICULTY}", _loopy),
    "magnets": Game("Magnets", rf"{SIZE}{DIFFICULTY}S?", _magnets),
    "mosaic": Game("Mosaic", rf"{SIZE}(?:h[0-9])?", _grid("mosaic", "clues", "[0-9]")),
    "palisade": Game("Palisade", rf"{SIZE}n(?P<size>[0-9]+)", _palisade),
    "pattern": Game("Pattern", SIZE, _pattern),
    "pearl": Game("Pearl", rf"{SIZE}{DIFFICULTY}n?", _pearl),
    "range": Game("Range", SIZE, _grid("kurodoko", "clues", r"[0-9]+")),
    "rectangles": Game("Rectangles", rf"{SIZE}(?:e[0-9.]+)?a?", _grid("shikaku", "numbers", r"[0-9]+")),
    "signpost": Game("Signpost", rf"{SIZE}c?", _signpost),
    "singles": Game("Singles", SIZE + DIFFICULTY, _singles),
    "slant": Game("Slant", SIZE + DIFFICULTY, _slant),
    "solo": Game("Solo", rf"{SIZE}(?P<flags>[a-z0-9]*)", _solo),
    "tents": Game("Tents", SIZE + DIFFICULTY, _tents),
    "towers": Game("Towers", rf"(?P<w>[0-9]+){DIFFICULTY}", _towers),
    "undead": Game("Undead", SIZE + DIFFICULTY, _undead),
    "unequal": Game("Unequal", rf"(?P<w>[0-9]+)(?P<adjacent>a)?{DIFFICULTY}", _unequal),
    "unruly": Game("Unruly", rf"{SIZE}(?P<unique>u)?{DIFFICULTY}", _unruly),
}
"""The games by name without spaces."""

GENRES = {
    "bridges": ("hashi",), "dominosa": ("dominosa",), "filling": ("fillomino",), "galaxies": ("galaxies",), "keen": ("kenken",),
    "lightup": ("akari",), "loopy": ("slitherlink",), "magnets": ("magnets",), "mosaic": ("mosaic",), "palisade": ("palisade",),
    "pattern": ("nonogram",), "pearl": ("masyu",), "range": ("kurodoko",), "rectangles": ("shikaku",),
    "signpost": ("signpost",), "singles": ("hitori",), "slant": ("gokigen",),
    "solo": ("sudoku", "diagonal_sudoku", "jigsaw_sudoku", "killer_sudoku"), "tents": ("tents",), "towers": ("skyscrapers",),
    "undead": ("undead",), "unequal": ("futoshiki",), "unruly": ("unruly", "binairo"),
}  # fmt: skip
"""For each game the genres of its puzzles."""
