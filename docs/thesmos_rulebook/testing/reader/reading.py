"""What each part of the reader needs of the whole, which is made of these parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from thesmos.program import values as p
from thesmos.program.declarations import GameProgram
from thesmos.program.types import Type
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Dictionary, Entry, Pattern
from thesmos_rulebook.testing.reader.scope import Scope


class Reading(Protocol):
    """Reads texts; a part calls it for the texts inside its own. See `Reader`."""

    dictionary: Dictionary
    game: GameProgram

    @property
    def thing(self) -> Callable[[str, Scope], tuple[t.Tree, ...]]:
        """What a text can mean as a thing, a set or a number."""

    @property
    def condition(self) -> Callable[[str, Scope], tuple[t.Tree, ...]]:
        """What a text can mean as a condition."""

    @property
    def members(self) -> Callable[[str, Scope], tuple[tuple[str, t.Tree], ...]]:
        """What a text can mean as a quantifier and a set."""

    def by_entry(
        self, entry: Entry, patterns: list[Pattern], text: str, scope: Scope, positive: bool
    ) -> Iterator[t.Tree]:
        """Yield what a text means if it fits the words of an entry."""

    def fitted(self, tree: t.Tree, wanted: Type | None) -> t.Tree | None:
        """Return a value as one of the type that is wanted; None if it is of another one."""

    def role_type(self, scope: Scope, name: str) -> Type:
        """Return the type of a role of the action in scope."""

    def roles_of_kind(self, scope: Scope, kind: Type) -> Iterator[t.Tree]:
        """Yield the role that `the Worker` means: the one of that kind without other words."""

    def repeats(self) -> p.Value | None:
        """Return the number of times that the position is remembered, as the game compares it."""
