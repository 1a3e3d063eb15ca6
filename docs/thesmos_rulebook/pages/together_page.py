"""The page that answers for any two powers of a game.

A script shows the answer for the two that a reader picks, from a table beside the page. Without the
script there is a list of all pairs, with what is known of each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from thesmos_rulebook.markdown import NOT_SEARCHED, chip, escaped, link, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.pairs import KnownPair, known_pairs

TABLE = "pairs.js"  # the file beside the page; as a script it can be read from disk too
LABELS = (
    "first card", "second card", "pick two", "texts touch", "texts apart", "rulings",
    "no ruling on both", "tests", "no test of both", "says", "played", "exactly",
)  # fmt: skip


def together_page(context: PageContext) -> str:
    """Return the page, and put the table beside it."""
    phrase = context.localizer.phrase
    pairs = [*known_pairs(context.localizer)]
    folder = context.page.removesuffix(".md")
    context.pictures[f"{folder}/{TABLE}"] = _script(_table(context, pairs))
    labels = json.dumps({name: phrase(name) for name in LABELS}, ensure_ascii=False)
    lines = [phrase("together lead"), ""]
    lines += [f'<div class="pair" data-labels="{escape(labels)}"></div>', ""]
    lines += [f"## {phrase('every pair', count=len(pairs))} {{#all}}", ""]
    lines += ['<div class="pairs" markdown>', "", *(_entry(context, pair) for pair in pairs)]
    return page(phrase("together"), [*lines, "", "</div>"], NOT_SEARCHED)


def _entry(context: PageContext, pair: KnownPair) -> str:
    """Return what is known of a pair, in a line."""
    localizer, phrase = context.localizer, context.localizer.phrase
    titles = " ".join(chip(escaped(localizer.title(power))) for power in pair.powers)
    parts = [_may_meet(context, pair)]
    if pair.subjects:
        parts.append(f"{phrase('texts touch')}: {escaped(', '.join(pair.subjects))}.")
    parts += [
        link(escaped(localizer.text(ruling.title)), context.site_map.ruling(ruling, context.page))
        for ruling in pair.rulings
    ]
    parts += [
        link(escaped(localizer.text(scenario.titles)), context.links[scenario.id])
        for scenario in pair.scenarios
    ]
    return f"- {titles} {' · '.join(parts)}"


def _may_meet(context: PageContext, pair: KnownPair) -> str:
    """Return whether two powers may be in one game, and if not why."""
    phrase = context.localizer.phrase
    if pair.banned:
        return f"{phrase('never together')} {phrase('no reason')}"
    if not pair.players and all(context.localizer.source.powers[p].players for p in pair.powers):
        return phrase("never by players")
    numbers = ", ".join(map(str, pair.players))
    return phrase("may meet", players=numbers) if numbers else phrase("may meet any")


def _script(table: dict[str, Any]) -> str:
    """Return a table as a script."""
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"window.thesmosPairs={text};\n"


def _table(context: PageContext, pairs: list[KnownPair]) -> dict[str, Any]:
    """Return everything that the script shows: cards, rulings, scenarios, and pairs."""
    localizer, source = context.localizer, context.localizer.source
    rulings = {ruling.id: ruling for pair in pairs for ruling in pair.rulings}
    scenarios = {scenario.id: scenario for pair in pairs for scenario in pair.scenarios}
    return {
        "cards": {
            slug: {
                "title": localizer.title(slug),
                "to": context.site_map.to(slug, context.page),
                "words": [
                    [localizer.heading(heading), localizer.text(texts)]
                    for heading, texts in card.text.items()
                ],
                "exactly": [*_sentences(context, slug)],
            }
            for slug, card in source.powers.items()
        },
        "rulings": {
            name: {
                "title": localizer.text(ruling.title),
                "to": context.site_map.ruling(ruling, context.page),
                "says": localizer.text(ruling.card),
                "played": localizer.text(ruling.played),
            }
            for name, ruling in rulings.items()
        },
        "scenarios": {
            name: {"title": localizer.text(scenario.titles), "to": context.drawn[name]}
            for name, scenario in scenarios.items()
        },
        "pairs": [
            [
                *pair.powers,
                _may_meet(context, pair),
                [*pair.subjects],
                [ruling.id for ruling in pair.rulings],
                [scenario.id for scenario in pair.scenarios],
            ]
            for pair in pairs
        ],
    }


def _sentences(context: PageContext, slug: str) -> Iterator[str]:
    sentences = context.localizer.sentences
    if sentences is not None:
        yield from sentences.clauses(slug).values()
