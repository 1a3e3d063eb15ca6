"""Disagreements of a replay, in full: the board, both sides, and the command that shows it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from thesmos.cli.arguments import read_pairs
from thesmos.cli.show import columns, picture
from thesmos.diagnostics import SpecError, UsageError
from thesmos.record.format import find_record
from thesmos.record.matches import game_of, match_of
from thesmos.record.replay import ReplayDisagreement, state_at
from thesmos.render.phrase import phrase
from thesmos.render.span import Line, Span


def in_full(
    one: ReplayDisagreement, file: str, spec: str | None, options: tuple[str, ...] = ()
) -> list[Line]:
    """Show a disagreement: where it is, the board, both sides, and the command that shows it.

    options: pairs `name=value` that override those of the record.
    """
    verb = "differ" if one.kind == "options" else "differs"
    head = (
        Span(f"{file} {one.game} #{one.decision}: ", "strong"),
        Span(f"{one.kind} {verb}" if one.kind != "error" else "error", "bad"),
    )
    return [
        (),
        head,
        *_board(one, file, spec, options),
        *difference(one),
        *_reproduce(one, file, spec, options),
    ]


def _board(
    one: ReplayDisagreement, file: str, spec: str | None, options: tuple[str, ...]
) -> list[Line]:
    """Return the board of our own state; no lines if the game can't be replayed that far."""
    try:
        record = find_record(Path(file), one.game)
        match = match_of(record, spec, read_pairs(options))
        state, _ = state_at(match, record, one.decision)
        return picture(match, state)
    except (UsageError, SpecError):
        return []


def difference(one: ReplayDisagreement) -> list[Line]:
    """Return both sides of a disagreement; for options, only those that one side lacks."""
    expected, got = one.expected, one.got
    if one.kind == "options":
        missing, extra = set(expected) - set(got), set(got) - set(expected)
        both = len(set(expected) & set(got))
        lines: list[Line] = [(Span(f"    {both} options agree", "dim"),)]
        for word, style, texts in (("missing", "good", missing), ("unexpected", "bad", extra)):
            if texts:
                lines += [(Span(f"    {word}:", style),), *columns(sorted(texts))]
        return lines
    if one.kind == "position" and isinstance(expected, dict) and isinstance(got, dict):
        keys = [key for key in expected | got if expected.get(key) != got.get(key)]
        return [line for key in keys for line in _pair(key, expected.get(key), got.get(key))]
    return _pair(one.kind, expected, got)


def _pair(name: str, expected: Any, got: Any) -> list[Line]:
    return [
        (Span(f"    {name}, recorded: ", "label"), Span(phrase(expected), "good")),
        (Span(f"    {name}, played:   ", "label"), Span(phrase(got), "bad")),
    ]


def _reproduce(
    one: ReplayDisagreement, file: str, spec: str | None, options: tuple[str, ...]
) -> list[Line]:
    """Return the command that shows this decision as Thesmos sees it."""
    try:
        record = find_record(Path(file), one.game)
        game = spec or f"{record['game']}{game_of(record).version}"
    except (UsageError, SpecError):
        return []
    chosen = "".join(f" --option {shlex.quote(option)}" for option in options)
    call = f"thesmos legal {shlex.quote(game)}{chosen} --record {shlex.quote(file)}"
    return [
        (Span(f"    {call} --game {shlex.quote(one.game)} --decision {one.decision}", "strong"),)
    ]
