"""Both backends say the same about what follows a choice."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from testing.draws import santorini
from testing.tiny import ONE_STEP, tiny
from thesmos.compile.lower import turns as compiled_turns
from thesmos.compile.python.match import CompiledMatch
from thesmos.dice import Rng
from thesmos.play.backend import After, Backend, Semantics
from thesmos.play.match import Match
from thesmos.semantics import turns

CONCEDES = 50  # one choice of so many


def match_of(*powers: str | None) -> Match:
    """A new match, forbidden or not."""
    game = santorini()
    mode = game.mode(None, len(powers))
    return Match(game.link(powers, mode, {}))


def choice(at: Backend, after: After, chance: bool, dice: Rng) -> Callable[[Backend], After]:
    """A random choice at what was reached, for any backend."""
    vector, codes, _ = after
    count = len(codes) + at.may_skip(vector)
    if not count or (not chance and not dice.below(CONCEDES)):
        return lambda backend: backend.after_conceding(vector)
    index = dice.below(count)
    if index == len(codes):
        return lambda backend: backend.after_skipping(vector)
    return lambda backend: backend.after(vector, codes[index])


def agree(match: Match, decisions: int) -> int:
    """Play at random by both backends, which must agree; return how many turns began."""
    slow, fast, dice, begun = Semantics(match.linked), match.backend, Rng(7), 0
    layout = match.linked.layout
    while decisions > 0:
        after = fast.after_entering(match.linked.initial)
        assert after == slow.after_entering(match.linked.initial)
        while not after[0][layout.core("winners")] and decisions > 0:
            made = choice(fast, after, after[0][layout.core("chooser")] < 0, dice)
            after = made(fast)
            assert after == made(slow)
            begun += after[2]
            decisions -= 1
    return begun


@pytest.mark.parametrize(
    "powers",
    [
        (None, None),
        ("dionysus", "chaos"),  # additional turns, chance
        ("tartarus", "hecate"),  # turns taken back
        ("chaos", "circe", "gaea"),  # sides that are out
    ],
    ids=str,
)
def test_what_follows_is_the_same(powers: Sequence[str | None]) -> None:
    assert agree(match_of(*powers), 150) > 10


@pytest.mark.parametrize("most", [1, 2, 3])
def test_turns_are_counted_near_the_limit(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    for module in (turns, compiled_turns):
        monkeypatch.setattr(module, "MAX_TURNS", most)
    assert agree(match_of(None, None), 60) > 5


def test_a_weight_is_that_which_the_chooser_sees(tmp_path: Path) -> None:
    """Here nobody knows the number of another player."""
    game = """
    state: {Player: {luck: {is: 0..9, start: 7, secret: yes}}}
    actions:
      pick: {roles: {p: Player}, weight: luck(p), text: "{p}"}
    """
    start = tiny(tmp_path, textwrap.dedent(game) + ONE_STEP).match([None, None]).start()
    vector, linked = start.vector, start.match.linked
    for backend in (CompiledMatch(linked), Semantics(linked)):
        assert [backend.weight(vector, code) for code in backend.options(vector)] == [7, 0]
