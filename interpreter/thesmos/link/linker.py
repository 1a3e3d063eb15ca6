"""Links a game, a mode, the powers of the players, and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from thesmos.diagnostics import UsageError
from thesmos.link.cards import ban_each_other, cards_in_play
from thesmos.link.layout import Layout
from thesmos.link.layout_maker import layout_of
from thesmos.link.linked import CardInPlay, LinkedGame
from thesmos.link.pieces import supplied_pieces
from thesmos.link.words import Words
from thesmos.program.asking import circle_among
from thesmos.program.declarations import GameProgram, Mode
from thesmos.program.effects import MoveCard


def link(
    game: GameProgram,
    powers: Sequence[str | None],
    mode: Mode,
    options: Mapping[str, str],
    reserve: Sequence[str] = (),
    *,
    pool: bool = False,
) -> LinkedGame:
    """Link a match-up. Raises UsageError if these powers or options can't be played.

    powers: by player, None for a player without one.
    options: words by the names of options; the first word is the default.
    reserve: cards that are in play, but that nobody holds at first.
    pool: the cards of the reserve are a pool: a state says which of them take part, and who
        received each at the beginning (see pool.py). Banned pairs of a pool can still be held
        together. Cards that one player holds act in the order of the pool: first those that can
        move cards.
    """
    sides = tuple(side - 1 for side in mode.sides)
    if pool:
        reserve = sorted(reserve, key=lambda slug: (not _moves_cards(game, slug), slug))
    cards = cards_in_play(game, mode, powers, reserve)
    if not pool:
        _refuse_circles(game, cards)
    supplied = supplied_pieces(game, sides, cards)
    pieces = {kind: tuple(supply.piece for supply in of_kind) for kind, of_kind in supplied.items()}
    settings = _settings(game, mode, options)
    bare = LinkedGame(game, mode, sides, settings, cards, pieces, {}, Layout(()), pool)
    layout, fixed = layout_of(bare, Words(game, sides, len(cards), supplied), supplied)
    return replace(bare, layout=layout, fixed=fixed)


def _moves_cards(game: GameProgram, slug: str) -> bool:
    """Whether a card can change who holds one."""
    return slug in game.cards and MoveCard in game.cards[slug].constructs


def _refuse_circles(game: GameProgram, cards: Sequence[CardInPlay]) -> None:
    """Raise UsageError if something would ask or cause itself.

    This is only possible with cards that ban each other, in a match-up that isn't allowed.
    """
    if ban_each_other(cards):
        playing = {card.card.slug for card in cards}
        circle = circle_among([game.base, *(card.card for card in cards)])
        slugs = sorted({edge.card for edge in circle} & playing)
        if circle:
            text = f"{' and '.join(slugs)} can't be in play together: `{circle[-1].to}` would"
            raise UsageError(f"{text} depend on itself", "choose other powers")


def _settings(game: GameProgram, mode: Mode, options: Mapping[str, str]) -> dict[str, int]:
    """Return the index of each option's value. Raises UsageError for values not allowed here."""
    declared = {option.name: option for option in game.options}
    settings = dict.fromkeys(declared, 0)
    players = len(mode.sides)
    for name, value in options.items():
        option = declared.get(name)
        if option is None or value not in option.values:
            lines = (f"{option.name}: {', '.join(option.values)}" for option in game.options)
            listed = "; ".join(lines)
            hint = f"the options are {listed}" if listed else "the game has no options"
            raise UsageError(f"there is no option {name} = {value}", hint)
        settings[name] = option.values.index(value)
        if settings[name] and option.players and players not in option.players:
            numbers = ", ".join(map(str, option.players))
            text = f"{name} = {value} can't be played by {players} players"
            raise UsageError(text, f"it is for {numbers} players only: use {option.values[0]}")
    return settings
