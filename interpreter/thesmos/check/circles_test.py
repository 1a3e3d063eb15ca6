"""What would ask or follow itself endlessly is refused, within a card and between cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked, codes
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.program.asking import groups_without_circles

CIRCLE, EVENTS, STEPS, LOOP = ["E352"], ["E353"], ["E354"], ["E355"]
SOME_LOW = "some (c in Cell where low(c))"
NO_WALK = "forbidden(walk, first (p in Pawn where no), first (x in Cell where no))"
AGAIN = "{use: {action: walk, when empty: stuck, then: walk}}"
OTHER = (
    "thesmos: power\nslug: other\ntitle: {{en: Other}}\n{more}clauses:\n  Rules: |\n    {clause}\n"
)


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("treat low(c) as low(c)", CIRCLE),
        ("treat low(c) as height(c) = 0", []),
        ("treat low(c) as yes where not low(c)", CIRCLE),
        ("if some (c in Cell where low(c)):\n  treat low(c) as no", CIRCLE),
        ("treat low(c) as small(height(c))", []),
        (f"treat low(c) as small(height(c))\ntreat small(k) as {SOME_LOW}", CIRCLE),
        ("treat low(c) as forbidden(walk, first (p in Pawn where no), c)", []),
        ("forbid walk where forbidden(walk, pawn, to)", CIRCLE),
        ("forbid walk where forbidden(pick, 1)\nforbid pick where k = 2", []),
        (f"forbid walk where forbidden(pick, 1)\nforbid pick where {NO_WALK}", CIRCLE),
        (f"forbid walk where low(to)\ntreat low(c) as {NO_WALK}", CIRCLE),
    ],
)  # fmt: skip
def test_a_fact_that_asks_itself(clauses: str, expected: list[str], tmp_path: Path) -> None:
    assert codes(tmp_path, clauses) == expected


@pytest.mark.parametrize(("climb", "expected"), [("size(pawn)", CIRCLE), ("strength(pawn)", [])])
def test_forbidden_asks_what_the_roles_of_the_action_ask(
    climb: str, expected: list[str], tmp_path: Path
) -> None:
    clause = "treat size(p) as 2 where forbidden(walk, p, first (x in Cell where no))"
    changes = {"climb: height(to) - n": f"climb: {climb}"}
    _, found = checked(tmp_path, clause, changes=changes)
    assert [one.code for one in found] == expected


@pytest.mark.parametrize(
    ("more", "clause", "expected"),
    [
        ("", f"treat small(k) as {SOME_LOW}", CIRCLE),
        ("banned: [own]\n", f"treat small(k) as {SOME_LOW}", []),
        ("", "treat small(k) as k = 3", []),
    ],
)
def test_a_circle_of_two_cards(more: str, clause: str, expected: list[str], tmp_path: Path) -> None:
    other = {"powers/other.yaml": OTHER.format(more=more, clause=clause)}
    _, found = checked(tmp_path, "treat low(c) as small(height(c))", others=other)
    assert [one.code for one in found] == expected
    assert all("together with" in one.message for one in found)


BAN_EACH_OTHER = [  # two clauses that would go round in a circle
    ("forbid walk where forbidden(pick, 1)", f"forbid pick where {NO_WALK}"),
    ("treat low(c) as small(height(c))", f"treat small(k) as {SOME_LOW}"),
    ("after pick: do walk(none, none)", "after walk: do pick(1)"),
]


@pytest.mark.parametrize(("clause", "other"), BAN_EACH_OTHER)
def test_cards_that_ban_each_other_make_no_circle(clause: str, other: str, tmp_path: Path) -> None:
    others = {"powers/other.yaml": OTHER.format(more="banned: [own]\n", clause=other)}
    made, found = checked(tmp_path, clause, others=others)
    assert found == []
    groups = groups_without_circles((made.base.program, *(c.program for c in made.cards.values())))
    with pytest.raises(UsageError, match="other and own can't be in play together"):
        load(str(tmp_path)).match(["own", "other"], any_match_up=True)
    assert [["other"], ["own"]] == sorted([card.slug for card in g[1:]] for g in groups or ())


def test_a_long_chain_of_facts_in_any_order_is_no_circle(tmp_path: Path) -> None:
    """Each of them is deep, and asks the one that is declared after it."""
    facts = [f"  f{n}: {'(' * 9}f{n - 1}{' + 0)' * 9}\n" for n in range(95, 0, -1)]
    found = codes(tmp_path, "forbid walk where f95 = 1", f"facts:\n{''.join(facts)}  f0: 1\n")
    assert {*found} == {"E357"}  # too deep, which is said, and no circle


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("after pick: do pick(k)", EVENTS),
        ("after pick where k > 1: do pick(1)", EVENTS),
        ("after pick where n < 3: do walk(none, none)", []),
        ("after pick: do walk(none, none)\nafter walk: do pick(2)", EVENTS),
        ("after pick: do walk(none, none)\nafter pick: do walk(none, none)", []),
    ],
)  # fmt: skip
def test_an_event_that_causes_itself(clauses: str, expected: list[str], tmp_path: Path) -> None:
    """Whatever its condition, and once however many clauses take part."""
    assert codes(tmp_path, clauses) == expected


@pytest.mark.parametrize(("more", "expected"), [("", EVENTS), ("banned: [own]\n", [])])
def test_events_of_two_cards_that_cause_each_other(
    more: str, expected: list[str], tmp_path: Path
) -> None:
    other = {"powers/other.yaml": OTHER.format(more=more, clause="after walk: do pick(1)")}
    _, found = checked(tmp_path, "after pick: do walk(none, none)", others=other)
    assert [one.code for one in found] == expected
    assert all("together with" in one.message for one in found)


@pytest.mark.parametrize(("count", "expected"), [(30, []), (31, EVENTS)])
def test_a_chain_of_events_has_an_end(count: int, expected: list[str], tmp_path: Path) -> None:
    """Of so many actions, each but the last one causes the next."""
    doing = [f'do: "do act{n + 1}()"' for n in range(1, count)]
    actions = "".join(f"  act{n}: {{{do}}}\n" for n, do in enumerate([*doing, 'do: "n += 1"'], 1))
    assert codes(tmp_path, more=f"actions:\n{actions}") == expected


@pytest.mark.parametrize(
    ("clauses", "more", "expected"),
    [
        ("after walk: next walk", "", STEPS),
        ("after walk: next walk if possible", "", []),
        ("after walk where low(to): next walk", "", []),
        ("after walk: due walk", "", STEPS),
        ("after walk where low(to): due walk", "", []),
        ("after walk: next walk\nmay skip walk where n > 2", "", []),
        ("after skip pick: next pick", "", STEPS),
        ("after skip pick where n > 2: next pick", "", STEPS),
        ("after skip pick: due pick", "", STEPS),
        ("after skip pick: next walk", "", []),
        ("after skip pick: next use", "steps: {use: {action: pick, after skip: pick}}", STEPS),
        ("after walk: next use", f"steps: {AGAIN}", STEPS),
        ("after walk: next use", "steps: {use: {action: walk, then: walk}}", []),
    ],
)  # fmt: skip
def test_a_step_that_follows_itself(
    clauses: str, more: str, expected: list[str], tmp_path: Path
) -> None:
    assert sorted(set(codes(tmp_path, clauses, more))) == expected


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ("while yes: counts", LOOP),
        ("while n > 3: counts", LOOP),
        ("while n > 3: n -= 1", []),
        ("while n > 3:\n    let x = 1\n    x += 1", LOOP),
        ("while some (c in Cell where low(c)): each c in Cell: height(c) += 1", []),
        ("let x = 3\n  while x > 0: x -= 1", []),
        ("let x = 3\n  while x > 0: n -= 1", LOOP),
        ("while low(to): do pick(1)", []),
        ("while 1 < 2: do pick(1)", LOOP),
    ],
)
def test_a_while_that_changes_nothing(effects: str, expected: list[str], tmp_path: Path) -> None:
    effects = effects.replace("each c in Cell: height", "\n    each c in Cell: height")
    assert codes(tmp_path, f"after walk:\n  {effects}") == expected
