"""What is known at one place of a text, and may be asked there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from testing.random_specs.vocabulary import AttributeName, FactName, StepName, Vocabulary
from thesmos.program.types import FLAG, Type, number

DEEPEST = 4  # expressions inside expressions
TRIES = 6  # constructs that are tried before the plainest one
ANY_NUMBER = number(-20, 99)
MOST_MEMBERS = 60  # of a set in a game that is made here or shipped
PERSONS = ("you", "active", "chooser", "actor")


@dataclass(frozen=True)
class Made:
    """An expression, and the type that `check` will find for it, or a wider one."""

    text: str
    type: Type


@dataclass(frozen=True)
class SpecScope:
    """What is known at one place.

    locals: with the roles of the action that it is about. closed: inside a question about the past.
    asking: whether forbidden(…) may stand here, where it can't ask for itself. skipped: the action
    that offered(…) is about. facts: how many of them may be asked, the first ones; None for all.
    """

    names: Vocabulary
    locals: Mapping[str, Type] = field(default_factory=dict)
    roles: frozenset[str] = frozenset()
    closed: bool = False
    asking: bool = True
    skipped: tuple[str, ...] = ()
    viewer: bool = False
    card: bool = True
    facts: int | None = None

    def with_local(self, name: str, kind: Type) -> SpecScope:
        """The scope with a further name."""
        return replace(self, locals={**self.locals, name: kind})

    def about(self, roles: Mapping[str, Type]) -> SpecScope:
        """The scope of what is about an action: its roles, and no other locals."""
        return replace(self, locals=dict(roles), roles=frozenset(roles))

    def plain(self) -> SpecScope:
        """The scope without locals."""
        return self.about({})

    def without(self, attribute: AttributeName) -> SpecScope:
        """The scope without a memory or attribute."""
        rest = tuple(each for each in self.names.attributes if each is not attribute)
        return replace(self, names=replace(self.names, attributes=rest))

    def new_name(self) -> str:
        """A name for a local that nothing here has."""
        number = 1
        while f"x{number}" in self.locals:
            number += 1
        return f"x{number}"

    @property
    def persons(self) -> tuple[str, ...]:
        """The words for players."""
        if self.closed:
            return ("actor",)
        return (*PERSONS, "viewer") if self.viewer else PERSONS

    @property
    def known_facts(self) -> tuple[FactName, ...]:
        """The facts that may be asked."""
        known = self.names.facts[: self.facts]
        return tuple(fact for fact in known if fact.lasting) if self.closed else known

    @property
    def memories(self) -> Iterator[AttributeName]:
        """What the power remembers, and the states of the game: names without arguments."""
        for each in () if self.closed else self.names.attributes:
            if not each.owner:
                yield each

    @property
    def attributes(self) -> Iterator[AttributeName]:
        """The attributes of things."""
        for each in self.names.attributes:
            if each.owner and (not self.closed or each.owner in self.names.on):
                yield each

    def step(self, name: str) -> StepName:
        """The step with a name."""
        return next(step for step in self.names.steps if step.name == name)


def may_stand(kind: Type, wanted: Type, present: bool) -> bool:
    """Whether a value of a type can stand where another is wanted; present: and never none."""
    return kind.fits(wanted) and kind.within(wanted) and not (present and kind.none)


def is_flag(kind: Type) -> bool:
    """Whether a type is that of yes and no."""
    return kind.base == FLAG.base and not kind.many
