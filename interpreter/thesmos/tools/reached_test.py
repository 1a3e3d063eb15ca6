"""What random play reaches."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import tiny
from thesmos.dice import Rng
from thesmos.play.random_play import play
from thesmos.tools.reached import Follower, all_names

GAME = """
headings: {Rules: {en: Rules}}
state: {game: {n: 0..3}}
position: {n: {value: n}}
actions:
  add: {roles: {m: 1..2}, do: n += m, text: "{m}"}
  round: {rules: {odd: n = 1}, do: n := 2, text: round}
  never: {rules: {no: n > 3}, text: never}
steps:
  add: {action: add, then: even}
  even: {actions: [never, round], do when one: yes, skip: yes}
flow:
  turn:
    - begin turn
    - {steps: add}
    - judge
    - pass
clauses:
  Rules: "end full where n > 1"
"""


def test_a_step_that_does_its_only_option_by_itself_is_reached(tmp_path: Path) -> None:
    match = tiny(tmp_path, GAME).match([None, None])
    follower = Follower(match.linked)
    for seed in range(1, 9):
        for state, choice in play(match.start(), Rng(seed), 9):
            follower.follow(state, choice)
    never = all_names(match.linked).without(follower.reached())
    assert {"steps": [], "actions": ["never"], "clauses": []} == never
