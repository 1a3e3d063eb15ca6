"""Slips planted in a second engine, one a card, and what a finding of `fuzz` says about each.

Some are lines of the Santorini in Python in `conformance/adapters/python`. The other cards are not
written there, so theirs are slips in the reference's own text, made by a mutation operator.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from thesmos.cli.rule_sentences import RuleSentences
from thesmos.play.game import Game
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzLimits
from thesmos_conform.fuzz.guided_games import GuidedGames
from thesmos_conform.fuzz.match_up_pool import match_up_pool, match_ups
from thesmos_conform.fuzz.target import Target, target_of
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.mutation.mutants import Mutant, mutants_of, mutated
from thesmos_conform.mutation.timed_games import Planted
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.failure import deciding

ENGINE = Path(__file__).parents[2] / "adapters" / "python"
PATIENCE = 1e9  # seconds: the number of games ends a run, also on a busy machine
GAMES = 300
PLAYERS = 2
SHRINKING = 600.0
OWN, BASE = "its own clause", "a rule of the game, with its sentence"
BARE, OTHER, NOTHING, MISSED = "a bare rule", "another card", "nothing", "not found"


@dataclass(frozen=True)
class PatchedLine:
    """A slip in the Python engine: a line of a file, and what stands there instead."""

    card: str
    file: str
    before: str
    after: str


@dataclass(frozen=True)
class Mutation:
    """A slip in the reference's text: the id of a mutant."""

    card: str
    id: str


Slip = PatchedLine | Mutation

IN_PYTHON = (
    PatchedLine("", "turn.py", "wins = up > 0 and", "wins ="),
    PatchedLine("", "turn.py", "if up > 1:", "if up > 2:"),
    PatchedLine("", "turn.py", "high = state.height(at) == TOP", "high = state.height(at) > 1"),
    PatchedLine("apollo", "turn.py", "there.player == state.player", "False"),
    PatchedLine("artemis", "turn.py", " and to == turn.left", " and False"),
    PatchedLine("athena", "turn.py", "athena or turn.early", "turn.early"),
    PatchedLine("atlas", "turn.py", 'state.power == "atlas" and not high', "False"),
    PatchedLine("demeter", "turn.py", '(at == turn.first) == (turn.state.power == "hephaestus")',
                'turn.state.power == "demeter" or at == turn.first'),
    PatchedLine("hephaestus", "turn.py", "LOW = 1", "LOW = 2"),
    PatchedLine("minotaur", "turn.py", "and beyond and state.free(beyond)",
                "and beyond and state.free(beyond) and not state.height(beyond)"),
    PatchedLine("pan", "turn.py", "DROP = 2", "DROP = 3"),
    PatchedLine("prometheus", "turn.py", "(athena or turn.early)", "athena"),
)  # fmt: skip

IN_THE_TEXT = tuple(
    Mutation(id.partition(".")[0], id)
    for id in (
        "achilles.your-turn.2:forbid-permit:1",
        "adonis.end-of-your-turn.2.if:other-owner:2",
        "ares.storm.who:drop-clause:1",
        "asteria.end-of-your-turn.3:forbid-permit:1",
        "bellerophon.your-move.2:negate:3",
        "bia.setup.1:drop-clause:1",
        "castor-pollux.alternative-turn.7:negate:1",
        "charon.your-move.2:drop-condition:2",
        "charybdis.any-time.1:drop-clause:1",
        "chronus.win-condition.1:other-owner:1",
        "clio.fact.spare:negate:1",
        "dionysus.your-build.1:negate:1",
        "eris.fact.latest:negate:1",
        "eros.fact.other:other-scope:1",
        "europa-talus.stride.bare:negate:1",
        "gaea.any-build.1:drop-clause:1",
        "graeae.your-build.1:negate:1",
        "harpies.opponents-turn.1:other-comparison:1",
        "morpheus.your-build.3:drop-condition:1",
        "nemesis.fact.fair:drop-condition:1",
        "nyx.fact.night:drop-condition:1",
        "odysseus.start-of-your-turn.3:drop-clause:1",
        "persephone.opponents-turn.1:drop-condition:1",
        "polyphemus.end-of-your-turn.1.if:negate:1",
        "poseidon.end-of-your-turn.1:drop-condition:3",
        "proteus.flow.who:negate:1",
        "scylla.drag.free:drop-condition:1",
        "selene.fact.lady:drop-condition:2",
    )
)
SLIPS: tuple[Slip, ...] = (*IN_PYTHON, *IN_THE_TEXT)


@dataclass(frozen=True)
class Explanation:
    """What a finding says about a slip. clauses: those that it names, in their order."""

    slip: Slip
    verdict: str
    clauses: tuple[str, ...] = ()
    result: CaseResult | None = None

    @property
    def good(self) -> bool:
        """Whether it names the card's own clause, or the rule of the game with its sentence."""
        return self.verdict in (OWN, BASE)


class Explainer:
    """Plays against engines with slips. game: the rules that they get wrong."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = Oracle(lambda _: game.by(counting))
        self.sentences = RuleSentences(game, "en")

    def explanation(self, slip: Slip) -> Explanation:
        """Return what the first finding says, with the card against nobody's."""
        with self._target(slip) as target:
            seatings = [
                seating
                for seating in match_ups(self.rules.game(self.game.slug), [target.claim])
                if {*filter(None, seating.powers)} == {*filter(None, [slip.card])}
                and len(seating.powers) == PLAYERS
            ]
            games = GuidedGames(
                self.rules.game(self.game.slug), match_up_pool(seatings, [])
            ).games()
            limits = FuzzLimits(PATIENCE, GAMES, 1, SHRINKING)
            run = Fuzzer(self.rules, self.game.slug, [target], games).run(limits)
        if not run.findings:
            return Explanation(slip, MISSED)
        return self._judged(slip, run.findings[0].result)

    def _judged(self, slip: Slip, result: CaseResult) -> Explanation:
        assert result.failure is not None
        clauses = deciding(result)
        cards = [clause.partition(".")[0] for clause in clauses]
        if slip.card in cards:
            verdict = OWN
        elif not clauses:
            verdict = NOTHING
        elif any(card in self.game.powers for card in cards):
            verdict = OTHER
        else:
            verdict = BASE if all(map(self.sentences.of, clauses)) else BARE
        return Explanation(slip, verdict, clauses, result)

    @cached_property
    def _mutants(self) -> dict[str, Mutant]:
        return {mutant.id: mutant for mutant in mutants_of(self.game.program)}

    @contextmanager
    def _target(self, slip: Slip) -> Iterator[Target]:
        if isinstance(slip, Mutation):
            mutant = self._mutants[slip.id]
            changed = self.game.with_program(mutated(self.game.program, mutant))
            with Planted(changed, self.rules) as target:
                yield target
            return
        with TemporaryDirectory() as folder, Client(_patched(slip, Path(folder))) as client:
            claim = client.hello().games[self.game.slug]
            peer = in_our_steps(client, claim, self.rules)
            yield target_of(self.rules, slip.card, peer, claim)


def _patched(slip: PatchedLine, folder: Path) -> AdapterConfig:
    """Return the Python engine with a line changed, in a folder."""
    shutil.copytree(ENGINE, folder, dirs_exist_ok=True)
    file = folder / slip.file
    text = file.read_text(encoding="utf-8")
    assert text.count(slip.before) == 1, slip
    file.write_text(text.replace(slip.before, slip.after), encoding="utf-8")
    command = (sys.executable, "-B", "adapter.py")
    return AdapterConfig("slip", command, folder, startup=600, timeout=600)
