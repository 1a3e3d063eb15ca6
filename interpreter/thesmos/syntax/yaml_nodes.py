"""YAML as nodes: every scalar is text, and every node has its location in the file.

Features of YAML that change what is written are rejected: tags, anchors and aliases, merge keys,
duplicate keys, several documents, folded text. So `no` stays `no` and `1.10` stays `1.10`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

import yaml

from thesmos.constructs import construct
from thesmos.diagnostics import Diagnostic, Location
from thesmos.files import leads_out
from thesmos.syntax.marks import marked
from thesmos.syntax.yaml_errors import explain

MAX_FILES = 500  # files in one folder
MAX_BYTES = 1_000_000
MAX_DEPTH = 40  # levels of nested lists and mappings
MAX_NODES = 200_000
MAX_DIAGNOSTICS = 500  # most errors reported for one file

Style = Literal["plain", "quoted", "literal", "folded"]

# libyaml's parser, if PyYAML was built with it: the same events, about ten times faster.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_IN_DOUBLE = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)|.", re.DOTALL)  # one character, as written
_IN_SINGLE = re.compile(r"''|.", re.DOTALL)
_CONTROL = re.compile(  # characters that are invisible, end a line, or reverse the text
    r"[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    r"|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\r(?!\n)"
)


@construct
class YamlNode:
    """A node of a YAML document."""

    location: Location


@construct
class YamlText(YamlNode):
    """A scalar: its value, and how it is written.

    indent: the columns before each line of a literal block, else 0.
    raw: a quoted text as written, from its opening quote on; empty if it has no escapes.

    A folded text always comes with a diagnostic.
    """

    value: str = ""
    style: Style = "plain"
    indent: int = 0
    raw: str = field(default="", compare=False)

    def between(self, first: tuple[int, int], last: tuple[int, int]) -> Location:
        """Return the place from one line and column of the value, as for `at`, to another."""
        begin, end = self.at(*first), self.at(*last)
        return Location(begin.file, begin.line, begin.column, end.line, end.column)

    def at(self, line: int, column: int) -> Location:
        """Return the location in the file of a line and column of the value, counted from 1."""
        if self.style == "literal":
            return Location(self.location.file, self.location.line + line, self.indent + column)
        if self.style == "quoted":
            return self._moved(1 + self._width(line, column))
        return self._moved(column - 1)

    def _moved(self, columns: int) -> Location:
        written = self.location
        return Location(written.file, written.line, written.column + columns)

    def _width(self, line: int, column: int) -> int:
        """Return how many columns the quoted text before a position takes, with its escapes."""
        before = sum(len(text) + 1 for text in self.value.split("\n")[: line - 1]) + column - 1
        character = _IN_DOUBLE if self.raw.startswith('"') else _IN_SINGLE
        written = itertools.islice(character.finditer(self.raw, 1), before) if self.raw else ()
        return sum(len(match.group()) for match in written) if self.raw else before


@construct
class YamlList(YamlNode):
    """A list."""

    items: tuple[YamlNode, ...] = ()


@construct
class YamlMap(YamlNode):
    """A mapping, in the order written. Of duplicate keys, only the first is kept."""

    items: tuple[tuple[YamlText, YamlNode], ...] = ()

    def get(self, name: str) -> YamlNode | None:
        """Return the value of a key; None if it is missing."""
        return next((value for key, value in self.items if key.value == name), None)

    def key(self, name: str) -> YamlText | None:
        """Return the key itself, with its location; None if it is missing."""
        return next((key for key, _ in self.items if key.value == name), None)


def plain(node: YamlNode) -> Any:
    """Return a node as dictionaries, lists and strings."""
    if isinstance(node, YamlMap):
        return {key.value: plain(value) for key, value in node.items}
    if isinstance(node, YamlList):
        return [plain(item) for item in node.items]
    return node.value if isinstance(node, YamlText) else None


def read_yaml(path: Path, within: Path | None = None) -> tuple[YamlNode | None, list[Diagnostic]]:
    """Read a file, as `parse_yaml` does. Never raises.

    within: the folder that it belongs to, which no link may leave.
    """
    text = read_text(path, within)
    return (None, [text]) if isinstance(text, Diagnostic) else parse_yaml(text, str(path))


def read_text(path: Path, within: Path | None = None) -> str | Diagnostic:
    """Return the text of a file, or why it can't be read. Never raises. within: as above."""
    name = str(path)
    try:
        if within is not None and leads_out(path, within):
            return _unread(name, f"this link leads out of {within}", "copy the file")
        if not path.is_file() and path.exists():  # reading a pipe or a device might never end
            return _unread(name, "this is not a file", "name a YAML file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        return _too_large(name) if len(content) > MAX_BYTES else content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        location = _location_after(before, name)
        return Diagnostic("E112", "this is not UTF-8", location, "save the file as UTF-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this can't be the name of a file"
        return _unread(name, f"this file can't be read: {reason}")


def parse_yaml(text: str, file: str) -> tuple[YamlNode | None, list[Diagnostic]]:
    """Parse a text. file: its name in messages. Never raises.

    Return the tree, or None if parsing had to stop, and all errors in the order of the file. If
    there are errors, use the tree only to find more of them.
    """
    if len(text) > MAX_BYTES:
        return None, [_too_large(file)]
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    parser = _Parser(file, lines)
    node = parser.parse()
    diagnostics = sorted(parser.diagnostics, key=lambda d: d.location or Location(file, 0, 0))
    return node, [marked(diagnostic, lambda _: lines) for diagnostic in diagnostics]


def _too_large(file: str) -> Diagnostic:
    return _unread(file, f"this is larger than {MAX_BYTES:,} bytes", "split it", "E111")


def _unread(file: str, why: str, hint: str | None = None, code: str = "E113") -> Diagnostic:
    """Return a diagnostic about a file that is not read, not even to show a line of it."""
    return Diagnostic(code, why, Location(file, 1, 1), hint, source_line="")


def _location_after(before: str, file: str) -> Location:
    """Return the location right after a text."""
    return Location(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


class _TooMuchError(Exception):
    """The document is too large or too deep to be read; this has been reported."""


class _Parser:
    """Builds nodes from the events of PyYAML, without resolving or constructing any value."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file, self.lines = file, lines
        # Of the parsers with and without compiled parts only one reads a tab inside a key.
        self.text = _CONTROL.sub("\N{REPLACEMENT CHARACTER}", "\n".join(lines)).replace("\t", " ")
        self.diagnostics: list[Diagnostic] = []
        self.nodes = 0
        self.last: Any = None  # the last event
        self.events: Iterator[Any] = iter(())

    def parse(self) -> YamlNode | None:
        """Return the root; None if there is none, or if parsing had to stop."""
        self._characters()
        misled = bool(self.diagnostics)  # if so, a syntax error may only be a consequence
        try:
            self.events = self._read(self.text)
            return self._document()
        except yaml.MarkedYAMLError as error:
            if not misled:
                self.diagnostics.append(explain(error, self.file, self.lines))
        except (yaml.YAMLError, ValueError, OverflowError):  # such as an escape beyond Unicode
            if not misled:
                last = self._location(self.last) if self.last else Location(self.file, 1, 1)
                self._note(last, "E101", "what follows is not valid YAML")
        except _TooMuchError:
            pass
        return None

    def _read(self, text: str) -> Iterator[Any]:
        for event in yaml.parse(text, Loader=_LOADER):
            self.last = event
            yield event

    def _note(self, location: Location, code: str, message: str, hint: str | None = None) -> None:
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            self.diagnostics.append(Diagnostic(code, message, location, hint))

    def _location(self, event: Any) -> Location:
        return Location(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _place(self, event: Any) -> Location:
        """Return the whole place of a text on one line; of anything else, where it begins."""
        first, last = event.start_mark, event.end_mark
        line, column = first.line + 1, first.column + 1
        if not isinstance(event, yaml.ScalarEvent):
            return Location(self.file, line, column)
        if not event.style and not event.value:  # libyaml says where the next sign is
            before = self.lines[line - 1][: column - 1].rstrip() if line <= len(self.lines) else ""
            return Location(self.file, line, len(before) + 1 if before else column)
        if not event.style:  # the end of a plain one may be after trailing space, or below
            end = column + len(event.value)
            whole = self.text[first.index : first.index + len(event.value)] == event.value
        else:
            end, whole = last.column + 1, first.line == last.line
        return (
            Location(self.file, line, column, line, end)
            if whole
            else Location(self.file, line, column)
        )

    # ------------------------------------------------------------- before YAML

    def _characters(self) -> None:
        """Report control characters and tabs: the first one of each line.

        Tabs are rejected since parsers differ in where they allow them, and editors in their width.
        """
        for number, line in enumerate(self.lines, 1):
            if match := _CONTROL.search(line):
                where = Location(self.file, number, match.start() + 1)
                what = f"the control character U+{ord(match.group()[0]):04X} is not allowed"
                self._note(where, "E102", what, "remove it")
            elif "\t" in line:
                where = Location(self.file, number, line.index("\t") + 1)
                self._note(where, "E103", "tabs are not allowed", "use spaces")

    # ------------------------------------------------------------ events to nodes

    def _document(self) -> YamlNode | None:
        root: YamlNode | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    hint = "write one document per file"
                    self._note(self._location(event), "E104", "a second document starts here", hint)
                    break
                if event.version or event.tags:
                    self._note(
                        self._location(event), "E109", "directives are not supported", "remove it"
                    )
                root = self._node(next(self.events), 0)
        if root is None or (isinstance(root, YamlText) and not root.value):
            self._note(Location(self.file, 1, 1), "E105", "this file is empty")
            return None
        return root

    def _node(self, event: Any, depth: int) -> YamlNode:
        location = self._place(event)
        self._count(location, depth)
        if isinstance(event, yaml.AliasEvent):
            hint = "write the value itself; quote a text that starts with `*`"
            self._note(location, "E108", "aliases are not supported", hint)
            return YamlText(location)
        if event.anchor:
            hint = "remove it; quote a text that starts with `&`"
            self._note(location, "E108", "anchors are not supported", hint)
        if event.tag:
            hint = "remove it: every scalar is text; quote a text that starts with `!`"
            self._note(location, "E109", "tags are not supported", hint)
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event, location)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(location, depth)
        return self._mapping(location, depth)

    def _count(self, location: Location, depth: int) -> None:
        """Count a node. Raises _TooMuchError if the document exceeds a bound."""
        self.nodes += 1
        if depth > MAX_DEPTH:
            self._note(location, "E106", f"this is nested deeper than {MAX_DEPTH}", "flatten it")
            raise _TooMuchError
        if self.nodes > MAX_NODES:
            self._note(
                location, "E107", f"this file contains more than {MAX_NODES:,} values", "split it"
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
        """Return whether a key is valid and new; if not, report it."""
        if not isinstance(key, YamlText) or not key.value:
            self._note(key.location, "E114", "a key must be a text", "write `key: value`")
        elif key.value == "<<" and key.style == "plain":
            self._note(
                key.location, "E118", "merge keys are not supported", "write the keys themselves"
            )
        elif key.value in before:
            line = before[key.value][0].location.line
            what = f"duplicate key `{key.value}`"
            hint = f"it is already defined on line {line}: keep one of them"
            self._note(key.location, "E115", what, hint)
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
            hint = "use `|` and indent the lines below it, or write it on one line"
            self._note(location, "E110", "this text continues over several lines without `|`", hint)
            return YamlText(location, value, "folded")
        if not event.style:
            return YamlText(location, value)
        if _CONTROL.search(value):
            self._note(
                location, "E102", "this text contains an escaped control character", "remove it"
            )
        raw = self.lines[location.line - 1][location.column - 1 : event.end_mark.column - 1]
        return YamlText(location, value, "quoted", raw=raw if raw[1:] != value else "")

    def _last_line(self, event: Any) -> int:
        """Return the line in which a text ends: the mark of a plain one includes trailing space."""
        first, last = event.start_mark, event.end_mark
        if event.style:
            return int(last.line)
        written = self.text[first.index : last.index].rstrip()
        return int(first.line) + written.count("\n")

    def _indent(self, value: str, first: int) -> int:
        """Return the columns before each line of a literal block.

        first: the index of its first line. The value lacks exactly these columns, so they can be
        found from any line that is not empty, whether the indentation was detected or given (`|2`).
        """
        for line, text in zip(self.lines[first:], value.split("\n"), strict=False):
            if text:
                return len(line) - len(text)
        return 0
