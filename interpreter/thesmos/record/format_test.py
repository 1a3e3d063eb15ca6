"""Record files: what is read, and what is refused with its file and line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.suite import RECORDS_DIR, needs_records
from thesmos import resources
from thesmos.diagnostics import UsageError
from thesmos.record import format as r
from thesmos.record.lines import Line

pytestmark = needs_records
SAMPLE = RECORDS_DIR / "base.jsonl.gz"
SCHEMA = json.loads((resources.grammar_dir() / "record.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def one() -> dict[str, Any]:
    return copy.deepcopy(dict(next(r.read_records(SAMPLE))))


@pytest.mark.slow
def test_the_sample_is_read_and_fits_the_schema() -> None:
    for path in sorted(RECORDS_DIR.glob("*.gz")):
        records = list(r.read_records(path))
        assert len({record["id"] for record in records}) == len(records) > 0
        VALIDATOR.validate(records[0])


def test_plain_files_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    path.write_text(json.dumps(one()) + "\n\n" + json.dumps(one()) + "\n")
    assert len(list(r.read_records(path))) == 2


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no version": lambda x: x.pop("thesmos_record"),
    "other version": lambda x: x.update(thesmos_record=2),
    "no id": lambda x: x.pop("id"),
    "id a number": lambda x: x.update(id=3),
    "no set-up": lambda x: x.pop("setup"),
    "players a text": lambda x: x["setup"].update(players="2"),
    "players true": lambda x: x["setup"].update(players=True),
    "too many players": lambda x: x["setup"].update(players=17),
    "a power a number": lambda x: x["setup"].update(powers=[1, None]),
    "a pile of objects": lambda x: x["setup"].update(chance={"x": [{}]}),
    "a pile of piles of lists": lambda x: x["setup"].update(chance={"x": [[[]]]}),
    "a shuffled text": lambda x: x["decisions"][3].update(chance={"x": "y"}),
    "scores of texts": lambda x: x["result"].update(scores=[{"x": "y"}]),
    "a last position of numbers": lambda x: x["result"].update(final=[1]),
    "decisions an object": lambda x: x.update(decisions={}),
    "a decision a list": lambda x: x["decisions"].append([]),
    "no choice": lambda x: x["decisions"][3].pop("choice"),
    "turn negative": lambda x: x["decisions"][3].update(turn=-1),
    "may_skip a number": lambda x: x["decisions"][3].update(may_skip=0),
    "options of numbers": lambda x: x["decisions"][3].update(options=[1]),
    "position a text": lambda x: x["decisions"][3].update(position=""),
    "event without name": lambda x: x["decisions"][3].update(events=[{}]),
    "shuffle without order": lambda x: x["decisions"][3].update(chance=[{"shuffle": "x"}]),
    "no result": lambda x: x.pop("result"),
    "another end": lambda x: x["result"].update(end="draw"),
    "winner 0": lambda x: x["result"].update(winners=[0]),
    "reason a number": lambda x: x["result"].update(reason=1),
}


def test_every_broken_shape_is_refused_by_reader_and_schema_alike(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    accepted, messages = [], {}
    for name, break_it in BREAKS.items():
        record = one()
        break_it(record)
        path.write_text("\n" + json.dumps(record) + "\n")
        try:
            list(r.read_records(path))
            accepted.append(f"{name}: by the reader")
        except UsageError as error:
            messages[name] = error.message
        if VALIDATOR.is_valid(record):
            accepted.append(f"{name}: by the schema")
    assert not accepted
    assert not [m for m in messages.values() if "broken.jsonl:2 is not a record: " not in m]


@pytest.mark.parametrize("key", ["teams", "powers"])
def test_every_player_has_a_team_and_a_power(key: str) -> None:
    record = one()
    record["setup"][key].pop()
    with pytest.raises(r.ShapeError, match=rf"setup\.{key} must have an entry for each player"):
        r.check_record(record)


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("no set-up", "record has no `setup`"),
        ("id a number", "record.id must be a text"),
        ("too many players", "record.setup.players must not be more than 16"),
        ("a power a number", "record.setup.powers[0] must be a text or null"),
        ("a shuffled text", "record.decisions[3].chance.x must be a list"),
        ("another end", 'record.result.end must be "win" or "nobody" or "limit"'),
    ],
)
def test_what_is_wrong_is_said_with_its_place(broken: str, words: str) -> None:
    record = one()
    BREAKS[broken](record)
    with pytest.raises(r.ShapeError) as caught:
        r.check_record(record)
    assert str(caught.value) == words


def test_a_part_that_fits_none_of_its_forms_is_said_what_it_can_be() -> None:
    record = one()
    record["setup"]["chance"] = {"x": "y"}
    with pytest.raises(r.ShapeError, match=r"^record\.setup\.chance\.x must be a list$"):
        r.check_record(record)
    record["decisions"][3]["chance"] = "y"
    del record["setup"]["chance"]
    with pytest.raises(r.ShapeError, match=r"^record\.decisions\[3\]\.chance must be a list or an"):
        r.check_record(record)


def test_a_whole_number_may_have_a_point() -> None:
    text = json.dumps(one()).replace('"players": 2', '"players": 2.0').encode()
    players = r.parse_line(Line("x", 1, text))["setup"]["players"]
    assert (players, type(players)) == (2, int)


def test_further_keys_are_kept() -> None:
    record = one()
    record["setup"]["weather"] = "fair"
    assert r.extra_setup(r.check_record(record)["setup"]) == {"weather": "fair"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[1]", "record must be an object"),
        (b'{"thesmos_record": NaN}', "NaN is not a JSON number"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"9" * 10_000, "is not JSON"),
        (b'{"id": "a", "id": "b"}', "is not JSON: the key `id` occurs twice"),
    ],
)
def test_other_lines_are_refused(text: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(text)
    with pytest.raises(UsageError, match=rf"x\.jsonl:1 .*{message}"):
        list(r.read_records(path))


@given(st.binary(max_size=200))
def test_no_line_breaks_the_reader(text: bytes) -> None:
    with pytest.raises(UsageError):
        r.parse_line(Line("x", 1, text))


def test_a_game_is_found_by_its_id() -> None:
    wanted = list(r.read_records(SAMPLE))[5]
    assert r.find_record(SAMPLE, wanted["id"]) == wanted
    with pytest.raises(UsageError, match="has no game `nobody`") as caught:
        r.find_record(SAMPLE, "nobody")
    assert "base-" in (caught.value.hint or "")
