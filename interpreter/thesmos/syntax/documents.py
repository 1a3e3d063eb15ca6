"""The documents of a spec as values: a game, a power, a mode.

syntax/document_reader.py makes them from YAML.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.words import Word


@dataclass(frozen=True)
class WrittenType:
    """A type as written: `0..3`, `Worker or none`, `set of Worker`."""

    name: str
    many: bool
    none: bool
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class AttributeDeclaration:
    """What a space, a piece, a player or the game remembers; or a power's memory."""

    name: str
    type: WrittenType
    start: str | None
    secret: bool
    lasts: str
    tag: str  # of a card in a table of powers: the flag is whether it has this tag
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class RoleDeclaration:
    """A role of an action: open (its type) or computed (its expression)."""

    name: str
    type: WrittenType | None
    expr: t.Expr | None
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class RuleDeclaration:
    """A named rule of an action."""

    name: str
    expr: t.Expr
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class NotationDeclaration:
    """How an option is written, when a condition holds: `{from}-{to}`."""

    when: t.Expr | None
    text: str
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class ActionDeclaration:
    """An action: its roles, named rules, effect and notation."""

    name: str
    roles: tuple[RoleDeclaration, ...]
    rules: tuple[RuleDeclaration, ...]
    do: tuple[t.Effect, ...]
    text: tuple[NotationDeclaration, ...]
    silent: bool
    weight: t.Expr | None
    suggested: t.Expr | None
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class StepDeclaration:
    """A step: where decisions happen."""

    name: str
    action: str
    shown: str
    filter: bool
    judge: bool
    skip: bool
    when_empty: str
    when_one: t.Expr | None
    chooser: str
    chooser_expr: t.Expr | None
    then: str
    after_skip: str
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class FactDeclaration:
    """A derived fact, which a card may re-read."""

    name: str
    params: tuple[tuple[str, WrittenType], ...]
    body: t.Expr
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class SupplyDeclaration:
    """Pieces that exist from the start: fixed attributes and the zone they wait in."""

    each_side: bool
    each_player: bool
    count: int
    name: str | None
    zone: str
    values: tuple[tuple[str, str], ...]  # members of a set with spaces between
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class PieceKindDeclaration:
    """A kind of piece or card."""

    name: str
    on: str | None
    attributes: tuple[AttributeDeclaration, ...]
    supply: tuple[SupplyDeclaration, ...]
    powers: bool  # its pieces are the powers of the game around
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class BoardDeclaration:
    """A grid: `5x5`, each cell adjacent to 4 or 8 others, cells named `A1` or `1,1`.

    symmetric: no rule tells one side of it from another, so that a position mirrored or rotated
    plays the same.
    """

    name: str
    columns: int
    rows: int
    adjacent: int
    names: str
    symmetric: bool = False

    def cells(self) -> list[str]:
        """The names of the cells, row by row: A1 B1 …, or 1,1 1,2 …."""
        return [
            f"{chr(65 + column)}{row + 1}" if self.names == "A1" else f"{row + 1},{column + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class ClauseBlock:
    """The clauses under one heading of a card."""

    heading: str
    clauses: tuple[ct.Clause, ...]
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True)
class ReserveDeclaration:
    """Cards in play that nobody holds at first: those of a tag, or `count` named by the set-up."""

    tag: str
    count: int  # 0: all that may meet the cards in play
    needs: str  # the word of the set-up that names one


@dataclass(frozen=True)
class MatchUpDeclaration:
    """What a draft comes to: who is player 1, each player's power, words of the set-up."""

    first: t.Expr | None
    power: t.Expr | None
    setup: tuple[tuple[str, t.Expr], ...]
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class CardDocument:
    """What a power brings, and what the game itself has of the same kind."""

    slug: str
    title: dict[str, str]
    subtitle: dict[str, str]
    tags: tuple[str, ...]
    order: int | None
    players: tuple[int, ...]
    banned: tuple[tuple[str, Location], ...]
    begins: str  # always, never, or empty: both may be
    text: dict[str, dict[str, str]]
    memory: tuple[AttributeDeclaration, ...]
    pieces: tuple[tuple[str, SupplyDeclaration], ...]
    facts: tuple[FactDeclaration, ...]
    actions: tuple[ActionDeclaration, ...]
    steps: tuple[StepDeclaration, ...]
    clauses: tuple[ClauseBlock, ...]
    reason: str
    reserve: ReserveDeclaration | None
    words: tuple[Word, ...]
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class GameDocument:
    """A game as its folder declares it. The slug of a draft begins with that of its game."""

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
    option_players: dict[str, tuple[int, ...]]  # for how many the later values are; any if missing
    position: tuple[tuple[str, tuple[dict[str, str], ...]], ...]
    always: tuple[str, ...]
    match_up: MatchUpDeclaration | None
    base: CardDocument
    locations: dict[str, Location] = field(compare=False, repr=False)  # of its keys: `flow.turn`
    location: Location = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class ModeDocument:
    """A way to play: how many players, on which sides, who begins."""

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
    location: Location = field(compare=False, repr=False)
