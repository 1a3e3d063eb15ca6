"""Whether random play keeps what a game says always holds: a command that plays by volume.

    python -m testing.always_holds [GAME…] [--decisions N] [--match-ups N] [--seed N]

Plays so many decisions of each mode of each game, edition and module, spread over its match-ups and
options, and asks at each what it breaks. Without GAME every shipped game is played, in all its
editions and with each module; GAME can name one, as in `hex@9x9`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import click

from testing.agreement_tasks import SHIPPED, Options, seatings
from testing.native_possible import NativePossible
from testing.walks import game_from
from thesmos.dice import Rng
from thesmos.play.backend import NATIVE, PYTHON, backend_named
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating

DECISIONS = 20_000  # of each mode
LONGEST = 600  # decisions of one game
MATCH_UPS = 4  # of a mode, of those with powers or options
BREAK_EVEN = 2_000  # decisions of a match-up, from which on compiling machine code pays


@dataclass(frozen=True)
class ModeOfGame:
    """A mode of a game, with some of its match-ups and options."""

    game: str
    mode: str
    match_ups: tuple[tuple[Seating, Options], ...]

    def __str__(self) -> str:
        return f"{self.game} {self.mode}"


def versions(name: str) -> Iterator[str]:
    """A game, its other editions, and it with each of its modules."""
    game = load(name)
    yield name
    yield from (f"{name}@{edition}" for edition in game.editions if edition != game.edition)
    yield from (f"{name}+{module}" for module in game.modules)


def modes_of(name: str, match_ups: int = MATCH_UPS, seed: int = 1) -> Iterator[ModeOfGame]:
    """The modes of a game, each with all match-ups without powers and so many others."""
    every = sorted(seatings(load(name)), key=lambda match_up: match_up[0].mode)
    for mode, same in groupby(every, key=lambda match_up: match_up[0].mode):
        yield ModeOfGame(name, mode, tuple(_some([*same], match_ups, Rng(seed))))


def _some(
    match_ups: Sequence[tuple[Seating, Options]], count: int, dice: Rng
) -> list[tuple[Seating, Options]]:
    """All match-ups without powers, and at most so many of the others."""
    plain = [one for one in match_ups if not any(one[0].powers) and not one[0].setup]
    others = [one for one in match_ups if one not in plain]
    while len(others) > count:
        others.pop(dice.below(len(others)))
    return plain + others


def broken_in(mode: ModeOfGame, decisions: int, seed: int = 1) -> tuple[int, str]:
    """Play random games of a mode by all its match-ups alike.

    Returns how many decisions were looked at, and what the first impossible one breaks; empty if
    none is impossible.
    """
    share, looked_at = -(-decisions // len(mode.match_ups)), 0
    game = load(mode.game).by(backend_named(PYTHON if share < BREAK_EVEN else NATIVE))
    for seating, options in mode.match_ups:
        count, broken = _broken_in_match_up(game, seating, options, share, seed)
        looked_at += count
        game.forget()
        if broken:
            return looked_at, f"{mode.game} {seating} {dict(options)} {broken}"
    return looked_at, ""


def _broken_in_match_up(
    game: Game, seating: Seating, options: Options, decisions: int, seed: int
) -> tuple[int, str]:
    setup = dict(seating.setup)
    match = game.match(seating.powers, seating.mode, dict(options), setup, any_match_up=True)
    start, looked_at = match.start(), 0
    native = NativePossible(match.linked) if decisions >= BREAK_EVEN else None
    while looked_at < decisions:
        for state in game_from(start, seed, min(LONGEST, decisions - looked_at)):
            if native.broken(state._data) if native else match.broken(state.vector):  # type: ignore[attr-defined]  # native
                told = "; ".join(map(str, match.broken(state.vector)))
                return looked_at, f"seed {seed}, {told}: {state.position(whole=True)}"
            looked_at += 1
        seed += 1
    return looked_at, ""


def main() -> int:
    """Play, and print a line for each mode."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--match-ups", type=int, default=MATCH_UPS)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    names = wanted.games or [one for name in SHIPPED for one in versions(name)]
    total, wrong, began = 0, 0, time.process_time()
    for name in names:
        for mode in modes_of(name, wanted.match_ups, wanted.seed):
            looked_at, broken = broken_in(mode, wanted.decisions, wanted.seed)
            total, wrong = total + looked_at, wrong + bool(broken)
            took = time.process_time() - began
            click.echo(f"{mode}: {looked_at} decisions, {took:.0f} s, {broken or 'all possible'}")
    click.echo(f"{total} decisions, {wrong} modes with impossible positions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
