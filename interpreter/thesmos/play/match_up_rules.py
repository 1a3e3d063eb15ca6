"""Match-ups that the rules forbid, according to the headers of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from thesmos.diagnostics import UsageError
from thesmos.syntax import documents as d

Cards = Mapping[str, d.CardDocument]


def match_up_error(
    cards: Cards, mode: d.ModeDocument, powers: Sequence[str | None], setup: Mapping[str, object]
) -> UsageError | None:
    """Why the rules forbid a match-up, and what to do instead; None if they allow it.

    cards: the powers of the game, by slug.
    powers: by player.
    setup: the entries of the set-up that are specific to the game; only those that name a card are
        checked here.
    """
    seated = enumerate(powers, 1)
    held = {player: cards[slug] for player, slug in seated if slug is not None and slug in cards}
    named = {word: cards[str(slug)] for word, slug in setup.items() if str(slug) in cards}
    return next(_errors(mode, held, named), None)


def _errors(
    mode: d.ModeDocument, held: Mapping[int, d.CardDocument], named: Mapping[str, d.CardDocument]
) -> Iterator[UsageError]:
    playing = [*held.values(), *named.values()]
    for card in playing:
        if card.players and mode.players not in card.players:
            numbers = " or ".join(map(str, card.players))
            yield _error(f"{card.slug} is for {numbers} players, not for {mode.players}", "")
    for card, other in combinations(playing, 2):
        if other.slug in (slug for slug, _ in card.banned):
            yield _error(f"{card.slug} and {other.slug} may not be played together", "")
    for player, card in held.items():
        if card.begins == "always" and player != 1:
            yield _error(
                f"{card.slug} always begins", f"make it the power of player 1, not {player}"
            )
        if card.begins == "never" and player == 1:
            yield _error(f"{card.slug} never begins", "make it the power of another player")
    yield from _named(mode, held, named)


def _named(
    mode: d.ModeDocument, held: Mapping[int, d.CardDocument], named: Mapping[str, d.CardDocument]
) -> Iterator[UsageError]:
    """Errors about cards that the mode and the powers need the set-up to name."""
    wanted = {mode.needs: (mode.tag, "")} if mode.needs and mode.tag else {}
    for card in held.values():
        if card.reserve is not None and card.reserve.needs:
            wanted[card.reserve.needs] = (card.reserve.tag, card.slug)
    for word, (tag, asking) in wanted.items():
        if word in named and tag not in named[word].tags:
            text = f"{named[word].slug} can't be the {word}: it is not tagged {tag}"
            yield _error(text, "name another power")
        elif word not in named and asking:
            yield _error(f"{asking} needs a {word}", f"name a power tagged {tag} in the set-up")


def _error(text: str, hint: str) -> UsageError:
    """An error about a match-up. The hint adds that any match-up can be allowed."""
    first = hint or "choose other powers"
    return UsageError(text, f"{first}, or allow any match-up")
