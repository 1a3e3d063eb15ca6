"""What is dealt to the page: a match of the rules as they are written, and the words for it."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.syntax.documents import CardDocument
from thesmos.web.tables import tables
from thesmos_rulebook.boards.table import written_table
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer

Json = dict[str, Any]


def match_of(game: Game, seating: Mapping[str, Any]) -> Match:
    """Return the match of a seating, even if the rules forbid it. Raises UsageError.

    seating: `powers`, one for each player or null; `mode`; and `options`, values by name.
    """
    powers = [power or None for power in seating["powers"]]
    mode = game.mode(seating["mode"] or None, len(powers))
    options = {**game.default_options, **seating.get("options", {})}
    setup = dict(_named(game, powers, mode.needs, mode.tag))
    return game.match(powers, mode.slug, options, setup, any_match_up=True)


def _named(
    game: Game, powers: Sequence[str | None], needs: str, tag: str
) -> Iterator[tuple[str, str]]:
    """Yield the words for cards that nobody has at first, each with the first card that fits."""
    used = {power for power in powers if power is not None}
    reserves = [card.reserve for slug, card in game.powers.items() if slug in used]
    wanted = [(needs, tag)] + [(has.needs, has.tag) for has in reserves if has is not None]
    for word, by in wanted:
        suitable = [slug for slug, card in game.powers.items() if _fits(card, by, used)]
        if word and suitable:
            used.add(suitable[0])
            yield word, suitable[0]


def _fits(card: CardDocument, tag: str, used: set[str]) -> bool:
    return (
        tag in card.tags and card.slug not in used and not used & {slug for slug, _ in card.banned}
    )


def module_of(match: Match) -> Json:
    """Return a match as WebAssembly, in base 64, with the tables of its notation."""
    return {
        "module": b64encode(printed(match.linked)).decode(),
        "tables": json.loads(json.dumps(tables(match))),
    }


def tracing_of(match: Match) -> str:
    """Return the module that notes what happens in a match and explains options, in base 64."""
    return b64encode(printed_tracing(match.linked)).decode()


def words_of(game: Game, match: Match, language: str) -> Json:
    """Return what a board says and draws for a match; the page adds the book's own phrases."""
    localizer = Localizer(BookSource(game), language, records=False)
    cards = [card.card.slug for card in match.linked.cards]
    return written_table(localizer, match.linked, [*cards, match.linked.mode.slug])


def options_of(game: Game, language: str) -> list[Json]:
    """Return the options of a game: the name and the title of each, and those of its values."""
    localizer = Localizer(BookSource(game), language, records=False)
    return [
        {
            "name": name,
            "title": localizer.option_name(name),
            "values": [
                {"name": value, "title": localizer.option_name(name, value)} for value in values
            ],
        }
        for name, values in game.options.items()
    ]


def findings_in(match: Match, position: Mapping[str, Any], text: str) -> tuple[bool, list[Any]]:
    """Return whether a choice is offered in a position, and what rules and clauses say about it.

    Raises UsageError if the rules exclude the position, or know no such choice there.
    """
    state = match.load(dict(position))
    decision = state.decision
    if decision is None:
        raise UsageError("the game is over", "there is no decision")
    legal = text in decision.texts
    return legal, [*(state.explain(text) if legal else state.why_not(text))]
