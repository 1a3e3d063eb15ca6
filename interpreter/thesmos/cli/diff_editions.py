"""`thesmos diff-editions`: show what differs from one edition of a game to another."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import print_json, print_lines
from thesmos.render.span import Line, Span

if TYPE_CHECKING:
    from thesmos.tools.edition_differences import EditionDifferences, PartDifference


@click.command("diff-editions")
@click.argument("game")
@click.argument("before", metavar="EDITION")
@click.argument("after", metavar="[EDITION]", required=False)
@json_option
def command(game: str, before: str, after: str | None, as_json: bool) -> None:
    """Show what differs from one EDITION of GAME to another, card by card.

    Without a second EDITION, the one in the game's own folder is used. The exit code is 0 whether
    they differ or not.
    """
    from thesmos.tools.edition_differences import edition_differences

    differences = edition_differences(game, before, after)
    if as_json:
        print_json(differences.as_json())
    else:
        print_lines(_lines(differences))


def _lines(differences: EditionDifferences) -> Iterator[Line]:
    yield (Span(f"{differences.game}: {differences.before} → {differences.after}", "strong"),)
    for word, style, cards in (
        ("new", "good", differences.added),
        ("gone", "bad", differences.removed),
    ):
        if cards:
            yield (Span(f"{word}: ", "label"), Span(", ".join(cards), style))
    for card, parts in differences.cards.items():
        yield ()
        yield (Span(card, "strong"),)
        for part in parts:
            yield (Span(f"  {part.part}", "label"),)
            yield from _both(part)
    if not (differences.added or differences.removed or differences.cards):
        yield (Span("nothing differs", "dim"),)


def _both(part: PartDifference) -> Iterator[Line]:
    """Yield the lines that differ, before and after."""
    styles = {"-": "bad", "+": "good", " ": "dim"}
    for line in difflib.ndiff(_written(part.before), _written(part.after)):
        if line[0] in styles:  # other lines mark the characters that differ
            yield (Span(f"    {line}", styles[line[0]]),)


def _written(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return value.rstrip("\n").split("\n")
    import yaml  # not needed for `--help`

    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=96)
    return text.rstrip("\n").split("\n")
