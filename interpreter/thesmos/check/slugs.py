"""The slugs of a game, its cards and its modes: each is the name of pages, and of clauses.

Two with one name would be told at one place, and cited by one id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import documents as d

INDEX = "index"  # the page that lists all in its folder
LANGUAGE = re.compile(r"[a-z]{2}")  # the folder of a language, in which games have theirs


def check_slugs(
    game: d.GameDocument, cards: Mapping[str, d.CardDocument], modes: Mapping[str, d.ModeDocument]
) -> Iterator[Diagnostic]:
    """What can't be a slug here: a language's code for a game, `index`, or another one's."""
    if LANGUAGE.fullmatch(game.slug):
        location = game.locations.get("slug", game.location)
        yield _diagnostic(
            f"`{game.slug}` is the code of a language, and can't be a game's slug", location
        )
    taken = {game.slug: "the game", game.base.slug: "the game"}
    powers = [("power", card.slug, card.location) for card in cards.values()]
    for kind, slug, location in powers + [("mode", m.slug, m.location) for m in modes.values()]:
        if slug == INDEX:
            yield _diagnostic(
                f"`{INDEX}` is the page of all {kind}s, and can't be one's slug", location
            )
        elif slug in taken:
            yield _diagnostic(f"`{slug}` is already the slug of {taken[slug]}", location)
        taken.setdefault(slug, f"a {kind}")


def _diagnostic(message: str, location: Location) -> Diagnostic:
    return Diagnostic("E373", message, location, "choose another slug, and name its file so")
