"""`thesmos new game`: write the folder of a small complete game to turn into your own."""

from __future__ import annotations

import os
from pathlib import Path

import click

from thesmos.cli.arguments import FILE
from thesmos.cli.check import GAME_FILE
from thesmos.cli.new import checked_slug, title_of
from thesmos.cli.new_schema import with_schema
from thesmos.files import write_files
from thesmos.resources import SCENARIOS

GAME = """\
# %title%. Every part of a game is here once: turn them into yours one by one.
#   thesmos check %folder%    every mistake, with its place
#   thesmos play %folder%     play it
#   thesmos test %folder%     try its scenarios
thesmos: game
slug: %slug%
title: {en: %title%}
edition: "1"
players: {min: 2, max: 2}

# What there is. `says` is what the rule book calls it: one, then several.
boards:
  Square: {grid: 5x5, adjacent: 8, names: A1, says: {en: "a square, squares"}}

zones: [box]                            # where pieces are that have left the board

pieces:
  Pawn:
    says: {en: "a pawn, pawns"}
    on: Square
    attributes:
      owner: {is: Side}
    supply:
      - {owner: 1, place: C1}
      - {owner: 2, place: C5}

# What can be true or false about these.
facts:
  free(s in Square):
    is: Pawn at s is none
    says: {en: "{s} is [|not ]free"}

# What players do. Roles with a type are chosen so that all rules hold; others follow from them.
actions:
  move:
    says:
      verb: {en: "move a pawn, moves a pawn, moved a pawn"}
      noun: {en: "a move, moves"}
    roles:
      pawn: {is: Pawn, says: {en: the pawn}}
      from: {is: place(pawn), says: {en: the square it leaves}}
      to: {is: Square, says: {en: the square it enters}}
    rules:
      own: pawn in your Pawns
      near: to in adjacent(from)
      free: free(to)
    do: place(pawn) := to
    text: "{from}-{to}"

# When they do it. A player who has to move and can't is stuck, and loses.
steps:
  move: {when empty: stuck}

flow:
  turn:
    - begin turn
    - {steps: move}
    - judge                             # whether somebody has won
    - pass

# What else holds, under headings. Here: who wins.
headings: [Your Turn, End of the Game]

clauses:
  End of the Game: |
    win across for active
        where some (p in your Pawns where row(place(p)) = (5 if active = player 1 else 1))

# The rules as people read them.
text:
  Your Turn:
    en: Move your pawn to a free square next to it, also diagonally.
  End of the Game:
    en: Whoever reaches the opposite side of the board wins. Whoever can't move loses.

# How a position is written, and drawn.
position:
  pawns: {pieces: Pawn, text: "{place} {owner}", shape: pawn}
"""

SCENARIO = """\
# A position, what is legal in it, what is illegal and by which rule, and what follows.
thesmos: scenario
title: Whoever reaches the opposite side wins
clauses: [%slug%.end-of-the-game.1, move.near, move.free]
source: the rules
tags: [show]                            # the rule book draws it
given:
  game: %slug%
  to_move: 1
  powers: [none, none]
  position: {pawns: [C4 1, C5 2]}
steps:
  - then:
      legal: {includes: [C4-B5, C4-D5, C4-C3]}
      illegal: {C4-C5: move.free, C4-C2: move.near}
each:
  - {when: C4-B5, then: {result: {winners: [1], reason: across}}}
  - {when: C4-C3, then: {player: 2, result: none}}
"""


@click.command("game", short_help="Write a small complete game to turn into your own.")
@click.argument("slug")
@click.option("--out", type=FILE, metavar="FOLDER",
              help="Write to this folder instead of one named after the game.")  # fmt: skip
def command(slug: str, out: Path | None) -> None:
    """Write the game SLUG into a new folder: a small complete game to turn into your own.

    It is a race between two pawns, with one scenario. It passes `check --strict` and can be played
    at once. Its file game.yaml has each part of a game once, with comments: the board and the
    pieces, what players do and when, who wins, the text for people, and how positions are written.
    Existing files are never overwritten.

    \b
    thesmos new game thin-ice
    thesmos play thin-ice
    thesmos check --strict thin-ice
    thesmos test thin-ice
    """  # noqa: D301  # click reads the \b
    from thesmos.syntax.spec_folder import name_of_folder, shipped_games

    checked_slug(slug, "a game")
    folder = out if out is not None else Path(slug)
    name = str(folder)
    if name in shipped_games():
        name = name_of_folder(folder)
    files = game_files(slug, name.replace(os.sep, "/"))
    texts = with_schema({folder / name: text for name, text in files.items()}, folder)
    write_files(texts)
    for path in texts:
        click.echo(f"wrote {path}")
    click.echo(f"next: thesmos play {name}")


def game_files(slug: str, folder: str) -> dict[str, str]:
    """Return the texts of the files of a new game, by their paths below its folder.

    folder: what the comments in them call it.
    """
    values = {"title": title_of(slug), "slug": slug, "folder": folder}
    templates = {GAME_FILE: GAME, f"{SCENARIOS}/reaching-the-other-side.yaml": SCENARIO}
    return {name: filled(text, values) for name, text in templates.items()}


def filled(text: str, values: dict[str, str]) -> str:
    """Return a text with each `%name%` replaced by its value."""
    for name, value in values.items():
        text = text.replace(f"%{name}%", value)
    return text
