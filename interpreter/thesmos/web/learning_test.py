"""In JavaScript, players learn and know of games what the semantics says, as in Python."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from testing.wasm_match import NODE
from thesmos.play.choice import choose
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match
from thesmos.play.revealing import reveals
from thesmos.play.state import State
from thesmos.web.build import built

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
REVEALING = Path(__file__).with_name("revealing.js")
# Prints, for each decision of a random game, the state before, and what everybody learns of it and,
# for some decisions, to whom it told something; last, what everybody knows of the game.
PLAY = """
import { load, randomPlayer } from "./match.mjs";
const [, , script, most, every] = process.argv;
const { reveals } = await import(script);
const match = await load();
const player = randomPlayer(3);
const players = Array.from({ length: match.players }, (_, n) => n + 1);
const viewers = ["chance", ...players];
let state = match.start();
const learned = (after) => viewers.map((viewer) => {
  const view = JSON.parse(JSON.stringify(after.view(viewer)));
  return [after.eventsFor(viewer), after.choiceFor(viewer), view.events, view.choice];
});
for (let n = 0; n < most && state.decision; n++) {
  const choices = [player(state), ...(n % 20 || !state.decision.player ? [] : [state.concede()])];
  for (const after of choices) {
    const told = n % every ? null : players.map((viewer) => reveals(after, viewer));
    const how = after.reached.how;
    console.log(JSON.stringify([state.vector, after.vector, how, learned(after), told]));
  }
  state = choices[0];
}
console.log(JSON.stringify(viewers.map((viewer) => state.knownTo(viewer))));
"""
ASKED_EVERY = 8  # decisions of which it is compared to whom they tell something
SHIPPED: list[tuple[str, list[str | None], dict[str, str]]] = [
    ("santorini", ["apollo", "hecate"], {}), ("santorini", ["tartarus", "minotaur"], {}),
    ("german-whist", [], {}), ("love-letter", [], {}), ("nim", [], {}),
]  # fmt: skip


class Played(NamedTuple):
    """What JavaScript says of a random game.

    folder: with the match. lines: of each decision. known: what chance, and each player, knows at
    the end.
    """

    match: Match
    folder: Path
    lines: list[Any]
    known: list[Any]

    def followed(self) -> list[tuple[State, State, list[Any]]]:
        """Each decision: the states before and after it in Python, and what JavaScript says."""
        ways = []
        for before, vector, how, *answers in self.lines:
            state = State(self.match, tuple(before))
            following = _after(state, how)
            assert list(following.vector) == vector
            ways.append((state, following, answers))
        return ways

    def history(self) -> History:
        """The game in Python: without what would have come of conceding."""
        history = History(self.match.start())
        for *_, how, _, _ in self.lines:
            if how[0] != "concede":
                history = history.then(_after(history.states[-1], how))
        return history


def _after(before: State, how: list[Any]) -> State:
    """The state after a choice that JavaScript made."""
    if how[0] == "choose":
        return before.take(how[1])
    return before.skip() if how[0] == "skip" else before.concede()


def run(folder: Path, script: str, *given: str) -> list[Any]:
    """What a script beside a match prints, each line as data."""
    assert NODE
    (folder / "script.mjs").write_text(script)
    done = subprocess.run(
        [NODE, folder / "script.mjs", *given],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def write(match: Match, folder: Path) -> None:
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)


def played_in(match: Match, folder: Path, decisions: int = 40) -> Played:
    write(match, folder)
    *lines, known = run(folder, PLAY, REVEALING.as_uri(), str(decisions), str(ASKED_EVERY))
    return Played(match, folder, lines, known)


@pytest.fixture(scope="module", params=SHIPPED, ids=lambda game: f"{game[0]} {game[1]}")
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    name, powers, options = request.param
    match = load(name).match(powers or None, **options)
    return played_in(match, tmp_path_factory.mktemp(name))


def test_everybody_learns_the_same_as_in_python(played: Played) -> None:
    assert played.lines
    for _, state, (learned, _) in played.followed():
        for viewer, (events, choice, seen_events, seen_choice) in enumerate(learned):
            assert events == seen_events == state.events_for(viewer)
            assert choice == seen_choice == state.choice_for(viewer)


def test_a_choice_tells_somebody_something_exactly_if_it_does_in_python(played: Played) -> None:
    check_what_was_told(played)


def check_what_was_told(played: Played) -> None:
    followed = [way for way in played.followed() if way[2][1] is not None]
    assert followed
    for before, after, (_, told) in followed:
        text = after.choice_for(0)
        assert text is not None
        players = range(1, played.match.linked.players + 1)
        assert told == [reveals(before, text, after, viewer) for viewer in players], text


def test_what_is_known_of_a_game_is_the_same_text_as_in_python(played: Played) -> None:
    check_what_is_known(played)


def check_what_is_known(played: Played) -> None:
    history = played.history()
    for viewer, known in enumerate(played.known):
        assert known["text"] == history.known_to(viewer).text
        assert known["rules"] == played.match.rules


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("pook", {"mode": "two-players"}), ("off-the-rails", {}), ("seven-wonders-duel", {})],
)
def test_the_same_of_longer_games(tmp_path: Path, name: str, options: dict[str, str]) -> None:
    played = played_in(load(name).match(**options), tmp_path, 24)
    check_what_was_told(played)
    check_what_is_known(played)


BEGUN = [
    ["@B2", "@D4", "@A1", "@A5", "B2-B3"], ["@B2", "@D4", "@E5", "@C2", "B2-B3"],
    ["@D4", "@B2", "@A1", "@A5", "B2-B3"], ["@B2", "@D4", "@A1", "@A5", "B2-B1"],
]  # fmt: skip


@pytest.mark.parametrize("played", SHIPPED[:1], indirect=True)
def test_keys_are_equal_exactly_where_a_player_cant_tell_games_apart(played: Played) -> None:
    ask = f"""
import {{ load }} from "./match.mjs";
const match = await load();
const after = (texts) => texts.reduce((state, text) => state.apply(text), match.start());
for (const texts of {json.dumps(BEGUN)}) {{
  console.log(JSON.stringify([1, 2, "chance"].map((viewer) => after(texts).knownTo(viewer).key)));
}}
"""
    keys = [dict(zip((1, 2, 0), line, strict=True)) for line in run(played.folder, ask)]
    histories = [begun(played.match, texts) for texts in BEGUN]
    for viewer in (0, 1, 2):
        known = [history.known_to(viewer) for history in histories]
        assert len({of[viewer] for of in keys}) == len({*known})
        for first, second in combinations(range(len(BEGUN)), 2):
            equal = keys[first][viewer] == keys[second][viewer]
            assert equal == (known[first] == known[second])


@pytest.mark.parametrize("played", SHIPPED[3:4], indirect=True)
def test_the_number_of_an_equal_card_tells_nothing_as_in_python(played: Played) -> None:
    games = [["priest", "baron", "king", drawn, "guard"] for drawn in ("guard", "prince")]
    ask = f"""
import {{ load }} from "./match.mjs";
const match = await load();
for (const texts of {json.dumps(games)}) {{
  const state = texts.reduce((state, text) => state.apply(text), match.start());
  console.log(JSON.stringify(state.view(2)));
}}
"""
    first, second = run(played.folder, ask)
    assert first == second == begun(played.match, games[0]).states[-1].view(2).to_json()


def begun(match: Match, texts: Sequence[str]) -> History:
    history = History(match.start())
    for text in texts:
        history = history.then(choose(history.states[-1], text))
    return history


def test_of_a_loaded_state_nobody_has_learned_anything(tmp_path: Path) -> None:
    write(load("nim").match(), tmp_path)
    answers = run(
        tmp_path,
        'import { load } from "./match.mjs"; const match = await load();'
        "const state = match.fromJSON(match.start().toJSON());"
        "console.log(JSON.stringify([state.events, state.choiceFor(1), state.view(2).events]));",
    )
    assert answers == [[[], None, []]]
