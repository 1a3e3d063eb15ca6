"""Scopes: the names that are defined at a point of a clause."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thesmos.check.names.names import Names
from thesmos.diagnostics import Location
from thesmos.program import values as v
from thesmos.program.types import FLAG, PLAYER, POWER, Type

PERSONS = ("you", "chooser", "actor", "viewer")
CORE_NAMES = ("active", "self", "granted", "rewound")


@dataclass
class Scope:
    """The names that are defined at one point; collects errors."""

    names: Names
    locals: dict[str, Type] = field(default_factory=dict)
    offered: tuple[str, ...] = ()  # actions of the step, in a clause about skipping it
    roles: frozenset[str] = frozenset()  # the locals that are roles of an action
    hiding: bool = False  # whether this is the text of a `hide`, where there is a viewer
    used: set[str] = field(default_factory=set)  # names of memories read or written

    def report(
        self, code: str, message: str, location: Location, hint: str | None = None, word: str = ""
    ) -> None:
        """Report an error, as `Names.report` does."""
        self.names.report(code, message, location, hint, word)

    def inner(self) -> Scope:
        """Return a scope with the same names, to which more can be added."""
        return replace(self, locals=dict(self.locals))

    def plain(self) -> Scope:
        """Return a scope without locals."""
        return replace(self, locals={}, roles=frozenset())

    def bind(self, name: str, kind: Type) -> None:
        """Define a local."""
        self.locals[name] = kind

    def variable(self, name: str, location: Location) -> v.Variable:
        """Return the value of a local."""
        return v.Variable(name, name in self.roles, location=location, type=self.locals[name])

    def memory(self, name: str, location: Location) -> v.MemoryValue:
        """Return the value of a memory, and note that it is used."""
        self.used.add(name)
        kind = self.names.memory[name].type
        return v.MemoryValue(self.names.memory_ref(name), location=location, type=kind)

    def known(self) -> list[str]:
        """Return every name that is defined, for hints."""
        n = self.names
        return [*self.locals, *PERSONS, *n.memory, *n.words, *n.attrs, *n.facts]


def core_name(
    name: str, location: Location, *, of_card: bool = True, hiding: bool = False
) -> v.Value:
    """Return the value of one of PERSONS or CORE_NAMES.

    of_card: whether the text is a card's; in the game's own text `self` is none.
    hiding: whether it is that of a `hide`; elsewhere there may be no `viewer`.
    """
    match name:
        case "you" | "chooser" | "actor" | "active":
            return v.Person(name, location=location, type=PLAYER)
        case "viewer":
            return v.Person(name, location=location, type=PLAYER.optional(not hiding))
        case "self":
            return v.ThisCard(location=location, type=POWER.optional(not of_card))
        case "granted":
            return v.Granted(location=location, type=FLAG)
        case _:
            return v.Rewound(location=location, type=FLAG)
