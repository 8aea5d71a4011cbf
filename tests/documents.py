"""The programs of the documents, written from their text alone: nothing here comes from ``pencilp``.

Each function gives the rows of one document as ``{name: (terms, sign, right side)}``, named by the document's numbers, with the
document's indices and variables. Where the print is plainly wrong the row is what it must be; docs/formulations.md lists these
places. ``lp`` is the file that a reader of the document hands to a solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

Row = tuple[tuple[tuple[str, int], ...], str, int]
Rows = dict[str, Row]
Side = Iterable[tuple[float, str] | str | float]
Cell = tuple[int, int]


def row(left: Side, sign: str, right: Side) -> Row:
    """A row in one form: terms by name on the left, whole numbers, ``<=`` or ``=``."""
    terms: dict[str, Fraction] = {}
    constant = Fraction(0)
    for side, factor in ((left, 1), (right, -1)):
        for part in side:
            a, name = part if isinstance(part, tuple) else (1, part)
            if isinstance(name, str):
                terms[name] = terms.get(name, Fraction(0)) + factor * Fraction(str(a))
            else:
                constant += factor * Fraction(str(name))
    scale = lcm(constant.denominator, *(a.denominator for a in terms.values()))
    ordered = sorted((name, int(a * scale)) for name, a in terms.items() if a)
    turned = -1 if sign == ">=" or (sign == "=" and ordered and ordered[0][1] < 0) else 1
    return (
        tuple((name, turned * a) for name, a in ordered),
        "=" if sign == "=" else "<=",
        int(-turned * constant * scale),
    )


def minus(names: Iterable[str]) -> list[tuple[float, str]]:
    return [(-1, name) for name in names]


def unless(big: int, name: str) -> list[tuple[float, str] | float]:
    """bigM * {1 - name}."""
    return [big, (-big, name)]


def lp(
    rows: Mapping[str, Row], binary: Iterable[str], general: Iterable[str] = (), rename: Mapping[str, str] = {}
) -> str:
    """The LP file as the documents write it: a dummy objective, an empty section of bounds. ``rename`` turns the part of a name
    before its parenthesis into another one.
    """

    def called(name: str) -> str:
        head, bracket, rest = name.partition("(")
        return rename.get(head, head) + bracket + rest

    lines = ["Minimize", " value: x", "Subject To"]
    for name, (terms, sign, side) in rows.items():
        lines.append(f" {name}:" + "".join(f"\n  {a:+d} {called(x)}" for x, a in terms) + f" {sign} {side}")
    lines += [
        "Bounds",
        "Binary",
        *(f" {called(x)}" for x in binary),
        "General",
        *(f" {called(x)}" for x in general),
        "End",
    ]
    return "\n".join(lines) + "\n"


def families(rows: Mapping[str, Row], *heads: str) -> list[str]:
    """The variables whose names begin so, in the order in which the rows mention them."""
    found = dict.fromkeys(x for terms, _, _ in rows.values() for x, _ in terms)
    return [x for x in found if x.split("(")[0] in heads]


def around(i: int, j: int) -> list[tuple[int, int]]:
    """003: the cells around a cell, in the order in which the VBA looks at them."""
    steps = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    return [(i + down, j + right) for down, right in steps]


def bomber(table: Sequence[Sequence[int]]) -> Rows:
    """003: what the VBA prints; cells of the sheet from 1 on, 0 where nothing stands."""
    high, wide = len(table), len(table[0])
    rows: Rows = {}
    for i in range(1, high + 1):
        for j in range(1, wide + 1):
            n = table[i - 1][j - 1]
            if n > 0:
                rows[f"CELL({i},{j})_{n}"] = row([f"b({i},{j})"], "=", [0])
                near = [f"b({a},{b})" for a, b in around(i, j) if 1 <= a <= high and 1 <= b <= wide]
                rows[f"Around({i},{j})"] = row(near, "=", [n])
    return rows


def bomber_lp(table: Sequence[Sequence[int]]) -> str:
    """003: the file as the VBA prints it, line by line."""
    high, wide = len(table), len(table[0])
    lines = ["Minimize", " value: x", "Subject To"]
    for i in range(1, high + 1):
        for j in range(1, wide + 1):
            n = table[i - 1][j - 1]
            if n > 0:
                near = "".join(f" + b({a},{b})" for a, b in around(i, j) if 1 <= a <= high and 1 <= b <= wide)
                lines += [f" CELL({i},{j})_{n}: b({i},{j}) = 0", f" Around({i},{j}):{near} = {n}"]
    lines += ["Bounds", "Binary"]
    lines += ["".join(f" b({i},{j})" for j in range(1, wide + 1)) for i in range(1, high + 1)]
    return "\n".join([*lines, "General", "End"]) + "\n"


def norinori(ini1: Sequence[Sequence[int]]) -> Rows:
    """002: what GLPK makes of the model, its indices in parentheses."""
    high, wide = len(ini1), len(ini1[0])
    inner = [(r, c) for r in range(1, high + 1) for c in range(1, wide + 1)]
    rows: Rows = {}
    for r in range(high + 2):
        for c in range(wide + 2):
            if r in (0, high + 1) or c in (0, wide + 1):
                rows[f"Cwall({r},{c})"] = row([f"b({r},{c})"], "=", [0])
    for n in range(1, max(map(max, ini1)) + 1):
        rows[f"C2seat({n})"] = row([f"b({r},{c})" for r, c in inner if ini1[r - 1][c - 1] == n], "=", [2])
    for r, c in inner:
        near = [f"b({r},{c - 1})", f"b({r - 1},{c})", f"b({r},{c + 1})", f"b({r + 1},{c})"]
        rows[f"Cpair1({r},{c})"] = row([f"b({r},{c})"], "<=", near)
        rows[f"Cpair2({r},{c})"] = row([(3, f"b({r},{c})")], "<=", [4, *minus(near)])
    return rows


def mastermind(guesses: Sequence[Sequence[int]], scores: Sequence[tuple[int, int]], symbols: int = 9) -> Rows:
    """000: rows 1 to 13; nothing ties B to Nb, and there is no code."""
    columns, big = range(1, len(guesses[0]) + 1), len(guesses[0]) + 1
    ks = range(1, symbols + 1)
    rows: Rows = {}
    for j in columns:
        rows[f"C1({j})"] = row([f"A({j},{k})" for k in ks], "=", [1])
    for i, (guess, (hits, blows)) in enumerate(zip(guesses, scores, strict=True), 1):
        digit = dict(zip(columns, guess, strict=True))
        rows[f"C2({i})"] = row([f"A({j},{digit[j]})" for j in columns], "=", [hits])
        for j in columns:
            at = f"{i},{j}"
            rows[f"C3({at})"] = row([f"A({j},{digit[j]})"], "=", [f"H({at})"])
            same = [f"A({other},{digit[j]})" for other in columns]
            rows[f"C4a({at})"] = row(same, "<=", unless(big, f"X({at})"))
            rows[f"C4b({at})"] = row([*same, *unless(big, f"X({at})")], ">=", [0])
            rows[f"C5({at})"] = row([f"H({at})", f"X({at})", f"V({at})"], "=", [1])
            rows[f"C7({at})"] = row([f"B({at})"], "<=", [f"V({at})"])
        rows[f"C6({i})"] = row([f"B({i},{j})" for j in columns], "=", [blows])
    for k in ks:
        rows[f"C8({k})"] = row([f"A({j},{k})" for j in columns], "=", [f"N({k})"])
        for i, guess in enumerate(guesses, 1):
            at, here = f"{i},{k}", [j for j in columns if guess[j - 1] == k]
            nh, nv, nb, jdg = (f"{name}({at})" for name in ("Nh", "Nv", "Nb", "Jdg"))
            rows[f"C9({at})"] = row([f"H({i},{j})" for j in here], "=", [nh])
            rows[f"C10({at})"] = row([f"V({i},{j})" for j in here], "=", [nv])
            rest = [f"N({k})", *minus([nh, nv])]
            rows[f"C11a({at})"] = row([*rest, *unless(big, jdg)], ">=", [-0.1])
            rows[f"C11b({at})"] = row(rest, "<=", [-0.1, (big, jdg)])
            rows[f"C12a({at})"] = row([nb, *unless(big, jdg)], ">=", [nv])
            rows[f"C12b({at})"] = row([nb], "<=", [nv, *unless(big, jdg)])
            rows[f"C13a({at})"] = row([nb, (big, jdg)], ">=", [f"N({k})", (-1, nh)])
            rows[f"C13b({at})"] = row([nb], "<=", [f"N({k})", (-1, nh), (big, jdg)])
    return rows


TO = {"TC": (-1, -1), "TL": (0, -1), "BL": (1, 0), "BC": (1, 1), "BR": (0, 1), "TR": (-1, 0)}
"""001: where an arrow of a cell leads: TC(I+1,J+1) comes into (I,J), and so on."""


def second_turn(cells: Sequence[Cell], dots: Sequence[Cell], start: Cell, first: str | None, big: int) -> Rows:
    """001: ``cells`` in reading order; ``start`` with its arrow, which is None where it is left open; bigM."""
    board, number = set(cells), {cell: k for k, cell in enumerate(dots, 1)}
    back = {a: b for a in TO for b in TO if TO[a] == (-TO[b][0], -TO[b][1])}

    def step(cell: Cell, way: str, times: int = 1) -> Cell:
        return cell[0] + times * TO[way][0], cell[1] + times * TO[way][1]

    def v(name: str, cell: Cell, *more: int) -> str:
        return f"{name}({','.join(map(str, (*cell, *more)))})"

    def allowed(cell: Cell, coming: str, leaving: str) -> bool:
        if leaving == coming or cell in number:
            return True
        ahead = cell
        while (ahead := step(ahead, leaving)) in board:
            if ahead in number:
                return True
        return False

    rows: Rows = {}
    for c in cells:
        at = f"({c[0]},{c[1]})"
        into = {way: step(c, way, -1) for way in TO if step(c, way, -1) in board}
        rows[f"C1{at}"] = row([v(way, c) for way in TO], "=", [1])
        rows[f"C2{at}"] = row([v(way, cell) for way, cell in into.items()], "=", [1])
        for way in TO:
            there = step(c, way)
            if there not in board or (c in number and there in number):
                rows[f"C3_{way}{at}"] = row([v(way, c)], "=", [0])
        for way, cell in into.items():
            onward = [v(e, c) for e in TO if e != back[way] and allowed(c, way, e)]
            rows[f"C3b_{way}{at}"] = row(onward, ">=", [v(way, cell)])
        if c in number:
            rows[f"C4({c[0]},{c[1]},{number[c]})"] = row([v("D", c, number[c])], "=", [1])
        rows[f"C5{at}"] = row([v("D", c, k) for k in number.values()], "=", [1])
        for way in TO:
            there = step(c, way)
            if there in board and there not in number:
                for k in number.values():
                    piece = row([v("D", c, k), v(way, c), (-1, v("D", there, k))], "<=", [1])
                    rows[f"C6_{way}({c[0]},{c[1]},{k})"] = piece
        if c in number or not any(step(c, way) in board and step(c, way, -1) in board for way in TO):
            rows[f"C7{at}"] = row([v("C", c)], "=", [1])
        for way, cell in into.items():
            for e in TO:
                if e == way:
                    rows[f"C8_{way}_{e}{at}"] = row([v(way, cell), v(e, c), v("C", c)], "<=", [2])
                elif e != back[way]:
                    rows[f"C8_{way}_{e}{at}"] = row([v(way, cell), v(e, c), (-1, v("C", c))], "<=", [1])
        for k in number.values():
            turn, key = v("F", c, k), f"({c[0]},{c[1]},{k})"
            rows[f"C9a{key}"] = row([v("D", c, k), v("C", c), (-1, turn)], "<=", [1])
            rows[f"C9b{key}"] = row([v("D", c, k)], ">=", [turn])
            rows[f"C9c{key}"] = row([v("C", c)], ">=", [turn])
        if c != start:
            for way, cell in into.items():
                key = f"({cell[0]},{cell[1]})"
                after, free = [v("N", cell), 1], unless(big, v(way, cell))
                rows[f"C12a_{way}{key}"] = row(after, "<=", [v("N", c), *free])
                rows[f"C12b_{way}{key}"] = row([*after, *free], ">=", [v("N", c)])
    for k in number.values():
        rows[f"C10({k})"] = row([v("F", c, k) for c in cells], "=", [2])
    at = f"({start[0]},{start[1]})"
    if first is not None:
        rows[f"C11a{at}"] = row([v(first, start)], "=", [1])
    rows[f"C11b{at}"] = row([v("N", start)], "=", [1])
    return rows


RAYS = {
    "xp": ("R", (0, 1)),
    "xm": ("L", (0, -1)),
    "yp": ("D", (1, 0)),
    "ym": ("U", (-1, 0)),
    "zp": ("S", (1, 1)),
    "zm": ("C", (-1, -1)),
}
"""004: the directions, what counts the cells seen in each, and its step."""


def panorama(cells: Sequence[Cell], clues: Mapping[Cell, int], big: int) -> Rows:
    """004: ``clues`` in reading order; bigM."""
    board = set(cells)
    rows: Rows = {}

    def a(cell: Cell) -> str:
        return f"A({cell[0]},{cell[1]})"

    for i, j in cells:
        if any((i + di, j + dj) not in board for _, (di, dj) in RAYS.values()):
            rows[f"C1({i},{j})"] = row([a((i, j))], "=", [1])
    for n, ((i, j), count) in enumerate(clues.items(), 1):
        seen: list[tuple[float, str]] = []
        for x, (r, (di, dj)) in RAYS.items():
            ray = []
            while (i + di * (len(ray) + 1), j + dj * (len(ray) + 1)) in board:
                ray.append((i + di * (len(ray) + 1), j + dj * (len(ray) + 1)))
            rows[f"C2_{x}({n},{len(ray) + 1})"] = row([f"{x}({n},{len(ray) + 1})"], "=", [1])
            for k, cell in enumerate(ray, 1):
                hidden = f"{x}({n},{k})"
                rows[f"C3a_{x}({n},{k})"] = row([a(cell)], ">=", [a((i, j)), (big, hidden), -big, 0.1])
                rows[f"C3b_{x}({n},{k})"] = row([a(cell)], "<=", [a((i, j)), (big, hidden)])
            rows[f"C5_{x}({n})"] = row([f"{r}({n},{k})" for k in range(len(ray) + 1)], "=", [1])
            for k in range(len(ray) + 1):
                before = [f"{x}({n},{m})" for m in range(1, k + 1)]
                rows[f"C6a_{x}({n},{k})"] = row([f"{x}({n},{k + 1})", *minus(before)], "<=", [f"{r}({n},{k})"])
                if k:
                    rows[f"C6b_{x}({n},{k})"] = row([f"{x}({n},{k + 1})"], ">=", [f"{r}({n},{k})"])
                seen.append((k, f"{r}({n},{k})"))
        rows[f"C8({n})"] = row(seen, "=", [count])
    for i, j in cells:
        for di, dj in ((0, 1), (1, 0), (1, 1)):
            if (i + di, j + dj) in board:
                key = f"({i},{j},{i + di},{j + dj})"
                rows[f"C9a{key}"] = row([a((i, j)), (-1, a((i + di, j + dj)))], "<=", [1])
                rows[f"C9b{key}"] = row([a((i, j)), (-1, a((i + di, j + dj)))], ">=", [-1])
    return rows
