"""The data of a game for other programs: cards, bans, rulings and scenarios as JSON, with schemas.

All texts are in the page's language. Each file is an array, and its schema stands beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from thesmos_rulebook.markdown import NOT_SEARCHED, code, link, page
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.context import PageContext

Row = dict[str, Any]
TEXT, TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
NUMBERS = {"type": "array", "items": {"type": "integer", "minimum": 1}}
BY_NAME = {"type": "object", "additionalProperties": {"type": "string"}}
FIELDS: Mapping[str, Mapping[str, tuple[Mapping[str, Any], str]]] = {
    "cards": {
        "slug": (TEXT, "The name of the card in all files; it never changes."),
        "title": (TEXT, "What the card is called."),
        "subtitle": (TEXT, "The line below the title; empty if it has none."),
        "order": ({"type": ["integer", "null"]}, "Its place in the order of powers."),
        "players": (NUMBERS, "The numbers of players it is for; empty for any."),
        "tags": (TEXTS, "Its kinds."),
        "text": (BY_NAME, "The words of the card, by heading."),
        "clauses": (BY_NAME, "What it means exactly: a sentence for each id of a clause."),
        "page": (TEXT, "Its page in the book, from the folder of the language."),
    },
    "bans": {
        "cards": (TEXTS, "The slugs of two cards that are never in one game."),
    },
    "rulings": {
        "id": (TEXT, "The name of the ruling; it never changes."),
        "edition": (TEXT, "The edition of the rules that it is about: a year and a month."),
        "title": (TEXT, "The question."),
        "says": (TEXT, "What the card says."),
        "played": (TEXT, "What is played."),
        "cards": (TEXTS, "The slugs of the cards that it is about."),
        "clauses": (TEXTS, "The ids of the clauses that decide."),
        "scenarios": (TEXTS, "The ids of the scenarios that show it."),
        "evidence": (TEXTS, "Recorded decisions, and sections of the facts."),
    },
    "scenarios": {
        "id": (TEXT, "The name of the scenario; it never changes."),
        "title": (TEXT, "What it shows."),
        "powers": ({"type": "array", "items": {"type": ["string", "null"]}},
                   "The slug of the card of each player; null for none."),
        "clauses": (TEXTS, "The ids of the clauses that it tests."),
        "page": (TEXT, "Where it is drawn, from the folder of the language."),
    },
}  # fmt: skip


def data_page(context: PageContext) -> str:
    """Return the page about the files, and put the files beside it."""
    phrase, rows = context.localizer.phrase, data_of(context)
    folder = context.page.removesuffix(".md")
    name = folder.rpartition("/")[2]
    lines = [phrase("data lead"), ""]
    for kind, table in rows.items():
        context.pictures[f"{folder}/{kind}.json"] = _json(table)
        context.pictures[f"{folder}/{kind}.schema.json"] = _json(schema_of(kind))
        file, schema = f"{kind}.json", f"{kind}.schema.json"
        lines += [f"## {code(file)} {{#{kind}}}", ""]
        links = [link(text, f"{name}/{text}") for text in (file, schema)]
        lines += [f"{' · '.join(links)} ({len(table)})", ""]
        lines += [f"- {code(field)}: {text}" for field, (_, text) in FIELDS[kind].items()]
        first = json.dumps(table[:1], ensure_ascii=False, indent=1)
        lines += ["", *sections.folded(phrase("first entry"), first)]
    return page(phrase("data"), lines, NOT_SEARCHED)


def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a file."""
    fields = FIELDS[kind]
    properties = {field: {**shape, "description": text} for field, (shape, text) in fields.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{kind}.json",
        "type": "array",
        "items": {
            "type": "object",
            "properties": properties,
            "required": [*fields],
            "additionalProperties": False,
        },
    }


def data_of(context: PageContext) -> dict[str, list[Row]]:
    """Return the rows of each file that has any."""
    rows = {
        "cards": [*_cards(context)],
        "bans": [*_bans(context)],
        "rulings": [*_rulings(context)],
        "scenarios": [*_scenarios(context)],
    }
    return {kind: table for kind, table in rows.items() if table}


def _cards(context: PageContext) -> Iterator[Row]:
    localizer = context.localizer
    for slug, card in localizer.source.powers.items():
        yield {
            "slug": slug,
            "title": localizer.title(slug),
            "subtitle": localizer.text(card.subtitle) if card.subtitle else "",
            "order": card.order or None,
            "players": [*card.players],
            "tags": [*card.tags],
            "text": {localizer.heading(h): localizer.text(texts) for h, texts in card.text.items()},
            "clauses": {} if localizer.sentences is None else localizer.sentences.clauses(slug),
            "page": context.site_map.page(slug),
        }


def _bans(context: PageContext) -> Iterator[Row]:
    powers = context.localizer.source.powers
    pairs = {
        tuple(sorted((slug, other)))
        for slug, card in powers.items()
        for other, _ in card.banned
        if other in powers
    }
    yield from ({"cards": [*pair]} for pair in sorted(pairs))


def _rulings(context: PageContext) -> Iterator[Row]:
    localizer = context.localizer
    for ruling in localizer.source.rulings:
        yield {
            "id": ruling.id,
            "edition": ruling.edition,
            "title": localizer.text(ruling.title),
            "says": localizer.text(ruling.card),
            "played": localizer.text(ruling.played),
            "cards": [*ruling.cards],
            "clauses": [*ruling.clauses],
            "scenarios": [*ruling.scenarios],
            "evidence": [*ruling.evidence],
        }


def _scenarios(context: PageContext) -> Iterator[Row]:
    for folder, scenarios in context.site_map.scenario_folders.items():
        for scenario in scenarios:
            yield {
                "id": scenario.id,
                "title": context.localizer.text(scenario.titles),
                "powers": [*scenario.given.powers],
                "clauses": [clause.value for clause in scenario.clauses],
                "page": context.site_map.scenario(scenario.id, folder, ""),
            }


def _json(value: Any) -> str:
    """Return a value as JSON, in the same way each time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
