"""`thesmos new`, and `thesmos new power`: write a template for a card, which passes `check`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from thesmos.cli.arguments import FILE
from thesmos.cli.check import GAME_FILE
from thesmos.cli.new_schema import with_schema
from thesmos.cli.plugins import commands
from thesmos.diagnostics import UsageError
from thesmos.files import write_files

if TYPE_CHECKING:
    from thesmos.play.game import Game

T = TypeVar("T")

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_SLUG = 40

SKELETON = """\
# A power of {game}. What is not written here follows the base rules.
#   thesmos check {path}
#   thesmos play {folder} --powers {slug},none
thesmos: power
slug: {slug}
title: {{en: {title}}}
# subtitle: {{en: A few words about who this is}}
# players: [2, 3]                     # the numbers of players it is for; default: any
# banned: [slug]                      # powers that it may not meet
# begins: always                      # its holder is player 1; or `never`

# What the card says, in your own words, under the headings of the game: {headings}.
text:
  {heading}:
    en: Write the text of the card here.

# What the power remembers, and for how long: `game` (the default) or `turn`.
# memory:
#   marks: {{is: 0..3, lasts: turn}}

# What the card does, clause by clause, under the same headings. Clauses use the actions, the
# rules of actions and the steps that {file} declares:
#   actions: {actions}
#   steps: {steps}
# Some kinds of clauses:
#   permit ACTION waiving RULE where CONDITION
#   forbid ACTION where CONDITION
#   may skip STEP where CONDITION
#   may repeat STEP once where CONDITION: CLAUSE
#   after ACTION where CONDITION: next STEP
#   on your turn where CONDITION: CLAUSE
# The clause below never applies: replace `no` after `where` with a condition.
# clauses:
#   {heading}: |
#     {clause}
"""


class NewGroup(click.Group):
    """The commands `thesmos new …`, including those of other packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of what can be created."""
        return [name.removeprefix("new ") for name in commands() if name.startswith("new ")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command by its name; None if there is none."""
        info = commands().get(f"new {cmd_name}")
        return info.load() if info else None


@click.group("new", cls=NewGroup)
def command() -> None:
    """Create something new from a template."""


@click.command("power", short_help="Write a template for a card.")
@click.argument("game")
@click.argument("slug")
@click.option("--out", type=FILE, metavar="FILE",
              help="Write to this file instead of the game's folder `powers`.")  # fmt: skip
def power(game: str, slug: str, out: Path | None) -> None:
    """Write a commented template for the power SLUG of GAME, ready to be filled in.

    GAME is a spec folder or a shipped game's name. An existing file is never overwritten.
    """
    checked_slug(slug, "a power")
    from thesmos.play.game import load

    loaded = load(game)
    path = out if out is not None else loaded.path / "powers" / f"{slug}.yaml"
    if slug in loaded.checked.cards:
        raise UsageError(f"{game} already has a power `{slug}`", "choose another slug")
    files = with_schema({path: skeleton(loaded, slug, path)}, loaded.path)
    write_files(files)
    for name in files:
        click.echo(f"wrote {name}")


def checked_slug(slug: str, of: str) -> None:
    """Raise UsageError if a text can't be a slug. of: what it is for, such as `a power`."""
    if len(slug) > MAX_SLUG or not SLUG.fullmatch(slug):
        raise UsageError(
            f"`{slug}` can't be the slug of {of}",
            f"use lower-case letters, digits and -, at most {MAX_SLUG} characters",
        )


def title_of(slug: str) -> str:
    """Return a title to begin with: the words of a slug, capitalized."""
    return slug.replace("-", " ").title()


def skeleton(game: Game, slug: str, path: Path) -> str:
    """Return the text of a new power's file, with the names that its game declares."""
    written = game.checked.written
    heading, clause = typical_clause(game)
    return SKELETON.format(
        game=written.title.get("en", game.slug),
        path=path,
        folder=game.path,
        slug=slug,
        title=title_of(slug),
        headings=", ".join(written.headings),
        heading=heading,
        clause=clause,
        file=game.path / GAME_FILE,
        actions=", ".join(action.name for action in written.base.actions),
        steps=", ".join(step.name for step in written.base.steps),
    )


def typical_clause(game: Game) -> tuple[str, str]:
    """Return a heading for a new card, and a clause under it that never applies.

    These are the heading and the action that most cards have clauses for, and the rule of that
    action that they waive most often, if any.
    """
    from thesmos.program.clauses import Permit

    written = game.checked.written
    actions = [action.name for action in game.checked.program.base.actions]
    cards = game.checked.program.cards.values()
    clauses = [c for card in cards for c in card.clauses if c.about in actions]
    about = dict.fromkeys((c.card, c.heading, c.about) for c in clauses)
    begin = (next(iter(written.headings), "Text"), str(next(iter(actions), "ACTION")))
    heading, action = _commonest(((heading, str(on)) for _, heading, on in about), begin)
    permits = [c for c in clauses if isinstance(c, Permit) and c.heading == heading]
    rule = _commonest((name for c in permits if str(c.action) == action for name in c.waives), "")
    return (
        heading,
        f"permit {action} waiving {rule} where no" if rule else f"forbid {action} where no",
    )


def _commonest(items: Iterable[T], none: T) -> T:
    """Return the most frequent item, the first if several are; `none` if there are no items."""
    return next((item for item, _ in Counter(items).most_common(1)), none)
