"""What is offered at a place is what the grammar, the game and the schemas have there."""

from __future__ import annotations

import pytest

from thesmos.resources import spec_dir
from thesmos.service import Desk
from thesmos.service.completion import completion

MINOTAUR = "powers/minotaur.yaml"
HERE = "<here>"


@pytest.fixture(scope="module")
def desk() -> Desk:
    desk = Desk(str(spec_dir() / "santorini"))
    assert desk.check_game()["sound"]
    return desk


def offered(desk: Desk, old: str, new: str) -> dict[str, str]:
    """Return what is offered at HERE, by word, with its kind."""
    desk.revert(MINOTAUR)
    text = desk.text(MINOTAUR)
    assert old in text
    text = text.replace(old, new, 1)
    before = text[: text.index(HERE)]
    desk.write(MINOTAUR, text.replace(HERE, ""))
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return {item["text"]: item["kind"] for item in completion(desk, MINOTAUR, line, column)}


CLAUSE = "permit move waiving free\n"
LAST = "by do force(met(to), straight_on(from, to))"


def test_a_clause_begins_with_the_words_of_clauses(desk: Desk) -> None:
    words = offered(desk, LAST, f"{LAST}\n    {HERE}")
    assert {"permit", "forbid", "on your turn", "may"} <= words.keys()
    assert "waiving" not in words
    assert "move" not in words


def test_a_clause_that_goes_on_offers_the_words_that_continue_it(desk: Desk) -> None:
    words = offered(desk, CLAUSE, f"{CLAUSE}        {HERE}\n")
    assert list(words)[:2] == ["by", "where"]


def test_after_permit_come_the_actions_of_the_game(desk: Desk) -> None:
    words = offered(desk, CLAUSE, f"permit {HERE} waiving free\n")
    assert words["move"] == words["build"] == "action"
    assert "permit" not in words


def test_after_waiving_come_the_rules_of_the_action(desk: Desk) -> None:
    assert offered(desk, CLAUSE, f"permit move waiving {HERE}\n") == dict.fromkeys(
        ("who", "near", "free", "climb"), "rule"
    )


def test_a_condition_offers_the_roles_of_its_statement_also_lines_below(desk: Desk) -> None:
    words = offered(desk, "clear(", f"cl{HERE}ear(")
    assert words["worker"] == words["to"] == "role"
    assert words["clear"] == "fact"
    assert words["level"] == "attribute"
    assert words["Worker"] == "kind"
    assert words["not"] == "keyword"


def test_after_a_past_event_come_its_roles(desk: Desk) -> None:
    words = offered(desk, "clear(", f"last(build).{HERE} = clear(")
    assert set(words.values()) == {"role"}
    assert "height" in words


def test_a_bound_name_is_offered(desk: Desk) -> None:
    assert offered(desk, "clear(", f"some (cell in Space where {HERE}) and clear(")["cell"] == (
        "local"
    )


def test_the_statement_below_a_broken_one_is_still_understood(desk: Desk) -> None:
    words = offered(desk, CLAUSE, f"permit permit (\n    forbid {HERE}\n    {CLAUSE}")
    assert words["move"] == "action"


def test_a_fact_of_the_card_that_is_being_written_is_offered(desk: Desk) -> None:
    facts = "facts:\n  high(s in Space): level(s) > 1\n\nclauses:"
    words = offered(desk, "clauses:", facts.replace("> 1", f"> {HERE}1"))
    assert words["s"] == "local"
    assert words["high"] == "fact"


def test_keys_come_from_the_schema_without_those_that_are_there(desk: Desk) -> None:
    words = offered(desk, "order: 59", f"order: 59\n{HERE}")
    assert words["banned"] == "key"
    assert "clauses" not in words


def test_values_of_keys_come_from_the_schema(desk: Desk) -> None:
    assert offered(desk, "order: 59", f"begins: {HERE}") == {"always": "value", "never": "value"}


def test_headings_are_those_of_the_game(desk: Desk) -> None:
    words = offered(desk, "clauses:\n", f"clauses:\n  {HERE}\n")
    assert "Your Build" in words
    assert "Your Move" not in words  # it is there


def test_a_line_that_is_no_yaml_yet_hides_nothing_of_the_others(desk: Desk) -> None:
    words = offered(desk, "order: 59", f"ord\n{HERE}")
    assert words["order"] == "key"


def test_nothing_is_offered_outside_the_text(desk: Desk) -> None:
    desk.revert(MINOTAUR)
    assert completion(desk, MINOTAUR, 10**6, 1) == []
    assert completion(desk, MINOTAUR, 1, 10**6) == []


def test_a_game_that_never_was_right_has_names() -> None:
    text = (spec_dir() / "santorini" / "game.yaml").read_text("utf-8")
    broken = Desk(str(spec_dir() / "santorini"), {"game.yaml": text.replace("vacant(to)", "va(")})
    assert not broken.check_game()["sound"]
    assert offered(broken, CLAUSE, f"permit {HERE}\n")["move"] == "action"
