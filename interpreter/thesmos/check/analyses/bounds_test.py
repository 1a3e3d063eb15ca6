"""The budget of work: what it counts, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked, codes
from thesmos.check.analyses.bounds import BUDGET, Bounds
from thesmos.play.game import load
from thesmos.program.clauses import Forbid
from thesmos.program.node import walk
from thesmos.program.values import Along
from thesmos.syntax.spec_folder import shipped_games

EACH = "some ({} in Cell where "


def loops(names: str) -> str:
    """Loops over the nine cells inside each other."""
    return "".join(map(EACH.format, names)) + "low(a)" + ")" * len(names)


DEEP = f"forbid walk where {loops('abcd')} and deep"


@pytest.mark.parametrize(
    ("clauses", "more", "expected"),
    [
        (f"forbid pick where {loops('abcde')}", "", []),
        (f"forbid pick where {loops('abcdefgh')}", "", ["E356"]),
        (f"may skip walk where {loops('abcdefgh')}", "", ["E356"]),
        (f"hide p in Pawn where {loops('abcdefg')}", "", ["E356"]),
        (f"after pick where {loops('abcdefgh')}: n += 1", "", ["E356"]),
        (f"at end of your turn where {loops('abcdefgh')}: n += 1", "", ["E356"]),
        (f"win far for you where {loops('abcdefgh')}", "", ["E356"]),
        (DEEP, f"facts: {{deep: '{loops('abcdefgh')}'}}\n", ["E356"]),
        # a fact with the same arguments counts once, however often it is asked
        (DEEP, f"facts: {{deep: '{loops('abcdef')}'}}\n", []),
    ],
)  # fmt: skip
def test_what_exceeds_the_budget(
    clauses: str, more: str, expected: list[str], tmp_path: Path
) -> None:
    assert sorted(set(codes(tmp_path, clauses, more))) == expected


def test_effects_inside_each_other_are_counted(tmp_path: Path) -> None:
    def nested(depth: int) -> str:
        lines = [f"{'  ' * n}each c{n} in Cell:" for n in range(1, depth + 1)]
        return "\n".join(["after pick:", *lines, "  " * (depth + 1) + "n += 1"])

    assert codes(tmp_path, nested(5)) == []
    assert codes(tmp_path, nested(8)) == ["E356"]
    while_ = "after pick:\n  while n > 0:\n    n -= 1\n    while n > 3:\n      n -= 1\n"
    assert codes(tmp_path, while_) == []
    assert codes(tmp_path, while_ + f"      each c in Cell where {loops('abde')}: n -= 1") == [
        "E356"
    ]


def test_what_forbidden_asks_is_counted_with_the_roles_of_the_action(tmp_path: Path) -> None:
    """Of an action that is itself within the budget."""
    asked = "forbidden(walk, first (p in Pawn where no), b)"
    clause = f"forbid pick where {loops('bcd').replace('low(a)', asked)}"
    assert codes(tmp_path, clause) == []
    assert codes(tmp_path, f"{clause}\nforbid walk where {loops('abcd')}") == ["E356"]
    changes = {"climb: height(to) - n": f"climb: 1 if {loops('abcd')} else 0"}
    assert [one.code for one in checked(tmp_path, clause, changes=changes)[1]] == ["E356"]
    assert checked(tmp_path, "", changes=changes)[1] == []


def test_cards_that_exceed_the_budget_only_together_are_refused(tmp_path: Path) -> None:
    other = (
        "thesmos: power\nslug: other\ntitle: {en: Other}\nclauses:\n  Rules: |\n"
        f"    treat small(k) as {loops('abcdefg')}\n"
    )
    for clause, expected in (
        ("forbid pick where k = 3", []),
        ("forbid pick where small(k)", ["E356"]),
    ):
        assert codes(tmp_path, clause, others={"powers/other.yaml": other}) == expected


@pytest.mark.parametrize("near", [8, 4])
def test_a_condition_costs_what_its_parts_cost(near: int, tmp_path: Path) -> None:
    """Each value is one step; a loop has as many rounds as its set can have members."""
    made, _ = checked(tmp_path, "forbid pick where count (c in adjacent(home) where n > 1) > 2",
                      "memory: {home: {is: Cell}}",
                      changes={"adjacent: 8": f"adjacent: {near}"})  # fmt: skip
    bounds = Bounds([made.program.cards["own"]], made.names.sizes)
    (clause,) = made.program.cards["own"].clauses
    once = 1 + 1 + (2 + near * (1 + 3)) + 1  # compare, count, the set and the rounds, a number
    assert bounds.clause(clause).steps == 1 + once
    assert bounds.clause(clause, 4).steps == 1 + 4 * once


@pytest.mark.parametrize(
    ("going", "rounds"),
    [
        ("along (s from home by step(s, north) while low(s))", 3),  # the longest line
        ("along (s from home by step(step(s, north), east) while low(s))", 9),  # every cell
    ],
)
def test_what_is_gone_in_one_direction_is_as_long_as_a_line(
    going: str, rounds: int, tmp_path: Path
) -> None:
    made, _ = checked(tmp_path, f"forbid pick where {going} exists",
                      "memory: {home: {is: Cell}}")  # fmt: skip
    (clause,) = made.program.cards["own"].clauses
    assert isinstance(clause, Forbid)
    (way,) = [each for each in walk(clause.where) if isinstance(each, Along)]
    bounds = Bounds([made.program.cards["own"]], made.names.sizes)
    alone = [bounds.work(part).steps for part in (way.start, way.next, way.condition)]
    assert bounds.work(way).steps == 1 + alone[0] + rounds * (alone[1] + alone[2])


def most(game: str) -> tuple[int, int]:
    """The bounds of the costliest question and answer, with all cards: any of them can meet."""
    made = load(game).checked
    cards = [card.program for card in made.cards.values()]
    bounds = Bounds([made.base.program, *cards], made.names.sizes)
    questions = [bounds.total(bounds.question(step)) for step in bounds.steps.values()]
    answers = [bounds.total(bounds.answer(action)) for action in bounds.actions.values()]
    return max(questions), max(answers)


@pytest.mark.parametrize("game", shipped_games())
def test_shipped_games_stay_far_below_the_budget(game: str) -> None:
    """Only one that allows more needs more than the usual limit.

    A draw in chess can be claimed by whoever is not mated: of each figure and square is asked
    whether the king would be safe.
    """
    allowed = load(game).checked.written.work
    usual = BUDGET * (0.7 if game == "chess" else 0.1)
    assert max(most(game)) < (allowed or usual)
    assert not allowed or max(most(game)) > BUDGET


def test_the_bound_counts_candidates_and_effects() -> None:
    question, answer = most("santorini")
    assert question > 2 * 2 * 25  # Workers and spaces, each with a rule at least
    assert answer > 10
