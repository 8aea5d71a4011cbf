"""The words of ``typing`` that our own code uses. To import Python's module takes longer than to solve a small puzzle.

Type checkers see Python's own words. While a program runs they say nothing, but for ``NamedTuple``.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import (
        IO,
        Any,
        BinaryIO,
        ClassVar,
        Generic,
        NamedTuple,
        NoReturn,
        Protocol,
        TypeVar,
        cast,
    )
else:
    from collections import namedtuple

    class _Word:
        """Stands where a type is named that nobody looks at."""

        def __class_getitem__(cls, _):
            return cls

    class Generic(_Word):
        """A base class whose types are told in brackets."""

    class Protocol(_Word):
        """A base class that says what others have."""

    IO = Any = BinaryIO = ClassVar = NoReturn = _Word

    def TypeVar(*_, **__):
        """A name for a type."""
        return _Word

    def cast(_, value):
        """``value`` itself."""
        return value

    class _Tuples(type):
        """Makes of a class body with annotations what ``collections.namedtuple`` makes, with the methods of the body."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body["__annotations__"]
            made = namedtuple(
                name,
                fields,
                defaults=[body[field] for field in fields if field in body],
                module=body["__module__"],
            )
            for key, value in body.items():
                if key not in fields and key != "__annotations__":
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Tuples):
        """A tuple whose fields have names, and may have defaults."""


__all__ = [
    "IO",
    "TYPE_CHECKING",
    "Any",
    "BinaryIO",
    "ClassVar",
    "Generic",
    "NamedTuple",
    "NoReturn",
    "Protocol",
    "TypeVar",
    "cast",
]
