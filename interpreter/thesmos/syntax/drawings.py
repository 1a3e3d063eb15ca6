"""Read the drawings of a game: `drawings.svg` in its folder, a file of SVG symbols.

The name of a symbol says what it shows: the key of an entry of positions or the name of a board,
then words, numbers or cells, as in `pieces.king.1`. Only the elements, attributes and values below
are read, so that a drawing can load nothing, run nothing and style nothing outside itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from xml.parsers import expat

from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.files import leads_out
from thesmos.syntax.sources import DISK, Sources

FILE = "drawings.svg"
SIDE = 60  # the width and height of a drawing, in its units: those of a cell
MAX_FILE, MAX_DRAWING, MAX_DEEP = 200_000, 8_000, 20  # bytes, characters when written out, elements
MAX_FAULTS = 20  # that are reported of one file
NAMESPACES = ("http://www.w3.org/2000/svg",)
COLOURS = (
    "ground", "line", "ink", "edge", "layer-1", "layer-2", "layer-3", "stone", "cap", "shine",
    "one", "two", "three", "paper", "target", "chip", "light", "dark", "wood", "white", "black",
    "red", "yellow", "green", "blue",
)  # fmt: skip
OUTER = ("svg", "defs", "symbol")
SHAPES = ("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "use", "text")
_NUMBER = r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"  # read in linear time
_NUMBERS = rf"\s*{_NUMBER}(?:[\s,]+{_NUMBER})*\s*"
_COLOUR = rf"none|#[0-9a-f]{{3}}|#[0-9a-f]{{6}}|var\(--(?:{'|'.join(COLOURS)})\)"
_NAME = r"[A-Za-z0-9_,-]+(?:\.[A-Za-z0-9_,-]+)*"
VALUES: Mapping[str, str] = {
    "id": _NAME,
    "href": f"#{_NAME}",
    "d": r"[MmLlHhVvCcSsQqTtAaZz0-9\s,.+-]*",
    "points": _NUMBERS,
    "transform": rf"(?:\s*(?:translate|scale|rotate)\({_NUMBERS}\))*\s*",
    "fill": _COLOUR,
    "stroke": _COLOUR,
    "stroke-linecap": "butt|round|square",
    "stroke-linejoin": "miter|round|bevel",
    "stroke-dasharray": _NUMBERS,
    "fill-rule": "nonzero|evenodd",
    **dict.fromkeys(("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r"), _NUMBER),
    **dict.fromkeys(("x1", "y1", "x2", "y2", "stroke-width", "opacity", "font-size"), _NUMBER),
}
ROOT_ATTRIBUTES = ("viewBox", "width", "height")


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG code, without ids, and where it is written."""

    code: str
    location: Location


@dataclass
class _Element:
    """An element that was read: its drawing is made when what it uses is known."""

    name: str
    attributes: dict[str, str]
    location: Location
    inside: list[_Element | str] = field(default_factory=list)


def read_drawings(
    path: Path, within: Path | None = None, sources: Sources = DISK
) -> tuple[dict[str, Drawing], list[Diagnostic]]:
    """Return the drawings of a file by name, and all errors in it.

    path: of the file; there are no drawings if it is missing.
    within: the folder that it belongs to, which no link may leave.
    """
    if not sources.is_there(path):
        return {}, []
    start = Location(str(path), 1, 1)
    text = sources.texts.get(path)
    if text is None:
        if (within is not None and leads_out(path, within)) or not path.is_file():
            hint = f"put a file named {FILE} there, or remove it"
            return {}, [Diagnostic("E113", f"{path.name} can't be read", start, hint)]
        content = path.read_bytes()[: MAX_FILE + 1]
    else:
        content = text.encode()
    if len(content) > MAX_FILE:
        hint = f"keep it below {MAX_FILE} bytes: fewer points, fewer digits"
        return {}, [Diagnostic("E111", "the file of drawings is too large", start, hint)]
    name = str(path)
    return sources.kept.of("drawings", lambda: _Reader(name).read(content), name, content)


class _Reader:
    """Reads one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.open: list[_Element] = []
        self.named: dict[str, _Element] = {}
        self.symbols: list[str] = []

    def read(self, content: bytes) -> tuple[dict[str, Drawing], list[Diagnostic]]:
        """Return the drawings by name, none if there are errors, and the errors."""
        parser = self.parser = expat.ParserCreate("utf-8", namespace_separator="|")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.declaration
        try:
            parser.Parse(content, True)
        except expat.ExpatError as error:
            place = Location(self.file, error.lineno, error.offset + 1)
            what = expat.ErrorString(error.code)
            hint = "close each element that is opened, and write `&` as `&amp;`"
            self.diagnostics.append(Diagnostic("E129", f"not valid XML: {what}", place, hint))
        except _DeclarationError as error:
            self.diagnostics.append(error.diagnostic)
        drawings = {}
        if not self.diagnostics:
            drawings = {
                name: Drawing(self.drawn(name), self.named[name].location) for name in self.symbols
            }
        return {} if self.diagnostics else drawings, self.diagnostics[:MAX_FAULTS]

    # ------------------------------------------------------------------------------- the parser

    def place(self) -> Location:
        """Return where the parser is."""
        return Location(
            self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        )

    def declaration(self, *_: object) -> None:
        hint = "remove `<!DOCTYPE …>`: drawings need no declarations"
        text = "the file declares a document type"
        raise _DeclarationError(Diagnostic("E129", text, self.place(), hint))

    def start(self, written: str, attributes: dict[str, str]) -> None:
        namespace, _, name = written.rpartition("|")
        element = _Element(name, {}, self.place())
        inside = self.open[-1].name if self.open else ""
        if namespace not in NAMESPACES:
            self.fault(element, f"`{name}` is no element of SVG", "write <svg xmlns=…> around it")
        elif not self.fits(name, inside):
            allowed = ", ".join((*OUTER, *SHAPES))
            hint = suggest(name, (*OUTER, *SHAPES)) or f"drawings are made of {allowed}"
            place = f" in <{inside}>" if inside else " as the outermost element"
            self.fault(element, f"<{name}> is not allowed{place}", hint)
        for key, value in attributes.items():
            self.attribute(element, key.rpartition("|")[2], value)
        if len(self.open) > MAX_DEEP:
            self.fault(element, "elements are nested too deeply", "write fewer <g> around it")
        self.name(element)
        if self.open:
            self.open[-1].inside.append(element)
        self.open.append(element)

    def fits(self, name: str, inside: str) -> bool:
        if not inside or name == "svg":
            return not inside and name == "svg"
        if inside == "svg":
            return name in ("defs", "symbol")
        return name in SHAPES and inside in ("defs", "symbol", "g")

    def attribute(self, element: _Element, key: str, value: str) -> None:
        """Keep an attribute, or report it."""
        if element.name in ("svg", "symbol") and key in ROOT_ATTRIBUTES:
            if element.name == "symbol" and value.split() != f"0 0 {SIDE} {SIDE}".split():
                self.fault(
                    element, f"a drawing is {SIDE} by {SIDE}", f'write viewBox="0 0 {SIDE} {SIDE}"'
                )
            return
        pattern = VALUES.get(key)
        if pattern is None or (key == "href") != (element.name == "use" and key == "href"):
            hint = suggest(key, VALUES) or f"drawings may have {', '.join(VALUES)}"
            hint = "only <use> has it: remove it" if key == "href" else hint
            self.fault(element, f"the attribute `{key}` is not allowed", hint)
        elif not re.fullmatch(pattern, value, re.IGNORECASE if key in ("fill", "stroke") else 0):
            self.fault(element, f"`{key}` can't be `{value[:40]}`", _form(key))
        else:
            element.attributes[key] = value

    def name(self, element: _Element) -> None:
        """Keep an element by its name; a symbol must have one."""
        name = element.attributes.get("id", "")
        if not name:
            if element.name == "symbol":
                text = "a symbol has no name"
                hint = 'write what it shows, as in <symbol id="pieces.king.1">'
                self.fault(element, text, hint, "E131")
            return
        if name in self.named:
            first = self.named[name].location.line
            hint = f"the first is in line {first}: rename one of them, or remove it"
            self.fault(element, f"two drawings have the name `{name}`", hint, "E131")
        self.named[name] = element
        if element.name == "symbol":
            self.symbols.append(name)

    def characters(self, text: str) -> None:
        if not text.strip() or not self.open:
            return
        if self.open[-1].name == "text":
            self.open[-1].inside.append(text)
            return
        element = _Element("", {}, self.place())
        self.fault(element, f"text in <{self.open[-1].name}>", "write it in <text>, or remove it")

    def end(self, _: str) -> None:
        self.open.pop()

    # ------------------------------------------------------------------------------- the result

    def drawn(self, name: str) -> str:
        """Return a drawing, with what it uses in place."""
        symbol = self.named[name]
        parts, length = [], 0
        for part in self.parts(symbol.inside, (name,)):
            parts.append(part)
            length += len(part)
            if length > MAX_DRAWING:
                hint = f"keep it below {MAX_DRAWING} characters, with what it uses"
                self.fault(symbol, f"the drawing `{name}` is too large", hint, "E131")
                break
        return "".join(parts)

    def parts(self, inside: list[_Element | str], using: tuple[str, ...]) -> Iterator[str]:
        for part in inside:
            if isinstance(part, str):
                yield escape(part.strip())
            elif part.name == "use":
                yield from self.used(part, using)
            else:
                yield from self.element(part, using)

    def element(self, element: _Element, using: tuple[str, ...]) -> Iterator[str]:
        name, attributes = element.name, _attributes(element)
        name = "g" if name == "symbol" else name
        if not element.inside:
            yield f"<{name}{attributes}/>"
            return
        yield f"<{name}{attributes}>"
        yield from self.parts(element.inside, using)
        yield f"</{name}>"

    def used(self, use: _Element, using: tuple[str, ...]) -> Iterator[str]:
        """Yield what an element uses, moved to its place."""
        name = use.attributes.get("href", "#")[1:]
        target = self.named.get(name)
        if target is None or target.name not in ("symbol", *SHAPES):
            hint = suggest(name, self.named) or "name a drawing of this file, as in #pieces.king"
            self.fault(use, f"there is no drawing `{name}`", hint, "E131")
            return
        if name in using:
            self.fault(use, f"`{name}` uses itself", "draw its parts apart, in <defs>", "E131")
            return
        x, y = use.attributes.get("x", "0"), use.attributes.get("y", "0")
        turned = use.attributes.get("transform", "")
        moved = f"translate({x} {y})" if (x, y) != ("0", "0") else ""
        rest = {
            key: value
            for key, value in use.attributes.items()
            if key not in ("href", "x", "y", "transform", "width", "height", "id")
        }
        transform = f"{turned} {moved}".strip()
        attributes = rest | ({"transform": transform} if transform else {})
        opening = _attributes(_Element("g", attributes, use.location))
        if opening:
            yield f"<g{opening}>"
        yield from self.element(target, (*using, name))
        if opening:
            yield "</g>"

    def fault(self, element: _Element, text: str, hint: str, code: str = "E130") -> None:
        self.diagnostics.append(Diagnostic(code, text, element.location, hint))


class _DeclarationError(Exception):
    """Stops the parser at a declaration, before it is obeyed."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _attributes(element: _Element) -> str:
    """Return the attributes of an element, with colours by the names that pictures give them."""
    written = ((key, value) for key, value in element.attributes.items() if key != "id")
    return "".join(
        f' {key}="{escape(" ".join(value.replace("var(--", "var(--b-").split()))}"'
        for key, value in written
    )


def _form(key: str) -> str:
    """Return what the value of an attribute can be."""
    if key in ("fill", "stroke"):
        return f"write none, a colour as #rgb, or var(--…) with one of {', '.join(COLOURS)}"
    pattern = VALUES[key]
    if pattern == _NUMBER:
        return "write a number without a unit"
    if key == "href":
        return "name a drawing of this file, as in #pieces.king"
    if key == "id":
        return "write words with dots between them, as in pieces.king.1"
    if key == "transform":
        return "write translate(…), scale(…) or rotate(…), with numbers"
    return (
        f"write {pattern.replace('|', ', ')}"
        if pattern.isalpha() or "|" in pattern
        else (
            "write numbers" if pattern == _NUMBERS else "write the commands of a path and numbers"
        )
    )
