"""Determines which cards are in play, and which pieces there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.check.spec import CheckedGame
from thesmos.diagnostics import UsageError, suggest
from thesmos.syntax import documents as d


@dataclass(frozen=True)
class Instance:
    """A card in play, and who holds it at the beginning."""

    slug: str
    holder: int | None  # a player from 0, None for nobody
    common: bool  # applies to everybody; `you` is the player who chooses


def cards_in_play(
    game: CheckedGame,
    mode: d.ModeDocument,
    powers: Sequence[str | None],
    reserve: Sequence[str],
) -> list[Instance]:
    """Return the cards in play. Raises UsageError if these powers can't be played."""
    if len(powers) != mode.players:
        raise UsageError(
            f"{len(powers)} powers for {mode.players} players",
            "name one for each player, `none` for a player without a power",
        )
    rules = (mode.slug,) if mode.card.clauses else ()
    always = (*game.written.always, *mode.always, *rules)
    made = [Instance(slug, None, True) for slug in always]
    for player, slug in enumerate(powers):
        if slug is not None:
            if slug not in game.cards:
                hint = suggest(slug, game.cards) or "the powers are in the folder `powers`"
                raise UsageError(f"there is no power `{slug}` in {game.written.slug}", hint)
            made.append(Instance(slug, player, False))
    twice = {i.slug for i in made if sum(j.slug == i.slug for j in made) > 1}
    if twice:
        raise UsageError(f"{', '.join(twice)} can be held only once", "choose another power")
    return made + _reserve(game, made, reserve)


def _reserve(game: CheckedGame, made: list[Instance], named: Sequence[str]) -> list[Instance]:
    """Return the cards in play that nobody holds at first: those named, and those of a tag."""
    for slug in named:
        if slug not in game.cards:
            raise UsageError(f"there is no power `{slug}`", suggest(slug, game.cards))
    found = [*named]
    playing = [i.slug for i in made] + found
    for instance in made:
        asked = game.cards[instance.slug].written.reserve
        if asked is not None and asked.count == 0:
            for slug, card in sorted(game.cards.items()):
                bans = {other for other, _ in card.written.banned}
                if asked.tag in card.written.tags and slug not in playing and not bans & {*playing}:
                    found.append(slug)
    return [Instance(slug, None, False) for slug in found]


def starting_pieces(
    game: CheckedGame, mode: d.ModeDocument, cards: Sequence[Instance]
) -> dict[str, list[dict[str, Any]]]:
    """Return all pieces by kind, in order of age: name, zone, attributes as written, source."""
    made: dict[str, list[dict[str, Any]]] = {k.name: [] for k in game.written.pieces}
    for kind in game.written.pieces:
        for number, each in enumerate(s for s in kind.supply if not s.each_side):
            owners = range(mode.players) if each.each_player else (None,)
            for owner in owners:
                made[kind.name] += _supplied(each, owner, number)
        for side in range(max(mode.sides)):
            for number, each in enumerate(s for s in kind.supply if s.each_side):
                made[kind.name] += _supplied(each, side, number)
    ordered = [i for i in cards if i.holder] + [i for i in cards if not i.holder]
    for card in ordered:  # players 2, 3, …, then 1: extra pieces age in this order
        owner = None if card.holder is None else mode.sides[card.holder] - 1
        for kind_name, written in game.cards[card.slug].written.pieces:
            made[kind_name] += _supplied(written, owner, cards.index(card))
    return made


def _supplied(written: d.SupplyDeclaration, side: int | None, number: int) -> list[dict[str, Any]]:
    values = dict(written.values)
    if side is not None:
        values["owner"] = str(side + 1)
    piece = {"name": written.name, "zone": written.zone, "values": values, "from": number}
    return [dict(piece) for _ in range(written.count)]
