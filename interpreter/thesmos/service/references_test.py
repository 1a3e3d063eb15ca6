"""A name is found, and renamed, in all files of a game and in nothing else."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import UsageError
from thesmos.resources import spec_dir
from thesmos.service import Desk
from thesmos.service.references import definition, edited, references, rename

GAME, MINOTAUR = "game.yaml", "powers/minotaur.yaml"
Place = tuple[str, int, int]


@pytest.fixture(scope="module")
def desk() -> Desk:
    desk = Desk(str(spec_dir() / "santorini"))
    assert desk.check_game()["sound"]
    return desk


@pytest.fixture
def small() -> Desk:
    """A game of a file of its own, and a scenario."""
    desk = Desk("/nowhere/race", {GAME: RACE, "scenarios/moves.yaml": SCENARIO})
    assert desk.check_game()["sound"]
    return desk


RACE = """\
thesmos: game
slug: race
title: {en: Race}
edition: "1"
players: {min: 2, max: 2}
enums:
  Colour: {red: r, blue: b}
boards:
  Square: {grid: 3x3, adjacent: 8, names: A1, says: {en: "a square, squares"}}
zones: [box]
pieces:
  Pawn:
    on: Square
    says: {en: "a pawn, pawns"}
    attributes: {owner: {is: Side}, colour: {is: Colour}}
    supply:
      - {owner: 1, colour: red, place: A1}
      - {owner: 2, colour: blue, place: C3}
facts:
  free(s in Square): {is: Pawn at s is none, says: {en: "{s} is [|not ]free"}}
actions:
  move:
    says: {verb: {en: "move, moves, moved"}, noun: {en: "a move, moves"}}
    roles:
      pawn: {is: Pawn, says: {en: the pawn}}
      to: {is: Square, says: {en: the square}}
    rules:
      own: pawn in your Pawns
      empty: free(to)
    do: place(pawn) := to
    text: "{pawn}-{to}"
steps:
  move: {action: move, when empty: stuck}
flow:
  turn: [begin turn, {steps: move}, judge, pass]
headings: [End]
clauses:
  End: |
    win across for active where some (p in your Pawns where place(p) = B2 and not free(B2))
text:
  End: {en: Whoever reaches the middle wins.}
position:
  pawns: {pieces: Pawn, text: "{place} {owner}{colour}", shape: pawn}
"""
SCENARIO = """\
thesmos: scenario
title: A move
clauses: [move, move.empty]
source: the rules
given: {game: race, to_move: 1, position: {pawns: [A1 1r, C3 2b]}}
steps: [{then: {legal: {includes: [A1-A2]}}}]
"""


def at(desk: Desk, word: str, file: str, after: str = "") -> Place:
    text = desk.text(file)
    offset = text.index(word, text.index(after))
    return file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def lines(desk: Desk, places: list[dict[str, object]]) -> list[str]:
    return [desk.text(str(p["file"])).split("\n")[int(str(p["line"])) - 1].strip() for p in places]


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("meets_foe", "meets_foe(to in Space)"),
        ("free", "free:"),
        ("move", "move:"),
        ("to)", "to:"),
    ],
)
def test_a_word_of_a_clause_leads_to_where_it_is_declared(desk: Desk, word: str, line: str) -> None:
    (place,) = definition(desk, *at(desk, word, MINOTAUR, "clauses:"))
    assert place["file"] == GAME
    assert lines(desk, [place])[0].startswith(line)


def test_a_fact_is_found_in_all_cards(desk: Desk) -> None:
    places = references(desk, *at(desk, "meets_foe", GAME))
    assert [place["file"] for place in places] == [GAME, "powers/apollo.yaml", MINOTAUR]


def test_a_rule_and_a_fact_of_one_name_are_two(desk: Desk) -> None:
    rule = references(desk, *at(desk, "near:", GAME, "move:"))
    fact = references(desk, *at(desk, "near(", GAME))
    assert not {(p["file"], p["line"], p["column"]) for p in rule} & {
        (p["file"], p["line"], p["column"]) for p in fact
    }


def renamed(desk: Desk, place: Place, new: str) -> dict[str, str]:
    edits = rename(desk, *place, new)
    return {file: edited(desk.text(file), changes) for file, changes in edits.items()}


def test_a_renamed_rule_is_renamed_in_scenarios(small: Desk) -> None:
    texts = renamed(small, at(small, "empty:", GAME, "rules:"), "unoccupied")
    assert "unoccupied: free(to)" in texts[GAME]
    assert "clauses: [move, move.unoccupied]" in texts["scenarios/moves.yaml"]
    assert "when empty: stuck" in texts[GAME]


def test_a_name_of_a_shipped_game_is_found_in_its_scenarios_beside_it(desk: Desk) -> None:
    places = references(desk, *at(desk, "climb:", GAME, "rules:"))
    beside = [place for place in places if place["file"].startswith("../")]
    assert len(beside) > 20  # under `clauses` and under `illegal`
    assert all("move.climb" in line for line in lines(desk, beside))


def test_a_renamed_action_is_not_the_step_of_its_name(small: Desk) -> None:
    texts = renamed(small, at(small, "move:", GAME, "actions:"), "go")
    assert "move: {action: go, when empty: stuck}" in texts[GAME]
    assert "{steps: move}" in texts[GAME]
    assert "clauses: [go, go.empty]" in texts["scenarios/moves.yaml"]


def test_a_renamed_kind_is_renamed_in_the_plural(small: Desk) -> None:
    texts = renamed(small, at(small, "Pawn:", GAME), "Runner")
    assert "pawn in your Runners" in texts[GAME]
    assert "{pieces: Runner," in texts[GAME]


def test_a_renamed_attribute_is_renamed_in_supplies_and_positions(small: Desk) -> None:
    texts = renamed(small, at(small, "colour:", GAME), "shade")
    assert "{owner: 1, shade: red, place: A1}" in texts[GAME]
    assert "{place} {owner}{shade}" in texts[GAME]


def test_a_local_is_renamed_in_its_statement_only(small: Desk) -> None:
    texts = renamed(small, at(small, "p in your", GAME), "runner")
    assert "some (runner in your Pawns where place(runner) = B2" in texts[GAME]


def test_a_renamed_role_is_renamed_in_rules_effects_texts_and_clauses(small: Desk) -> None:
    clause = "    win across for active where some (p in your Pawns where place(p) = B2"
    small.write(GAME, small.text(GAME).replace(clause, f"    forbid move where to = B3\n{clause}"))
    assert small.check_game()["sound"]
    text = renamed(small, at(small, "to:", GAME, "roles:"), "target")[GAME]
    assert "target: {is: Square" in text
    assert "empty: free(target)" in text
    assert "do: place(pawn) := target" in text
    assert 'text: "{pawn}-{target}"' in text
    assert "forbid move where target = B3" in text


def test_a_role_that_other_actions_share_in_a_clause_is_not_renamed_alone(desk: Desk) -> None:
    with pytest.raises(UsageError, match=r"after that, powers/[a-z-]+\.yaml:\d+ would be wrong"):
        rename(desk, *at(desk, "worker:", GAME, "\n  build:"), "builder")


@pytest.mark.parametrize("new", ["permit", "Free", "a b", "", "x" * 41])
def test_a_name_that_can_not_be_is_refused(small: Desk, new: str) -> None:
    with pytest.raises(UsageError, match="can't be the name"):
        rename(small, *at(small, "empty:", GAME, "rules:"), new)


def test_what_would_break_the_game_is_refused(small: Desk) -> None:
    with pytest.raises(UsageError, match="after that"):
        rename(small, *at(small, "free(", GAME), "place")


def test_a_word_of_the_language_can_not_be_renamed(small: Desk) -> None:
    with pytest.raises(UsageError, match="can't be renamed"):
        rename(small, *at(small, "win", GAME), "lose")
