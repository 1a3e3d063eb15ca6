"""Love Letter as an engine of its own, written from its rules: the judge of `spec/love-letter`."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import thesmos

RANKS = ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"]
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
COPIES = [5, 2, 2, 2, 2, 1, 1, 1]
PAIR = 2  # players, or cards in a hand
TOKENS_TO_WIN = {2: 7, 3: 5, 4: 4}


class LoveLetter:
    """A game in progress: cards are numbers from 1 to 8, players numbers from 1."""

    def __init__(self, players: int) -> None:
        """Begin the first round, in which player 1 has the first turn."""
        self.players = range(1, players + 1)
        self.tokens = dict.fromkeys(self.players, 0)
        self.turn = 1
        self._begin_round()

    def _begin_round(self) -> None:
        self.deck = [value for value, copies in enumerate(COPIES, 1) for _ in range(copies)]
        self.aside = 3 if len(self.players) == PAIR else 0  # cards still to be put aside, face up
        self.hands: dict[int, list[int]] = {player: [] for player in self.players}
        self.discards: dict[int, list[int]] = {player: [] for player in self.players}
        self.inside = set(self.players)
        self.safe: set[int] = set()
        self.drawer: int | None = None  # who draws because of a Prince
        self.drawn = False

    @property
    def chance(self) -> bool:
        """Whether a card is drawn now."""
        return not self.drawn or self.drawer is not None

    def weights(self) -> dict[str, int]:
        """Return how many cards of each rank can be drawn, by rank."""
        return {RANKS[value - 1]: self.deck.count(value) for value in set(self.deck)}

    def draw(self, rank: str) -> None:
        """Draw a card from the deck."""
        value = RANKS.index(rank) + 1
        self.deck.remove(value)
        if self.drawer is not None:
            self.hands[self.drawer].append(value)
            self.drawer = None
            self._end_turn()
        elif self.aside > 0:
            self.aside -= 1
        else:
            empty = [player for player in self.players if not self.hands[player]]
            empty = [player for player in empty if player in self.inside]
            receiver = empty[0] if empty else self.turn
            self.hands[receiver].append(value)
            self.drawn = len(self.hands[receiver]) == PAIR
            if self.drawn:
                self.safe.discard(self.turn)

    def options(self) -> list[str]:
        """Return what the player whose turn it is can play."""
        hand = self.hands[self.turn]
        forced = COUNTESS in hand and (PRINCE in hand or KING in hand)
        targets = sorted(self.inside - self.safe - {self.turn})
        texts: list[str] = []
        for value in sorted(set(hand)):
            if forced and value in {PRINCE, KING}:
                continue
            rank = RANKS[value - 1]
            if value == GUARD and targets:
                texts += [f"guard>{target}:{other}" for target in targets for other in RANKS[1:]]
            elif value == PRINCE:
                texts += [f"prince>{target}" for target in sorted([*targets, self.turn])]
            elif value in {PRIEST, BARON, KING} and targets:
                texts += [f"{rank}>{target}" for target in targets]
            else:
                texts.append(rank)
        return texts

    def play(self, text: str) -> None:
        """Play a card."""
        rank, _, rest = text.partition(">")
        target, _, guess = rest.partition(":")
        value = RANKS.index(rank) + 1
        mine = self.hands[self.turn]
        mine.remove(value)
        self.discards[self.turn].append(value)
        if value == HANDMAID:
            self.safe.add(self.turn)
        elif value == PRINCESS:
            self._knock_out(self.turn)
        elif target:
            self._aim(value, int(target), guess)
        if self.drawer is None:
            self._end_turn()

    def _aim(self, value: int, target: int, guess: str) -> None:
        mine, theirs = self.hands[self.turn], self.hands[target]
        if value == GUARD and RANKS[theirs[0] - 1] == guess:
            self._knock_out(target)
        elif value == BARON and mine != theirs:
            self._knock_out(target if mine > theirs else self.turn)
        elif value == PRINCE:
            card = theirs.pop()
            self.discards[target].append(card)
            if card == PRINCESS:
                self._knock_out(target)
            else:
                self.drawer = target
        elif value == KING:
            self.hands[self.turn], self.hands[target] = theirs, mine

    def _knock_out(self, player: int) -> None:
        self.inside.discard(player)
        self.discards[player] += self.hands[player]
        self.hands[player] = []

    def _end_turn(self) -> None:
        self.drawn = False
        if len(self.deck) > 1 and len(self.inside) > 1:
            order = [*self.players][self.turn :] + [*self.players][: self.turn]
            self.turn = next(player for player in order if player in self.inside)
            return
        ranked = {
            player: (self.hands[player][0], sum(self.discards[player])) for player in self.inside
        }
        winners = [player for player in self.inside if ranked[player] == max(ranked.values())]
        for player in winners:
            self.tokens[player] += 1
        self.turn = min(winners)
        self._begin_round()

    def winners(self) -> list[int]:
        """Return who has won the game, nobody while it goes on."""
        return [p for p in self.players if self.tokens[p] >= TOKENS_TO_WIN[len(self.players)]]


def compare(decisions: int, seed: int = 0) -> int:
    """Play random games of 2 to 4 players beside `spec/love-letter`; return how many games.

    Every option, and the probability of every card that is drawn, is compared.
    """
    generator = random.Random(seed)
    game = thesmos.load("love-letter")
    starts = {players: game.match(powers=[None] * players).start() for players in (2, 3, 4)}
    games = passed = 0
    while passed < decisions:
        state: Any = starts[2 + games % 3]
        engine = LoveLetter(2 + games % 3)
        while state.decision is not None:
            assert not engine.winners(), state.position()
            text = generator.choice(state.decision.texts)
            if state.decision.chance:
                assert engine.chance, state.position()
                weights = engine.weights()
                shares = {
                    card: Fraction(weight, len(engine.deck)) for card, weight in weights.items()
                }
                assert state.decision.probabilities == shares, state.position()
                engine.draw(text)
            else:
                assert state.decision.player == engine.turn, state.position()
                assert sorted(state.decision.texts) == sorted(engine.options()), state.position()
                engine.play(text)
            state = state.apply(text)
            passed += 1
        assert list(state.result.winners) == engine.winners(), state.position()
        games += 1
    return games
