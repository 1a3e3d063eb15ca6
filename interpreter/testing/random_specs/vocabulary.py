"""What can be named in a text: kinds, attributes, facts, actions, steps, with their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from thesmos.check.names.names import Names
from thesmos.check.names.scope import Scope as CheckScope
from thesmos.check.typing.calls import fact_type
from thesmos.check.typing.history import role_types
from thesmos.program.types import DIRECTION, FLAG, PLAYER, POWER, SIDE, ZONE, Type

COUNTED = "tally"  # a number of each game that grows in every turn


@dataclass(frozen=True)
class FactName:
    """A fact: the types of its parameters, and of itself.

    lasting: whether a question about the past may ask it.
    """

    name: str
    takes: tuple[Type, ...]
    gives: Type
    lasting: bool = False


@dataclass(frozen=True)
class ActionName:
    """An action: the types of its roles, open and computed, and the names of its rules."""

    name: str
    open_roles: Mapping[str, Type]
    computed: Mapping[str, Type]
    rules: tuple[str, ...]

    @property
    def roles(self) -> dict[str, Type]:
        """The types of all roles."""
        return {**self.open_roles, **self.computed}


@dataclass(frozen=True)
class StepName:
    """A step and its actions. regular: whether the flow of every turn comes to it.

    skip: whether it may always be skipped.
    """

    name: str
    actions: tuple[str, ...]
    regular: bool = False
    skip: bool = False


@dataclass(frozen=True)
class AttributeName:
    """An attribute: of a kind, of the game ("") or, as a memory, of the power (None).

    index: the kind for each of which it has a value; empty if there is only one.
    """

    name: str
    owner: str | None
    type: Type
    index: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """All that can be named.

    on: by kind of piece, the board that it can be on; "" for none. pieces: by kind, those that have
    a name. repetition: whether the game says what makes two positions the same. supposes: whether
    rules may ask what would be, because nothing is hidden.
    """

    words: Mapping[str, tuple[str, ...]]
    boards: tuple[str, ...]
    zones: tuple[str, ...]
    on: Mapping[str, str]
    pieces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    attributes: tuple[AttributeName, ...] = ()
    facts: tuple[FactName, ...] = ()
    actions: tuple[ActionName, ...] = ()
    steps: tuple[StepName, ...] = ()
    moments: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    events: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # actions, by a common name
    tags: tuple[str, ...] = ()
    repetition: bool = False
    supposes: bool = False

    @property
    def kinds(self) -> tuple[Type, ...]:
        """Every type that has a name."""
        words = tuple(Type("enum", name) for name in self.words)
        cells = tuple(Type("cell", name) for name in self.boards)
        pieces = tuple(Type("piece", name) for name in self.on)
        zones = (ZONE,) if self.zones else ()
        return (*words, *cells, *pieces, *zones, PLAYER, SIDE, POWER, DIRECTION)

    def kind(self, name: str) -> Type:
        """The type with a name."""
        return next(kind for kind in self.kinds if kind.name == name)

    @property
    def owned(self) -> tuple[str, ...]:
        """The kinds of pieces that have an owner."""
        return tuple(a.owner for a in self.attributes if a.name == "owner" and a.owner)

    def action(self, name: str) -> ActionName:
        """The action with a name."""
        return next(action for action in self.actions if action.name == name)

    def shared_roles(self, actions: Sequence[str]) -> dict[str, Type]:
        """The roles that all of some actions have."""
        first, *others = (self.action(name).roles for name in actions)
        return {n: k for n, k in first.items() if all(each.get(n) == k for each in others)}

    def offered(self, actions: Sequence[str]) -> dict[str, Type]:
        """The open roles of actions of a step, but for those with more than one type."""
        roles = [role for name in actions for role in self.action(name).open_roles.items()]
        return {name: kind for name, kind in roles if all(k == kind for n, k in roles if n == name)}

    def with_attributes(self, *more: AttributeName) -> Vocabulary:
        """These names and further attributes or memories."""
        return replace(self, attributes=(*self.attributes, *more))

    def with_fact(self, fact: FactName) -> Vocabulary:
        """These names and a further fact."""
        return replace(self, facts=(*self.facts, fact))

    def with_action(self, action: ActionName) -> Vocabulary:
        """These names and a further action."""
        return replace(self, actions=(*self.actions, action))


def vocabulary_of(names: Names) -> Vocabulary:
    """What the text of a checked game names."""
    game, scope = names.game, CheckScope(names)
    facts = []
    for fact in game.base.facts:
        takes = tuple(names.type_of(kind) for _, kind in fact.params)
        facts.append(FactName(fact.name, takes, fact_type(fact.name, scope)))
    actions = []
    for action in game.base.actions:
        types = role_types(action, scope)
        open_roles = {role.name: types[role.name] for role in action.roles if role.type is not None}
        computed = {role.name: types[role.name] for role in action.roles if role.type is None}
        rules = tuple(rule.name for rule in action.rules)
        actions.append(ActionName(action.name, open_roles, computed, rules))
    attributes = [
        AttributeName(
            attribute.name.name,
            attribute.name.owner,
            attribute.type,
            attribute.index[0].name if attribute.index else "",
        )
        for attribute in names.all_attrs()
    ]
    return Vocabulary(
        words={enum: tuple(word for word, _ in words) for enum, words in game.enums.items()},
        boards=tuple(board.name for board in game.boards),
        zones=tuple(game.zones),
        on={kind.name: kind.on or "" for kind in game.pieces},
        attributes=tuple(attributes),
        facts=tuple(facts),
        actions=tuple(actions),
        steps=tuple(StepName(step.name, step.actions) for step in game.base.steps),
        moments=tuple(game.moments),
        options=dict(game.options),
        headings=tuple(game.headings),
        repetition=bool(game.repetition),
    )


def written(kind: Type) -> str:
    """A type as it is written in a declaration."""
    word = {FLAG.base: "flag", "int": f"{kind.low}..{kind.high}"}.get(kind.base, kind.name)
    return ("set of " if kind.many else "") + word + (" or none" if kind.none else "")
