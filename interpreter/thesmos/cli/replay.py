"""`thesmos replay`: replay recorded games and compare every decision."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, json_option
from thesmos.cli.output import number, print_json, print_lines, progress
from thesmos.cli.show import columns, picture
from thesmos.diagnostics import SpecError, UsageError
from thesmos.record.format import find_record
from thesmos.record.replay import ReplayDisagreement, state_at
from thesmos.render.span import Line, Span
from thesmos.render.text_board import phrase
from thesmos.tools.replay_files import ReplayReport, match_of, replay_files

IN_FULL = 5  # disagreements shown with their boards
IN_SHORT = 40  # further disagreements shown in one line each


@click.command("replay")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE…")
@click.option("--jobs", type=click.IntRange(1, 256),
              help="Number of processes. Default: one for each CPU.")  # fmt: skip
@click.option(
    "--max-games", type=click.IntRange(0), metavar="N", help="Stop after this many games."
)
@click.option("--spec", metavar="FOLDER",
              help="Play by this spec instead of the game that the record names.")  # fmt: skip
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[Path, ...],
    jobs: int | None,
    max_games: int | None,
    spec: str | None,
    as_json: bool,
) -> None:
    """Replay the recorded games of FILE… and compare every decision.

    A game is played from its set-up; the record gives the choices and the outcomes of chance. The
    replay of a game stops at its first difference. The exit code is 1 if there is one.
    """
    processes = jobs or os.cpu_count() or 1
    total = sum(path.stat().st_size for path in files if path.is_file())
    with progress("replaying", total) as move:
        report = replay_files(
            files, processes, max_games, spec, lambda report, read: move(read, _so_far(report))
        )
    if as_json:
        print_json(report.to_json())
    else:
        _print(report, spec)
    ctx.exit(1 if report.disagreements else 0)


def _so_far(report: ReplayReport) -> str:
    wrong = len(report.disagreements)
    return f"{number(report.games)} games, {number(wrong)} disagree"


def _print(report: ReplayReport, spec: str | None) -> None:
    found = list(zip(report.disagreements, report.where, strict=True))
    for one, file in found[:IN_FULL]:
        print_lines(in_full(one, file, spec))
    for one, file in found[IN_FULL : IN_FULL + IN_SHORT]:
        click.echo(f"{file} {one.game} #{one.decision}: {one.kind}")
    if len(found) > IN_FULL + IN_SHORT:
        click.echo(f"… and {number(len(found) - IN_FULL - IN_SHORT)} more; --json lists all")
    agree = report.games - len(found)
    click.echo(
        f"{number(agree)} of {number(report.games)} games agree, "
        f"{number(report.decisions)} decisions compared"
    )


def in_full(one: ReplayDisagreement, file: str, spec: str | None) -> list[Line]:
    """A disagreement: where it is, the board, both sides, and the command that shows it."""
    verb = "differ" if one.kind == "options" else "differs"
    head = (
        Span(f"{file} {one.game} #{one.decision}: ", "strong"),
        Span(f"{one.kind} {verb}" if one.kind != "error" else "error", "bad"),
    )
    return [(), head, *_board(one, file, spec), *difference(one), *_reproduce(one, file, spec)]


def _board(one: ReplayDisagreement, file: str, spec: str | None) -> list[Line]:
    """The board of our own state; nothing if the game can't be replayed that far."""
    try:
        record = find_record(Path(file), one.game)
        match = match_of(record, spec)
        state, _ = state_at(match, record, one.decision)
        return picture(match, state)
    except (UsageError, SpecError):
        return []


def difference(one: ReplayDisagreement) -> list[Line]:
    """Both sides of a disagreement; for options, only those that one side lacks."""
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


def _reproduce(one: ReplayDisagreement, file: str, spec: str | None) -> list[Line]:
    """The command that shows this decision as Thesmos sees it."""
    try:
        game = spec or find_record(Path(file), one.game)["game"]
    except UsageError:
        return []
    call = f"thesmos legal {shlex.quote(game)} --record {shlex.quote(file)}"
    return [
        (Span(f"    {call} --game {shlex.quote(one.game)} --decision {one.decision}", "strong"),)
    ]
