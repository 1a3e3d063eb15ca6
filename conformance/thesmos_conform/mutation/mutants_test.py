"""Each operator on small texts, stable ids, and changes that do not pass the checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from testing.reading import Reader
from testing.tiny import tiny
from thesmos.check.reading import read
from thesmos.play.game import load
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Card, Fact, GameProgram
from thesmos.program.effects import If
from thesmos.program.node import walk
from thesmos.program.path import find
from thesmos.program.values import Compare, EventPattern, Flag, Not, Past
from thesmos.resources import spec_dir
from thesmos_conform.mutation.mutants import mutants_of, mutated
from thesmos_conform.mutation.operators import OPERATORS
from thesmos_conform.mutation.units import units_of

AUDIENCE = "other-audience"
POWER = """
thesmos: power
slug: someone
title: {{en: Someone}}
players: [2]
memory:
  luck: {{is: 0..9, lasts: turn}}
{facts}clauses:
  Your Move: |
{clauses}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base game alone, with a place for one made-up card."""
    folder = tmp_path_factory.mktemp("games") / "santorini"
    (folder / "powers").mkdir(parents=True)
    source = spec_dir() / "santorini"
    (folder / "modes").mkdir()
    for name in ("game.yaml", "modes/two-players.yaml"):
        (folder / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def with_card(folder: Path, clauses: str, fact: str = "") -> GameProgram:
    """The program of the game with a card of these clauses, and perhaps a fact."""
    text = "\n".join("    " + line for line in clauses.strip().split("\n"))
    file = folder / "powers" / "someone.yaml"
    file.write_text(
        POWER.format(clauses=text, facts=f"facts:\n  {fact}\n" if fact else "").lstrip("\n"),
        encoding="utf-8",
    )
    _, checked, _ = read(str(folder))
    assert checked is not None
    assert {"E351"} >= {one.code for one in checked.diagnostics if one.severity == "error"}
    return checked.program


def changes(game: GameProgram, operator: str) -> list[str]:
    """The changed clauses of the card, by an operator."""
    found = (m for m in mutants_of(game) if m.card == "someone" and m.operator == operator)
    return [" / ".join(m.after) for m in found if ".memory." not in m.unit]


@pytest.mark.parametrize(
    ("operator", "clause", "expected"),
    [
        ("drop-clause", "forbid move", [""]),
        (
            "drop-condition",
            "forbid move where rise > 0 and height = 2",
            ["forbid move where height = 2", "forbid move where rise > 0"],
        ),
        ("drop-condition", "forbid move where rise > 0", ["forbid move where yes"]),
        ("drop-condition", "veto", []),
        (
            "negate",
            "forbid move where rise > 0 or not perimeter(to)",
            [
                "forbid move where not (rise > 0) or not perimeter(to)",
                "forbid move where rise > 0 or perimeter(to)",
            ],
        ),
        ("negate", "forbid move where height = 2", ["forbid move where height != 2"]),
        (
            "shift-bound",
            "forbid move where rise > 0",
            ["forbid move where rise > 1", "forbid move where rise > -1"],
        ),
        ("other-comparison", "forbid move where rise > 0", ["forbid move where rise >= 0"]),
        (
            "forbid-permit",
            "forbid move where rise > 0",
            ["permit move waiving who, near, free, climb where rise > 0"],
        ),
        (
            "forbid-permit",
            "permit move waiving climb where rise = 2",
            ["forbid move where rise = 2"],
        ),
        ("may-must", "may skip build", ["forbid skip build"]),
        (
            "may-must",
            "require if possible move where rise > 0",
            ["forbid move where not (rise > 0)"],
        ),
        (
            "other-owner",
            "forbid move where worker in opponent Workers",
            ["forbid move where worker in your Workers"],
        ),
        ("other-owner", "forbid move where active = you", []),
        (
            "other-moment",
            "at start of your turn: luck := 1",
            ["at placed of your turn:", "at finish of your turn:"],
        ),
        (
            "other-moment",
            "forbid move where did(build)",
            ["forbid move where did(build during your last turn)"],
        ),
        ("other-moment", "forbid move where active = you and did(build)", []),
        (
            "other-scope",
            "forbid move where some (w in your Workers where perimeter(place(w)))",
            [
                "forbid move where every (w in your Workers where perimeter(place(w)))",
                "forbid move where some (w in all Workers where perimeter(place(w)))",
            ],
        ),
        ("drop-effect", "after move:\n  luck := 1\n  luck += 1", ["", ""]),
    ],
)
def test_an_operator_changes_a_clause(
    folder: Path, operator: str, clause: str, expected: list[str]
) -> None:
    """Every place of the clause that it can change, in the order of the text."""
    assert expected == changes(with_card(folder, clause), operator)


@pytest.mark.parametrize(
    ("operator", "clause", "expected"),
    [
        (
            "other-scope",
            "after move | build where active = you: luck := 1",
            ["after build where active = you:", "after move where active = you:"],
        ),
        (
            "drop-condition",
            "cancel move, build where active = you",
            ["cancel move, build where yes"],
        ),
        (
            "other-scope",
            "forbid build where last(move | build).rise = 1",
            ["forbid build where last(move).rise = 1"],
        ),
        (
            "negate",
            "forbid move where did(move | build where actor = actor)",
            [
                "forbid move where not did(move | build where actor = actor)",
                "forbid move where did(move | build where actor != actor)",
            ],
        ),
        ("other-owner", "forbid move where did(move where actor exists)", []),
        ("drop-effect", "after move:\n  let n = rise\n  luck += n", [""]),
        ("drop-effect", "after move:\n  let n = rise\n  luck += 1", ["", ""]),
        ("shift-bound", "after move: luck := 9", ["luck := 8"]),
        ("shift-bound", "after move: luck += 9", ["luck += 10", "luck += 8"]),
        (
            "shift-bound",
            "after move: luck := 4 + (5 if rise = 1 else 3)",
            [
                "luck := 3 + (5 if rise = 1 else 3)",
                "luck := 4 + (4 if rise = 1 else 3)",
                "luck := 4 + (5 if rise = 2 else 3)",
                "luck := 4 + (5 if rise = 0 else 3)",
                "luck := 4 + (5 if rise = 1 else 4)",
                "luck := 4 + (5 if rise = 1 else 2)",
            ],
        ),
        (
            "shift-bound",
            "forbid move where times(move) = 0",
            ["forbid move where times(move) = 1"],
        ),
        (
            "drop-condition",
            "after move where rise > 0: next move\nafter move where not (rise > 0): next build",
            [],
        ),
        (
            "other-comparison",
            "after move where rise > 0: next move\nafter move where not (rise > 0): next build",
            [],
        ),
    ],
)
def test_a_change_is_made_if_the_language_allows_it(
    folder: Path, operator: str, clause: str, expected: list[str]
) -> None:
    """Every name is bound, every number fits, and routes exclude each other."""
    assert expected == changes(with_card(folder, clause), operator)


def changed(game: GameProgram, id: str) -> Card:
    """The card after the change."""
    mutant = next(m for m in mutants_of(game) if m.id == f"someone.{id}")
    return mutated(game, mutant).cards["someone"]


def test_what_is_one_place_in_the_text_changes_at_once(folder: Path) -> None:
    """A clause about two actions is two in the program, and a question has two conditions."""
    question = "did(move | build where actor exists)"
    game = with_card(folder, f"cancel move, build where {question}")
    clauses = changed(game, "your-move.1:drop-condition:2").clauses
    patterns = [node for node in walk(clauses) if isinstance(node, EventPattern)]
    assert 4 == len(patterns)
    assert all(isinstance(each.condition, Flag) for each in patterns)


def test_the_condition_of_an_if_changes_around_all_its_clauses(folder: Path) -> None:
    """In its `else` too."""
    game = with_card(folder, "if luck > 0:\n  veto\nelse:\n  forbid move\n  may skip move")
    clauses = changed(game, "your-move.1.if:other-comparison:1").clauses
    asked = [node.word for node in walk(clauses) if isinstance(node, Compare)]
    assert [">=", ">=", ">="] == asked
    assert [False, True, True] == [isinstance(clause.guards[0], Not) for clause in clauses]


def test_events_are_counted_as_far_as_the_changed_number(folder: Path) -> None:
    """One further than the number they are compared with."""
    game = with_card(folder, "forbid move where times(move) = 2")
    limits = [
        node.limit
        for change in ("shift-bound:1", "shift-bound:2", "negate:1")
        for node in walk(changed(game, f"your-move.1:{change}").clauses)
        if isinstance(node, Past)
    ]
    assert [4, 2, 3] == limits


@pytest.mark.parametrize(
    ("game", "unit", "expected"),
    [
        ("love-letter", "aim.audience", ["aim: {}", "aim: {secret: yes}"]),
        ("off-the-rails", "split.audience", ["split: {}", "split: {public: yes}"]),
        ("off-the-rails", "attribute.heap", ["heap: {secret: no}"]),
    ],
)
def test_an_operator_changes_who_learns_of_something(
    game: str, unit: str, expected: list[str]
) -> None:
    """Of an action, both others than the declared one; of a secret value, everybody."""
    mutants = [m for m in mutants_of(load(game).program, {AUDIENCE}) if m.unit == unit]
    assert expected == [" / ".join(mutant.after) for mutant in mutants]


def test_every_operator_is_tried() -> None:
    """In the tests above."""
    marks = test_an_operator_changes_a_clause.pytestmark  # type: ignore[attr-defined]
    tried = {case[0] for case in marks[0].args[1]}
    assert set(OPERATORS) == {*tried, AUDIENCE}


def test_the_conditions_around_clauses_change_too(folder: Path) -> None:
    """Under the name of the first clause in the block; nested blocks by number."""
    game = with_card(folder, "if active = you:\n  if luck > 0:\n    forbid move\nveto")
    units = [m.unit for m in mutants_of(game) if m.card == "someone" and ".if" in m.unit]
    assert ["someone.your-move.1.if", "someone.your-move.1.if2"] == list(dict.fromkeys(units))


def test_a_clause_left_out_leaves_the_numbers_of_the_others(folder: Path) -> None:
    """So that what scenarios cite still means the same."""
    game = with_card(folder, "may skip move\nforbid move")
    gone = next(m for m in mutants_of(game) if m.id == "someone.your-move.1:drop-clause:1")
    numbers = [clause.id for clause in mutated(game, gone).cards["someone"].clauses]
    assert ["someone.your-move.1", "someone.your-move.2"] == numbers


def test_no_mutant_has_the_text_of_another_or_of_the_original(folder: Path) -> None:
    """Their ids differ too."""
    game = with_card(folder, "forbid move where not (rise > 0 and rise < 0)")
    found = [m for m in mutants_of(game) if m.unit == "someone.your-move.1"]
    assert len({m.after for m in found}) == len(found) == len({m.id for m in found})
    assert all(m.after != m.before for m in found)


def test_a_mutant_changes_a_copy(folder: Path) -> None:
    """The game itself stays as it was."""
    game = with_card(folder, "forbid move where rise > 0")
    before = game.cards["someone"]
    mutant = next(m for m in mutants_of(game) if m.id == "someone.your-move.1:negate:1")
    changed = mutated(game, mutant)
    assert game.cards["someone"] is before
    assert changed.cards["someone"].clauses != before.clauses
    assert changed.base is game.base


@pytest.mark.parametrize("name", ["pook", pytest.param("santorini", marks=pytest.mark.slow)])
def test_what_a_mutant_prints_is_what_it_means(name: str) -> None:
    """The changed text passes the checks, and gives the changed program, with its types."""
    game = load(name)
    for mutant in mutants_of(game.program):
        reader = Reader(game.checked, mutant.card)
        path, new = mutant.changes[0]
        if any(isinstance(node, If) and not node.then for node in walk((new,))):
            continue  # nothing is left in an `if`, which can't be written
        clauses = [replace(c, guards=()) for _, c in mutant.changes if isinstance(c, Clause)]
        if clauses:
            assert reader.clauses(clauses) == clauses, mutant.id
        elif isinstance(new, Fact):
            assert reader.fact(new) == new, mutant.id
        elif "actions" in path:
            action = find(mutated(game.program, mutant), path[: path.index("actions") + 2])
            assert reader.action(action) == action, mutant.id
        assert [] == reader.errors, mutant.id


def test_the_first_operator_makes_the_same_changes_by_itself() -> None:
    """Coverage asks for nothing else; later operators leave out texts that it has made."""
    program, first = load("pook").program, next(iter(OPERATORS))
    made = list(mutants_of(program, {first}))
    assert made == [mutant for mutant in mutants_of(program) if mutant.operator == first]
    assert made


def test_the_page_lists_every_operator_with_its_sentence() -> None:
    """In the order in which they are tried."""
    page = (spec_dir().parent / "docs" / "pages" / "strength.md").read_text(encoding="utf-8")
    mutant_json = [f"| `{operator.id}` | {operator.sentence} |" for operator in OPERATORS.values()]
    assert "\n".join(mutant_json) in page


def test_a_fact_used_only_in_its_holders_turn_has_one_window(folder: Path) -> None:
    """Asked elsewhere too, it may mean another turn."""
    own = "if active = you and lately:\n  forbid move"
    game = with_card(folder, own, "lately: did(build)")
    windows = [m.after for m in mutants_of(game) if m.unit == "someone.fact.lately"]
    assert [] == [after for after in windows if "your last turn" in after[0]]

    other = with_card(folder, own + "\nveto where lately", "lately: did(build)")
    windows = [m.after for m in mutants_of(other) if m.unit == "someone.fact.lately"]
    assert 1 == sum("your last turn" in after[0] for after in windows)


def test_a_ranking_goes_the_other_way_and_a_list_is_shorter(tmp_path: Path) -> None:
    game = """
        headings: {Rules: {en: Rules}}
        state: {game: {n: 0..9}, Player: {seen: 0..9}}
        scores: {points: seen(you), stones: n}
        actions: {pick: {do: n += 1, text: pick}, rest: {text: rest}}
        steps: {turn: {actions: [pick, rest]}}
        flow: {turn: [begin turn, {steps: turn}, judge, pass]}
        clauses:
          Rules: |
            end sum by most points, fewest stones where n = 9
        """
    program = tiny(tmp_path, game).checked.program
    found = [m for m in mutants_of(program) if m.operator == "other-scope"]
    assert {"step.turn": 2, "tiny.rules.1": 4} == Counter(m.unit for m in found)
    assert [" / ".join(m.after) for m in found if m.unit == "tiny.rules.1"] == [
        "end sum by fewest stones where n = 9",
        "end sum by most points where n = 9",
        "end sum by fewest points, fewest stones where n = 9",
        "end sum by most points, most stones where n = 9",
    ]


def test_you_and_active_are_not_swapped_where_the_active_player_acts() -> None:
    """A sign is placed by the player whose turn it is, and by nobody else."""
    changed = {m.unit for m in mutants_of(load("tic-tac-toe").program, {"other-owner"})}
    assert "sign.do" not in changed


def test_what_the_opponent_carries_out_is_not_done_by_the_active_player_alone() -> None:
    """The opponent may place a cube too, and to place one carries out that it enters."""
    units = {unit.id: unit.own_turn for unit in units_of(load("seven-wonders-duel+agora").program)}
    assert not units["place.supply"]
    assert not units["enter.do"]
    assert units["build.do"]
