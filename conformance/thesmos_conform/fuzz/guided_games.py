"""What the fuzzer asks about: whole games, and short games from made positions.

A round is a match-up: a game from its set-up, then short games from positions made of what was
seen in it. Match-ups are preferred whose cards were asked about least, above all those with clauses
that never held so far, and in which cards meet for the first time of which one asks for what the
other changes: what is wrong with a card may show beside one other only. The position of a short
game that reached something new is kept: rounds begin with such positions, too, and make others of
them.

Games of uniformly random choices are short: some player wins early, and nothing that needs a full
board ever happens. So a choice that ends the game is usually replaced; in every fourth game it is
the other way round, since most of what cards do about winning shows only at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from thesmos.diagnostics import UsageError
from thesmos.play.choice import Choice, take
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating
from thesmos.play.random_play import pick, pick_action
from thesmos.play.rng import Rng
from thesmos.play.state import State
from thesmos.program.clauses import Hide
from thesmos.record.recorder import setup_of
from thesmos_conform.cases.played_cases import DECISIONS
from thesmos_conform.cases.touching import Touching
from thesmos_conform.fuzz.corpus import KeptPosition
from thesmos_conform.fuzz.made_positions import PositionMaker
from thesmos_conform.fuzz.match_up_pool import MatchUpPool, Pair, pairs
from thesmos_conform.fuzz.reached_clauses import CountedMatch, Feature, ReachedClauses
from thesmos_conform.protocol.messages import Json, Place

AGAIN = 4  # choices to draw, at most, until one does not end the game, or does
EAGER = 4  # one game in so many looks for its end
DRAWN = 16  # match-ups to draw, of which the one that is needed most is played
SHORT = 14  # decisions of a game from a position, at most
SHORT_GAMES = 10  # in a round
MAKERS = 60  # match-ups of which what was seen is kept
FROM_CORPUS = 4  # one round in so many begins with a kept position
LACKING = 3  # how much more a card is needed that has clauses which never held
TOUCHING = 3  # how much more a match-up is needed in which cards meet that touch


@dataclass(frozen=True)
class RandomGame:
    """A game to ask about."""

    seating: Seating
    place: Place


class GuidedGames:
    """Makes games to ask about, one round after the other.

    from_positions: whether games may begin at a position. remembers: whether positions say what
    cards remember. corpus: the kept positions, to which new ones are added; those that can't be
    played any more are removed.
    """

    def __init__(
        self,
        game: Game,
        pool: MatchUpPool,
        seed: int = 1,
        *,
        from_positions: bool = True,
        remembers: bool = True,
        corpus: list[KeptPosition] | None = None,
    ) -> None:
        self.game = game
        self.pool = pool
        self.seed = seed
        self.from_positions = from_positions
        self.remembers = remembers
        self.corpus = [] if corpus is None else corpus
        self.reached = ReachedClauses()
        self._asked: Counter[str] = Counter()  # decisions, by card
        self._touching = Touching(game.program)
        self._met: set[Pair] = set()  # pairs of cards that were in play together
        self._modes: dict[str, list[Seating]] = {}
        for one in pool.all:
            self._modes.setdefault(one.mode, []).append(one)
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
            kept = None if dice.below(FROM_CORPUS) else self._kept(dice)
            yield from self._round(self._needed(dice) if kept is None else kept.seating, kept, dice)

    def _kept(self, dice: Rng) -> KeptPosition | None:
        """One of the kept positions that can be played."""
        while self.from_positions and self.corpus:
            one = self.corpus[dice.below(len(self.corpus))]
            try:
                if self._match(one.seating).load(one.position).decision is not None:
                    return one
            except UsageError:  # such as one that was kept under other rules
                pass
            self.corpus.remove(one)
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

    def _needed_match_up(self, seating: Seating) -> float:
        """How much a match-up is needed."""
        cards = sum(map(self._needed_card, _cards(seating)))
        new = (pair for pair in pairs(_in_play(seating)) if pair not in self._met)
        return cards * (TOUCHING if any(self._touching.subjects(*pair) for pair in new) else 1)

    def _needed_card(self, card: str) -> float:
        """How much a card is needed, or a mode, which has the name of its card."""
        lacking = self.reached.lacking(self._clauses.get(card, frozenset()))
        return (LACKING if lacking else 1) / (1 + self._asked[card])

    def _round(
        self, seating: Seating, kept: KeptPosition | None, dice: Rng
    ) -> Iterator[RandomGame]:
        match, setup = self._match(seating), dict(seating.setup)
        begin = Place(self.game.slug, cast(Json, setup_of(match, seating.mode, None, setup)))
        maker, counted = self._maker(seating, match), CountedMatch(match)
        if kept is None:
            played = _Played(match.start(dice.below(1 << 30)), dice, DECISIONS, counted, maker.see)
        else:
            played = _Played(match.load(kept.position), dice, SHORT, counted, maker.see)
            begin = replace(begin, position=kept.position)
        yield self._game(seating, begin, played)
        for _ in range(SHORT_GAMES if self.from_positions else 0):
            position = maker.made(dice)
            if position is None:
                continue
            short = _Played(match.load(position), dice, SHORT, counted)
            if self.reached.new(short.found):
                self.corpus.append(KeptPosition(seating, position))
            yield self._game(seating, replace(begin, position=position), short)

    def _game(self, seating: Seating, begin: Place, played: _Played) -> RandomGame:
        self.reached.new(played.found)
        self._met.update(pairs(_in_play(seating)))
        for card in _cards(seating):
            self._asked[card] += len(played.choices)
        return RandomGame(seating, begin.after(*played.choices))

    def _maker(self, seating: Seating, match: Match) -> PositionMaker:
        """What was seen of a match-up so far."""
        if seating not in self._makers:
            if len(self._makers) >= MAKERS:
                del self._makers[next(iter(self._makers))]
            self._makers[seating] = PositionMaker(match, remembers=self.remembers)
        return self._makers[seating]


def _cards(seating: Seating) -> set[str]:
    """The cards in play, and the mode."""
    return {seating.mode, *_in_play(seating)}


def _in_play(seating: Seating) -> list[str]:
    """The cards that the set-up names, and those that players hold."""
    return [*(slug for _, slug in seating.setup), *filter(None, seating.powers)]


class _Played:
    """A random game from a state. choices: as text. found: what it reached."""

    def __init__(
        self,
        state: State,
        dice: Rng,
        limit: int,
        counted: CountedMatch,
        see: Callable[[State], object] = lambda state: None,
    ) -> None:
        made: list[str] = []
        self.found: set[Feature] = counted.since()
        by_action, eager = dice.below(2) == 1, dice.below(EAGER) == 0
        see(state)
        while state.decision is not None and len(made) < limit:
            choice, state = _choose(state, dice, by_action, eager)
            made.append(choice.text)
            self.found |= counted.since()
            see(state)
        if state.result is not None:
            self.found.add(("ground", state.result.reason))
        self.choices = tuple(made)


def _choose(state: State, dice: Rng, by_action: bool, eager: bool) -> tuple[Choice, State]:
    """A random choice; one that ends the game is usually replaced by another.

    by_action: whether to draw an action first, and then its roles. eager: whether to replace one
    that does not end the game.
    """
    for _ in range(AGAIN if eager else 1 + dice.below(AGAIN)):
        choice = pick_action(state, dice) if by_action else pick(state, dice)
        after = take(state, choice)
        if (after.result is None) != eager:
            break
    return choice, after
