"""`thesmos doctor`: check the first conversation with an adapter."""

from __future__ import annotations

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
@click.option(
    "--game", metavar="GAME", help="The game to ask about. Default: the first one it claims."
)
@click.option("--raw", is_flag=True, help="Show every line in full.")
@json_option
@click.pass_context
def command(ctx: click.Context, adapter: str, game: str | None, raw: bool, as_json: bool) -> None:
    """Hold a first conversation with ADAPTER, a TOML file with `command = ["…"]`.

    Each step shows the lines of the conversation, whether they are right, and what to fix. The exit
    code is 0 if all is well, 1 if something needs fixing, 3 if the adapter can't be started.
    """
    games = [game] if game else shipped_slugs()
    how = read_adapter(adapter, games)
    reference = Reference(games, __version__)
    slug = next(iter(reference.games())) if game else None
    if as_json:
        found = examine(how, reference, slug)
        print_json(_as_json(found))
    else:
        found = examine(how, reference, slug, lambda step: print_lines(_lines(step, raw)))
        notes: list[Line] = [(Span(f"note: {note}"),) for note in found.notes]
        print_lines([(), *notes, (Span(found.summary),)])
    ctx.exit(NOT_STARTED if found.hello is None else int(not found.well))


def _lines(step: StepResult, raw: bool) -> list[Line]:
    name = f"{list(STEPS).index(step.name) + 1:2}  {step.name:12}"
    style = STYLES.get(step.verdict, "dim")
    made: list[Line] = [
        (Span(name, "strong"), Span(f"{step.verdict:9}", style), Span(STEPS[step.name], "dim"))
    ]
    for said in step.transcript:
        made.append((Span(f"      {ARROWS[said.direction]} {_cut(said.line, raw)}", "label"),))
    made.append((Span(f"      {step.words}"),))
    if step.stderr:
        tail = step.stderr.rstrip().splitlines()[-TAIL:]
        made += [(Span("      on standard error:", "dim"),)]
        made += [(Span(f"        {_cut(line, raw)}", "dim"),) for line in tail]
    if step.fix:
        made.append((Span(f"      fix: {step.fix}", "strong"),))
    if step.example:
        made.append((Span(f"      right answer: {_cut(step.example, raw)}"),))
    return made


def _cut(line: str, raw: bool) -> str:
    """A line, shortened for display."""
    return line if raw or len(line) <= SHOWN else f"{line[:SHOWN]}… ({len(line)} characters)"


def _as_json(found: DoctorReport) -> dict[str, object]:
    return {
        "well": found.well,
        "implementation": found.hello.name if found.hello else None,
        "summary": found.summary,
        "notes": list(found.notes),
        "steps": [
            {
                "name": step.name,
                "verdict": step.verdict,
                "words": step.words,
                "mend": step.fix,
                "example": step.example,
                "said": [{"direction": one.direction, "line": one.line} for one in step.transcript],
                "stderr": step.stderr,
            }
            for step in found.steps
        ],
    }
