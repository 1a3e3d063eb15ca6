"""The page about two cards in one game: the bans, rulings and scenarios that involve both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos_rulebook.markdown import NOT_SEARCHED, chip, escaped, link, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.filtered_list import Pick, filtered_list
from thesmos_rulebook.pages.pairs import powers_together, tested_powers


def together_page(context: PageContext) -> str:
    """Return the page; a script filters it by two cards that the reader picks."""
    phrase = context.localizer.phrase
    picks = [Pick("chip", phrase("power")), Pick("chip", phrase("power")),
             Pick("kind", phrase("kind"))]  # fmt: skip
    lines = [*_bans(context), *_rulings(context), *_scenarios(context), ""]
    shown = filtered_list(context.localizer, lines, picks)
    return page(phrase("together"), [phrase("together lead"), "", *shown], NOT_SEARCHED)


def _bans(context: PageContext) -> Iterator[str]:
    """Yield the pairs that are banned from one game, each once."""
    powers = context.localizer.source.powers
    pairs = {
        tuple(sorted((slug, other)))
        for slug, card in powers.items()
        for other, _ in card.banned
        if other in powers
    }
    for pair in sorted(pairs):
        yield _entry(context, "bans", pair, context.localizer.phrase("never together"))


def _rulings(context: PageContext) -> Iterator[str]:
    """Yield the rulings on several powers."""
    source = context.localizer.source
    for ruling in source.rulings:
        if cards := powers_together(source, ruling.cards):
            title = escaped(context.localizer.text(ruling.title))
            linked = link(title, context.site_map.ruling(ruling, context.page))
            yield _entry(context, "rulings", cards, linked)


def _scenarios(context: PageContext) -> Iterator[str]:
    """Yield the scenarios that test several powers."""
    source = context.localizer.source
    for scenario in source.scenarios:
        if cards := powers_together(source, tested_powers(scenario)):
            title = escaped(context.localizer.text(scenario.titles))
            shown = f"{title} {context.clause(scenario.id)}"
            yield _entry(context, "tests", cards, shown)


def _entry(context: PageContext, kind: str, cards: Iterable[str], text: str) -> str:
    """Return an entry of the list: its kind, its cards, and its text."""
    chips = " ".join(chip(context.card(card)) for card in cards)
    return f"- *{context.localizer.phrase(kind)}*{{.kind}} {chips} {text}"
