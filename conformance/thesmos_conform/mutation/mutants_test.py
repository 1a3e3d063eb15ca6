"""Each operator on small texts, stable ids, and changes that do not pass the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.check.spec import CheckedGame
from thesmos.play.game import read
from thesmos.resources import spec_dir
from thesmos_conform.mutation.mutants import mutants_of, mutated
from thesmos_conform.mutation.operators import OPERATORS

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


def with_card(folder: Path, clauses: str, fact: str = "") -> CheckedGame:
    """The game with a card of these clauses, and perhaps a fact."""
    text = "\n".join("    " + line for line in clauses.strip().split("\n"))
    file = folder / "powers" / "someone.yaml"
    file.write_text(
        POWER.format(clauses=text, facts=f"facts:\n  {fact}\n" if fact else "").lstrip("\n"),
        encoding="utf-8",
    )
    _, checked, _ = read(str(folder))
    assert checked is not None
    return checked


def changes(game: CheckedGame, operator: str) -> list[str]:
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
                "forbid move where not rise > 0 or not perimeter(to)",
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
            ["forbid move where not rise > 0"],
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
            "forbid move where did(build during this turn)",
            ["forbid move where did(build during your last turn)"],
        ),
        ("other-moment", "forbid move where active = you and did(build during this turn)", []),
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


def test_every_operator_is_tried() -> None:
    """In the test above."""
    marks = test_an_operator_changes_a_clause.pytestmark  # type: ignore[attr-defined]
    tried = {case[0] for case in marks[0].args[1]}
    assert set(OPERATORS) == tried


def test_the_conditions_around_clauses_change_too(folder: Path) -> None:
    """Under the name of the first clause in the block; nested blocks by number."""
    game = with_card(folder, "if active = you:\n  if luck > 0:\n    forbid move\nveto")
    units = [m.unit for m in mutants_of(game) if m.card == "someone" and ".if" in m.unit]
    assert ["someone.your-move.1.if", "someone.your-move.1.if2"] == list(dict.fromkeys(units))


def test_a_clause_left_out_leaves_the_numbers_of_the_others(folder: Path) -> None:
    """So that what scenarios cite still means the same."""
    game = with_card(folder, "may skip move\nforbid move")
    gone = next(m for m in mutants_of(game) if m.id == "someone.your-move.1:drop-clause:1")
    changed = mutated(game, gone)
    assert changed is not None
    numbers = [clause.id for clause in changed.cards["someone"].program.clauses]
    assert ["someone.your-move.1", "someone.your-move.2"] == numbers


def test_no_mutant_has_the_text_of_another_or_of_the_original(folder: Path) -> None:
    """Their ids differ too."""
    game = with_card(folder, "forbid move where not (rise > 0 and rise < 0)")
    found = [m for m in mutants_of(game) if m.unit == "someone.your-move.1"]
    assert len({m.after for m in found}) == len(found) == len({m.id for m in found})
    assert all(m.after != m.before for m in found)


def test_a_change_that_does_not_pass_the_checks_is_discarded(folder: Path) -> None:
    """Two routes at once, after the condition that kept them apart has gone."""
    text = "after move where rise > 0: next move\nafter move where not rise > 0: next build"
    game = with_card(folder, text)
    assert None in [mutated(game, mutant) for mutant in mutants_of(game)]


def test_a_mutant_changes_a_copy(folder: Path) -> None:
    """The game itself stays as it was."""
    game = with_card(folder, "forbid move where rise > 0")
    before = game.cards["someone"].written
    mutant = next(m for m in mutants_of(game) if m.id == "someone.your-move.1:negate:1")
    changed = mutated(game, mutant)
    assert changed is not None
    assert game.cards["someone"].written is before
    assert changed.cards["someone"].written != before
    assert changed.cards["someone"].program.clauses != game.cards["someone"].program.clauses


def test_the_page_lists_every_operator_with_its_sentence() -> None:
    """In the order in which they are tried."""
    page = (spec_dir().parent / "docs" / "pages" / "strength.md").read_text(encoding="utf-8")
    mutant_json = [f"| `{operator.id}` | {operator.sentence} |" for operator in OPERATORS.values()]
    assert "\n".join(mutant_json) in page


def test_a_fact_used_only_in_its_holders_turn_has_one_window(folder: Path) -> None:
    """Asked elsewhere too, it may mean another turn."""
    own = "if active = you and lately:\n  forbid move"
    game = with_card(folder, own, "lately: did(build during this turn)")
    windows = [m.after for m in mutants_of(game) if m.unit == "someone.fact.lately"]
    assert [] == [after for after in windows if "your last turn" in after[0]]

    other = with_card(folder, own + "\nveto where lately", "lately: did(build during this turn)")
    windows = [m.after for m in mutants_of(other) if m.unit == "someone.fact.lately"]
    assert 1 == sum("your last turn" in after[0] for after in windows)
