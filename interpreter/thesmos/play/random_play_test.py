"""Random play is deterministic, follows the rules, and ends."""

from __future__ import annotations

from testing.toy import ToyMatch, ToyState
from thesmos.dice import UNIFORM, Rng
from thesmos.play.choice import take
from thesmos.play.game import load
from thesmos.play.options import Option
from thesmos.play.random_play import pick, pick_action, play
from thesmos.play.state import Decision


class Fixed:
    """Dice that always show the same side, or the last one there is."""

    def __init__(self, side: int) -> None:
        self.side = side

    def below(self, n: int, /) -> int:
        return min(self.side, n - 1)


class Weighted(ToyState):
    """Chance decides, and one outcome is three times as likely as the other."""

    @property
    def decision(self) -> Decision | None:
        weights = {"rare": 1, "never": 0, "often": 3}
        options = [Option(word, n, {}, w) for n, (word, w) in enumerate(weights.items())]
        return Decision(0, "draw", None, tuple(options), may_skip=False)


def test_the_same_seed_plays_the_same_game() -> None:
    games = [[choice.text for _, choice in play(ToyMatch().start(), Rng(7))] for _ in range(2)]
    assert games[0] == games[1]
    assert games[0]


def test_skipping_is_the_last_option() -> None:
    state = ToyState(step="second")
    assert pick(state, Fixed(0)).text == "a"
    skipped = pick(state, Fixed(9))
    assert skipped.text == "skip"
    assert take(state, skipped) == ToyState(step="draw")


def test_chance_goes_by_weights() -> None:
    sides = [pick(Weighted(), Fixed(side)).text for side in range(4)]
    assert sides == ["rare", "often", "often", "often"]


def test_chance_can_draw_its_outcomes_uniformly() -> None:
    words = [pick(Weighted(), Fixed(number), UNIFORM).text for number in range(3)]
    assert words == ["rare", "never", "often"]


def test_the_limit_cuts_a_game_off() -> None:
    assert len(list(play(ToyMatch().start(), Rng(1), limit=2))) == 2


def test_play_ends_at_the_result() -> None:
    *_, (state, choice) = play(ToyMatch().start(), Rng(3))
    assert take(state, choice).result is not None


def test_additional_turns_are_turns() -> None:
    assert ToyState(step="draw").take(1).turns_begun == 1
    assert ToyState().take(0).turns_begun == 0


def test_an_action_is_picked_before_its_roles() -> None:
    """After the first stone of Hex, there are 120 places for the next one, and one swap."""
    state = load("hex").match([None, None]).start()
    state = state.take(state.codes[60])
    picked = {pick_action(state, Fixed(side)).text for side in range(2)}
    assert picked == {"A1", "swap"}
