"""`thesmos doctor`: check the first conversation with an adapter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import click

from thesmos import __version__
from thesmos.cli.arguments import json_option
from thesmos.cli.output import print_json, print_lines
from thesmos.render.span import Line, Span
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.doctor.conversation import examine
from thesmos_conform.doctor.result import STEPS, WELL, WRONG, DoctorReport, StepResult
from thesmos_conform.reference.reference import Reference
from thesmos_conform.report.verdict import NOT_STARTED

SHOWN = 200  # characters of a line, except with --raw
TAIL = 8  # lines of standard error
STYLES = {WELL: "good", WRONG: "bad"}
ARROWS = {"to": "→", "from": "←"}


@click.command("doctor")
@click.argument("adapter", type=click.Path())
@click.option("--game", metavar="GAME", help="The game to ask about. Default: each that it claims.")
@click.option("--raw", is_flag=True, help="Show every line in full.")
@json_option
@click.pass_context
def command(ctx: click.Context, adapter: str, game: str | None, raw: bool, as_json: bool) -> None:
    """Hold a first conversation with ADAPTER, a TOML file with `command = ["…"]`.

    Each step shows the lines of the conversation, whether they are right, and what to fix. The exit
    code is 0 if all is well, 1 if something needs fixing, 3 if the adapter can't be started.
    """
    games = [game] if game else shipped_slugs()
    config = read_adapter(adapter, games)
    reference = Reference(games, __version__)
    show = (lambda step: None) if as_json else partial(_show, raw=raw)
    slug = next(iter(reference.games())) if game else None
    reports = {slug or "": examine(config, reference, slug, show)}
    hello = reports[slug or ""].hello
    if not as_json:
        _print_end(reports[slug or ""])
    if game is None and hello is not None:
        first, *others = [slug for slug in reference.games() if slug in hello.games] or [""]
        reports = {first: reports[""]}
        for other in others:
            if not as_json:
                print_lines([(), (Span(other, "strong"),)])
            reports[other] = examine(config, reference, other, show)
            if not as_json:
                _print_end(reports[other])
    if as_json:
        print_json(_together(reports))
    well = all(report.well for report in reports.values())
    ctx.exit(NOT_STARTED if hello is None else int(not well))


def _show(step: StepResult, raw: bool) -> None:
    print_lines(_lines(step, raw))


def _print_end(report: DoctorReport) -> None:
    notes: list[Line] = [(Span(f"note: {note}"),) for note in report.notes]
    print_lines([(), *notes, (Span(report.timing, "dim"),), (Span(report.summary),)])


def _together(reports: Mapping[str, DoctorReport]) -> dict[str, object]:
    """Return the first report as data; of several games, with each of them."""
    data = _as_json(next(iter(reports.values())))
    if len(reports) == 1:
        return data
    games = {slug: _as_json(report) for slug, report in reports.items()}
    return data | {"well": all(report.well for report in reports.values()), "games": games}


def _lines(step: StepResult, raw: bool) -> list[Line]:
    name = f"{list(STEPS).index(step.name) + 1:2}  {step.name:12}"
    style = STYLES.get(step.verdict, "dim")
    lines: list[Line] = [
        (Span(name, "strong"), Span(f"{step.verdict:9}", style), Span(STEPS[step.name], "dim"))
    ]
    for message in step.transcript:
        lines.append(
            (Span(f"      {ARROWS[message.direction]} {_cut(message.line, raw)}", "label"),)
        )
    lines.append((Span(f"      {step.words}"),))
    if step.stderr:
        tail = step.stderr.rstrip().splitlines()[-TAIL:]
        lines += [(Span("      on standard error:", "dim"),)]
        lines += [(Span(f"        {_cut(line, raw)}", "dim"),) for line in tail]
    if step.fix:
        lines.append((Span(f"      fix: {step.fix}", "strong"),))
    if step.example:
        lines.append((Span(f"      right answer: {_cut(step.example, raw)}"),))
    return lines


def _cut(line: str, raw: bool) -> str:
    """Return a line, shortened for display."""
    return line if raw or len(line) <= SHOWN else f"{line[:SHOWN]}… ({len(line)} characters)"


def _as_json(report: DoctorReport) -> dict[str, object]:
    return {
        "well": report.well,
        "implementation": report.hello.name if report.hello else None,
        "summary": report.summary,
        "notes": list(report.notes),
        "timing": report.timing,
        "steps": [
            {
                "name": step.name,
                "verdict": step.verdict,
                "words": step.words,
                "mend": step.fix,
                "example": step.example,
                "said": [
                    {"direction": message.direction, "line": message.line}
                    for message in step.transcript
                ],
                "stderr": step.stderr,
            }
            for step in report.steps
        ],
    }
