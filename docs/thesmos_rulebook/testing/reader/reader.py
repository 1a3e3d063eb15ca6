"""The reader: from a text to all that it can mean.

A text with several readings gives all of them; whether they are the same is for a test to find out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.program import values as p
from thesmos.program.declarations import Role
from thesmos.program.node import walk
from thesmos.program.types import Type
from thesmos_rulebook.testing.reader import calculations, conditions, members, past, things
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Dictionary, Entry, Pattern, enclosed
from thesmos_rulebook.testing.reader.scope import Scope

MOST_READINGS = 8  # of one part of a text
F = TypeVar("F")


class Reader:
    """Reads the sentences of a card; without one, of the game itself."""

    def __init__(self, checked: CheckedGame, slug: str = "") -> None:
        self.dictionary = Dictionary(checked, slug)
        self.game = self.dictionary.game
        self.thing = functools.cache(self._thing)
        self.condition = functools.cache(self._condition)
        self.members = functools.cache(self._members)
        self._reading: set[tuple[str, str, Scope]] = set()

    # -------------------------------------------------------------------------- reading

    def _thing(self, text: str, scope: Scope) -> tuple[t.Tree, ...]:
        """Return what a text can mean as a thing, a set or a number."""
        return self._distinct("thing", text, scope, read_things)

    def _condition(self, text: str, scope: Scope) -> tuple[t.Tree, ...]:
        """Return what a text can mean as a condition."""
        return self._distinct("condition", text, scope, conditions.read)

    def _members(self, text: str, scope: Scope) -> tuple[tuple[str, t.Tree], ...]:
        """Return what a text can mean as a quantifier and a set: `some`, `every`, `no`, `the`."""
        found = members.read(self, text, scope)
        return tuple(dict.fromkeys(found))

    def _distinct(
        self, kind: str, text: str, scope: Scope,
        read: Callable[[Reader, str, Scope], Iterable[t.Tree]],
    ) -> tuple[t.Tree, ...]:  # fmt: skip
        key = kind, text, scope
        if key in self._reading or not text or not _balanced(text):
            return ()
        self._reading.add(key)
        try:
            found: dict[t.Tree, None] = {}
            for tree in read(self, text, scope):
                found[tree] = None
                if len(found) >= MOST_READINGS:
                    break
            return tuple(found)
        finally:
            self._reading.remove(key)

    # ------------------------------------------------------------------------- entries

    def by_entry(
        self, entry: Entry, patterns: list[Pattern], text: str, scope: Scope, positive: bool
    ) -> Iterator[t.Tree]:
        """Yield what a text means if it fits the words of an entry."""
        for pattern in patterns:
            for gaps in pattern.fits(text):
                for arguments in self._arguments(entry, gaps, scope):
                    yield entry.meaning(arguments, positive)

    def _arguments(
        self, entry: Entry, gaps: dict[str, str], scope: Scope, at: int = 0
    ) -> Iterator[list[t.Tree]]:
        if at == len(entry.takes):
            yield []
            return
        if at >= len(entry.parameters) or entry.parameters[at] not in gaps:
            choices = self._only(entry.takes[at], scope)
        else:
            choices = self.thing(gaps[entry.parameters[at]], scope)
        for tree in choices:
            fitted = self.fitted(tree, entry.takes[at])
            if fitted is not None:
                for rest in self._arguments(entry, gaps, scope, at + 1):
                    yield [fitted, *rest]

    def _only(self, wanted: Type | None, scope: Scope) -> tuple[t.Tree, ...]:
        """Return the one thing of a type that words without its name can be about."""
        if wanted is None:
            return ()
        found = [t.Name(kind, name) for name, kind in scope.bound if _same_kind(kind, wanted)]
        if scope.action is not None and not found:
            alike = [role for role in self._roles(scope) if _same_kind(role.type, wanted)]
            opened = [role for role in alike if role.value is None] or alike
            found = [t.Name(role.type, role.name) for role in opened]
        return tuple(found) if len(found) == 1 else ()

    def fitted(self, tree: t.Tree, wanted: Type | None) -> t.Tree | None:
        """Return a value as one of the type that is wanted; None if it is of another one."""
        if wanted is None:
            return tree
        if tree.type.many != wanted.many:
            return None
        if wanted.base == "cell" and tree.type.base == "piece":
            place = calculations.place_of(self, tree)
            return place if place is not None and place.type.name == wanted.name else None
        same = (tree.type.base, tree.type.name) == (wanted.base, wanted.name)
        return tree if same or tree.type.base == wanted.base == "int" else None

    # --------------------------------------------------------------------------- roles

    def role_type(self, scope: Scope, name: str) -> Type:
        """Return the type of a role of the action in scope."""
        assert scope.action is not None
        return next(role.type for role in self._roles(scope) if role.name == name)

    def roles_of_kind(self, scope: Scope, kind: Type) -> Iterator[t.Tree]:
        """Yield the role that `the Worker` means: the one of that kind without other words."""
        assert scope.action is not None
        alike = [role for role in self._roles(scope) if _same_kind(role.type, kind)]
        bare = [
            role
            for role in alike
            if (scope.action, role.name) not in self.dictionary.roles and role.value is None
        ]
        chosen = bare or [role for role in alike if role.value is None]
        if len(chosen) == 1:
            yield t.Name(chosen[0].type, chosen[0].name)

    def _roles(self, scope: Scope) -> tuple[Role, ...]:
        assert scope.action is not None
        return self.dictionary.action(scope.action).roles

    def repeats(self) -> p.Value | None:
        """Return the number of times that the position is remembered, as the game compares it."""
        nodes = (node for card in (self.game.base, self.dictionary.card) for node in walk(card))
        return next((node for node in nodes if isinstance(node, p.Repeats)), None)


def read_things(reader: Reader, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text can mean as a thing, a set or a number."""
    if enclosed(text):
        yield from reader.thing(text[1:-1], scope)
        return
    yield from things.persons(reader, text, scope)
    yield from things.words(reader, text)
    yield from things.names(reader, text, scope)
    yield from things.entries(reader, text, scope)
    yield from things.located(reader, text, scope)
    yield from members.as_things(reader, text, scope)
    yield from past.roles(reader, text, scope)
    yield from things.counts(reader, text, scope)
    yield from things.folds(reader, text, scope)
    yield from things.walks(reader, text, scope)
    yield from things.lists(reader, text, scope)
    yield from things.by_frames(reader, text, scope)


def _same_kind(one: Type, other: Type) -> bool:
    if one.base == other.base == "int":
        return True
    return (one.base, one.name, one.many) == (other.base, other.name, other.many)


def _balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0
