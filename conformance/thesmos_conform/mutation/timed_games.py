"""The games that `fuzz` plays, and how long it takes to reach each of them.

They don't depend on the answers, so they are made once, and every mutant is asked about them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from time import process_time

from thesmos.garbage import seldom_collected
from thesmos.play.game import Game
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import ourselves
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_folders
from thesmos_conform.fuzz.beginnings import Beginnings, seeds_of
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzLimits
from thesmos_conform.fuzz.guided_games import GuidedGames, RandomGame
from thesmos_conform.fuzz.match_up_pool import match_up_pool, match_ups
from thesmos_conform.fuzz.target import Target, target_of
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.served_here import ServedHere

LONG = 1e9  # seconds, effectively no limit: only the number of games limits a run


@dataclass(frozen=True)
class TimedGame:
    """A game. seconds: CPU time until `fuzz` has asked an implementation that is right about it."""

    game: RandomGame
    seconds: float


class Planted:
    """A game as an adapter within this process that shares no state with the judging rules."""

    def __init__(self, game: Game, rules: Oracle) -> None:
        peer = Reference([game.slug], "", Oracle(lambda _: game))
        editions = {game.slug: game.checked.written.edition}
        self._client = Client(ourselves(), editions, begin=lambda _: ServedHere(peer))
        self._rules = rules
        self._slug = game.slug

    def __enter__(self) -> Target:
        claim = self._client.hello().games[self._slug]
        return target_of(self._rules, self._slug, self._client, claim)

    def __exit__(self, *_: object) -> None:
        self._client.close()


def timed_games(
    game: Game, count: int, seed: int, progress: Callable[[int], object] = lambda done: None
) -> list[TimedGame]:
    """Return the first games that `fuzz` plays with a seed, timed on the unchanged game."""
    begun = process_time()
    rules = Oracle(lambda _: game.by(counting))
    with Planted(game, rules) as target, seldom_collected():
        scenarios = read_scenarios(scenario_folders(game), game)
        covered = [scenario.given.powers for scenario in scenarios]
        pool = match_up_pool(match_ups(rules.game(game.slug), [target.claim]), covered)
        begin = Beginnings(seeds=seeds_of(scenarios, game, pool.all)).supported_by([target.claim])
        guided = GuidedGames(rules.game(game.slug), pool, seed, begin).games()
        timed: list[TimedGame] = []
        for random_game in islice(guided, count):
            run = Fuzzer(rules, game.slug, [target], [random_game], seed).run(FuzzLimits(LONG))
            assert not run.findings, "the rules differ from themselves"
            timed.append(TimedGame(random_game, process_time() - begun))
            progress(len(timed))
    return timed
