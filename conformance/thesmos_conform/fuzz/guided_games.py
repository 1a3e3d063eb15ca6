"""What the fuzzer asks about: whole games, and short games from made positions.

A round plays one match-up: a game from its set-up, then short games from the positions of its
scenarios, and from positions made out of what was seen in all of these. Every second round has only
games from scenarios, as long as some are unused. A match-up is preferred if its cards were asked
about least, above all if

- some of their clauses never held so far,
- two of its cards meet for the first time, and one reads what the other changes, or
- one of its cards was not played yet in this mode.

This is because a bug in a card may show only with one other card, or only among three players. The
position of a short game that reached something new is kept: some rounds begin with such a position,
and make others out of it. At the positions of scenarios, and at one made position in a round, the
adapters are also asked how many ends the turn has (`counted_turns`).

Playing a game here takes a tenth of the time that asking about it takes. So more short games are
played than asked about: only those that reach the most new situations (`situations`) are asked
about, and each only as far as it is worth most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple, cast

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating
from thesmos.play.state import State
from thesmos.program.clauses import Hide
from thesmos.program.touching import Touching
from thesmos.record.recorder import setup_of
from thesmos_conform.cases.played_cases import DECISIONS
from thesmos_conform.cases.scenario_cases import as_in_records
from thesmos_conform.fuzz.asked_situations import AskedSituations
from thesmos_conform.fuzz.beginnings import Beginnings, Seed
from thesmos_conform.fuzz.corpus import KeptPosition
from thesmos_conform.fuzz.made_positions import PositionMaker
from thesmos_conform.fuzz.match_up_pool import MatchUpPool, Pair, pairs
from thesmos_conform.fuzz.played_game import PlayedGame
from thesmos_conform.fuzz.reached_clauses import ReachedClauses
from thesmos_conform.fuzz.watched_match import WatchedMatch
from thesmos_conform.protocol.messages import Json, Place

DRAWN = 16  # match-ups to draw; the one that is needed most is played
SHORT = 10  # decisions of a game from a position, at most
TRIED = 16  # short games to play in a round
ASKED = 6  # short games to ask about in a round, at most
COUNTED = 1  # of these, the games whose first turn's ends are counted
ANYHOW = 10  # one game in this many is asked about as a whole, even if nothing in it is new
MAKERS = 60  # match-ups whose seen states are kept
FROM_CORPUS = 4  # one round in this many begins with a kept position
# Factors by which something is needed more:
LACKING = 3  # a card with clauses that never held
TOUCHING = 3  # a match-up in which touching cards meet for the first time
OTHER_MODE = 3  # a match-up with a card that was never played in its mode


@dataclass(frozen=True)
class RandomGame:
    """A game to ask about. number: counts the games, from 1 on.

    counted: whether to count the ends of its first turn as well.
    """

    number: int
    seating: Seating
    place: Place
    counted: bool = False


class GuidedGames:
    """Makes games to ask about, one round after the other.

    beginnings: where they may begin. made, tried: positions that were made up so far, and attempts.
    know: is told each whole game, and the states on its way, so that nobody has to play it again.
    """

    def __init__(
        self,
        game: Game,
        pool: MatchUpPool,
        seed: int = 1,
        beginnings: Beginnings | None = None,
        know: Callable[[Place, Sequence[State]], object] = lambda place, states: None,
    ) -> None:
        self.game = game
        self._know = know
        self.pool = pool
        self.seed = seed
        self.beginnings = begin = Beginnings() if beginnings is None else beginnings
        self.reached = ReachedClauses()
        self.made = self.tried = 0
        self._asked_situations = AskedSituations()
        self._asked_decisions: Counter[str] = Counter()  # decisions, by card
        self._numbers = count(1)
        self._seeds: dict[Seating, list[Seed]] = {}
        for start in begin.seeds:
            if begin.allows(start.position):
                self._seeds.setdefault(start.seating, []).append(start)
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
        """Yield games without end; each should be asked about before the next one is made."""
        rounds = 0
        while True:
            dice = Rng(self.seed * 1_000_003 + rounds)
            rounds += 1
            if rounds % 2 == 0 and self._seeds:
                yield from self._games_from_scenarios(self._table(self._needed_seeds(dice)), dice)
                continue
            kept = None if dice.below(FROM_CORPUS) else self._draw_kept(dice)
            if kept is None:
                table = self._table(self._needed(dice))
                yield from self._game_from_setup(table, dice)
            else:
                table = self._table(kept.seating)
                yield from self._game_from_kept(table, kept, dice)
            yield from self._games_from_scenarios(table, dice)
            yield from self._games_from_made(table, dice)

    @property
    def none_can_be_made(self) -> bool:
        """Whether positions were to be made up, and none could be: the game has no such ones."""
        return bool(self.tried) and not self.made

    def _draw_kept(self, dice: Rng) -> KeptPosition | None:
        """Return one of the kept positions that can be played; None if there are none."""
        begin = self.beginnings
        while able := [kept for kept in begin.corpus if begin.allows(kept.position)]:
            kept = able[dice.below(len(able))]
            try:
                if self._match(kept.seating).load(kept.position).decision is not None:
                    return kept
            except UsageError:  # such as a position that was kept under other rules
                pass
            begin.corpus.remove(kept)
        return None

    def _match(self, seating: Seating) -> Match:
        setup = dict(seating.setup)
        options = dict(seating.options)
        return self.game.match(seating.powers, seating.mode, options, setup, any_match_up=True)

    def _needed(self, dice: Rng) -> Seating:
        """Return the match-up whose cards are needed most, among some random ones.

        Half of them are drawn from all, half from those of the mode that is needed most.
        """
        mode = max(self._modes, key=self._needed_card)
        of_mode = self._modes[mode]
        drawn = [self.pool.draw(dice) for _ in range(DRAWN // 2)]
        drawn += [of_mode[dice.below(len(of_mode))] for _ in range(DRAWN // 2)]
        return max(drawn, key=self._needed_match_up)

    def _needed_seeds(self, dice: Rng) -> Seating:
        """Return the most needed match-up with unused scenarios, among some random ones."""
        seeded = [*self._seeds]
        drawn = [seeded[dice.below(len(seeded))] for _ in range(DRAWN)]
        return max(drawn, key=self._needed_match_up)

    def _needed_match_up(self, seating: Seating) -> float:
        """Return how much a match-up is needed."""
        cards = sum(map(self._needed_card, _cards(seating)))
        new = (pair for pair in pairs(cards_in_play(seating)) if pair not in self._met)
        touching = any(self._touching.subjects(*pair) for pair in new)
        other = any((card, seating.mode) not in self._played for card in cards_in_play(seating))
        return cards * (TOUCHING if touching else 1) * (OTHER_MODE if other else 1)

    def _needed_card(self, card: str) -> float:
        """Return how much a card is needed. card: its slug, or that of a mode."""
        lacking = self.reached.lacking(self._clauses.get(card, frozenset()))
        return (LACKING if lacking else 1) / (1 + self._asked_decisions[card])

    # ------------------------------------------------------------------ the games of a round

    def _table(self, seating: Seating) -> _Table:
        match, setup = self._match(seating), dict(seating.setup)
        options = dict(seating.options)
        place = Place(self.game.slug, cast(Json, setup_of(match, seating.mode, options, setup)))
        if not self.beginnings.positions:
            return _Table(seating, match, place, None, WatchedMatch(match, closely=False))
        return _Table(seating, match, place, self._maker(seating, match), WatchedMatch(match))

    def _game_from_setup(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """Yield a game from the set-up, cut short: its later part is covered by made positions.

        Without positions, it is the whole game, whatever is new in it: nothing else is played.
        """
        dice.next()  # so that a seed gives the games with which strength and pages were measured
        if self.beginnings.positions:
            played = table.played(table.match.start(), dice, DECISIONS)
            yield from self._game(table, table.place, played, 0, SHORT)
            return
        states: list[State] = []
        played = PlayedGame(table.match.start(), dice, DECISIONS, table.watched, states.append)
        self._know(table.place.after(*played.choices), states)
        yield from self._game(table, table.place, played, DECISIONS, DECISIONS)

    def _game_from_kept(self, table: _Table, kept: KeptPosition, dice: Rng) -> Iterator[RandomGame]:
        """Yield a game from a kept position."""
        played = table.played(table.match.load(kept.position), dice)
        yield from self._game(table, replace(table.place, position=kept.position), played)

    def _games_from_scenarios(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """Yield a game from the position of each scenario, which begins as the scenario does."""
        for seed in self._seeds.pop(table.seating, ()):
            position = as_in_records(seed.position, table.match.linked)
            played = table.played(table.match.load(position), dice, first=seed.choices)
            begin = replace(table.place, position=position)
            yield from self._game(table, begin, played, least=len(seed.choices), counted=True)

    def _games_from_made(self, table: _Table, dice: Rng) -> Iterator[RandomGame]:
        """Yield short games from made positions, those that are worth most."""
        tried = [*_short_games(table, dice)] if self.beginnings.positions else []
        if self.beginnings.positions:
            self.made, self.tried = self.made + len(tried), self.tried + TRIED
        for number in range(min(ASKED, len(tried))):
            best = max(tried, key=lambda short: self._asked_situations.worth(short.played))
            tried.remove(best)
            if self.reached.new(best.played.held):
                self.beginnings.corpus.append(KeptPosition(table.seating, best.position))
            begin = replace(table.place, position=best.position)
            yield from self._game(table, begin, best.played, counted=number < COUNTED)

    def _game(
        self,
        table: _Table,
        begin: Place,
        played: PlayedGame,
        least: int = 0,
        most: int = DECISIONS,
        counted: bool = False,
    ) -> Iterator[RandomGame]:
        """Yield the part of a game that is most worth asking about; nothing if nothing is new.

        Now and then yield all of it, since the known situations don't capture everything. least,
        most: bounds on the choices to ask about otherwise. counted: as in RandomGame.
        """
        seating = table.seating
        self.reached.new(played.held)
        self._met.update(pairs(cards_in_play(seating)))
        self._played.update((card, seating.mode) for card in cards_in_play(seating))
        if played.dice.below(ANYHOW) == 0:
            least = most = DECISIONS
        choices = self._asked_situations.ask(played, least, most)
        if choices is None:
            return
        for card in _cards(seating):
            self._asked_decisions[card] += choices + 1
        yield RandomGame(
            next(self._numbers), seating, begin.after(*played.choices[:choices]), counted
        )

    def _maker(self, seating: Seating, match: Match) -> PositionMaker:
        """Return the maker of positions of a match-up, which knows what was seen so far."""
        if seating not in self._makers:
            if len(self._makers) >= MAKERS:
                del self._makers[next(iter(self._makers))]
            self._makers[seating] = PositionMaker(match, remembers=self.beginnings.remembers)
        return self._makers[seating]


@dataclass(frozen=True)
class _Table:
    """A match-up that is played in a round. place: its set-up. maker: None for whole games only."""

    seating: Seating
    match: Match
    place: Place
    maker: PositionMaker | None
    watched: WatchedMatch

    def played(
        self, state: State, dice: Rng, limit: int = SHORT, first: Sequence[str] = ()
    ) -> PlayedGame:
        """Play a game from a state, and note its states for making positions."""
        see = self.maker.see if self.maker is not None else lambda state: None
        return PlayedGame(state, dice, limit, self.watched, see, first)


class _ShortGame(NamedTuple):
    """A game from a position that was made."""

    position: Json
    played: PlayedGame


def _short_games(table: _Table, dice: Rng) -> Iterator[_ShortGame]:
    """Play short games from made positions."""
    for _ in range(TRIED):
        if table.maker is not None and (start := table.maker.make(dice)) is not None:
            position, state = start
            yield _ShortGame(position, PlayedGame(state, dice, SHORT, table.watched))


def _cards(seating: Seating) -> set[str]:
    """Return the cards in play, and the mode."""
    return {seating.mode, *cards_in_play(seating)}


def cards_in_play(seating: Seating) -> list[str]:
    """Return the cards that the set-up names, and those that players hold."""
    return [*(slug for _, slug in seating.setup), *filter(None, seating.powers)]
