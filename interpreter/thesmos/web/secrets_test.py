"""In JavaScript too, a player is shown the same in states that look the same to them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testing.walks import reach
from testing.wasm_match import NODE
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import alike
from thesmos.play.match import Match
from thesmos.web.build import built

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
STATES, FURTHEST = 12, 50
# Prints what is shown of each state of a pair, now and after the same choice.
SHOW = """
import { readFileSync } from "node:fs";
import { load } from "./match.js";
const match = await load();
const said = (ask) => {
  try { return ask(); } catch (error) { return `Error: ${error.message}`; }
};
const shown = (state, player) => {
  const view = state.view(player);
  const all = { sent: view, position: view.position(), result: view.result, turnOf: view.turnOf };
  Object.assign(all, { events: state.eventsFor(player), choice: state.choiceFor(player) });
  if (state.decision?.player !== player) return all;
  const texts = state.decision.options.map(({ text }) => text);
  const why = texts.slice(0, 3).map((text) => state.explain(text));
  const whyNot = WHY_NOT.map((text) => said(() => state.whyNot(text)));
  return Object.assign(all, { decision: state.decision, of: view.decision, why, whyNot });
};
const WHY_NOT = JSON.parse(readFileSync("texts.json", "utf-8"));
for (const { pair, player, code } of JSON.parse(readFileSync("pairs.json", "utf-8"))) {
  const states = pair.map((vector) => match.fromJSON({ rules: match.tables.rules, vector }));
  const after = code === null ? [] : states.map((state) => state.apply(code));
  const [first, second] = after.map((state) => String(state.view(player).toJSON().view));
  const alike = after.length && first === second ? [states, after] : [states];
  const all = alike.map((two) => two.map((state) => shown(state, player)));
  console.log(JSON.stringify(all));
}
"""


def pairs(match: Match) -> list[dict[str, Any]]:
    """States of random games, each with one that looks the same, and an option of both."""
    dice, found = Rng(4), list[dict[str, Any]]()
    for number in range(STATES):
        state = reach(match, number, dice.below(FURTHEST))
        for player in range(1, match.linked.players + 1):
            other = alike(match, state.vector, player - 1, dice)
            if other is None or other == state.vector:
                continue
            codes = sorted({*state.codes} & {*match.backend.options(other)})
            code = codes[dice.below(len(codes))] if codes else None
            found.append({"pair": [state.vector, other], "player": player, "code": code})
    return found


def shown(match: Match, folder: Path) -> list[list[list[Any]]]:
    """For each pair, what is shown of both, now and after their option."""
    assert NODE
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)
    (folder / "pairs.json").write_text(json.dumps(pairs(match)))
    texts = [option.text for n in (5, 20) for option in _options(match, n)]
    (folder / "texts.json").write_text(json.dumps(texts[:12]))
    (folder / "show.mjs").write_text(SHOW)
    command = [NODE, "show.mjs"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _options(match: Match, decisions: int) -> tuple[Any, ...]:
    """The options of a state; other states need not have them."""
    decision = reach(match, 1, decisions).decision
    return () if decision is None else decision.options


@pytest.mark.parametrize(
    ("name", "powers"),
    [
        ("santorini", ["apollo", "hecate"]),
        ("santorini", ["tartarus", "minotaur"]),
        ("german-whist", None),
        ("pook", [None, None]),
    ],
)
def test_what_is_hidden_from_a_player_changes_nothing_that_they_are_shown(
    tmp_path: Path, name: str, powers: list[str | None] | None
) -> None:
    game = load(name)
    of_pairs = shown(game.match(powers) if powers else game.match(), tmp_path)
    assert len(of_pairs) >= STATES / 2
    assert any(len(times) == 2 for times in of_pairs)  # after a choice, too
    for times in of_pairs:
        for first, second in times:
            assert first == second
