"""The pages that list things: powers, bans, glossary, rulings, coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape

from thesmos.play.names import thing_names
from thesmos.render.phrase import named
from thesmos.syntax import documents as d
from thesmos_rulebook.markdown import (
    NOT_SEARCHED,
    anchor,
    code,
    escaped,
    indented,
    link,
    page,
    table,
)
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.beginner_page import beginner_page
from thesmos_rulebook.pages.card_pages import chips
from thesmos_rulebook.pages.changes_page import changes_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.data_page import data_page
from thesmos_rulebook.pages.evidence_page import evidence_page
from thesmos_rulebook.pages.filtered_list import Pick, filtered_list
from thesmos_rulebook.pages.pieces_index import pieces_index
from thesmos_rulebook.pages.scenario_pages import scenarios_index
from thesmos_rulebook.pages.together_page import together_page
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.prose.language import ENGLISH

WITHOUT_CONTENTS = ["hide: [toc]"]  # front matter of a page that needs the full width


def powers_page(context: PageContext) -> str:
    """Return the page of all powers, with pictures and words; a script can filter them."""
    phrase, source = context.localizer.phrase, context.localizer.source
    picks = [Pick("chip", phrase("kind")), Pick("players", phrase("players"), lenient=True)]
    cards = [line for card in source.powers.values() for line in _power(context, card)]
    listed = filtered_list(context.localizer, cards, picks, "powers")
    lead = f"{phrase('powers lead', count=len(source.powers))} {phrase('own words')}"
    return page(phrase("all powers"), [lead, "", *listed], WITHOUT_CONTENTS)


def _power(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield a power in the list: picture, title, words, tags."""
    localizer = context.localizer
    title = f"**{context.card(card.slug)}**"
    if card.subtitle:
        title += f" *{escaped(localizer.text(card.subtitle))}*{{.subtitle}}"
    lines = [title, ""]
    for heading, texts in card.text.items():
        text = escaped(localizer.text(texts))
        lines += [f"**{escaped(localizer.heading(heading))}.** {text}", ""]
    if text := " ".join(chips(context, card)):
        lines += [text, "{: .evidence }", ""]
    if drawn := sections.thumbnail_of(context, card.slug):
        lines = [drawn, "", *lines]
    first, *more = indented(lines)
    yield from (f"-   {first.strip()}", *more)


def bans_page(context: PageContext) -> str:
    """Return which powers are banned together: a matrix, and each power's list."""
    phrase, powers = context.localizer.phrase, context.localizer.source.powers
    bans = {slug: {other for other, _ in card.banned} for slug, card in powers.items()}
    listed = [slug for slug in powers if bans[slug]]
    pairs = {frozenset((slug, other)) for slug in listed for other in bans[slug]}
    lines = [phrase("bans lead", count=len(pairs)), "", *_matrix(context, listed, bans), ""]
    lines += table(
        [phrase("power"), phrase("banned with")],
        [(context.card(slug), ", ".join(map(context.card, sorted(bans[slug])))) for slug in listed],
    )
    return page(phrase("bans"), lines, WITHOUT_CONTENTS)


def _matrix(context: PageContext, listed: list[str], bans: dict[str, set[str]]) -> Iterator[str]:
    """Yield the matrix as HTML, because a Markdown table can't be that wide."""
    titles = {slug: escape(context.localizer.title(slug)) for slug in listed}
    label = escape(context.localizer.phrase("bans"))
    yield f'<div class="matrix" tabindex="0" role="region" aria-label="{label}">'
    yield '<table class="matrix__table"><thead><tr><td></td>'
    yield "".join(f'<th scope="col"><span>{titles[slug]}</span></th>' for slug in listed)
    yield "</tr></thead><tbody>"
    for slug in listed:
        cells = "".join(
            f'<td title="{titles[slug]} - {titles[other]}">●</td>' if other in bans[slug]
            else '<td class="self"></td>' if other == slug else "<td></td>"
            for other in listed
        )  # fmt: skip
        yield f'<tr><th scope="row">{titles[slug]}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def glossary_page(context: PageContext) -> str:
    """Return the meanings of words, tags of powers and headings, and the names of things."""
    phrase, source = context.localizer.phrase, context.localizer.source
    lines = [*_common_words(context), *_facts(context), *_kinds(context)]
    lines += [f"## {phrase('headings')} {{#headings}}", ""]
    others = [language for language in source.languages if language != context.localizer.language]
    head = [phrase("heading"), *(phrases(other)["name"] for other in others)]
    lines += table(
        head,
        [
            [
                escaped(context.localizer.heading(name)),
                *(escaped(_heading(name, texts, o)) for o in others),
            ]
            for name, texts in source.document.headings.items()
        ],
    )
    words = thing_names(source.document.base.words, context.localizer.language)
    unsaid = {*source.document.tags, *(entry.key for entry in source.document.position)}
    called = sorted((name.casefold(), name, key) for key, name in dict(words).items()
                    if key not in unsaid)  # fmt: skip
    if called:
        lines += [f"## {phrase('things')} {{#terms}}", ""]
        rows = [(escaped(name), code(key)) for _, name, key in called]
        lines += table([phrase("term"), phrase("as written")], rows)
    return page(phrase("glossary"), lines)


def _kinds(context: PageContext) -> Iterator[str]:
    """Yield the tags of powers with their meanings."""
    phrase, tags = context.localizer.phrase, context.localizer.source.document.tags
    if not tags:
        return
    yield from (f"## {phrase('kinds')} {{#kinds}}", "")
    rows = [
        (
            f"{anchor(f'kind.{tag}')}{escaped(named(tag, context.localizer.names))}",
            escaped(context.localizer.text(texts)),
        )
        for tag, texts in tags.items()
    ]
    yield from table([phrase("tag"), phrase("meaning")], rows)


def _common_words(context: PageContext) -> Iterator[str]:
    """Yield the terms used in the sentences of every game, as far as they apply to this one."""
    phrase, source = context.localizer.phrase, context.localizer.source
    flow = {word for instructions in source.document.flow.values() for word, _ in instructions}
    steps = [step for card in source.cards.values() for step in card.steps]
    stuck = any(step.when_empty == "stuck" for step in steps)
    used = {
        "word opponent": True,
        "word teammate": any(len(set(mode.sides)) < mode.players for mode in source.modes.values()),
        "word done": stuck,
        "word dead end": stuck,
        "word additional turn": "grant" in flow,
        "word used up": "spend" in flow,
    }
    yield from (f"## {phrase('everywhere')} {{#everywhere}}", "")
    for word, applies in used.items():
        if applies:
            yield f"- {phrase(word)}"
    yield ""


def _heading(name: str, texts: Mapping[str, str], language: str) -> str:
    """Return a heading in a language; its name is the English one."""
    return name if language == ENGLISH else texts.get(language, name)


def _facts(context: PageContext) -> Iterator[str]:
    """Yield the facts of the game as sentences, each with a link to the fact as written."""
    sentences = context.localizer.sentences
    facts = context.localizer.source.document.base.facts
    if sentences is None:
        return
    texts = {fact.name: sentences.fact(fact.name) for fact in facts}
    if not any(texts.values()):
        return
    yield from (f"## {context.localizer.phrase('sayings')} {{#sayings}}", "")
    rules = context.site_map.to(context.localizer.source.slug, context.page)
    names: dict[str, list[str]] = {}  # two facts may say the same until a card tells them apart
    for name, sentence in texts.items():
        names.setdefault(sentence, []).append(name)
    for sentence, alike in names.items():
        if sentence:
            links = (f"{link(code(name), f'{rules}#fact.{name}')}{{.clause}}" for name in alike)
            yield f"- {escaped(sentence)} {' '.join(links)}"
    yield ""


def rulings_page(context: PageContext) -> str:
    """Return all rulings, newest edition first, in the order of the file."""
    phrase, rulings = context.localizer.phrase, context.localizer.source.rulings
    lines: list[str] = []
    for edition in sorted({ruling.edition for ruling in rulings}, reverse=True):
        lines += [f"## {phrase('by edition', edition=edition)} {{#edition-{edition}}}", ""]
        lines += sections.rulings(
            context, [ruling for ruling in rulings if ruling.edition == edition]
        )
    lead = f"{phrase('ruling lead')} {phrase('rulings lead', count=len(rulings))}"
    listed = filtered_list(context.localizer, lines, [Pick("chip", phrase("card of"))])
    return page(phrase("rulings"), [lead, "", *listed])


def coverage_page(context: PageContext) -> str:
    """Return how many scenarios cite each clause, and which changes to it the suite detects."""
    phrase, source = context.localizer.phrase, context.localizer.source
    cited = sum(clause in source.cited for clause in source.clauses)
    total = phrase(
        "total clauses", clauses=len(source.clauses), cited=cited, scenarios=len(source.scenarios)
    )
    lines = [f"{phrase('coverage lead')} {total}", "", '<div class="coverage" markdown>', ""]
    head = [phrase("clause"), phrase("cited")]
    head += [phrase("asserted"), phrase("mutants")] if source.strength else []
    for slug in source.cards:
        clauses = source.clauses_of(slug)
        if not clauses:
            continue
        rows = [
            [
                context.clause(clause, slug),
                str(len(source.cited.get(clause, []))),
                *_strength(context, clause),
            ]
            for clause in clauses
        ]
        lines += [f"## {context.card(slug)}", ""]
        lines += table(head, rows)
    return page(phrase("coverage"), [*lines, "</div>"], NOT_SEARCHED)


def _strength(context: PageContext, clause: str) -> list[str]:
    """Return what fails without a clause, and how many of its mutants are killed.

    Empty if neither was measured.
    """
    source = context.localizer.source
    strength = source.strength
    if not strength:
        return []
    measured = strength.get(clause, {})
    by = measured.get("asserted_by")
    changes = f"{measured['killed']} / {measured['mutants']}" if "mutants" in measured else "-"
    return [context.clause(by, source.slug) if by else "-", changes]


PAGES: Mapping[str, Callable[[PageContext], str]] = {
    "begin": beginner_page,
    "powers/index": powers_page,
    "pieces/index": pieces_index,
    "bans": bans_page,
    "glossary": glossary_page,
    "rulings": rulings_page,
    "changes": changes_page,
    "recorded": evidence_page,
    "together": together_page,
    "scenarios/index": scenarios_index,
    "coverage": coverage_page,
    "data": data_page,
}
