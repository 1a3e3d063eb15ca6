"""What `check` makes of clauses and declarations: the typed program."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from testing.programs import program
from testing.tiny import HEAD, MODE, ONE_STEP
from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.reading import read
from thesmos.program import clauses as c
from thesmos.program import values as v
from thesmos.program.declarations import Card, RoleText
from thesmos.program.node import Ref, walk
from thesmos.program.types import FLAG, number

TURN = """\
state:
  game: {n: 0..50}
position: {n: {value: n}}
options: {speed: [slow, fast]}
actions:
  pick:
    roles: {k: 1..3, twice: k * 2}
    do: n += k
    text: [{when: k > 1, text: "{k}/{twice}!"}, {text: "{k}"}]
  drop:
    roles: {k: 1..3}
    text: "{k}"
facts:
  big: n > 9
""" + ONE_STEP.replace("- pass", "- rewind\n    - pass")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "modes").mkdir()
    (tmp_path / "powers").mkdir()
    (tmp_path / "modes" / "seats.yaml").write_text(MODE.format(players=2, sides=[1, 2]))
    return tmp_path


def checked(folder: Path, card: str, game: str = TURN) -> CheckedGame:
    """A game with one card, `own`, without errors."""
    made = broken(folder, card, game)
    assert made.diagnostics == []
    return made


def broken(folder: Path, card: str, game: str = TURN) -> CheckedGame:
    (folder / "game.yaml").write_text(HEAD + game)
    head = "thesmos: power\nslug: own\ntitle: {en: Own}\n"
    (folder / "powers" / "own.yaml").write_text(head + card)
    found = read(str(folder))[1]
    assert found is not None
    return found


def own(folder: Path, clauses: str, more: str = "") -> Card:
    lines = "\n".join(f"    {line}" for line in clauses.splitlines())
    return checked(folder, f"clauses:\n  Rules: |\n{lines}\n{more}").program.cards["own"]


def test_a_clause_about_several_actions_is_one_for_each(folder: Path) -> None:
    cancel = own(folder, "cancel pick, drop where k = 2").clauses
    assert [(type(one), one.id, one.about) for one in cancel] == [
        (c.Cancel, "own.rules.1", Ref("", "pick")),
        (c.Cancel, "own.rules.1", Ref("", "drop")),
    ]
    assert cancel[0].where == cancel[1].where
    assert isinstance(cancel[0].where, v.Compare)
    assert cancel[0].where.left == v.Variable(
        "k", True, type=number(1, 3), location=cancel[0].location
    )


def test_a_missing_condition_is_none(folder: Path) -> None:
    (forbid,) = own(folder, "forbid pick").clauses
    assert (forbid.where, forbid.guards) == (None, ())


def test_the_conditions_of_an_else_are_negated(folder: Path) -> None:
    text = "if n > 3:\n  forbid pick\nelse:\n  if big:\n    forbid drop"
    then, otherwise = own(folder, text).clauses
    (high,) = then.guards
    low, big = otherwise.guards
    assert low == v.Not(high, type=FLAG, location=high.location)
    assert big == v.FactValue(Ref("", "big"), (), type=FLAG, location=high.location)


def test_equal_questions_are_one_register(folder: Path) -> None:
    text = (
        "forbid pick where times(drop where k = 2) > 0\n"
        "forbid drop where times(drop where k = 2) < 3\n"
        "forbid drop where times(drop where k = 1) < 3"
    )
    past = [part for part in walk(own(folder, text).clauses) if isinstance(part, v.Past)]
    assert [one.limit for one in past] == [1, 4, 4]
    assert past[0].query == past[1].query != past[2].query
    assert len({one.query for one in past}) == len({"k = 2", "k = 1"})
    assert isinstance(past[0].of, v.Person)
    assert (past[0].of.word, past[0].query.owner, past[0].given) == ("active", "player", None)


def test_a_card_can_have_a_step_with_the_name_of_an_action_of_the_game(folder: Path) -> None:
    """Only its step is its own."""
    steps = "steps:\n  drop: {action: drop, then: pick}\n"
    card = own(folder, "after pick: next drop\nforbid drop\nafter skip drop: next end", steps)
    (step,) = card.steps
    route, forbid, end = card.clauses
    assert (step.name, step.actions, step.then) == (
        Ref("own", "drop"), (Ref("", "drop"),), Ref("", "pick"),
    )  # fmt: skip
    assert isinstance(route, c.RouteAfter)
    assert (route.action, route.next) == (Ref("", "pick"), Ref("own", "drop"))
    assert forbid.about == Ref("", "drop")
    assert isinstance(end, c.RouteAfterSkip)
    assert (end.step, end.next) == (Ref("own", "drop"), None)


def test_a_memory_belongs_to_its_card(folder: Path) -> None:
    memory = "memory:\n  marked: {is: 0..3, lasts: turn}\n"
    (after,) = own(folder, "after pick: marked += 1", memory).clauses
    found = [part.memory for part in walk(after) if isinstance(part, v.MemoryValue)]
    assert found == [Ref("own", "marked")]


def test_a_notation_consists_of_texts_and_roles(folder: Path) -> None:
    pick, _ = checked(folder, "").program.base.actions
    first, second = pick.notations
    assert first.parts == (RoleText("k"), "/", RoleText("twice"), "!")
    assert isinstance(first.when, v.Compare)
    assert (second.parts, second.when) == ((RoleText("k"),), None)
    assert [role.value is None for role in pick.roles] == [True, False]


def test_an_option_is_compared_with_its_word(folder: Path) -> None:
    (forbid,) = own(folder, "forbid pick where option(speed) = fast").clauses
    assert isinstance(forbid.where, v.Compare)
    assert isinstance(forbid.where.left, v.Setting)
    assert isinstance(forbid.where.right, v.Word)
    assert (forbid.where.right.word, forbid.where.right.number) == ("fast", 1)


def test_a_game_with_errors_has_a_program_without_what_is_wrong(folder: Path) -> None:
    game = TURN.replace("    - begin turn\n", "    - begin turn\n    - jump\n    - {steps: walk}\n")
    clauses = "clauses:\n  Rules: |\n    forbid walk\n    forbid pick where n > speed\n"
    made = broken(folder, clauses, game)
    assert {"E361", "E342", "E309", "E304"} == {one.code for one in made.diagnostics}
    kinds = [type(one).__name__ for one in made.program.turn]
    assert kinds == ["BeginTurn", "Steps", "Rewind", "PassTurn"]
    (forbid,) = made.program.cards["own"].clauses
    assert isinstance(forbid.where, v.Compare)
    assert isinstance(forbid.where.right, v.Nothing)


def test_an_option_of_the_game_is_not_assigned(folder: Path) -> None:
    made = broken(folder, "clauses:\n  Rules: |\n    after pick: option(speed) := n\n")
    assert [one.code for one in made.diagnostics] == ["E324"]


def test_a_local_that_is_none_at_first_can_be_assigned(folder: Path) -> None:
    (after,) = own(folder, "after pick:\n  let x = none\n  x := n").clauses
    assert isinstance(after, c.After)
    assert [type(effect).__name__ for effect in after.effects] == ["Let", "Assign"]


def test_a_role_may_depend_on_earlier_events_of_its_action(folder: Path) -> None:
    """But not on its own value in them: that would have no first value."""
    computed = "roles: {k: 1..3, twice: last(pick).%s}"
    game = TURN.replace("roles: {k: 1..3, twice: k * 2}", computed)
    pick = checked(folder, "", game % "k").program.base.actions[0]
    assert pick.roles[1].type == number(1, 3).optional()
    made = broken(folder, "", game % "twice")
    assert [(one.code, one.hint) for one in made.diagnostics] == [("E310", "roles: k")]


def test_nested_calls_are_typed_once(folder: Path) -> None:
    """If each call typed its argument twice, this would take years."""
    players = functools.reduce(lambda inner, _: f"next_player({inner})", range(38), "you")
    (forbid,) = own(folder, f"forbid pick where {players} = you").clauses
    calls = [part for part in walk(forbid) if isinstance(part, v.PlayerFunction)]
    assert len(calls) == players.count("(")


def test_the_rules_of_a_mode_are_a_card() -> None:
    game = program("santorini")
    with_rules = [mode for mode in game.modes.values() if mode.card is not None]
    assert with_rules
    assert all(game.cards[mode.slug].clauses for mode in with_rules)
