"""All match-ups that the rules allow: the power of each player, and what the set-up names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from thesmos.play.game import Game
from thesmos.syntax import documents as d

PAIR = 2


@dataclass(frozen=True)
class Seating:
    """A match-up to be played: the powers by player, the mode, and what the set-up names.

    options: the values of the game's options, where they are not the default ones.
    """

    powers: tuple[str | None, ...]
    mode: str
    setup: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        named = "".join(f" {word}={slug}" for word, slug in (*self.setup, *self.options))
        return f"{','.join(p or 'none' for p in self.powers)} ({self.mode}{named})"


def allowed_match_ups(game: Game) -> Iterator[Seating]:
    """Yield every pair of powers that may meet, and every power in each mode that allows it."""
    for mode in game.checked.modes.values():
        if mode.needs:
            for slug, card in game.powers.items():
                if mode.tag in card.tags:
                    yield Seating((None,) * mode.players, mode.slug, ((mode.needs, slug),))
            continue
        able = [s for s, c in game.powers.items() if not c.players or mode.players in c.players]
        if mode.players == PAIR:  # all pairs; with more players there would be too many
            for number, (power, other) in enumerate(combinations(able, PAIR)):
                seating = pair_match_up(game, mode, power, other, number)
                if seating is not None:
                    yield seating
        else:
            for first in able:
                seating = _table(game, mode, first, able)
                if seating is not None:
                    yield seating


def match_ups_without_powers(game: Game) -> Iterator[Seating]:
    """Each mode without powers, except modes that need one."""
    for mode in game.checked.modes.values():
        if not mode.needs:
            yield Seating((None,) * mode.players, mode.slug)


def pair_match_up(
    game: Game, mode: d.ModeDocument, power: str | None, other: str | None, number: int = 0
) -> Seating | None:
    """Return a match-up of two powers, swapped if only that is allowed; None if neither is.

    number: if the set-up has to name a card, chooses which one (modulo the number of candidates).
    """
    for powers in ((power, other), (other, power)):
        seating = _named(game, Seating(powers, mode.slug), number)
        if seating is not None:
            return seating
    return None


def _named(game: Game, seating: Seating, number: int) -> Seating | None:
    """The match-up, naming a card if one of its powers needs it; None if it is not allowed."""
    seatings = list(named_match_ups(game, seating))
    return seatings[number % len(seatings)] if seatings else None


def named_match_ups(game: Game, seating: Seating) -> Iterator[Seating]:
    """The match-up if it is allowed; if one of its powers needs a named card, one for each card."""
    cards = [game.powers[slug] for slug in seating.powers if slug is not None]
    reserves = [c.reserve for c in cards if c.reserve is not None and c.reserve.needs]
    tries = [seating]
    if reserves and not seating.setup:
        tries = [
            replace(seating, setup=((reserves[0].needs, slug),))
            for slug, card in game.powers.items()
            if reserves[0].tag in card.tags and slug not in seating.powers
        ]
    yield from (attempt for attempt in tries if is_allowed(game, attempt))


def is_allowed(game: Game, seating: Seating) -> bool:
    """Whether the rules allow a match-up."""
    mode = game.checked.modes[seating.mode]
    return game.match_up_error(seating.powers, mode, dict(seating.setup)) is None


def _table(game: Game, mode: d.ModeDocument, first: str, able: Sequence[str]) -> Seating | None:
    """A match-up of a power with the following ones in the list that are compatible.

    A power that never begins is given to the last player. None if the power is not allowed at all.
    """
    at = able.index(first)
    empty: tuple[str | None, ...] = (None,) * mode.players
    powers = replace_at(empty, 0, first)
    if not is_allowed(game, Seating(powers, mode.slug)):
        powers = replace_at(empty, -1, first)
    for slug in (*able[at + 1 :], *able[:at]):
        if None in powers:
            tried = replace_at(powers, powers.index(None), slug)
            powers = tried if is_allowed(game, Seating(tried, mode.slug)) else powers
    seating = Seating(powers, mode.slug)
    return seating if is_allowed(game, seating) else None


def replace_at(powers: tuple[str | None, ...], at: int, slug: str) -> tuple[str | None, ...]:
    """The powers with one replaced, at an index that may be negative."""
    changed = [*powers]
    changed[at] = slug
    return tuple(changed)
