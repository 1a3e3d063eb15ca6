"""Make the typed program of a game from its checked parts and what it declares as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, cast

from thesmos.check.documents.flow import instructions
from thesmos.check.documents.positions import position_entries
from thesmos.check.names.names import Names
from thesmos.program import declarations as p
from thesmos.syntax import documents as d

Stage = Literal["own", "teammates", "opponents"]


def game_of(
    names: Names,
    base: p.Card,
    cards: dict[str, p.Card],
    modes: Mapping[str, d.ModeDocument],
    match_up: p.MatchUp | None,
) -> p.GameProgram:
    """Return the program of a game.

    base: the game's own text.
    cards: the powers, and the rules of modes under the mode's slug.
    """
    game = names.game
    turn, setup = (game.place(f"flow.{k}") for k in ("turn", "setup"))
    return p.GameProgram(
        slug=game.slug,
        edition=game.edition,
        modules=game.modules,
        enums=tuple(_enums(game)),
        boards=_boards(game),
        zones=tuple(p.Zone(name, location=game.place("zones")) for name in game.zones),
        kinds=tuple(_kind(kind, names) for kind in game.pieces),
        attributes=tuple(names.all_attrs()),
        options=tuple(_options(game)),
        stages=cast(tuple[Stage, ...], game.stages),
        moments=game.moments,
        setup=instructions(game.flow.get("setup", ()), names, setup),
        turn=instructions(game.flow.get("turn", ()), names, turn),
        position=position_entries(names),
        always=game.always,
        base=base,
        cards=cards,
        modes={slug: _mode(mode, names) for slug, mode in modes.items()},
        match_up=match_up,
        drawings={name: drawing.code for name, drawing in game.drawings.items()},
        location=game.location,
    )


def supply_of(kind: str, written: d.SupplyDeclaration, names: Names) -> p.Supply:
    """Return the meaning of pieces that exist from the start."""
    per: Literal["game", "side", "player"] = "game"
    if written.each_side or written.each_player:
        per = "side" if written.each_side else "player"
    values = []
    for name, text in written.values:
        attribute = names.attr_of(name, kind)
        many = attribute is not None and attribute.type.many
        values.append(p.StartValue(name, tuple(text.split()) if many else (text,)))
    values += [p.StartValue(name, (text,), of) for name, of, text in written.indexed]
    return p.Supply(
        kind=kind,
        each=per,
        count=written.count,
        name=written.name,
        zone=None if written.cells else written.zone,
        cells=written.cells,
        values=tuple(values),
        location=written.location,
    )


def reserve_of(card: d.CardDocument) -> p.Reserve | None:
    """Return the cards that a card brings into play without a holder; None if it brings none."""
    written = card.reserve
    if written is None:
        return None
    return p.Reserve(written.tag, written.count, written.needs, location=card.location)


def _enums(game: d.GameDocument) -> Iterator[p.Enum]:
    for name, words in game.enums.items():
        values = tuple(p.EnumWord(word, mark) for word, mark in words)
        yield p.Enum(name, values, location=game.place(f"enums.{name}"))


def _options(game: d.GameDocument) -> Iterator[p.GameOption]:
    for name, values in game.options.items():
        players = game.option_players.get(name, ())
        plain = game.option_plain.get(name, values[0])
        original = game.option_original.get(name, values[0])
        place = game.place(f"options.{name}")
        yield p.GameOption(name, values, players, plain, original, location=place)


def _boards(game: d.GameDocument) -> tuple[p.Board, ...]:
    return tuple(
        p.Board(
            name=board.name,
            columns=board.columns,
            rows=board.rows,
            adjacent=board.adjacent,
            cells=tuple(board.cells()),
            symmetric=board.symmetric,
            joined=board.joined,
            lines=board.lines,
            spots=tuple(map(board.spots().index, board.cells())) if board.lines else (),
            location=game.place(f"boards.{board.name}"),
        )
        for board in game.boards
    )


def _kind(kind: d.PieceKindDeclaration, names: Names) -> p.Kind:
    on = () if kind.on is None else (kind.on,)
    supply = tuple(supply_of(kind.name, declared, names) for declared in kind.supply)
    return p.Kind(kind.name, on, supply, location=kind.location)


def has_rules(mode: d.ModeDocument) -> bool:
    """Return whether a mode is a card too: it has clauses of its own, or brings pieces."""
    return bool(mode.card.clauses or mode.card.pieces)


def _mode(mode: d.ModeDocument, names: Names) -> p.Mode:
    return p.Mode(
        slug=mode.slug,
        sides=mode.sides,
        first=mode.first,
        word=mode.needs,
        tag=mode.tag,
        always=mode.always,
        setup=instructions(mode.setup, names, mode.location),
        card=mode.slug if has_rules(mode) else None,
        location=mode.location,
    )
