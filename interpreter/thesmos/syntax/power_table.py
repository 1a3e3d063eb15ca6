"""Make the powers of a game into pieces of its draft, from the headers of their files.

An attribute gets its value from the key of the same name in the header, and a flag with a `tag`
from the tags of the card. If the header has no such key, the attribute's `start` applies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from thesmos.syntax import documents as d


def with_powers(game: d.GameDocument, cards: Mapping[str, d.CardDocument]) -> d.GameDocument:
    """Return a draft with the powers of its game as pieces of its kind of card, by slug.

    A power without `players` is for any number of players. Bans of unknown powers are left out.
    """

    def filled(kind: d.PieceKindDeclaration) -> d.PieceKindDeclaration:
        if not kind.powers:
            return kind
        rows = tuple(_row(cards[slug], kind, game, cards) for slug in sorted(cards))
        return replace(kind, supply=kind.supply + rows)

    return replace(game, pieces=tuple(map(filled, game.pieces)))


def _row(
    card: d.CardDocument,
    kind: d.PieceKindDeclaration,
    game: d.GameDocument,
    cards: Mapping[str, d.CardDocument],
) -> d.SupplyDeclaration:
    """Return the piece for a power: it is named by the slug and begins in the first zone."""
    header = _header(card, game, cards)
    values = []
    for attribute in kind.attributes:
        if attribute.tag:
            values.append((attribute.name, "yes" if attribute.tag in card.tags else "no"))
        elif header.get(attribute.name):
            values.append((attribute.name, header[attribute.name]))
    zone = game.zones[0] if game.zones else ""
    return d.SupplyDeclaration(
        each_side=False, each_player=False, count=1, name=card.slug, zone=zone, cells=(),
        values=tuple(values), location=kind.location,
    )  # fmt: skip


def _header(
    card: d.CardDocument, game: d.GameDocument, cards: Mapping[str, d.CardDocument]
) -> dict[str, str]:
    """Return the values that a draft can ask about a power, written as in a table of cards."""
    least, most = game.players
    players = card.players or range(least, most + 1)
    return {
        "order": "" if card.order is None else str(card.order),
        "players": " ".join(str(n) for n in players if least <= n <= most),
        "banned": " ".join(slug for slug, _ in card.banned if slug in cards),
        "begins": card.begins,
        "reserve": str(card.reserve.count) if card.reserve else "",
    }
