"""JSON in which every key occurs once, and every number is one."""

from __future__ import annotations

from typing import Any, NoReturn

from pencilp.errors import InputError


def loads(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raise InputError for a key that occurs twice in one object, of which ``json.loads`` keeps the last, and for NaN and
    infinity. Raise ValueError or RecursionError, as ``json.loads`` does, if the text is no JSON.
    """
    import json  # only files of JSON need it

    return json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        raise InputError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice in one object")
    return result


def _no_number(name: str) -> NoReturn:
    raise InputError(f"{name} is not a number of JSON")
