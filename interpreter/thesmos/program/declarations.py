"""Declarations: what a game and its cards consist of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import ClassVar, Literal

from thesmos.constructs import construct
from thesmos.program.clauses import Clause
from thesmos.program.effects import Assign, Effects
from thesmos.program.flow import Instruction
from thesmos.program.node import AttributeRef, Node, Ref, walk
from thesmos.program.positions import ByPlayer, Members, PositionEntry
from thesmos.program.types import Type
from thesmos.program.values import (
    AttributeValue,
    CellOf,
    Compared,
    EventPattern,
    IsIn,
    Past,
    SetOf,
    Value,
    Variable,
    ZoneOf,
    variables_in,
)

# ---------------------------------------------------------------------------- things


@construct
class EnumWord:
    """A word of an enum, and the mark that positions write for it."""

    word: str
    mark: str


@construct
class Enum(Node):
    """An enum."""

    section: ClassVar[str] = "1.3"

    name: str
    words: tuple[EnumWord, ...]


@construct
class Board(Node):
    """A grid of cells. adjacent: how many neighbours a cell in the middle has. cells: their names.

    joined: whether a direction may lead over an edge to the opposite one (16.1). lines: if there
    are any, cells adjoin only along lines; `cells` are then those on lines, and `spots` is the
    place of each in the grid, counted row by row.
    """

    section: ClassVar[str] = "1.3"

    name: str
    columns: int
    rows: int
    adjacent: int
    cells: tuple[str, ...]
    symmetric: bool
    joined: bool
    lines: tuple[tuple[str, ...], ...] = ()
    spots: tuple[int, ...] = ()


@construct
class Zone(Node):
    """A place for pieces that are not on a board. Those that leave the game go to the last one."""

    section: ClassVar[str] = "1.2"

    name: str


@construct
class Attribute(Node):
    """An attribute of a kind of thing (owner) or of the game itself (no owner); or a memory.

    index: the types of further arguments. start: the words of its initial value; None for the
    default: none if allowed, else the lowest. starts: other initial values, for some values of the
    index or, without one, for some of the things. secret: known only to the player it belongs to.
    lasts: `game` or `turn`.
    """

    section: ClassVar[str] = "1.2"

    name: AttributeRef
    index: tuple[Type, ...]
    type: Type
    start: tuple[str, ...] | None
    secret: bool
    lasts: str
    starts: tuple[StartValue, ...] = ()


@construct
class StartValue:
    """The words of the first value of an attribute; for a set, one for each member.

    of: the member of the attribute's index that it is for; empty without an index.
    """

    attribute: str
    words: tuple[str, ...]
    of: str = ""


@construct
class Supply(Node):
    """Pieces that exist from the start. each: one lot for the game, or for each side or player.

    zone: where they wait; None if cells names a cell for each of them.
    """

    section: ClassVar[str] = "1.5"

    kind: str
    each: Literal["game", "side", "player"]
    count: int
    name: str | None
    zone: str | None
    cells: tuple[str, ...]
    values: tuple[StartValue, ...]


@construct
class Kind(Node):
    """A kind of piece. on: the boards whose cells it can be on; zones it can always be in."""

    section: ClassVar[str] = "1.5"

    name: str
    on: tuple[str, ...]
    supply: tuple[Supply, ...]


# ------------------------------------------------------------- facts, actions and steps


@construct
class Parameter:
    """A parameter of a fact."""

    name: str
    type: Type


@construct
class Fact(Node):
    """A derived fact."""

    section: ClassVar[str] = "4.8"

    name: Ref
    parameters: tuple[Parameter, ...]
    body: Value


@construct
class Role(Node):
    """A role of an action: open, or computed from the roles above it."""

    section: ClassVar[str] = "4.2"

    name: str
    type: Type
    value: Value | None  # None: open


@construct
class Rule(Node):
    """A named rule of an action."""

    section: ClassVar[str] = "4.3"

    name: str
    condition: Value


@construct
class RoleText:
    """The text of a role's value in a notation."""

    role: str


@construct
class Notation(Node):
    """How an option is written when a condition holds (None: always)."""

    section: ClassVar[str] = "4.10"

    when: Value | None
    parts: tuple[str | RoleText, ...]


@construct
class Shown(Node):
    """`cost: price(card)`: a number that is shown with the options of an action."""

    section: ClassVar[str] = "4.11"

    name: str
    value: Value


@construct
class Action(Node):
    """An action: its roles, named rules, effects and notation. weight: see section 10.

    public, secret: who learns of it, if that is declared (9.7).
    """

    section: ClassVar[str] = "4.2"

    name: Ref
    roles: tuple[Role, ...]
    rules: tuple[Rule, ...]
    effects: Effects
    notations: tuple[Notation, ...]
    silent: bool
    public: bool
    secret: bool
    weight: Value | None
    suggested: Value | None
    shows: tuple[Shown, ...] = ()

    @cached_property
    def open_roles(self) -> tuple[Role, ...]:
        """The roles that an option is identified by."""
        return tuple(role for role in self.roles if role.value is None)

    @cached_property
    def worded(self) -> frozenset[str]:
        """The roles that its text depends on, with those that they are computed from.

        These are all roles if it is possible that no notation applies: then all are written.
        """
        if all(notation.when is not None for notation in self.notations):
            return frozenset(role.name for role in self.roles)
        found = {role.name for role in self.open_roles}
        for notation in self.notations:
            found |= _roles_in(notation.when)
            found |= {part.role for part in notation.parts if isinstance(part, RoleText)}
        for role in reversed(self.roles):  # computed roles follow from those above them
            if role.name in found:
                found |= _roles_in(role.value)
        return frozenset(found)

    @cached_property
    def rules_after(self) -> tuple[tuple[Rule, ...], ...]:
        """By the number of roles bound: the rules that can be tested then, but not before."""
        places = {role.name: place for place, role in enumerate(self.roles, 1)}

        def needs(rule: Rule) -> int:
            nodes = walk(rule.condition, (EventPattern,))  # there the roles are those of the past
            named = (n.name for n in nodes if isinstance(n, Variable) and n.role)
            return max((places[name] for name in named), default=0)

        return tuple(
            tuple(rule for rule in self.rules if needs(rule) == bound)
            for bound in range(len(self.roles) + 1)
        )


def _roles_in(value: Value | None) -> set[str]:
    """Return the roles of an action that a value names."""
    return {variable.name for variable in variables_in((value,)) if variable.role}


@construct
class Step(Node):
    """A step, where decisions happen. actions: what may be chosen in it, in canonical order.

    shown: its name in records. last: whether it comes last of what is due. chooser: who chooses, or
    the value that says who. then, after_skip: the steps that follow; None is `end`.
    """

    section: ClassVar[str] = "6.1"

    name: Ref
    actions: tuple[Ref, ...]
    shown: str
    filter: bool
    judge: bool
    skip: bool
    last: bool
    when_empty: Literal["stuck", "pass", "ask"]
    when_one: Value | None
    chooser: Literal["active", "holder", "chance"] | Value
    then: Ref | None
    after_skip: Ref | None


# -------------------------------------------------------------------- cards and games


@construct
class Reserve(Node):
    """Cards in play that nobody holds at first.

    They are either all cards of a tag that no card in play bans (count 0), or as many as the set-up
    names with a word.
    """

    section: ClassVar[str] = "14.4"

    tag: str
    count: int
    word: str


@construct
class Score(Node):
    """A number that each player, as `you`, has at the end of the game."""

    section: ClassVar[str] = "7.7"

    name: str
    value: Value


@construct
class ValidCondition(Node):
    """What holds in every position that play can reach, for all values of its variables.

    name: the fact that says so, or `one KIND on a cell`.
    says: its English sentence, with the variables as gaps and `[holds|does not hold]`.
    """

    section: ClassVar[str] = "15.9"

    name: str
    compared: Compared
    says: str


@construct
class Lifted(Node):
    """A condition of the game's `valid` that holds in no match in which a card takes part."""

    section: ClassVar[str] = "15.9"

    name: str


@construct
class Card(Node):
    """A power; the game's own text, and the rules of a mode, have the same parts.

    reason: what a result gives as its ground if this card brings it about. banned: cards that can't
    be in play together with it. players: numbers of players; empty for any.
    """

    section: ClassVar[str] = "4.7"

    slug: str
    tags: tuple[str, ...]
    players: tuple[int, ...]
    banned: tuple[str, ...]
    reason: str
    reserve: Reserve | None
    memory: tuple[Attribute, ...]
    supply: tuple[Supply, ...]
    facts: tuple[Fact, ...]
    actions: tuple[Action, ...]
    steps: tuple[Step, ...]
    clauses: tuple[Clause, ...]
    valid: tuple[ValidCondition, ...] = ()
    lifts: tuple[Lifted, ...] = ()
    scores: tuple[Score, ...] = ()  # only the game's own text has any

    @cached_property
    def past(self) -> tuple[Past, ...]:
        """Every question about the past in its text, in the order of `walk`."""
        return tuple(node for node in walk(self) if isinstance(node, Past))

    @cached_property
    def constructs(self) -> frozenset[type]:
        """The classes of all constructs in its text."""
        return frozenset(node.__class__ for node in walk(self))

    @cached_property
    def least(self) -> int:
        """The smallest number that can be a member of a set in its text, but at most 0."""
        types = [role.type for action in self.actions for role in action.open_roles]
        for node in walk(self) if SetOf in self.constructs else ():
            if isinstance(node, SetOf):
                types.append(node.type)
        return min(0, *(kind.low for kind in types if kind.base == "int"), 0)

    @cached_property
    def assigned(self) -> frozenset[AttributeRef]:
        """The attributes that its text gives new values."""
        targets = (node.target for node in walk(self) if isinstance(node, Assign))
        changed = (each.of if isinstance(each, IsIn) else each for each in targets)
        return frozenset(each.attribute for each in changed if isinstance(each, AttributeValue))

    @cached_property
    def moved(self) -> frozenset[str]:
        """The kinds of pieces that its text moves."""
        targets = (node.target for node in walk(self) if isinstance(node, Assign))
        return frozenset(each.kind for each in targets if isinstance(each, CellOf | ZoneOf))


@construct
class Mode(Node):
    """A mode: a side for each player, who begins, cards that always take part, more set-up.

    sides and first: from 1. card: the slug of the card with the mode's own rules; None without.
    """

    section: ClassVar[str] = "3.1"

    slug: str
    sides: tuple[int, ...]
    first: int
    word: str
    tag: str
    always: tuple[str, ...]
    setup: tuple[Instruction, ...]
    card: str | None


@construct
class SetupWord:
    """A word of the set-up, and the card that it names; left out if that is none."""

    word: str
    value: Value


@construct
class MatchUp(Node):
    """The result of a draft: who is player 1, the power of each player, words of the set-up."""

    section: ClassVar[str] = "14.3"

    first: Value | None
    power: Value
    setup: tuple[SetupWord, ...]


@construct
class GameOption(Node):
    """A choice made before a game. The first value is the default.

    players: the numbers of players for which the other values can be chosen; empty for any.
    plain: the value with which games are counted as in the literature.
    original: the value with which recorded games of others were played.
    """

    section: ClassVar[str] = "1.1"

    name: str
    values: tuple[str, ...]
    players: tuple[int, ...]
    plain: str
    original: str


@construct
class GameProgram(Node):
    """A game with all its cards and modes.

    position: in the order in which they are written. modules: those that it is played with.
    drawings: the game's own, by name, as SVG code; they mean nothing to the rules.
    """

    section: ClassVar[str] = "1.1"

    slug: str
    edition: str
    enums: tuple[Enum, ...]
    boards: tuple[Board, ...]
    zones: tuple[Zone, ...]
    kinds: tuple[Kind, ...]
    attributes: tuple[Attribute, ...]
    options: tuple[GameOption, ...]
    stages: tuple[Literal["own", "teammates", "opponents"], ...]
    moments: tuple[str, ...]
    setup: tuple[Instruction, ...]
    turn: tuple[Instruction, ...]
    position: tuple[PositionEntry, ...]
    always: tuple[str, ...]
    base: Card
    cards: dict[str, Card] = field(hash=False)
    modes: dict[str, Mode] = field(hash=False)
    match_up: MatchUp | None
    modules: tuple[str, ...] = ()
    drawings: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def attribute_types(self) -> dict[AttributeRef, Type]:
        """The type of each attribute."""
        return {attribute.name: attribute.type for attribute in self.attributes}

    @cached_property
    def enum_words(self) -> dict[str, tuple[EnumWord, ...]]:
        """The words of each enum."""
        return {enum.name: enum.words for enum in self.enums}

    @cached_property
    def plain_options(self) -> dict[str, str]:
        """The options, other than the first values, for counts as in the literature."""
        return {one.name: one.plain for one in self.options if one.plain != one.values[0]}

    @cached_property
    def original_options(self) -> dict[str, str]:
        """The options, other than the first values, with which the recorded original played."""
        return {one.name: one.original for one in self.options if one.original != one.values[0]}

    @cached_property
    def listed_by_player(self) -> frozenset[str]:
        """The keys of positions, joined by dots, whose lists have an entry for each player."""
        return frozenset(
            ".".join(one.path)
            for one in self.position
            if isinstance(one, ByPlayer) or (isinstance(one, Members) and one.attribute is not None)
        )

    @cached_property
    def facts(self) -> dict[Ref, Fact]:
        """The facts of the game and of all its cards."""
        return {fact.name: fact for card in self._texts for fact in card.facts}

    @cached_property
    def actions(self) -> dict[Ref, Action]:
        """The actions of the game and of all its cards."""
        return {action.name: action for card in self._texts for action in card.actions}

    @cached_property
    def steps(self) -> dict[Ref, Step]:
        """The steps of the game and of all its cards."""
        return {step.name: step for card in self._texts for step in card.steps}

    @property
    def _texts(self) -> tuple[Card, ...]:
        return (self.base, *self.cards.values())
