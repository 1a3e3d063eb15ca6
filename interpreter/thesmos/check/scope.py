"""Scopes: the names that are defined at a point of a clause, and the history queries it makes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.check.names import Names
from thesmos.diagnostics import Diagnostic, Location
from thesmos.program.types import FLAG, NOTHING, PLAYER, POWER, Type

Code = tuple[Any, ...]

# The first local slots, always the same; roles and locals follow.
YOU, CHOOSER, ACTOR, VIEWER, FIRST_LOCAL = 0, 1, 2, 3, 4
PERSONS = {"you": YOU, "chooser": CHOOSER, "actor": ACTOR, "viewer": VIEWER}


@dataclass
class Query:
    """A question about the past, answered by a register (semantics §8).

    word: last, first, did or times. kinds: for each action, its role and the code of its condition.
    per: the owner of the window, "player" or "side". whole: the window is the whole game. index:
    the type of the role after `with`. cap: the register of `times` counts up to this number.
    """

    key: str
    word: str
    kinds: dict[str, dict[str, Any]]
    per: str
    whole: bool
    type: Type
    index: Type | None
    cap: int = 1


@dataclass
class LocalSlots:
    """Numbers the locals of a clause; shared by all scopes in it."""

    size: int = FIRST_LOCAL

    def new(self) -> int:
        """Return the number of a new local."""
        self.size += 1
        return self.size - 1


@dataclass
class Scope:
    """The names that are defined at one point; collects errors and queries."""

    names: Names
    queries: dict[str, Query]
    locals: dict[str, tuple[int, Type]] = field(default_factory=dict)
    frame: LocalSlots = field(default_factory=LocalSlots)
    action: str = ""  # of the step whose skipping a clause is about
    closed: bool = False  # inside the condition of a history query
    roles: frozenset[str] = frozenset()  # the locals that are roles of an action
    used: set[str] = field(default_factory=set)  # names of memory read or written

    def report(self, code: str, message: str, location: Location, hint: str | None = None) -> None:
        """Report an error."""
        self.names.diagnostics.append(Diagnostic(code, message, location, hint))

    def inner(self) -> Scope:
        """Return a scope with the same names that can add its own."""
        return replace(self, locals=dict(self.locals))

    def bind(self, name: str, kind: Type) -> int:
        """Define a local and return its number."""
        number = self.frame.new()
        self.locals[name] = (number, kind)
        return number

    def known(self) -> list[str]:
        """Return every name that is defined, for hints."""
        n = self.names
        return [*self.locals, *PERSONS, *n.memory, *n.words, *n.attrs, *n.facts]


PERSON_TYPES: dict[str, Type] = dict.fromkeys(PERSONS, PLAYER)
CORE_NAMES: dict[str, tuple[Type, Code]] = {
    "active": (PLAYER, ("active",)),
    "self": (POWER, ("self",)),
    "granted": (FLAG, ("granted",)),
    "rewound": (FLAG, ("rewound",)),
}
NONE: tuple[Type, Code] = (NOTHING, ("none",))
