"""Compare games of `spec` with those of OpenSpiel, in whole random games, option by option.

python -m testing.open_spiel --decisions 20000 breakthrough oware
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import click
import pyspiel

import thesmos
from testing import backgammon

OFTEN = 0.95
ROWS = str.maketrans("12345678", "87654321")


@dataclass(frozen=True)
class Counterpart:
    """How a game of OpenSpiel corresponds to one of ours.

    action: from the text of an option and the number of the player who has it to the text that
        OpenSpiel has for it.
    stops: whether a game is left out from here on, because the rules of the two differ.
    seldom: an option that would end random games too soon.
    """

    game: str
    action: Callable[[str, int], str]
    stops: Callable[[Any], bool] = lambda theirs: False
    seldom: str = ""
    options: dict[str, str] = field(default_factory=dict)


def _breakthrough(text: str, _player: int) -> str:
    capture = "*" if "x" in text else ""
    return text.replace("x", "").replace("-", "").lower().translate(ROWS) + capture


def _connect_four(text: str, player: int) -> str:
    return f"{'xo'[player - 1]}{'ABCDEFG'.index(text[0])}"


def _go(text: str, player: int) -> str:
    """OpenSpiel leaves out the letter I."""
    if text == "pass":
        return f"{'BW'[player - 1]} PASS"
    column = "abcdefghjklmnopqrst"["ABCDEFGHIJKLMNOPQRS".index(text[0])]
    return f"{'BW'[player - 1]} {column}{text[1:]}"


def _hex(text: str, _player: int) -> str:
    return text.lower()


def _oware(text: str, player: int) -> str:
    return text[0] if player == 1 else "fedcba"["ABCDEF".index(text[0])]


def _quoridor(text: str, _player: int) -> str:
    """OpenSpiel counts rows from the top, and names a wall by the square northwest of it."""
    column, row, way = text[0].lower(), int(text[1]), text[2:]
    return f"{column}{10 - row}" if not way else f"{column}{9 - row}{way}"


def _drawn(theirs: Any) -> bool:
    """OpenSpiel ends a game as a draw: Go, when a position comes again; Quoridor, when long."""
    return bool(theirs.is_terminal() and max(theirs.returns()) == 0)


def _remembered(theirs: Any) -> bool:
    """OpenSpiel compares a position with all earlier ones, ours with the last hundred."""
    return bool(theirs.is_terminal()) and len(theirs.history()) > REMEMBERED


REMEMBERED = 100
GO_LENGTH = 100_000
COUNTERPARTS = {
    "breakthrough": Counterpart("breakthrough", _breakthrough),
    "connect-four": Counterpart("connect_four", _connect_four),
    "go@9x9": Counterpart(f"go(board_size=9,max_game_length={GO_LENGTH})", _go, _drawn, "pass"),
    "go@13x13": Counterpart(f"go(board_size=13,max_game_length={GO_LENGTH})", _go, _drawn, "pass"),
    "go": Counterpart(f"go(board_size=19,max_game_length={GO_LENGTH})", _go, _drawn, "pass"),
    "hex@5x5": Counterpart("hex(board_size=5)", _hex, options={"swap": "no"}),
    "quoridor": Counterpart("quoridor(board_size=9,wall_count=10,players=2)", _quoridor, _drawn),
    "oware": Counterpart("oware", _oware, _remembered),
}


def compare(name: str, decisions: int, seed: int = 0) -> int:
    """Play random games of both until there were as many decisions; return how many games.

    Raises AssertionError, which says where, if they differ in an option, a turn or a result.
    """
    counterpart = COUNTERPARTS[name]
    start = thesmos.load(name).match(options=counterpart.options).start()
    generator = random.Random(f"{name} {seed}")
    games = passed = 0
    while passed < decisions:
        passed += _game(counterpart, start, generator)
        games += 1
    return games


def _game(counterpart: Counterpart, state: Any, generator: random.Random) -> int:
    theirs = pyspiel.load_game(counterpart.game).new_initial_state()
    choices: list[str] = []
    while state.decision is not None:
        if counterpart.stops(theirs):
            return len(choices)
        place = f"{counterpart.game} after {' '.join(choices)}"
        assert not theirs.is_terminal(), f"{place}: OpenSpiel has ended the game"
        player = theirs.current_player()
        assert state.decision.player == player + 1, f"{place}: another player's turn"
        actions = {theirs.action_to_string(player, code): code for code in theirs.legal_actions()}
        texts = {counterpart.action(text, player + 1): text for text in state.decision.texts}
        assert actions.keys() == texts.keys(), (
            f"{place}: only ours: {sorted(texts.keys() - actions.keys())}, "
            f"only theirs: {sorted(actions.keys() - texts.keys())}"
        )
        action = generator.choice(sorted(texts))
        if texts[action] == counterpart.seldom and generator.random() < OFTEN:
            action = generator.choice(sorted(texts))
        choices.append(texts[action])
        theirs.apply_action(actions[action])
        state = state.apply(texts[action])
    place = f"{counterpart.game} after {' '.join(choices)}"
    assert theirs.is_terminal(), f"{place}: OpenSpiel goes on"
    best = max(theirs.returns())
    winners = [player for player, value in enumerate(theirs.returns(), 1) if value == best > 0]
    drawn = len(state.result.winners) != 1
    assert winners == ([] if drawn else list(state.result.winners)), f"{place}: another result"
    return len(choices)


def main() -> None:
    """Compare the games that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *COUNTERPARTS, "backgammon"])
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for name in arguments.games or [*COUNTERPARTS, "backgammon"]:
        if name == "backgammon":
            games = backgammon.compare(arguments.decisions, arguments.seed)
        else:
            games = compare(name, arguments.decisions, arguments.seed)
        click.echo(f"{name}: {arguments.decisions} decisions in {games} games, no difference")


if __name__ == "__main__":
    main()
