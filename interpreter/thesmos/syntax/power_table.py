"""The powers of a game as pieces of its draft: what stands in their headers, as a table of cards.

An attribute gets its value from the header's key of the same name, a flag with a `tag` from the
card's tags. What a header does not say is left to the attribute's `start`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from thesmos.syntax import documents as d


def with_powers(game: d.GameDocument, cards: Mapping[str, d.CardDocument]) -> d.GameDocument:
    """The game, its kinds of cards filled with the powers of the game around, by slug.

    A power without `players` is for every number of them. Bans of powers that are not there are
    left out.
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
    """A power as a piece: its name is its slug; it waits in the first zone."""
    header = _header(card, game, cards)
    values = []
    for attribute in kind.attributes:
        if attribute.tag:
            values.append((attribute.name, "yes" if attribute.tag in card.tags else "no"))
        elif header.get(attribute.name):
            values.append((attribute.name, header[attribute.name]))
    zone = game.zones[0] if game.zones else ""
    return d.SupplyDeclaration(
        each_side=False, each_player=False, count=1, name=card.slug, zone=zone,
        values=tuple(values), location=kind.location,
    )  # fmt: skip


def _header(
    card: d.CardDocument, game: d.GameDocument, cards: Mapping[str, d.CardDocument]
) -> dict[str, str]:
    """What a draft can ask of a power, as a table of cards would write it; empty: not said."""
    least, most = game.players
    players = card.players or range(least, most + 1)
    return {
        "order": "" if card.order is None else str(card.order),
        "players": " ".join(str(n) for n in players if least <= n <= most),
        "banned": " ".join(slug for slug, _ in card.banned if slug in cards),
        "begins": card.begins,
        "reserve": str(card.reserve.count) if card.reserve else "",
    }
