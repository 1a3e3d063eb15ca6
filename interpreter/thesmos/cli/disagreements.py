"""Disagreements of a replay, in full: the board, both sides, and the command that shows it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection
from pathlib import Path
from typing import Any

from thesmos.check.documents.rulings import RULINGS
from thesmos.cli.arguments import read_pairs
from thesmos.cli.option_lines import columns
from thesmos.cli.show import picture
from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.differences import ValueDifference, differences, normal, place_of
from thesmos.play.protocols import Match
from thesmos.record.format import Record, find_record
from thesmos.record.matches import game_of, match_of, options_beside
from thesmos.record.replay import ReplayDisagreement, state_at
from thesmos.render.phrase import phrase
from thesmos.render.span import Line, Span


def in_full(
    disagreement: ReplayDisagreement,
    file: str,
    spec: str | None,
    options: tuple[str, ...] = (),
    follow: str = RULINGS,
) -> list[Line]:
    """Show a disagreement: where it is, the board, both sides, and the command that shows it.

    options: pairs `name=value` that override those of the record.
    follow: what the replay followed, RULINGS or ORIGINAL.
    """
    verb = "differ" if disagreement.kind == "options" else "differs"
    head = (
        Span(f"{file} {disagreement.game} #{disagreement.decision}: ", "strong"),
        Span(f"{disagreement.kind} {verb}" if disagreement.kind != "error" else "error", "bad"),
    )
    record = _record(disagreement, file)
    if record is not None:
        options = _with_original(record, spec, options, follow)
    match = None if record is None else _match(record, spec, options)
    by_player = frozenset[str]() if match is None else match.linked.game.listed_by_player
    return [
        (),
        head,
        *([] if record is None or match is None else _board(disagreement, record, match)),
        *difference(disagreement, by_player),
        *([] if record is None else _reproduce(disagreement, record, file, spec, options)),
    ]


def _record(disagreement: ReplayDisagreement, file: str) -> Record | None:
    try:
        return find_record(Path(file), disagreement.game)
    except UsageError:
        return None


def _with_original(
    record: Record, spec: str | None, options: tuple[str, ...], follow: str
) -> tuple[str, ...]:
    try:
        game = game_of(record, spec)
    except (UsageError, SpecError):
        return options
    beside = options_beside(record["setup"], game, read_pairs(options), follow)
    return tuple(f"{name}={value}" for name, value in beside.items())


def _match(record: Record, spec: str | None, options: tuple[str, ...]) -> Match | None:
    try:
        return match_of(record, spec, read_pairs(options))
    except (UsageError, SpecError):
        return None


def _board(disagreement: ReplayDisagreement, record: Record, match: Match) -> list[Line]:
    """Return the board of our own state; no lines if the game can't be replayed that far."""
    try:
        return picture(match, state_at(match, record, disagreement.decision)[0])
    except (UsageError, SpecError):
        return []


def difference(disagreement: ReplayDisagreement, by_player: Collection[str] = ()) -> list[Line]:
    """Return both sides of a disagreement; of options and positions, only where they differ.

    by_player: the paths of lists in positions that have an entry for each player.
    """
    expected, got = disagreement.expected, disagreement.got
    if disagreement.kind == "options":
        both = len(set(expected) & set(got))
        (options,) = differences(tuple(sorted(expected)), tuple(sorted(got)))
        return [(Span(f"    {both} options agree", "dim"),), *_listed("", options)]
    if disagreement.kind != "position":
        return _pair(disagreement.kind, expected, got)
    parts = differences(normal(expected, by_player), normal(got, by_player))
    # In records of other programs a list of texts may be in order: then it is shown whole.
    return [
        line for part in parts for line in _part(place_of(part.path, by_player), part)
    ] or _pair(disagreement.kind, expected, got)


def _part(name: str, part: ValueDifference) -> list[Line]:
    if part.listed:
        return _listed(f"{name}, ", part)
    return _pair(name, part.expected, part.got)


def _listed(name: str, part: ValueDifference) -> list[Line]:
    lines: list[Line] = []
    sides = ("missing", "good", part.missing), ("unexpected", "bad", part.extra)
    for word, style, texts in sides:
        if texts:
            lines += [(Span(f"    {name}{word}:", style),), *columns(texts)]
    return lines


def _pair(name: str, expected: Any, got: Any) -> list[Line]:
    words = phrase(expected), phrase(got)
    if words[0] == words[1]:  # they differ in nothing but their types
        words = json.dumps(expected), json.dumps(got)
    return [
        (Span(f"    {name}, recorded: ", "label"), Span(words[0], "good")),
        (Span(f"    {name}, played:   ", "label"), Span(words[1], "bad")),
    ]


def _reproduce(
    disagreement: ReplayDisagreement,
    record: Record,
    file: str,
    spec: str | None,
    options: tuple[str, ...],
) -> list[Line]:
    """Return the command that shows this decision as Thesmos sees it."""
    try:
        game = spec or f"{record['game']}{game_of(record).version}"
    except (UsageError, SpecError):
        return []
    chosen = "".join(f" --option {shlex.quote(option)}" for option in options)
    decision = f"--decision {disagreement.decision}"
    call = f"thesmos legal {shlex.quote(game)}{chosen} --record {shlex.quote(file)}"
    return [
        (Span(f"    {call} --game {shlex.quote(disagreement.game)} {decision}", "strong"),),
    ]
