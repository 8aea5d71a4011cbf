"""A book as a PDF file, set by the library typst. Pictures stay vectors, and texts can be searched."""

from __future__ import annotations

import json
import re
from importlib import import_module
from importlib.resources import files
from typing import Any

from pencilp.book.book import Book
from pencilp.book.pages import FOOT_MM, GAP_MM, MARGIN_MM, PAPERS
from pencilp.draw.svg import UNIT
from pencilp.draw.svg.style import FONTS
from pencilp.errors import PencilpError, install
from pencilp.translations import ENGLISH

SAMPLES = {"ja": "日本語のかな"}
"""A text in the letters of a language, to see whether a font on this machine has them."""
FAMILIES = [name.strip(" '") for name in FONTS.split(",") if name.strip() != "sans-serif"]
"""The fonts of texts, the first that is installed; any other font for letters that these do not have."""
STRICT = "a-2u"
"""A standard of PDF that forbids letters without a font."""
LETTERS = b'#let (fonts, letters) = json("letters")\n#text(font: fonts, letters)'
_TEXT = re.compile(r">([^<>]+)</text>")


class PdfMaker:
    """Makes PDF files. Raise PencilpError if its library is not installed, or no font has the letters of a language."""

    def __init__(self, language: str = ENGLISH) -> None:
        try:
            typst: Any = import_module("typst")  # only for PDF files
        except ImportError:
            raise PencilpError(
                f"PDF files need the library typst: {install('pdf')}; or name an .html file, which a browser prints"
            ) from None
        self._error = typst.TypstError
        self._compiler = typst.Compiler({"main": b""})
        if missing := self.missing(SAMPLES.get(language, "")):
            raise PencilpError(
                f"no font of this machine has the letter {missing[0]}: install one, such as Noto Sans CJK JP; "
                "or name an .html file"
            )

    def pdf(self, book: Book) -> bytes:
        """Return the PDF file of a book."""
        how = book.settings
        width, height = PAPERS[how.paper]
        pages = []
        pictures: dict[str, bytes] = {}
        for page in book.pages():
            items = []
            for item in page.items:
                name = f"{len(pictures) + 1}.svg" if item.picture else ""
                if name:
                    pictures[name] = item.picture.encode()
                items.append({**item._asdict(), "picture": name})
            pages.append({**page._asdict(), "items": items})
        texts = {
            "title": how.title, "language": how.language, "width": width, "height": height, "margin": MARGIN_MM,
            "foot": FOOT_MM, "gap": GAP_MM, "unit": UNIT, "fonts": FAMILIES, "pages": pages,
        }  # fmt: skip
        template = files("pencilp.book").joinpath("book.typ").read_bytes()
        try:
            return self._compile({"main": template, "book.json": _json(texts), **pictures})
        except self._error as error:
            raise PencilpError(f"the PDF file cannot be made: {error}") from None

    def missing(self, text: str) -> str:
        """Return the letters of a text that no font of this machine has."""

        def lacking(letters: str) -> str:
            try:
                self._compile({"main": LETTERS, "letters": _json([FAMILIES, letters])}, pdf_standards=STRICT)
            except self._error:
                middle = len(letters) // 2
                return lacking(letters[:middle]) + lacking(letters[middle:]) if middle else letters
            return ""

        letters = "".join(sorted({*text} - {*" \n"}))
        return lacking(letters) if letters else ""

    def letters(self, book: Book) -> str:
        """Return all letters of a book, each once."""
        items = [*book.puzzles, *book.answers]
        texts = [book.settings.title, *(f"{item.heading}{item.name}{''.join(item.texts)}" for item in items)]
        texts += [text for item in items for text in _TEXT.findall(item.picture)]
        return "".join(sorted({*"".join(texts)}))

    def _compile(self, inputs: dict[str, bytes], **how: Any) -> bytes:
        return bytes(self._compiler.compile(input=inputs, format="pdf", **how))


def _json(value: Any) -> bytes:
    # a name may contain lone surrogates: escape them
    return json.dumps(value, ensure_ascii=False).encode(errors="replace")
