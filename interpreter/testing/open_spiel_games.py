"""Play whole random games beside OpenSpiel, and compare every option of every decision.

    python -m testing.open_spiel_games GAME [--decisions 20000] [--seed N] [--option NAME=VALUE]...

The adapter of OpenSpiel says how its games correspond to ours. `conform` and `fuzz` ask it about
the first 120 decisions of a game at most, as an adapter's answers have to fit into a line.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

import thesmos
from thesmos.play.backend import NATIVE, PYTHON, backend_named
from thesmos.resources import folder


@dataclass
class Volume:
    """What was compared.

    parted: games that only one of the two called over, by a clause that the adapter names.
    longest: decisions of a game.
    """

    games: int = 0
    parted: int = 0
    decisions: int = 0
    longest: int = 0


def _adapter() -> Any:
    sys.path.insert(0, str(folder("conformance/adapters/engines")))
    try:
        return import_module("open_spiel")
    finally:
        sys.path.pop(0)


def compare(
    name: str,
    decisions: int,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    backend: str = PYTHON,
) -> Volume:
    """Play whole games until so many decisions were compared; raise AssertionError if any differs.

    name: of a game or an edition, as of `thesmos.load`.
    """
    spiel, dice, volume = _adapter(), random.Random(seed), Volume()
    game = thesmos.load(name).by(backend_named(backend))
    slug = name.partition("@")[0]
    counterpart = spiel.games.COUNTERPARTS[slug]
    spiel.EDITIONS[slug] = game.edition
    chosen = {option: values[0] for option, values in counterpart.options.items()}
    chosen |= options or {}
    start = game.match(options=chosen).start()
    while volume.decisions < decisions:
        ours: Any = start
        theirs = spiel.begin({"game": slug, "options": chosen})
        answer = spiel.decision(theirs)
        length = 0
        while ours.decision is not None and "result" not in answer:
            texts = sorted(ours.decision.texts)
            assert texts == sorted(answer["options"]), (length, ours.position(), answer)
            assert ours.decision.player == answer["player"], (length, ours.position(), answer)
            choice = dice.choice(texts)
            ours, theirs = ours.apply(choice), spiel.take(theirs, choice)
            answer = spiel.decision(theirs)
            length += 1
        if ours.decision is None and "result" in answer:
            winners = [*ours.result.winners]
            assert winners == answer["result"]["winners"], (length, ours.position(), answer)
        else:
            assert counterpart.differs, (length, ours.position(), answer)
            volume.parted += 1
        volume.games += 1
        volume.decisions += length
        volume.longest = max(volume.longest, length)
    return volume


def main() -> None:
    """Compare, and print how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    click.echo(compare(arguments.game, arguments.decisions, arguments.seed, options, NATIVE))


if __name__ == "__main__":
    main()
