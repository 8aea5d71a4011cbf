"""The compression of lz-string, which editors in the browser use, as text in the digits of base64.

A code is either an entry of a growing dictionary or says that a new character follows. Codes have as many bits as the
number of entries, lowest bit first. Source: https://pieroxy.net/blog/pages/lz-string/index.html
"""

from __future__ import annotations

from collections.abc import Iterator

from pencilp.errors import InputError

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = {digit: f"{value:06b}" for value, digit in enumerate(DIGITS)} | {"=": "000000", "-": "111111", " ": "111110"}
"""The bits of each digit. A browser may write a blank for a plus, and - is the slash of addresses."""
BYTE, WIDE, END = 0, 1, 2
"""The codes for a new character of 8 bits, one of 16 bits, and the end."""
MAX_CHARACTERS = 1_000_000
"""The longest text that is unpacked: 100,000 characters can hold gigabytes."""


def decompress(packed: str) -> str:
    """Return the text that was compressed. Raise InputError if ``packed`` is damaged or holds too long a text."""
    wrong = next((ch for ch in packed if ch not in BITS), None)
    if wrong is not None:
        raise InputError(f"the link is damaged: {wrong!r} is no digit of base64")
    bits = "".join([BITS[ch] for ch in packed])
    at, size = 0, 0

    def read(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise InputError("the link is cut off: its end is missing")
        return int(bits[at - width : at][::-1], 2)

    entries = ["", "", ""]
    parts: list[str] = []
    last = ""
    while (code := read(len(entries).bit_length())) != END:
        if code in (BYTE, WIDE):
            entries.append(chr(read(16 if code == WIDE else 8)))
            code = len(entries) - 1
        if code == len(entries) and last:
            entry = last + last[0]
        elif code < len(entries):
            entry = entries[code]
        else:
            raise InputError("the link is damaged")
        size += len(entry)
        if size > MAX_CHARACTERS:
            raise InputError(f"the link holds more than {MAX_CHARACTERS:,} characters, which no puzzle needs")
        parts.append(entry)
        if last:
            entries.append(last + entry[0])
        last = entry
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def compress(text: str) -> str:
    """Return a text in compressed form."""
    bits = "".join(_bits(text))
    digits = [DIGITS[int(bits[at : at + 6].ljust(6, "0"), 2)] for at in range(0, len(bits) + 1, 6)]
    return "".join(digits) + "=" * (-len(digits) % 4)


def _bits(text: str) -> Iterator[str]:
    """Yield the bits of each code."""
    units = text.encode("utf-16-le", "surrogatepass")
    numbers: dict[str, int] = {}
    new: set[str] = set()
    size = 2
    """Two more than the entries that the reader has at this point."""

    def codes(entry: str) -> Iterator[str]:
        nonlocal size
        width = size.bit_length()
        if entry in new:
            new.remove(entry)
            wide = ord(entry) > 0xFF
            yield f"{WIDE if wide else BYTE:0{width}b}"[::-1]
            yield f"{ord(entry):0{16 if wide else 8}b}"[::-1]
            size += 1
        else:
            yield f"{numbers[entry]:0{width}b}"[::-1]
        size += 1

    entry = ""
    for at in range(0, len(units), 2):
        unit = chr(int.from_bytes(units[at : at + 2], "little"))
        if unit not in numbers:
            numbers[unit] = len(numbers) + 3
            new.add(unit)
        if entry + unit in numbers:
            entry += unit
        else:
            if entry:
                yield from codes(entry)
                numbers[entry + unit] = len(numbers) + 3
            entry = unit
    if entry:
        yield from codes(entry)
    yield f"{END:0{size.bit_length()}b}"[::-1]
