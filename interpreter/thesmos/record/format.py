"""Record files: one recorded game per line, as JSON, optionally gzipped.

A record is kept as plain JSON, typed as a TypedDict, so that additional keys of other
implementations are not lost. `grammar/record.schema.json` defines its shape.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast

from thesmos.diagnostics import UsageError, json_number, unique_keys
from thesmos.play.protocols import Setup
from thesmos.record.lines import Line, read_lines
from thesmos.syntax.schema import schema_violation

VERSION = 1
CUT_OFF = "limit"  # how a game ends that was not played to its end

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

    values: by the text of an option, the numbers that its action shows with it. Our records have
    all keys; those of others may leave out what is not required.
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

    places, scores: of each player, in games that have scores.
    final: the last position.
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
    """Yield the records of a file. Raises UsageError for invalid lines, naming file and line."""
    for line in read_lines(path):
        yield parse_line(line)


def find_record(path: Path, game: str) -> Record:
    """Return the record of the game with this id. Raises UsageError if there is none."""
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
        value = json.loads(
            line.text,
            parse_float=json_number,
            parse_constant=_no_constant,
            object_pairs_hook=unique_keys,
        )
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
    """A value does not have the shape of a record. The message says where and why."""


def check_setup(value: object) -> Setup:
    """Check and return the set-up of a record. Raises ShapeError, naming the place.

    Without `teams`, each player is a side; without `powers`, nobody has one.
    """
    _check(value, "setup")
    return _completed(cast(dict[str, Any], value))


def check_record(value: object) -> Record:
    """Check and return a record. Raises ShapeError, naming the place, if it is invalid."""
    _check(value)
    record = cast(dict[str, Any], value)
    return cast(Record, {**record, "setup": _completed(record["setup"])})


def _check(value: object, part: str = "") -> None:
    violation = schema_violation(value, "record", part)
    if violation:
        raise ShapeError(violation)


def _completed(setup: dict[str, Any]) -> Setup:
    """Return a set-up with a team and a power for each player."""
    players: int = setup["players"]
    completed = {"teams": [*range(1, players + 1)], "powers": [None] * players, **setup}
    for key in ("teams", "powers"):
        if len(completed[key]) != players:
            raise ShapeError(f"setup.{key} must have an entry for each player")
    return cast(Setup, completed)
