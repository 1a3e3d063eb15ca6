"""Which cards take part in a match."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.diagnostics import UsageError, suggest
from thesmos.link.linked import CardInPlay
from thesmos.program.declarations import Card, GameProgram, Mode


def cards_in_play(
    game: GameProgram, mode: Mode, powers: Sequence[str | None], reserve: Sequence[str]
) -> tuple[CardInPlay, ...]:
    """The cards in play: those that always take part, those of the players, then the reserve.

    Raises UsageError if these powers can't be played.
    """
    if len(powers) != len(mode.sides):
        raise UsageError(
            f"{len(powers)} powers for {len(mode.sides)} players",
            "name one for each player, `none` for a player without a power",
        )
    rules = () if mode.card is None else (mode.card,)
    always = (*game.always, *mode.always, *rules)
    held = {player: slug for player, slug in enumerate(powers) if slug is not None}
    for slug in held.values():
        if slug not in game.cards:
            raise _no_power(slug, game)
    playing = [*always, *held.values()]
    twice = [slug for slug in dict.fromkeys(playing) if playing.count(slug) > 1]
    if twice:
        raise UsageError(f"{', '.join(twice)} can be held only once", "choose another power")
    cards: list[tuple[Card, int | None, bool]] = [(game.cards[s], None, True) for s in always]
    cards += [(game.cards[slug], player, False) for player, slug in held.items()]
    cards += [(game.cards[slug], None, False) for slug in _reserve(game, playing, reserve)]
    return tuple(CardInPlay(number, *card) for number, card in enumerate(cards))


def _no_power(slug: str, game: GameProgram) -> UsageError:
    hint = suggest(slug, game.cards) or "the powers are in the folder `powers`"
    return UsageError(f"there is no power `{slug}` in {game.slug}", hint)


def _reserve(game: GameProgram, playing: Sequence[str], named: Sequence[str]) -> list[str]:
    """The cards that nobody holds at first: those named, and those of a tag that a card asks for.

    playing: the cards that take part anyway. Of two that ban each other, the first takes part.
    """
    for slug in named:
        if slug not in game.cards:
            raise _no_power(slug, game)
    slugs = [*named]
    taken = {*playing, *named}
    for asking in playing:
        for slug in reserve_for(game.cards[asking], game):
            if slug not in taken and not taken & {*game.cards[slug].banned}:
                slugs.append(slug)
                taken.add(slug)
    return slugs


def ban_each_other(cards: Sequence[CardInPlay]) -> bool:
    """Return whether some of these cards ban others, so that the rules forbid the match-up."""
    playing = {card.card.slug for card in cards}
    return any(not playing.isdisjoint(card.card.banned) for card in cards)


def reserve_for(card: Card, game: GameProgram) -> list[str]:
    """All cards of the tag that a card asks for, by slug; none if it asks for named ones."""
    reserve = card.reserve
    if reserve is None or reserve.count:
        return []
    return [slug for slug, candidate in sorted(game.cards.items()) if reserve.tag in candidate.tags]
