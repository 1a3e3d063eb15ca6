"""What the fuzzer asks about: whole games, and short games from made positions.

A round is a match-up: a game from its set-up, then short games from the positions of its scenarios,
and from positions made of what was seen in all of these. Every second round has only games from
scenarios, while there are any that nobody has begun with. Match-ups are preferred whose cards were
asked about least, above all those with clauses that never held so far, and in which cards meet for
the first time of which one asks for what the other changes, or with a card that was not played yet
in this mode: what is wrong with a card may show beside one other only, or only among three players.
The position of a short game that reached something new is kept: rounds begin with such positions,
too, and make others of them. At the positions of scenarios, and at one made position in a round, it
is also asked where the turn can lead (`counted_turns`).

To play a game here takes a tenth of the time that it takes to ask about it. So more short games are
played than asked about: those that come to most situations (`situations`) about which nobody was
asked yet, and each only as far as they are many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import cast

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating
from thesmos.play.rng import Rng
from thesmos.play.state import State
from thesmos.program.clauses import Hide
from thesmos.record.recorder import setup_of
from thesmos_conform.cases.played_cases import DECISIONS
from thesmos_conform.cases.scenario_cases import without_empty_parts
from thesmos_conform.cases.touching import Touching
from thesmos_conform.fuzz.asked_situations import AskedSituations
from thesmos_conform.fuzz.beginnings import Beginnings, Seed
from thesmos_conform.fuzz.corpus import KeptPosition
from thesmos_conform.fuzz.made_positions import PositionMaker
from thesmos_conform.fuzz.match_up_pool import MatchUpPool, Pair, pairs
from thesmos_conform.fuzz.played_game import PlayedGame
from thesmos_conform.fuzz.reached_clauses import ReachedClauses
from thesmos_conform.fuzz.watched_match import WatchedMatch
from thesmos_conform.protocol.messages import Json, Place

DRAWN = 16  # match-ups to draw, of which the one that is needed most is played
SHORT = 10  # decisions of a game from a position, at most
TRIED = 16  # short games in a round, of which those are asked about that come to something new
ASKED = 6  # short games in a round that are asked about, at most
COUNTED = 1  # of these, those of which it is asked where their first turn can lead
ANYHOW = 10  # one game in so many is asked about as a whole, whatever it comes to
MAKERS = 60  # match-ups of which what was seen is kept
FROM_CORPUS = 4  # one round in so many begins with a kept position
LACKING = 3  # how much more a card is needed that has clauses which never held
TOUCHING = 3  # how much more a match-up is needed in which cards meet that touch
OTHER_MODE = 3  # how much more one is needed with a card that was never played in its mode


@dataclass(frozen=True)
class RandomGame:
    """A game to ask about. number: which one of all it is, from 1 on.

    counted: whether to ask also where its first turn can lead.
    """

    number: int
    seating: Seating
    place: Place
    counted: bool = False


class GuidedGames:
    """Makes games to ask about, one round after the other.

    beginnings: where they may begin.
    """

    def __init__(
        self,
        game: Game,
        pool: MatchUpPool,
        seed: int = 1,
        beginnings: Beginnings | None = None,
    ) -> None:
        self.game = game
        self.pool = pool
        self.seed = seed
        self.beginnings = begin = Beginnings() if beginnings is None else beginnings
        self.reached = ReachedClauses()
        self._asked_situations = AskedSituations()
        self._asked: Counter[str] = Counter()  # decisions, by card
        self._numbers = count(1)
        self._seeds: dict[Seating, list[Seed]] = {}
        for one in begin.seeds if begin.positions else ():
            self._seeds.setdefault(one.seating, []).append(one)
        self._touching = Touching(game.program)
        self._met: set[Pair] = set()  # pairs of cards that were in play together
        self._played: set[tuple[str, str]] = set()  # cards, and modes in which they were in play
        self._modes: dict[str, list[Seating]] = {}
        for seating in pool.all:
            self._modes.setdefault(seating.mode, []).append(seating)
        self._makers: dict[Seating, PositionMaker] = {}
        self._clauses = {
            slug: frozenset(c.id for c in card.clauses if not isinstance(c, Hide))  # not counted
            for slug, card in game.program.cards.items()
        }

    def games(self) -> Iterator[RandomGame]:
        """Games without end, each to be asked about before the next one is made."""
        rounds = 0
        while True:
            dice = Rng(self.seed * 1_000_003 + rounds)
            rounds += 1
            if rounds % 2 == 0 and self._seeds:
                yield from self._seeded(self._table(self._needed_seeds(dice)), dice)
                continue
            kept = None if dice.below(FROM_CORPUS) else self._kept(dice)
            table = self._table(self._needed(dice) if kept is None else kept.seating)
            yield from self._begun(table, dice) if kept is None else self._again(table, kept, dice)
            yield from self._seeded(table, dice)
            yield from self._made(table, dice)

    def _kept(self, dice: Rng) -> KeptPosition | None:
        """One of the kept positions that can be played."""
        while self.beginnings.positions and self.beginnings.corpus:
            one = self.beginnings.corpus[dice.below(len(self.beginnings.corpus))]
            try:
                if self._match(one.seating).load(one.position).decision is not None:
                    return one
            except UsageError:  # such as one that was kept under other rules
                pass
            self.beginnings.corpus.remove(one)
        return None

    def _match(self, seating: Seating) -> Match:
        setup = dict(seating.setup)
        return self.game.match(seating.powers, seating.mode, None, setup, any_match_up=True)

    def _needed(self, dice: Rng) -> Seating:
        """Of some match-ups, the one whose cards are needed most.

        Half of them are drawn from all, half from those of the mode that is needed most.
        """
        mode = max(self._modes, key=self._needed_card)
        of_mode = self._modes[mode]
        drawn = [self.pool.draw(dice) for _ in range(DRAWN // 2)]
        drawn += [of_mode[dice.below(len(of_mode))] for _ in range(DRAWN // 2)]
        return max(drawn, key=self._needed_match_up)

    def _needed_seeds(self, dice: Rng) -> Seating:
        """Of some match-ups with scenarios that nobody has begun with, the most needed one."""
        seeded = [*self._seeds]
        drawn = [seeded[dice.below(len(seeded))] for _ in range(DRAWN)]
        return max(drawn, key=self._needed_match_up)

    def _needed_match_up(self, seating: Seating) -> float:
        """How much a match-up is needed."""
        cards = sum(map(self._needed_card, _cards(seating)))
        new = (pair for pair in pairs(cards_in_play(seating)) if pair not in self._met)
        touching = any(self._touching.subjects(*pair) for pair in new)
        other = any((card, seating.mode) not in self._played for card in cards_in_play(seating))
        return cards * (TOUCHING if touching else 1) * (OTHER_MODE if other else 1)

    def _needed_card(self, card: str) -> float:
        """How much a card is needed, or a mode, which has the name of its card."""
        lacking = self.reached.lacking(self._clauses.get(card, frozenset()))
        return (LACKING if lacking else 1) / (1 + self._asked[card])

    # ------------------------------------------------------------------ the games of a round

    def _table(self, seating: Seating) -> _Table:
        match, setup = self._match(seating), dict(seating.setup)
        place = Place(self.game.slug, cast(Json, setup_of(match, seating.mode, None, setup)))
        return _Table(seating, match, place, self._maker(seating, match), WatchedMatch(match))

    def _begun(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """A game from the set-up; its later part is asked about by way of positions made of it."""
        played = table.played(table.match.start(dice.below(1 << 30)), dice, DECISIONS)
        most = SHORT if self.beginnings.positions else DECISIONS
        yield from self._game(table, table.place, played, most=most)

    def _again(self, table: _Table, kept: KeptPosition, dice: Rng) -> Iterator[RandomGame]:
        """A game from a kept position."""
        played = table.played(table.match.load(kept.position), dice)
        yield from self._game(table, replace(table.place, position=kept.position), played)

    def _seeded(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """A game from the position of each scenario, which begins as the scenario does."""
        for seed in self._seeds.pop(table.seating, ()):
            position = without_empty_parts(seed.position, table.match.linked)
            played = table.played(table.match.load(position), dice, first=seed.choices)
            begin = replace(table.place, position=position)
            yield from self._game(table, begin, played, least=len(seed.choices), counted=True)

    def _made(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """Short games from made positions, those that are worth most."""
        tried = [] if not self.beginnings.positions else [*_tried(table, dice)]
        for number in range(min(ASKED, len(tried))):
            position, short = max(tried, key=lambda one: self._asked_situations.worth(one[1]))
            tried.remove((position, short))
            if self.reached.new(short.held):
                self.beginnings.corpus.append(KeptPosition(table.seating, position))
            begin = replace(table.place, position=position)
            yield from self._game(table, begin, short, counted=number < COUNTED)

    def _game(
        self,
        table: _Table,
        begin: Place,
        played: PlayedGame,
        least: int = 0,
        most: int = DECISIONS,
        counted: bool = False,
    ) -> Iterator[RandomGame]:
        """A game, as far as it is worth the most; nothing if nothing in it is new.

        Now and then all of it: there is more to a situation than what is known of it. least, most:
        choices to ask about otherwise. counted: as in RandomGame.
        """
        seating = table.seating
        self.reached.new(played.held)
        self._met.update(pairs(cards_in_play(seating)))
        self._played.update((card, seating.mode) for card in cards_in_play(seating))
        if played.dice.below(ANYHOW) == 0:
            least = most = DECISIONS
        made = self._asked_situations.ask(played, least, most)
        if made is None:
            return
        for card in _cards(seating):
            self._asked[card] += made + 1
        yield RandomGame(next(self._numbers), seating, begin.after(*played.choices[:made]), counted)

    def _maker(self, seating: Seating, match: Match) -> PositionMaker:
        """What was seen of a match-up so far."""
        if seating not in self._makers:
            if len(self._makers) >= MAKERS:
                del self._makers[next(iter(self._makers))]
            self._makers[seating] = PositionMaker(match, remembers=self.beginnings.remembers)
        return self._makers[seating]


@dataclass(frozen=True)
class _Table:
    """A match-up as it is played in a round. place: its set-up."""

    seating: Seating
    match: Match
    place: Place
    maker: PositionMaker
    watched: WatchedMatch

    def played(
        self, state: State, dice: Rng, limit: int = SHORT, first: Sequence[str] = ()
    ) -> PlayedGame:
        """A game from a state, of which positions are made later."""
        return PlayedGame(state, dice, limit, self.watched, self.maker.see, first)


def _tried(table: _Table, dice: Rng) -> Iterator[tuple[Json, PlayedGame]]:
    """Short games from made positions."""
    for _ in range(TRIED):
        if (made := table.maker.made(dice)) is not None:
            position, state = made
            yield position, PlayedGame(state, dice, SHORT, table.watched)


def _cards(seating: Seating) -> set[str]:
    """The cards in play, and the mode."""
    return {seating.mode, *cards_in_play(seating)}


def cards_in_play(seating: Seating) -> list[str]:
    """The cards that the set-up names, and those that players hold."""
    return [*(slug for _, slug in seating.setup), *filter(None, seating.powers)]
