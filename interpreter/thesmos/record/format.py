"""Record files: one recorded game per line, as JSON, optionally gzipped.

A record stays the JSON value it is, with a type for the checker: other implementations write
records too, and their additional keys must not get lost. The
shape is checked here by hand, since a general schema validator would take longer than replaying;
`grammar/record.schema.json` says the same, and a test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast

from thesmos.diagnostics import UsageError, unique_keys
from thesmos.play.protocols import Setup
from thesmos.record.lines import Line, read_lines

VERSION = 1
MAX_PLAYERS = 16

Position = dict[str, Any]
Event = dict[str, Any]


Cards = list[str | int]
Pile = Cards | list[Cards]  # several lists are one pile, the first of them on top


class Shuffle(TypedDict):
    """A new order of a pile, top first."""

    shuffle: str
    order: Cards


class RecordedDecision(TypedDict):
    """A decision: what could be chosen, what was chosen, and the events that followed.

    values: by the text of an option, the numbers that its action shows with it. Ours have all that
    there is; those of others may leave out what is not required.
    """

    turn: int
    turn_of: NotRequired[int]
    player: int
    step: str
    power: NotRequired[str]
    held: NotRequired[list[list[str]]]
    position: NotRequired[Position]
    may_skip: NotRequired[bool]
    options: list[str]
    values: NotRequired[dict[str, dict[str, int]]]
    choice: str
    because: NotRequired[str]
    events: NotRequired[list[Event]]
    chance: NotRequired[list[Shuffle] | dict[str, Pile]]


class RecordedResult(TypedDict):
    """How the game ended. end: `win`, `nobody` if nobody has won, or `limit` if it was cut off.

    places, scores: of each player, in games that have scores. final: the last position.
    """

    end: NotRequired[str]
    winners: list[int]
    reason: str | None
    eliminated: NotRequired[list[int]]
    places: NotRequired[list[int]]
    scores: NotRequired[dict[str, list[int]] | list[dict[str, int]]]
    final: NotRequired[Position]


class Record(TypedDict):
    """One recorded game."""

    thesmos_record: int
    game: str
    edition: NotRequired[str]
    modules: NotRequired[list[str]]
    origin: NotRequired[str]
    id: str
    setup: Setup
    decisions: list[RecordedDecision]
    result: RecordedResult


def extra_setup(setup: Setup) -> dict[str, Any]:
    """The entries of a set-up that are specific to the game."""
    return {key: value for key, value in setup.items() if key not in Setup.__annotations__}


# ------------------------------------------------------------------------------- reading


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file. Raises UsageError, naming file and line, for what is not a record."""
    for line in read_lines(path):
        yield parse_line(line)


def find_record(path: Path, game: str) -> Record:
    """The record of the game with this id. Raises UsageError if there is none."""
    ids = []
    for record in read_records(path):
        if record["id"] == game:
            return record
        ids.append(record["id"])
    few = ", ".join(ids[:3])
    hint = f"it has {len(ids)} games, the first: {few}" if ids else "it has no games"
    raise UsageError(f"{path} has no game `{game}`", hint)


def parse_line(line: Line) -> Record:
    """Parse a line as a record. Raises UsageError, naming file and line."""
    try:
        value = json.loads(line.text, parse_constant=_no_constant, object_pairs_hook=unique_keys)
        return check_record(value)
    except RecursionError:
        raise UsageError(f"{line.place} is nested too deeply") from None
    except ShapeError as fault:
        raise UsageError(f"{line.place} is not a record: {fault}", _HINT) from None
    except ValueError as error:
        raise UsageError(f"{line.place} is not JSON: {error}", _HINT) from None


_HINT = "a record file has one game per line, as described in grammar/record.schema.json"


def _no_constant(word: str) -> None:
    raise ShapeError(f"{word} is not a JSON number")


# --------------------------------------------------------------------------------- shape


class ShapeError(Exception):
    """A value without the shape of a record. The message says where and what.

    where: the place inside the value that is being tested; those around it add to it.
    """

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(what)
        self.what, self.where = what, where

    def __str__(self) -> str:
        return self.where + self.what

    def inside(self, part: str) -> ShapeError:
        """The error of a value with a part that has this error."""
        return ShapeError(self.what, part + self.where)


Test = Callable[[Any], None]


def _number(low: int, high: int = 1 << 31) -> Test:
    def test(value: Any) -> None:
        if type(value) is not int or not low <= value <= high:
            raise ShapeError(f" must be a whole number from {low} to {high}")

    return test


def _kind(kind: type, words: str) -> Test:
    def test(value: Any) -> None:
        if type(value) is not kind:
            raise ShapeError(f" must be {words}")

    return test


def _list_of(kind: type, words: str) -> Test:
    """A test of a list of this kind: a record consists of lists of texts above all."""
    slowly, right = _list(_kind(kind, words)), {kind}

    def test(value: Any) -> None:
        if type(value) is not list or not right.issuperset(map(type, value)):
            slowly(value)

    return test


def _either(first: Test, second: Test) -> Test:
    def test(value: Any) -> None:
        try:
            first(value)
        except ShapeError:
            second(value)

    return test


def _list(item: Test) -> Test:
    def test(value: Any) -> None:
        if type(value) is not list:
            raise ShapeError(" must be a list")
        index = 0
        try:
            for index, one in enumerate(value):  # noqa: B007 - which one is at fault
                item(one)
        except ShapeError as fault:
            raise fault.inside(f"[{index}]") from None

    return test


def _table(item: Test) -> Test:
    def test(value: Any) -> None:
        if type(value) is not dict:
            raise ShapeError(" must be an object")
        key = ""
        try:
            for key, one in value.items():  # noqa: B007
                item(one)
        except ShapeError as fault:
            raise fault.inside(f".{key}") from None

    return test


def _fields(needed: dict[str, Test], optional: dict[str, Test]) -> Test:
    def test(value: Any) -> None:
        if type(value) is not dict:
            raise ShapeError(" must be an object")
        key = ""
        try:
            for key, item in needed.items():
                if key not in value:
                    break
                item(value[key])
            else:
                for key, item in optional.items():
                    if key in value:
                        item(value[key])
                return
        except ShapeError as fault:
            raise fault.inside(f".{key}") from None
        raise ShapeError(f" has no `{key}`")

    return test


_text = _kind(str, "a text")
_texts = _list_of(str, "a text")
_flag = _kind(bool, "true or false")
_object = _kind(dict, "an object")
_nothing = _kind(type(None), "a text or null")
_player = _number(1, MAX_PLAYERS)
_integer = _number(-(1 << 31))
_card = _either(_integer, _either(_text, _kind(str, "a text or a whole number")))
_event = _fields({"e": _text}, {})
_shuffle = _fields({"shuffle": _text, "order": _list(_card)}, {})
_pile = _either(_list(_card), _list(_list(_card)))
_decision = _fields(
    {
        "turn": _number(0),
        "player": _number(0, MAX_PLAYERS),
        "step": _text,
        "options": _texts,
        "choice": _text,
    },
    {
        "held": _list(_texts),
        "position": _object,
        "may_skip": _flag,
        "events": _list(_event),
        "turn_of": _player,
        "power": _text,
        "because": _text,
        "chance": _either(_table(_pile), _list(_shuffle)),
        "values": _table(_table(_integer)),
    },
)
_setup = _fields(
    {"players": _player},
    {
        "teams": _list(_player),
        "powers": _list(_either(_text, _nothing)),
        "mode": _text,
        "options": _table(_text),
        "chance": _table(_pile),
    },
)
_result = _fields(
    {"winners": _list(_player), "reason": _either(_text, _nothing)},
    {
        "end": _text,
        "eliminated": _list(_player),
        "places": _list(_player),
        "scores": _either(_list(_table(_integer)), _table(_list(_integer))),
        "final": _object,
    },
)
_record = _fields(
    {
        "thesmos_record": _number(VERSION, VERSION),
        "game": _text,
        "id": _text,
        "setup": _setup,
        "decisions": _list(_decision),
        "result": _result,
    },
    {"edition": _text, "modules": _texts, "origin": _text},
)


def _at(name: str, test: Test, value: object) -> None:
    """Test a value of a name."""
    try:
        test(value)
    except ShapeError as fault:
        raise fault.inside(name) from None


def check_setup(value: object) -> Setup:
    """The value as a record's set-up. Raises ShapeError, naming the place, for anything else.

    Without teams everybody is alone, without powers nobody has one.
    """
    _at("setup", _setup, value)
    given = cast(dict[str, Any], value)
    players: int = given["players"]
    alone = {"teams": [*range(1, players + 1)], "powers": [None] * players}
    setup = cast(Setup, alone | given)
    for key in ("teams", "powers"):
        if len(cast(dict[str, Any], setup)[key]) != setup["players"]:
            raise ShapeError(f"setup.{key} must have an entry for each player")
    return setup


def check_record(value: object) -> Record:
    """The value as a record. Raises ShapeError, naming the place, for anything else."""
    _at("record", _record, value)
    record = cast(Record, value)
    record = cast(Record, {**record, "setup": check_setup(record["setup"])})
    if record["result"].get("end", "win") not in ("win", "nobody", "limit"):
        raise ShapeError("record.result.end must be win, nobody or limit")
    return record
