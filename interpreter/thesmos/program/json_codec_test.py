"""Programs as JSON: what is written can be read, and what can't be read is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from thesmos.diagnostics import Location, UsageError
from thesmos.program.clauses import Forbid
from thesmos.program.json_codec import CLASS, constructs, from_json, to_json
from thesmos.program.node import Node, Ref, walk
from thesmos.program.types import FLAG
from thesmos.program.values import Flag, Granted, Not
from thesmos.testing.programs import ALL_GAMES, parts, program

HERE = Location("a.yaml", 3, 5)
WRITTEN_HERE = ["a.yaml", 3, 5]


def locations(part: Node) -> list[Location]:
    return [each.location for each in walk(part) if isinstance(each, Node)]


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_game_can_be_written_and_read_back(name: str) -> None:
    game = program(name)
    read = from_json(json.loads(json.dumps(to_json(game))))
    assert read == game
    assert locations(read) == locations(game)


@given(parts(Node))
def test_whatever_fits_the_types_can_be_written_and_read_back(part: Node) -> None:
    read = from_json(json.loads(json.dumps(to_json(part))))
    assert read == part
    assert locations(read) == locations(part)


def test_the_form_is_the_class_and_the_fields() -> None:
    clause = Forbid(
        Ref("", "move"), id="a.b.1", card="a", heading="B", guards=(),
        where=Flag(False, type=FLAG, location=HERE), location=HERE,
    )  # fmt: skip
    assert to_json(clause) == {
        "is": "Forbid",
        "action": {"is": "Ref", "card": "", "name": "move"},
        "id": "a.b.1",
        "card": "a",
        "heading": "B",
        "guards": [],
        "where": {
            "is": "Flag", "value": False, "type": {"is": "Type", "base": "flag"},
            "location": WRITTEN_HERE,
        },
        "location": WRITTEN_HERE,
    }  # fmt: skip


def test_without_locations_it_is_the_same_wherever_the_files_are() -> None:
    one, other = (Granted(type=FLAG, location=Location(file, 1, 1)) for file in "ab")
    assert to_json(one) != to_json(other)
    assert to_json(one, locations=False) == to_json(other, locations=False)


def test_no_field_has_the_name_of_the_key_of_the_class() -> None:
    kinds = constructs().values()
    assert [kind for kind in kinds if CLASS in kind.__dataclass_fields__] == []  # type: ignore[attr-defined]


GOOD = to_json(Not(Flag(True, type=FLAG, location=HERE), type=FLAG, location=HERE))


def deep(times: int) -> dict[str, Any]:
    made = GOOD
    for _ in range(times):
        made = {**GOOD, "value": made}
    return made


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the whole: this must be an object whose `is` is a Node"),
        ([GOOD], "the whole: this must be an object whose `is` is a Node"),
        ({**GOOD, "is": "Value"}, "the whole: this must be an object whose `is` is a Node"),
        ({**GOOD, "is": "Type"}, "the whole: this must be an object whose `is` is a Node"),
        ({**GOOD, "is": ["Not"]}, "the whole: this must be an object whose `is` is a Node"),
        ({**GOOD, "more": 1}, "the whole: a Not has no `more`"),
        ({k: v for k, v in GOOD.items() if k != "type"}, "the whole: a Not needs `type`"),
        ({**GOOD, "location": ["a", 1]}, "location: this must be a file, a line and a column"),
        ({**GOOD, "location": ["a", 1, True]}, "location: this must be a file, a line"),
        ({**GOOD, "type": {"is": "Type", "base": 3}}, "type.base: this must be a text"),
        ({**GOOD, "value": {**GOOD["value"], "value": 1}}, "value.value: this must be true or"),
        ({**GOOD, "value": {"is": "Count", "location": ["a", 1, 1]}}, "value: this must be an ob"),
        ({**GOOD, "is": "Logic", "parts": [GOOD]}, "the whole: a Logic has no `value`"),
        (deep(300), "value.value.value: this is nested too deep"),
    ],
)
def test_what_is_not_a_program_is_refused_at_its_place(data: Any, message: str) -> None:
    with pytest.raises(UsageError) as found:
        from_json(data)
    assert f"this is not a program: {message}" in str(found.value)


def test_a_word_that_is_not_one_of_those_possible_is_refused() -> None:
    person = {"is": "Person", "type": to_json_type(), "location": WRITTEN_HERE}
    assert isinstance(from_json({**person, "word": "you"}), Node)
    with pytest.raises(UsageError, match="word: this must be one of: you, chooser, actor"):
        from_json({**person, "word": "me"})


def to_json_type() -> dict[str, Any]:
    found: dict[str, Any] = GOOD["type"]
    return found


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("guards", {}, "guards: this must be a list"),
        ("guards", [3], "guards.0: this must be an object whose `is` is a Value"),
        ("where", "yes", "where: this must be an object whose `is` is a Value"),
        ("action", None, "action: this must be an object whose `is` is a Ref"),
    ],
)
def test_a_field_of_another_form_is_refused(field: str, value: Any, message: str) -> None:
    forbid = {
        "is": "Forbid", "action": {"is": "Ref", "card": "", "name": "move"}, "id": "a.b.1",
        "card": "a", "heading": "B", "guards": [], "where": None, "location": WRITTEN_HERE,
    }  # fmt: skip
    assert isinstance(from_json(forbid), Forbid)
    with pytest.raises(UsageError, match=message):
        from_json({**forbid, field: value})
