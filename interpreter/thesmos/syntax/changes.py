"""Apply the changes of one document to another: it adds, replaces and removes parts by name.

The changes of a mode, an edition and a module are written in the same form, as mappings under
`adds`, `replaces` and `removes`. They are applied here to the trees of the files, before any of
them is read, so every part keeps its location in the file where it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from thesmos.diagnostics import Diagnostic, suggest
from thesmos.syntax import yaml_values as y
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

Pair: TypeAlias = tuple[YamlText, YamlNode]
Path: TypeAlias = tuple[str, ...]  # of keys, to a part of a document

MORE = "+"  # `+Name` adds to the part with this name
ATTRIBUTES = "attributes"  # of a kind of pieces, each with a name
NAMED = ("zones", "moments")  # a list, or a mapping by name
PIECES, OF_KIND = "pieces", 2  # the path of a kind has two keys
ENUMS, WORDS = "enums", "words"  # an enum is a list, words with marks, or has `words` with these
RULES = "rules"  # of actions, written as `action.rule`
BY_LANGUAGE = ("title", "subtitle")  # their keys are languages, not names
INSTEAD = "put it below `replaces`"  # for a part that exists already
CHANGES = ("removes", "replaces", "adds")
REMOVED, REPLACED = "to remove", "to replace"  # why a part must exist
GROUPS = ("adds", "pieces", "state")  # sections whose parts have named parts themselves
UNDECLARED = ("adds", "state")  # sections whose parts exist undeclared, so that they need no `+`
KINDS = {  # the noun for the parts of a section in messages, and the code if one does not exist
    "facts": ("fact", "E306"),
    RULES: ("rule", "E343"),
    "actions": ("action", "E309"),
    "steps": ("step", "E342"),
    "pieces": ("kind", "E301"),
    ENUMS: ("enum", "E301"),
}
PART = ("part", "E304")  # for all other sections


def with_changes(
    target: YamlMap, changes: YamlMap, twice: str = INSTEAD
) -> tuple[YamlMap, list[Diagnostic]]:
    """Return a document with the changes of another, and the errors in them.

    changes: a mapping with `removes`, `replaces` and `adds`, which are applied in this order; other
        keys are ignored.
    twice: the hint for something new that already exists.
    """
    changed = _Changed(target, twice)
    for section, value in y.pairs(changes.get("removes")):
        for path, name in _named(section.value, value):
            changed.remove(path, name)
    for section, value in y.pairs(changes.get("replaces")):
        for path, (key, part) in _parts(section, value):
            changed.replace(path, key, part)
    for section, added in y.pairs(changes.get("adds")):
        changed.add(section, added)
    return changed.root, changed.diagnostics


def joined(changes: YamlMap, more: YamlMap) -> tuple[YamlMap, list[Diagnostic]]:
    """Return changes joined with those of another document, and the errors in the result.

    If both add to `+Name`, the additions are joined; a name that is new in both is an error.
    """
    changed = _Changed(changes, INSTEAD)
    for key, value in more.items:
        if key.value in CHANGES and isinstance(value, YamlMap):
            changed.join(key, value)
    return changed.root, changed.diagnostics


def emptied(before: YamlMap, after: YamlMap) -> set[str]:
    """Return the types that have members in a document of a game, but not after it has changed.

    They are kinds of pieces, enums, and `Zone`.
    """
    return _with_members(before) - _with_members(after)


def _with_members(game: YamlMap) -> set[str]:
    kinds = {
        kind.value
        for kind, node in y.pairs(game.get(PIECES))
        if y.items(y.get(node, "supply")) or y.get(node, "table") or y.get(node, "powers")
    }
    enums = {enum.value for enum, node in y.pairs(game.get(ENUMS)) if _words(node).items}
    return kinds | enums | ({"Zone"} if _names(game.get("zones")) else set())


def as_declared(part: YamlMap) -> YamlMap:
    """Return what is below `adds` or `replaces` with plain names, as a document declares them."""
    sections = []
    for section, value in part.items:
        if isinstance(value, YamlMap):
            names = ((replace(k, value=k.value.removeprefix(MORE)), v) for k, v in value.items)
            value = replace(value, items=tuple(names))  # noqa: PLW2901
        sections.append((section, value))
    return replace(part, items=tuple(sections))


def names_changed(changes: YamlNode | None) -> dict[str, tuple[str, ...]]:
    """Return the names under each key of `replaces`."""
    return {
        section.value: tuple(name_in(key) for key, _ in y.pairs(value))
        for section, value in y.pairs(changes)
    }


@dataclass
class _Changed:
    """A document that is being changed, and the errors in the changes."""

    root: YamlMap
    twice: str
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def remove(self, path: Path, name: YamlText) -> None:
        """Remove a part. name: as it is written in the change."""
        if self._exists(path, REMOVED, name):
            self.root = _without(self.root, path)

    def replace(self, path: Path, key: YamlText, part: YamlNode) -> None:
        """Replace the part with the same name."""
        kind = path[:2] if path[0] == PIECES and len(path) == OF_KIND + 1 else path
        if not self._exists(kind, REPLACED, key):
            return
        if kind != path:  # the game may declare this in a table, or leave it out
            self.root = _with_part(self.root, kind, path[-1], (key, part))
        else:
            new = replace(key, value=path[-1]) if RULES in path[1:] else key
            self.root = _instead(self.root, path, (new, part))

    def add(self, section: YamlText, value: YamlNode) -> None:
        """Add a new section, or more parts to an existing one."""
        old = self.root.get(section.value)
        new = value
        if isinstance(old, YamlList) and isinstance(value, YamlMap):
            old = _by_name(old, section.value in NAMED)
        elif isinstance(old, YamlMap) and isinstance(value, YamlList):
            value = _by_name(value, section.value in NAMED)
        if isinstance(value, YamlMap) and section.value not in BY_LANGUAGE:
            existing = y.mapping(old, value.location)
            new = self._more_of(existing, value, section.value)
        elif old is not None:
            new = self._more(section, old, value)
        pair = (section, new)
        self.root = _plus(self.root, pair) if old is None else _at(self.root, pair)

    def join(self, key: YamlText, more: YamlMap) -> None:
        """Add more to one of the keys of a document of changes."""
        old = self.root.get(key.value)
        changed = y.mapping(old, more.location)
        for section, value in more.items:
            existing = changed.get(section.value)
            if existing is None:
                changed = _plus(changed, (section, value))
            elif isinstance(existing, YamlMap) and isinstance(value, YamlMap):
                named = self._more_of(existing, value, section.value, elsewhere=True)
                changed = _at(changed, (section, named))
            else:
                changed = _at(changed, (section, self._more(section, existing, value)))
        self.root = (
            _plus(self.root, (key, changed)) if old is None else _at(self.root, (key, changed))
        )

    def _more_of(
        self, old: YamlMap, new: YamlMap, section: str, elsewhere: bool = False
    ) -> YamlMap:
        """Return a section with additions: new names, and additions to the parts of `+Name`.

        elsewhere: whether these parts may be declared in another document.
        """
        for key, value in new.items:
            more, name = key.value.startswith(MORE), name_in(key)
            existing = _find(old, name)
            if existing is None and more and not elsewhere:
                hint = suggest(name, _keys(old)) or f"write it without `{MORE}` to declare it"
                self._unknown(section, "to add to", key, name, hint)
            elif existing is None:
                old = _plus(old, (key, value))
            elif more and isinstance(value, YamlText) and isinstance(existing[1], YamlText):
                called = key if elsewhere else replace(key, value=name)
                old = _plus(old, (called, value))  # clauses are added below others
            elif more and section == ENUMS and _form(existing[1]) != _form(value):
                words = self._more(key, _words(existing[1]), _words(value))
                old = _at(old, (existing[0], _with_words(existing[1], value, words)))
            elif more or section in UNDECLARED:
                old = _at(old, (existing[0], self._more(key, existing[1], value)))
            else:
                self._twice(key, f"write `{MORE}{name}` to add to it, or {self.twice}")
        return old

    def _more(self, key: YamlText, old: YamlNode, new: YamlNode) -> YamlNode:
        """Return a part with additions: more keys of a mapping, more members of a list."""
        if isinstance(new, YamlList) and not isinstance(old, YamlText):
            before = old.items if isinstance(old, YamlList) else (old,)
            return YamlList(old.location, before + new.items)
        if not (isinstance(old, YamlMap) and isinstance(new, YamlMap)):
            self._twice(key, self.twice)
            return old
        for inner, value in new.items:
            existing = _find(old, inner.value)
            pair = (inner, value if existing is None else self._more(inner, existing[1], value))
            old = _plus(old, pair) if existing is None else _at(old, pair)
        return old

    def _exists(self, path: Path, purpose: str, key: YamlText) -> bool:
        """Return whether a part exists; if not, report the change. purpose: for the message."""
        node: YamlNode | None = self.root
        for name in path:
            names = _names(node)
            if name not in names:
                section = RULES if RULES in path[1:] else path[0]
                candidates = list(_rules(self.root)) if section == RULES else names
                called = key.value if section == RULES else name
                other = "remove it here" if purpose == REMOVED else "put what is new below `adds`"
                self._unknown(section, purpose, key, called, suggest(called, candidates) or other)
                return False
            pair = _find(node, name) if isinstance(node, YamlMap) else None
            node = None if pair is None else pair[1]
        return True

    def _unknown(self, section: str, purpose: str, key: YamlText, name: str, hint: str) -> None:
        what, code = KINDS.get(section, PART)
        message = f"there is no {what} `{name}` {purpose}"
        self.diagnostics.append(Diagnostic(code, message, key.location, hint))

    def _twice(self, key: YamlText, hint: str) -> None:
        message = f"`{name_in(key)}` is already declared"
        self.diagnostics.append(Diagnostic("E302", message, key.location, hint))


# ------------------------------------------------------------------- the names in changes


def _parts(section: YamlText, value: YamlNode) -> Iterator[tuple[Path, Pair]]:
    """Yield the path, key and new value of each part in a section of `replaces`."""
    if not isinstance(value, YamlMap) or section.value in BY_LANGUAGE:
        yield (section.value,), (section, value)
        return
    for key, part in value.items:
        if section.value == RULES:
            yield _rule(key.value), (key, part)
        elif isinstance(part, YamlMap) and (section.value in GROUPS or key.value == ATTRIBUTES):
            for path, pair in _parts(replace(key, value=name_in(key)), part):
                yield (section.value, *path), pair
        else:
            yield (section.value, name_in(key)), (key, part)


def _named(section: str, names: YamlNode) -> Iterator[tuple[Path, YamlText]]:
    """Yield the path and name of each part in a section of `removes`."""
    for key, inner in y.pairs(names):
        for path, word in _named(key.value, inner):
            yield (section, *path), word
    for name in y.texts(names):
        yield (_rule(name.value) if section == RULES else (section, name.value)), name


def _rule(written: str) -> Path:
    action, _, name = written.partition(".")
    return ("actions", action, RULES, name)


def _rules(root: YamlMap) -> Iterator[str]:
    """Yield the rules of all actions, as `action.rule`."""
    for action, node in y.pairs(root.get("actions")):
        rules = y.pairs(y.get(node, RULES))
        yield from (f"{action.value}.{key.value}" for key, _ in rules)


def name_in(key: YamlText) -> str:
    """Return the name in a key, without a `+` before it or the parameters of a fact after it."""
    return key.value.removeprefix(MORE).partition("(")[0].strip()


# ------------------------------------------------------------------------------------ trees


def _keys(node: YamlNode | None) -> list[str]:
    return [name_in(key) for key, _ in y.pairs(node)]


def _names(node: YamlNode | None) -> list[str]:
    """Return the names in a mapping or a list."""
    return _keys(node) + [text.value for text in y.texts(node)]


def _find(node: YamlMap, name: str) -> Pair | None:
    """Return the part of a mapping with a name; None if there is none."""
    return next((pair for pair in node.items if name_in(pair[0]) == name), None)


def _plus(node: YamlMap, pair: Pair) -> YamlMap:
    return replace(node, items=(*node.items, pair))


def _at(node: YamlMap, pair: Pair) -> YamlMap:
    """Return a mapping in which a part replaces the one with its name."""
    return _instead(node, (name_in(pair[0]),), pair)


def _instead(node: YamlMap, path: Path, new: Pair) -> YamlMap:
    """Return a mapping with another part at an existing path, in place of all parts there."""
    items: list[Pair] = []
    done = False
    for key, value in node.items:
        if name_in(key) != path[0]:
            items.append((key, value))
        elif not done:
            inner = len(path) > 1 and isinstance(value, YamlMap)
            items.append((key, _instead(value, path[1:], new)) if inner else new)  # type: ignore[arg-type]
            done = True
    return replace(node, items=tuple(items))


def _with_part(node: YamlMap, kind: Path, name: str, new: Pair) -> YamlMap:
    """Return a document with a part of a kind of pieces; a supply replaces the table too."""
    for gone in (name, *(["table"] if name == "supply" else [])):
        node = _without(node, (*kind, gone))
    declared = _find(cast(YamlMap, node.get(kind[0])), kind[1])
    assert declared is not None
    return _instead(node, kind, (declared[0], _plus(cast(YamlMap, declared[1]), new)))


def _without(node: YamlMap, path: Path) -> YamlMap:
    """Return a mapping without the part at a path."""
    items: list[Pair] = []
    for key, value in node.items:
        if name_in(key) != path[0]:
            items.append((key, value))
        elif len(path) > 1 and isinstance(value, YamlMap):
            items.append((key, _without(value, path[1:])))
        elif len(path) > 1 and isinstance(value, YamlList):
            others = (member for member in value.items if not _is(member, path[1]))
            items.append((key, replace(value, items=tuple(others))))
    return replace(node, items=tuple(items))


def _form(enum: YamlNode) -> str:
    """Return the form in which an enum is written."""
    if isinstance(enum, YamlMap):
        return WORDS if enum.key(WORDS) else "marks"
    return "list"


def _words(enum: YamlNode) -> YamlMap:
    """Return the words of an enum in any form, each with its mark and what it is called."""
    return _by_name(y.get(enum, WORDS) or enum)


def _by_name(node: YamlNode, empty: bool = False) -> YamlMap:
    """Return a list of names as a mapping of each to itself or, with `empty`, to nothing."""
    named = ((name, YamlMap(name.location) if empty else name) for name in y.texts(node))
    return node if isinstance(node, YamlMap) else YamlMap(node.location, tuple(named))


def _with_words(old: YamlNode, new: YamlNode, words: YamlNode) -> YamlNode:
    """Return an enum with these words, and with the other keys of two forms of it."""
    for enum in (old, new):
        if isinstance(enum, YamlMap) and _form(enum) == WORDS:
            pairs = ((key, words if key.value == WORDS else value) for key, value in enum.items)
            return replace(enum, items=tuple(pairs)) if len(enum.items) > 1 else words
    return words


def _is(node: YamlNode, word: str) -> bool:
    return isinstance(node, YamlText) and node.value == word
