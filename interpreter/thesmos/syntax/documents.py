"""The documents of a spec as values: a game, a power, a mode.

syntax/document_reader.py makes them from YAML.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, field

from thesmos.constructs import construct
from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.drawings import Drawing
from thesmos.syntax.words import Term

SUPPLY_KEYS = ("for each", "count", "name", "says", "zone", "place", "kind")  # beside attributes


@construct
class WrittenType:
    """A type as written: `0..3`, `Worker or none`, `set of Worker`."""

    name: str
    many: bool
    none: bool
    location: Location = field(compare=False, repr=False)


@construct
class AttributeDeclaration:
    """An attribute of a kind of thing, a player or the game; or a memory of a power.

    index: the kind for each member of which it has a value.
    starts: first values, each with the word for what it belongs to: a member of the index or,
        without an index, a thing that has the attribute.
    """

    _: KW_ONLY
    name: str
    type: WrittenType
    index: WrittenType | None
    start: str | None
    starts: tuple[tuple[str, str], ...]
    secret: bool
    lasts: str
    tag: str  # in a table of powers: the flag says whether the card has this tag
    location: Location = field(compare=False, repr=False)
    start_at: Location | None = field(default=None, compare=False, repr=False)


@construct
class RoleDeclaration:
    """A role of an action: open (its type) or computed (its expression)."""

    name: str
    type: WrittenType | None
    expr: t.Expr | None
    location: Location = field(compare=False, repr=False)


@construct
class RuleDeclaration:
    """A named rule of an action."""

    name: str
    expr: t.Expr
    location: Location = field(compare=False, repr=False)


@construct
class NotationDeclaration:
    """How an option is written if a condition holds: `{from}-{to}`."""

    when: t.Expr | None
    text: str
    location: Location = field(compare=False, repr=False)


@construct
class ShownDeclaration:
    """A number that is shown with the options of an action."""

    name: str
    expr: t.Expr
    location: Location = field(compare=False, repr=False)


@construct
class ActionDeclaration:
    """An action: its roles, named rules, effect and notation."""

    _: KW_ONLY
    name: str
    roles: tuple[RoleDeclaration, ...]
    rules: tuple[RuleDeclaration, ...]
    do: tuple[t.Effect, ...]
    text: tuple[NotationDeclaration, ...]
    silent: bool
    public: bool
    secret: bool
    weight: t.Expr | None
    suggested: t.Expr | None
    shows: tuple[ShownDeclaration, ...]
    location: Location = field(compare=False, repr=False)


@construct
class EventsDeclaration:
    """A name for the events of several actions."""

    name: str
    actions: tuple[str, ...]
    location: Location = field(compare=False, repr=False)


@construct
class StepDeclaration:
    """A step, in which a decision is made. actions: those that may be chosen, at least one."""

    _: KW_ONLY
    name: str
    actions: tuple[str, ...]
    shown: str
    filter: bool
    judge: bool
    skip: bool
    last: bool
    when_empty: str
    when_one: t.Expr | None
    chooser: str
    chooser_expr: t.Expr | None
    then: str
    after_skip: str
    location: Location = field(compare=False, repr=False)


@construct
class FactDeclaration:
    """A derived fact, whose value a card may change."""

    name: str
    params: tuple[tuple[str, WrittenType], ...]
    body: t.Expr
    location: Location = field(compare=False, repr=False)


@construct
class SupplyDeclaration:
    """Pieces that exist from the start: their zone or cells, and their fixed attributes.

    zone, cells: empty if not given; several cells get one piece each.
    indexed: values of attributes with an index, as (attribute, member of the index, value).
    """

    _: KW_ONLY
    each_side: bool
    each_player: bool
    count: int
    name: str | None
    zone: str
    cells: tuple[str, ...]
    values: tuple[tuple[str, str], ...]  # the members of a set are separated by spaces
    location: Location = field(compare=False, repr=False)
    indexed: tuple[tuple[str, str, str], ...] = ()


@construct
class PieceKindDeclaration:
    """A kind of piece or card."""

    _: KW_ONLY
    name: str
    on: str | None
    attributes: tuple[AttributeDeclaration, ...]
    supply: tuple[SupplyDeclaration, ...]
    powers: bool  # its pieces are the powers of the game that the draft belongs to
    location: Location = field(compare=False, repr=False)


DEFAULT_NEIGHBOURS = 8  # of a cell in the middle of a grid, if the board does not say


@construct
class BoardDeclaration:
    """A grid: `5x5`, each cell adjacent to 4, 6 or 8 others, cells named `A1` or `1,1`.

    symmetric: no rule distinguishes its sides, so that a mirrored or rotated position plays alike.
    joined: a direction may lead over an edge to the opposite one.
    lines: the names of the cells on each line; if there are lines, only the cells on them exist.
    """

    _: KW_ONLY
    name: str
    columns: int
    rows: int
    adjacent: int
    names: str
    symmetric: bool = False
    joined: bool = False
    lines: tuple[tuple[str, ...], ...] = ()

    def cells(self) -> list[str]:
        """Return the names of the cells that exist, row by row."""
        on_lines = {name for line in self.lines for name in line}
        return [name for name in self.spots() if not self.lines or name in on_lines]

    def spots(self) -> list[str]:
        """Return the names of all spots of the grid, row by row: A1 B1 …, or 1,1 1,2 …."""
        return [
            f"{chr(65 + column)}{row + 1}" if self.names == "A1" else f"{row + 1},{column + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@construct
class ClauseBlock:
    """The clauses under one heading of a card."""

    heading: str
    clauses: tuple[ct.Clause, ...]
    location: Location = field(compare=False, repr=False)


@construct
class ValidDeclaration:
    """What holds in every position that play can reach: a fact, or `one KIND on a cell`.

    kind: the kind of pieces of which no two share a cell; empty for a fact.
    """

    name: str
    kind: str
    location: Location = field(compare=False, repr=False)


@construct
class ReserveDeclaration:
    """Cards in play that nobody holds at first: by tag, or `count` cards named by the set-up."""

    tag: str
    count: int  # 0: all that are not banned by the cards in play
    needs: str  # the word of the set-up that names a card


@construct
class MatchUpDeclaration:
    """The result of a draft: who is player 1, each player's power, further words of the set-up."""

    first: t.Expr | None
    power: t.Expr | None
    setup: tuple[tuple[str, t.Expr], ...]
    location: Location = field(compare=False, repr=False)


@construct
class PositionDeclaration:
    """An entry of positions: its key, and how its value is written.

    card: the card whose file declares it; empty for the game.
    rows: the rows of names in which things are drawn, by the value for which this layout applies;
        under "" if there is only one.
    """

    key: str
    writer: dict[str, str] = field(hash=False)
    card: str
    rows: dict[str, str] = field(hash=False)
    location: Location = field(compare=False, repr=False)


@construct
class CardDocument:
    """A power's document; the game's own document has the same parts."""

    _: KW_ONLY
    slug: str
    title: dict[str, str]
    subtitle: dict[str, str]
    tags: tuple[str, ...]
    order: int | None
    players: tuple[int, ...]
    banned: tuple[tuple[str, Location], ...]
    begins: str  # whether the holder is player 1: always, never, or empty for either
    text: dict[str, dict[str, str]]  # printed on it, by heading and language
    text_headings: tuple[tuple[str, Location], ...]
    memory: tuple[AttributeDeclaration, ...]
    pieces: tuple[tuple[str, SupplyDeclaration], ...]
    facts: tuple[FactDeclaration, ...]
    events: tuple[EventsDeclaration, ...]
    actions: tuple[ActionDeclaration, ...]
    steps: tuple[StepDeclaration, ...]
    clauses: tuple[ClauseBlock, ...]
    valid: tuple[ValidDeclaration, ...]
    lifts: tuple[tuple[str, Location], ...]  # conditions of the game's that do not hold with it
    reason: str
    reserve: ReserveDeclaration | None
    words: tuple[Term, ...]
    location: Location = field(compare=False, repr=False)


@construct
class ScoreDeclaration:
    """A number that each player has at the end of the game."""

    name: str
    value: t.Expr
    location: Location = field(compare=False, repr=False)


@construct
class GameDocument:
    """A game as declared in its folder. The slug of a draft begins with that of its game.

    repetition: the names of the values that are compared to tell whether two positions are the
        same.
    work: the most steps of work that a decision may take; 0 for the usual limit.
    modules: the names of the modules that it is read with.
    emptied: by the name of a kind of pieces or an enum, or `Zone`, what takes all its members away,
        such as "the mode `alone`".
    """

    _: KW_ONLY
    slug: str
    title: dict[str, str]
    edition: str
    players: tuple[int, int]
    enums: dict[str, tuple[tuple[str, str], ...]]
    boards: tuple[BoardDeclaration, ...]
    zones: tuple[str, ...]
    pieces: tuple[PieceKindDeclaration, ...]
    state: tuple[tuple[str, tuple[AttributeDeclaration, ...]], ...]
    stages: tuple[str, ...]
    moments: tuple[str, ...]
    flow: dict[str, tuple[tuple[str, str], ...]]
    headings: dict[str, dict[str, str]]
    tags: dict[str, dict[str, str]]
    options: dict[str, tuple[str, ...]]
    option_players: dict[str, tuple[int, ...]]  # numbers of players for values after the first
    option_plain: dict[str, str]  # the values for counts as in the literature
    option_original: dict[str, str]  # the values with which a recorded original played
    position: tuple[PositionDeclaration, ...]
    always: tuple[str, ...]
    scores: tuple[ScoreDeclaration, ...]
    repetition: tuple[str, ...]
    work: int
    match_up: MatchUpDeclaration | None
    base: CardDocument
    modules: tuple[str, ...] = ()
    emptied: dict[str, str] = field(default_factory=dict, hash=False)
    drawings: dict[str, Drawing] = field(default_factory=dict, compare=False, repr=False)
    locations: dict[str, Location] = field(compare=False, repr=False)  # by key, as `flow.turn`
    location: Location = field(compare=False, repr=False)

    def place(self, key: str) -> Location:
        """Return the location of a key, such as `flow.turn`; that of the game if it has none."""
        return self.locations.get(key, self.location)


@construct
class ModeDocument:
    """A mode of play: how many players there are, on which sides, and who begins.

    replaces: the names of the parts of the game that it replaces, by key; a rule as `action.rule`.
    game: the game with these parts replaced; None if it replaces nothing.
    """

    _: KW_ONLY
    slug: str
    title: dict[str, str]
    players: int
    sides: tuple[int, ...]
    first: int
    needs: str
    tag: str
    always: tuple[str, ...]
    setup: tuple[tuple[str, str], ...]
    card: CardDocument
    replaces: dict[str, tuple[str, ...]] = field(hash=False)
    game: GameDocument | None = None
    location: Location = field(compare=False, repr=False)
