"""The pages that list: powers, bans, glossary, rulings, how well the clauses are tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from thesmos.render.svg import named
from thesmos.syntax import documents as d
from thesmos_rulebook.content.localizer import things
from thesmos_rulebook.markdown import anchor, code, escaped, indented, link, page, table
from thesmos_rulebook.pages import card_sections as parts
from thesmos_rulebook.pages.card_pages import chips
from thesmos_rulebook.pages.context import Desk
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.prose.language import ENGLISH

UNSOUGHT = ["search:", "  exclude: true"]  # of a page that has no words of its own
WIDE = ["hide: [toc]"]  # of a page that lists, and needs the room


def powers_page(desk: Desk) -> str:
    """All powers, each with its picture and its words; a script may filter them."""
    say, source = desk.reader.say, desk.reader.source
    data = {
        "filter": say("filter"),
        "any": say("any"),
        "name": say("name filter"),
        "kind": say("kind"),
        "players": say("players"),
        "shown": desk.reader.say("shown", n="{n}", all="{all}"),
    }
    attributes = " ".join(f'data-{key}="{escape(text)}"' for key, text in data.items())
    lines = [say("powers lead", count=len(source.powers)), ""]
    lines += [f'<div class="powers" markdown {attributes}>', ""]
    for card in source.powers.values():
        lines += _power(desk, card)
    return page(say("all powers"), [*lines, "</div>"], WIDE)


def _power(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """A power among all: its picture, its title, its words, its kinds."""
    reader = desk.reader
    title = f"**{desk.card(card.slug)}**"
    if card.subtitle:
        title += f" *{escaped(reader.text(card.subtitle))}*{{.subtitle}}"
    lines = [title, ""]
    for heading, texts in card.text.items():
        said = escaped(reader.text(texts))
        lines += [f"**{escaped(reader.heading(heading))}.** {said}", ""]
    if said := " ".join(chips(desk, card)):
        lines += [said, "{: .evidence }", ""]
    if drawn := parts.emblem_of(desk, card.slug):
        lines = [drawn, "", *lines]
    first, *more = indented(lines)
    yield from (f"-   {first.strip()}", *more)


def bans_page(desk: Desk) -> str:
    """Who is not to be played against whom: a matrix, and each power's list."""
    say, powers = desk.reader.say, desk.reader.source.powers
    bans = {slug: {other for other, _ in card.banned} for slug, card in powers.items()}
    listed = [slug for slug in powers if bans[slug]]
    if not listed:
        return page(say("bans"), [say("no bans")])
    pairs = {frozenset((slug, other)) for slug in listed for other in bans[slug]}
    lines = [say("bans lead", count=len(pairs)), "", *_matrix(desk, listed, bans), ""]
    lines += table(
        [say("power"), say("banned with")],
        [(desk.card(slug), ", ".join(map(desk.card, sorted(bans[slug])))) for slug in listed],
    )
    return page(say("bans"), lines, WIDE)


def _matrix(desk: Desk, listed: list[str], bans: dict[str, set[str]]) -> Iterator[str]:
    """The matrix as HTML: Markdown has no table that wide."""
    titles = {slug: escape(desk.reader.title(slug)) for slug in listed}
    label = escape(desk.reader.say("bans"))
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


def glossary_page(desk: Desk) -> str:
    """Headings, kinds of powers, and what the things of the game are called."""
    say, source = desk.reader.say, desk.reader.source
    lines = [f"## {say('headings')} {{#headings}}", ""]
    others = [one for one in source.languages if one != desk.reader.language]
    head = [say("heading"), *(phrases(other)["name"] for other in others)]
    lines += table(
        head,
        [
            [
                escaped(desk.reader.heading(name)),
                *(escaped(_heading(name, texts, o)) for o in others),
            ]
            for name, texts in source.written.headings.items()
        ],
    )
    if source.written.tags:
        lines += [f"## {say('kinds')} {{#kinds}}", ""]
        rows = [
            (
                f"{anchor(f'kind.{tag}')}{escaped(named(tag, desk.reader.names))}",
                escaped(desk.reader.text(texts)),
            )
            for tag, texts in source.written.tags.items()
        ]
        lines += table([say("tag"), say("meaning")], rows)
    words = things(source.written.base.words, desk.reader.language)
    unsaid = {*source.written.tags, *(part for part, _ in source.written.position)}
    called = sorted((name.casefold(), name, key) for key, name in dict(words).items()
                    if key not in unsaid)  # fmt: skip
    if called:
        lines += [f"## {say('things')} {{#terms}}", ""]
        rows = [(escaped(name), code(key)) for _, name, key in called]
        lines += table([say("term"), say("as written")], rows)
    return page(say("glossary"), [*lines, *_said_everywhere(desk), *_sayings(desk)])


def _said_everywhere(desk: Desk) -> Iterator[str]:
    """What sentences of any game say, as far as this one has it."""
    say, source = desk.reader.say, desk.reader.source
    flow = {word for instructions in source.written.flow.values() for word, _ in instructions}
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
    yield from (f"## {say('everywhere')} {{#everywhere}}", "")
    for word, there in used.items():
        if there:
            yield f"- {say(word)}"
    yield ""


def _heading(name: str, texts: Mapping[str, str], language: str) -> str:
    """A heading in a language: its name is the English one."""
    return name if language == ENGLISH else texts.get(language, name)


def _sayings(desk: Desk) -> Iterator[str]:
    """The facts of the game in sentences, each with a link to how it is written."""
    teller = desk.reader.teller
    facts = desk.reader.source.written.base.facts
    told = {fact.name: teller.fact(fact.name) for fact in facts} if teller is not None else {}
    if not any(told.values()):
        return
    yield from (f"## {desk.reader.say('sayings')} {{#sayings}}", "")
    rules = desk.shelf.to(desk.reader.source.slug, desk.page)
    for name, sentence in told.items():
        if sentence:
            yield f"- {escaped(sentence)} {link(code(name), f'{rules}#fact.{name}')}{{.clause}}"
    yield ""


def rulings_page(desk: Desk) -> str:
    """All rulings, newest edition first, in the order of the file."""
    say, rulings = desk.reader.say, desk.reader.source.rulings
    lines = [f"{say('ruling lead')} {say('rulings lead', count=len(rulings))}", ""]
    for edition in sorted({one.edition for one in rulings}, reverse=True):
        lines += [f"## {say('by edition', edition=edition)} {{#edition-{edition}}}", ""]
        lines += parts.rulings(desk, [one for one in rulings if one.edition == edition])
    return page(say("rulings"), lines)


def coverage_page(desk: Desk) -> str:
    """Each clause: how many scenarios cite it, and what changes to it the suite notices."""
    say, source = desk.reader.say, desk.reader.source
    cited = sum(clause in source.cited for clause in source.clauses)
    total = say(
        "total clauses",
        clauses=len(source.clauses),
        cited=cited,
        scenarios=len(source.scenarios),
    )
    lines = [f"{say('coverage lead')} {total}", "", '<div class="coverage" markdown>', ""]
    head = [say("clause"), say("cited")]
    head += [say("asserted"), say("mutants")] if source.strength else []
    for slug in source.cards:
        clauses = source.clauses_of(slug)
        if not clauses:
            continue
        rows = [
            [
                desk.clause(one, slug),
                str(len(source.cited.get(one, []))),
                *_strength(desk, one),
            ]
            for one in clauses
        ]
        lines += [
            f"## {link(escaped(desk.reader.title(slug)), desk.shelf.to(slug, desk.page))}",
            "",
        ]
        lines += table(head, rows)
    return page(say("coverage"), [*lines, "</div>"], UNSOUGHT)


def _strength(desk: Desk, clause: str) -> list[str]:
    """What fails without a clause, and how many changes to it are noticed, of how many.

    Nothing where neither is measured.
    """
    source = desk.reader.source
    strength = source.strength
    if not strength:
        return []
    found = strength.get(clause, {})
    by = found.get("asserted_by")
    changes = f"{found['killed']} / {found['mutants']}" if "mutants" in found else "-"
    return [desk.clause(by, source.slug) if by else "-", changes]
