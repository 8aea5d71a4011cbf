from collections.abc import Sequence
from typing import Any

from pencilp.board.layers import UNKNOWN, Alphabet, AnswerSigns, ClueSigns, Lines, Param
from pencilp.board.layers.signs import numbered, spelled
from pencilp.errors import InputError
from pencilp.genres.base import CodeGame, Genre
from pencilp.model import AllDifferent, Int, Lit, Model, exactly, total


class Mastermind(Genre):
    """Find the secret code, one symbol (1, 2, 3, ..., or letters for colours) in every column. Every row is a guess,
    and its score says how close it is: first the hits, symbols in the right column, then the blows, other symbols
    that the code also has. Each symbol of the code counts for one symbol of a guess only, and for a hit rather than a
    blow.
    """

    name = "mastermind"
    title = "Mastermind"
    title_ja = "ヒットアンドブロー"
    aliases = ("hit & blow", "hit and blow", "bulls and cows", "bulls & cows", "guess", "マスターマインド", "数当て")
    usual_size = (6, 4)

    spellings = {"Vb": "V"}

    guesses = ClueSigns("the guesses, one a row; a row without symbols is for a guess to come")
    scores = Lines("hits and blows of every guess, ? if unknown; one number is its hits", sides=("right",), high="line")
    symbols = Alphabet("the symbols: 6 for 1 to 6, or such as 0-9 and RGBYOP", initial=9)
    different = Param("1: no symbol stands twice in the code", high=1, initial=0)
    hits_only = Param("1: a score has the hits alone", high=1, initial=0)
    code = AnswerSigns("symbols", "the secret code", on="columns")

    def validate(self) -> None:
        if len(self.board) != self.board.rows * self.board.cols:
            raise self.bad("guesses", None, "every row must be a whole guess, without holes")
        for row, (cells, score) in enumerate(zip(self.board.row_cells, self.scores["right"], strict=True), 1):
            guess = [self.guesses[c] for c in cells]
            for cell, symbol in zip(cells, guess, strict=True):
                if symbol is None and any(s is not None for s in guess):
                    raise self.bad("guesses", cell, "a symbol is missing")
                if symbol is not None and symbol not in self.symbols:
                    why = f"{symbol} is not one of the symbols {spelled(self.symbols)}"
                    raise self.bad("guesses", cell, why)
            if guess[0] is None and any(n != UNKNOWN for n in score):
                raise InputError("there is no guess that is scored so", f"scores right {row}")
            if len(score) > (1 if self.hits_only else 2):
                wanted = "the hits alone" if self.hits_only else "two numbers, hits and blows (? if unknown)"
                raise InputError(f"a score is {wanted}", f"scores right {row}")

    def guessed(self) -> list[tuple[int, tuple[int, ...], list[int], int | None, int | None]]:
        """Yield for each guess its row, its cells, the numbers of its symbols, its hits and its blows (None:
        unknown)."""
        result = []
        number = numbered(self.symbols)
        for row, (cells, score) in enumerate(zip(self.board.row_cells, self.scores["right"], strict=True)):
            hits, blows = [None if n == UNKNOWN else n for n in (*score, UNKNOWN, UNKNOWN)[:2]]
            if self.guesses[cells[0]] is not None:
                result.append((row, cells, [number[self.guesses[c]] for c in cells], hits, blows))
        return result

    def score(self, guess: Sequence[int], code: Sequence[Any]) -> tuple[Any, ...]:
        """Return the hits and blows of a guess, as numbers or as arrays of them: see ``CodeGame``."""
        hits: Any = sum(own == symbol for own, symbol in zip(code, guess, strict=True))
        if self.hits_only:
            return (hits,)
        found: Any = 0
        for symbol in set(guess):
            has = sum(own == symbol for own in code)
            found += sum(has >= times for times in range(1, guess.count(symbol) + 1))
        return hits, found - hits

    def code_game(self) -> CodeGame:
        replies = ("hits", "blows")[: 1 if self.hits_only else 2]
        guesses = [(guess, (hits, blows)[: len(replies)]) for _, _, guess, hits, blows in self.guessed()]
        symbols = {number: symbol for symbol, number in numbered(self.symbols).items()}
        return CodeGame(self.board.cols, symbols, bool(self.different), guesses, self.score, replies)

    def rules(self, m: Model) -> None:
        at_least: dict[tuple[int, int], Lit] = {}
        if self.different:
            m.require("no symbol stands twice in the code", AllDifferent(self.code))
        for row, cells, guess, hits, blows in self.guessed():
            score = (self.scores, "right", row)
            hit = [digit == symbol for digit, symbol in zip(self.code, guess, strict=True)]
            # a symbol that the guess has twice counts twice if the code has it twice, and once if the code has it once
            found = []
            for symbol in sorted(set(guess)):
                for times in range(1, guess.count(symbol) + 1):
                    if (symbol, times) not in at_least:
                        at_least[symbol, times] = m.count_of(times, [digit == symbol for digit in self.code])
                    found.append(at_least[symbol, times])
            if hits is not None:
                m.require("a guess has its number of hits", exactly(hits, hit), at=cells, clue=(*score, 0))
            if blows is not None:
                blown = total(found) - total(hit) == blows
                m.require("a guess has its number of blows", blown, at=cells, clue=(*score, 1))

    def published(self, m: Model) -> dict[str, Any]:
        guessed, cols, sign = self.guessed(), range(self.board.cols), {k: s for s, k in numbered(self.symbols).items()}
        rows, symbols, big = [i for i, *_ in guessed], list(sign), len(cols) + 1

        def table(name: str) -> dict[int, list[Lit]]:
            return {i: [m.binary(f"{name}({i + 1},{j + 1})") for j in cols] for i in rows}

        def counts(name: str) -> dict[int, dict[int, Int]]:
            return {i: {k: m.integer(f"{name}({i + 1},{sign[k]})", 0, len(cols)) for k in symbols} for i in rows}

        a = [{k: m.binary(f"A({j + 1},{sign[k]})") for k in symbols} for j in cols]
        h, x, v, b = (table(name) for name in "HXVB")
        m.preferred = [lit for row in x.values() for lit in row]  # the rows let a symbol that the code lacks be a V
        n = {k: m.integer(f"N({sign[k]})", 0, len(cols)) for k in symbols}
        nh, nv, nb = counts("Nh"), counts("Nv"), counts("Nb")
        judge = {i: {k: m.binary(f"Jdg({i + 1},{sign[k]})") for k in symbols} for i in rows}
        code = [m.integer(f"code({j + 1})", symbols[0], symbols[-1]) for j in cols]

        def row(number: str, key: str, words: str, constraint: Any, at: Any = None) -> None:
            m.require(words, constraint, at, f"C{number}({key})")

        for j in cols:
            row("1", f"{j + 1}", "every column of the code has one symbol", exactly(1, list(a[j].values())))
            row("15", f"{j + 1}", "that symbol is read off", sum(k * a[j][k] for k in symbols) == code[j])
        for k in symbols:
            row("8", f"{sign[k]}", "N counts a symbol in the code", total(a[j][k] for j in cols) == n[k])
            if self.different:
                row("8b", f"{sign[k]}", "no symbol stands twice in the code", n[k] <= 1)
        for i, at, guess, hits, blows in guessed:
            if hits is not None:
                row(
                    "2", f"{i + 1}", "a guess has its number of hits", exactly(hits, [a[j][guess[j]] for j in cols]), at
                )
            for j, (cell, k) in enumerate(zip(at, guess, strict=True)):
                key, in_code = f"{i + 1},{j + 1}", total(a[other][k] for other in cols)
                row("3", key, "H is a hit", a[j][k].equals(h[i][j]), cell)
                row("4a", key, "X is a symbol the code lacks", in_code <= big * (1 - x[i][j]), cell)
                row("4b", key, "X is a symbol the code lacks", in_code + big * (1 - x[i][j]) >= 0, cell)
                row("5", key, "V is neither hit nor lacking", exactly(1, [h[i][j], x[i][j], v[i][j]]), cell)
                row("7", key, "only V can be a blow", b[i][j] <= v[i][j], cell)
            if blows is not None:
                row("6", f"{i + 1}", "a guess has its number of blows", exactly(blows, b[i]), at)
            for k in symbols:
                key, same = f"{i + 1},{sign[k]}", [j for j in cols if guess[j] == k]
                left = n[k] - nh[i][k]
                unless_all, unless_some = big * (1 - judge[i][k]), big * judge[i][k]
                row("9", key, "Nh counts the hits of a symbol", total(h[i][j] for j in same) == nh[i][k], at)
                row("10", key, "Nv counts its other places", total(v[i][j] for j in same) == nv[i][k], at)
                row("11a", key, "Jdg: the code has enough for all", left - nv[i][k] + unless_all >= -0.1, at)
                row("11b", key, "Jdg: the code has enough for all", left - nv[i][k] <= -0.1 + unless_some, at)
                row("12a", key, "if so, all are blows", nb[i][k] + unless_all >= nv[i][k], at)
                row("12b", key, "if so, all are blows", nb[i][k] <= nv[i][k] + unless_all, at)
                row("13a", key, "if not, as many as the code has left", nb[i][k] + unless_some >= left, at)
                row("13b", key, "if not, as many as the code has left", nb[i][k] <= left + unless_some, at)
                row("14", key, "Nb counts the blows of a symbol", total(b[i][j] for j in same) == nb[i][k], at)
        at_cell = {cell: (i, j) for i, cells, *_ in guessed for j, cell in enumerate(cells)}
        for name, of in (("H", h), ("X", x), ("V", v), ("B", b)):
            m.on_cells[name] = [of[at_cell[c][0]][at_cell[c][1]] if c in at_cell else None for c in self.board.cells]
        return {"code": code}
