"""Command lines that need no argparse: words that are known options, with values that are taken, and what stands between them.

To load argparse, and to tell it of all options of a command, takes longer than to solve a small puzzle. So a command tells first
only a ``Plain`` reader what it takes, in the same words. A command line that is not plain is left to argparse: it reads what
people write otherwise, such as ``-oFILE``, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any


class NotPlain(Exception):
    """Only argparse can tell what a command line says, or what is wrong with it."""


class Plain:
    """Takes what a command says of its options (``options(parser)``) as argparse does, and reads plain command lines."""

    def __init__(self) -> None:
        self.options: dict[str, dict[str, Any]] = {}
        """What is said of each option, by its names."""
        self._places: list[tuple[str, dict[str, Any]]] = []
        """What stands without a dash, in this order: its name, and what is said of it."""
        self._left: dict[str, Any] = {}
        """The values of options that are left out."""

    def add_argument(self, *names: str, **says: Any) -> None:
        """See ``argparse.ArgumentParser.add_argument``."""
        if names[0].startswith("-"):
            name = next((name for name in names if name.startswith("--")), names[0]).lstrip("-").replace("-", "_")
            says = {"dest": name, **says}
            self.options.update(dict.fromkeys(names, says))
            self._left[says["dest"]] = says.get("default", False if _is_flag(says) else None)
        else:
            self._places.append((names[0], says))

    def add_argument_group(self, *_: Any, **__: Any) -> Plain:
        """See ``argparse.ArgumentParser.add_argument_group``. A part of the help says nothing of how words are read."""
        return self

    def add_mutually_exclusive_group(self) -> _Exclusive:
        """See ``argparse.ArgumentParser.add_mutually_exclusive_group``."""
        return _Exclusive(self)

    def read(self, words: Sequence[str]) -> SimpleNamespace:
        """The options that ``words`` say. Raises NotPlain."""
        result = SimpleNamespace(**self._left)
        free: list[str] = []
        """What stands without a dash; where it stands in several places, argparse decides what is what."""
        missing = {says["dest"] for says in self.options.values() if says.get("required")}
        last = -1
        at = 0
        while at < len(words):
            word = words[at]
            if not word.startswith("-") or word == "-":
                if free and last != at - 1:
                    raise NotPlain
                free.append(word)
                last = at
            elif (says := self.options.get(word)) is None or says.get("exclusive"):
                raise NotPlain
            elif _is_flag(says):
                setattr(result, says["dest"], True)
            else:
                at += 1
                if at == len(words) or words[at].startswith("-") or not _takes_one(says):
                    raise NotPlain
                setattr(result, says["dest"], _value(words[at], says))
                missing.discard(says["dest"])
            at += 1
        if missing:
            raise NotPlain
        self._place(result, free)
        return result

    def _place(self, result: SimpleNamespace, words: list[str]) -> None:
        """Give the ``words`` without a dash their names in ``result``. Raises NotPlain when there are too few or too many."""
        for i, (name, says) in enumerate(self._places):
            many = says.get("nargs")
            behind = len(self._places) - i - 1
            if many not in (None, "?", "*", "+") or (many is not None and behind):
                raise NotPlain
            taken = words[:1] if many in (None, "?") else words
            words = words[len(taken) :]
            if not taken and many in (None, "+"):
                raise NotPlain
            values = [_value(word, says) for word in taken]
            if many in (None, "?"):
                setattr(result, name, values[0] if values else says.get("default"))
            else:
                setattr(result, name, values or says.get("default", []))
        if words:
            raise NotPlain


class _Exclusive:
    """Options of which only one can be given: argparse sees to that."""

    def __init__(self, reader: Plain) -> None:
        self._reader = reader

    def add_argument(self, *names: str, **says: Any) -> None:
        self._reader.add_argument(*names, exclusive=True, **says)


def _is_flag(says: dict[str, Any]) -> bool:
    return bool(says.get("action") == "store_true")


def _takes_one(says: dict[str, Any]) -> bool:
    return says.get("action") is None and says.get("nargs") is None


def _value(word: str, says: dict[str, Any]) -> Any:
    """What a word stands for. Raises NotPlain when it is not taken."""
    try:
        value = says["type"](word) if "type" in says else word
    except Exception as error:
        from argparse import ArgumentTypeError

        if isinstance(error, (ArgumentTypeError, TypeError, ValueError)):
            raise NotPlain from None
        raise
    if "choices" in says and value not in says["choices"]:
        raise NotPlain
    return value
