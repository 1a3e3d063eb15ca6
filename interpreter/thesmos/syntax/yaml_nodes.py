"""YAML to marked nodes: every scalar is text and knows its place in the file.

What YAML could do by itself is refused: tags, anchors and aliases, merge keys, duplicate keys,
several documents, folded text. So `no` stays `no` and `1.10` stays `1.10`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import yaml

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax.yaml_errors import explain

MAX_BYTES = 1_000_000
MAX_DEPTH = 40  # lists and mappings inside each other
MAX_NODES = 200_000
MAX_DIAGNOSTICS = 500  # of one file; more help nobody

Style = Literal["plain", "quoted", "literal", "folded"]

# libyaml's parser where PyYAML was built with it: some ten times faster, the same events.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_IN_DOUBLE = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)|.", re.DOTALL)  # one character, as it is written
_IN_SINGLE = re.compile(r"''|.", re.DOTALL)
_CONTROL = re.compile(  # what is seen as nothing, as a line's end, or turns what is seen
    r"[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    r"|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\r(?!\n)"
)


@dataclass(frozen=True)
class YamlNode:
    """A node of a YAML document."""

    location: Location


@dataclass(frozen=True)
class YamlText(YamlNode):
    """A scalar: its value, and how it is written.

    `indent`: the columns before each line of a literal block, else 0. `raw`: a quoted text from its
    opening quote on, if what follows that is not the value. A folded text comes with a fault.
    """

    value: str = ""
    style: Style = "plain"
    indent: int = 0
    raw: str = field(default="", compare=False, repr=False)

    def at(self, line: int, column: int) -> Location:
        """The place in the file of a place in the value; both count from 1."""
        if self.style == "literal":
            return Location(self.location.file, self.location.line + line, self.indent + column)
        if self.style == "quoted":
            return self._moved(1 + self._width(line, column))
        return self._moved(column - 1)

    def _moved(self, columns: int) -> Location:
        return replace(self.location, column=self.location.column + columns)

    def _width(self, line: int, column: int) -> int:
        """The columns that a quoted text takes before a place in its value, escapes and all."""
        before = sum(len(text) + 1 for text in self.value.split("\n")[: line - 1]) + column - 1
        one = _IN_DOUBLE if self.raw.startswith('"') else _IN_SINGLE
        written = itertools.islice(one.finditer(self.raw, 1), before) if self.raw else ()
        return sum(len(match.group()) for match in written) if self.raw else before


@dataclass(frozen=True)
class YamlList(YamlNode):
    """A list."""

    items: tuple[YamlNode, ...] = ()


@dataclass(frozen=True)
class YamlMap(YamlNode):
    """A mapping, in the order written. Of a key that stands twice only the first is here."""

    items: tuple[tuple[YamlText, YamlNode], ...] = ()

    def get(self, name: str) -> YamlNode | None:
        """The value of a key, None if it is missing."""
        return next((value for key, value in self.items if key.value == name), None)

    def key(self, name: str) -> YamlText | None:
        """The key itself, with its place; None if it is missing."""
        return next((key for key, _ in self.items if key.value == name), None)


@dataclass(frozen=True)
class SourceText:
    """A file's name and text, for messages that show a line of it."""

    file: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.replace("\r\n", "\n").split("\n")

    def line(self, number: int) -> str | None:
        """A line, counted from 1; None if there is no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None

    def shown(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Diagnostics of this file with the lines they speak of."""
        return [with_line(diagnostic, self.lines) for diagnostic in diagnostics]


def with_line(diagnostic: Diagnostic, lines: list[str]) -> Diagnostic:
    """A diagnostic with the line it speaks of, taken from the lines of its file."""
    location = diagnostic.location
    if (
        location is None
        or diagnostic.source_line is not None
        or not 0 < location.line <= len(lines)
    ):
        return diagnostic
    return replace(diagnostic, source_line=lines[location.line - 1])


def with_lines(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics with the lines of the files they speak of, where those can be read."""
    lines: dict[str, list[str]] = {}
    made = []
    for diagnostic in diagnostics:
        name = diagnostic.location.file if diagnostic.location is not None else ""
        if name and diagnostic.source_line is None and name not in lines:
            try:
                lines[name] = Path(name).read_text(encoding="utf-8").splitlines()
            except (OSError, UnicodeDecodeError):
                lines[name] = []
        made.append(with_line(diagnostic, lines.get(name, [])))
    return made


def plain(node: YamlNode) -> Any:
    """A node as dictionaries, lists and strings."""
    if isinstance(node, YamlMap):
        return {key.value: plain(value) for key, value in node.items}
    if isinstance(node, YamlList):
        return [plain(item) for item in node.items]
    return node.value if isinstance(node, YamlText) else None


def read_yaml(path: Path, shown: str | None = None) -> tuple[YamlNode | None, list[Diagnostic]]:
    """Read a file. `shown` is the name that messages use. Never raises: see `parse_yaml`."""
    name = shown or str(path)
    start = Location(name, 1, 1)
    try:
        if not path.is_file() and path.exists():  # reading a pipe or a device might never end
            return None, [Diagnostic("E113", "this is no file", start, "name a YAML file")]
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            return None, [_too_large(name)]
        return parse_yaml(content.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        location = _location_after(before, name)
        return None, [Diagnostic("E112", "this is not UTF-8", location, "save the file as UTF-8")]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name can't be a file's"
        return None, [Diagnostic("E113", f"this file can't be read: {reason}", start)]


def parse_yaml(text: str, file: str) -> tuple[YamlNode | None, list[Diagnostic]]:
    """Parse a text; `file` is the name that messages use. Never raises.

    Gives the tree, None if there is none to speak of, and all faults in the order of the file.
    The tree of a text with faults is good for finding more faults, and for nothing else.
    """
    if len(text) > MAX_BYTES:
        return None, [_too_large(file)]
    source = SourceText(file, text.removeprefix("\ufeff"))
    parser = _Parser(source)
    node = parser.parse()
    diagnostics = sorted(
        parser.diagnostics, key=lambda diagnostic: diagnostic.location or Location(file, 0, 0)
    )
    return node, source.shown(diagnostics)


def _too_large(file: str) -> Diagnostic:
    return Diagnostic(
        "E111", f"this is larger than {MAX_BYTES:,} bytes", Location(file, 1, 1), "split it"
    )


def _location_after(before: str, file: str) -> Location:
    """The place of what stands behind a text."""
    return Location(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


class _TooMuchError(Exception):
    """The document is larger or deeper than we care to follow; the fault is noted."""


class _Parser:
    """Builds nodes from the events of PyYAML; nothing is constructed, nothing resolved."""

    def __init__(self, source: SourceText) -> None:
        self.file, self.lines = source.file, source.lines
        self.text = "\n".join(source.lines)
        self.diagnostics: list[Diagnostic] = []
        self.nodes = 0
        self.last = Location(source.file, 1, 1)  # of the event read last
        self.events: Iterator[Any] = iter(())

    def parse(self) -> YamlNode | None:
        """The root; None if there is none, or reading had to stop."""
        self._characters()
        misled = bool(self.diagnostics)  # then what does not parse is a consequence, not a mistake
        try:
            self.events = self._read(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", self.text))
            return self._document()
        except yaml.MarkedYAMLError as error:
            if not misled:
                self.diagnostics.append(explain(error, self.file, self.lines))
        except (yaml.YAMLError, ValueError, OverflowError):  # an escape beyond Unicode, say
            if not misled:
                self._note(self.last, "E101", "what follows can't be read as YAML")
        except _TooMuchError:
            pass
        return None

    def _read(self, text: str) -> Iterator[Any]:
        for event in yaml.parse(text, Loader=_LOADER):
            self.last = self._location(event)
            yield event

    def _note(self, location: Location, code: str, message: str, hint: str | None = None) -> None:
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            self.diagnostics.append(Diagnostic(code, message, location, hint))

    def _location(self, event: Any) -> Location:
        return Location(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    # ------------------------------------------------------------- before YAML

    def _characters(self) -> None:
        """Note what is wrong whatever YAML makes of it; of each line only the first.

        Tabs are: parsers differ in where they take one, and readers in how wide it is.
        """
        for number, line in enumerate(self.lines, 1):
            if found := _CONTROL.search(line):
                where = Location(self.file, number, found.start() + 1)
                what = f"the control character U+{ord(found.group()[0]):04X} stands here"
                self._note(where, "E102", what, "remove it")
            elif "\t" in line:
                where = Location(self.file, number, line.index("\t") + 1)
                self._note(where, "E103", "a tab stands here", "write spaces")

    # ------------------------------------------------------------ events to nodes

    def _document(self) -> YamlNode | None:
        root: YamlNode | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    hint = "one file, one document"
                    self._note(self._location(event), "E104", "a second document begins here", hint)
                    break
                if event.version or event.tags:
                    self._note(
                        self._location(event), "E109", "a directive stands here", "remove it"
                    )
                root = self._node(next(self.events), 0)
        if root is None or (isinstance(root, YamlText) and not root.value):
            self._note(Location(self.file, 1, 1), "E105", "this file is empty")
            return None
        return root

    def _node(self, event: Any, depth: int) -> YamlNode:
        location = self._location(event)
        self._count(location, depth)
        if isinstance(event, yaml.AliasEvent):
            hint = "write the value out; quote a text that begins with `*`"
            self._note(location, "E108", "an alias stands here", hint)
            return YamlText(location)
        if event.anchor:
            hint = "remove it; quote a text that begins with `&`"
            self._note(location, "E108", "an anchor stands here", hint)
        if event.tag:
            hint = "remove it: every scalar is text; quote a text that begins with `!`"
            self._note(location, "E109", "a tag stands here", hint)
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event, location)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(location, depth)
        return self._mapping(location, depth)

    def _count(self, location: Location, depth: int) -> None:
        """Go on only within bounds. Raises _TooMuchError."""
        self.nodes += 1
        if depth > MAX_DEPTH:
            self._note(location, "E106", f"this is nested deeper than {MAX_DEPTH}", "flatten it")
            raise _TooMuchError
        if self.nodes > MAX_NODES:
            self._note(
                location, "E107", f"this file holds more than {MAX_NODES:,} values", "split it"
            )
            raise _TooMuchError

    def _sequence(self, location: Location, depth: int) -> YamlList:
        items: list[YamlNode] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return YamlList(location, tuple(items))

    def _mapping(self, location: Location, depth: int) -> YamlMap:
        items: dict[str, tuple[YamlText, YamlNode]] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if self._good_key(key, items) and isinstance(key, YamlText):
                items[key.value] = key, value
        return YamlMap(location, tuple(items.values()))

    def _good_key(self, key: YamlNode, before: dict[str, tuple[YamlText, YamlNode]]) -> bool:
        """Whether a key can stand after those before it; if not, it is noted."""
        if not isinstance(key, YamlText) or not key.value:
            self._note(key.location, "E114", "a key must be a text", "write `key: value`")
        elif key.value == "<<" and key.style == "plain":
            self._note(key.location, "E118", "a merge key stands here", "write the keys out")
        elif key.value in before:
            line = before[key.value][0].location.line
            what = f"the key `{key.value}` stands here again"
            self._note(
                key.location, "E115", what, f"it is in line {line} already: keep one of them"
            )
        else:
            return True
        return False

    # ------------------------------------------------------------------- scalars

    def _text(self, event: Any, location: Location) -> YamlText:
        value = event.value
        if event.style == "|":
            return YamlText(
                location, value, "literal", self._indent(value, event.start_mark.line + 1)
            )
        if event.style == ">" or event.start_mark.line != self._last_line(event):
            hint = "use `|` and indent the lines below it, or write it in one line"
            self._note(location, "E110", "this text is folded over several lines", hint)
            return YamlText(location, value, "folded")
        if not event.style:
            return YamlText(location, value)
        if _CONTROL.search(value):
            self._note(
                location, "E102", "an escape in this text is a control character", "remove it"
            )
        raw = self.lines[location.line - 1][location.column - 1 : event.end_mark.column - 1]
        return YamlText(location, value, "quoted", raw=raw if raw[1:] != value else "")

    def _last_line(self, event: Any) -> int:
        """The line where a text ends; a plain one's mark may stand behind the space after it."""
        first, last = event.start_mark, event.end_mark
        if event.style:
            return int(last.line)
        written = self.text[first.index : last.index].rstrip()
        return int(first.line) + written.count("\n")

    def _indent(self, value: str, first: int) -> int:
        """The columns before each line of a literal block, whose first line is given (from 0).

        The value lacks just these columns, so the first line with something in it tells, whether
        YAML found the indentation by itself or was told it (`|2`).
        """
        for line, text in zip(self.lines[first:], value.split("\n"), strict=False):
            if text:
                return len(line) - len(text)
        return 0
