"""The pages that list: powers, bans, glossary, rulings, how well the clauses are tested."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from thesmos.book import card as parts
from thesmos.book.card import Desk
from thesmos.book.markdown import anchor, code, escaped, link, page, table
from thesmos.book.reader import things
from thesmos.book.source import ENGLISH


def powers_page(desk: Desk) -> str:
    """All powers in one table; a script may filter it."""
    say, source = desk.reader.say, desk.reader.source
    head = [say("power"), say("headings"), say("kind"), say("players"), say("order")]
    rows = []
    for slug, card in source.powers.items():
        players = ", ".join(map(str, card.players)) or say("any")
        headings = ", ".join(escaped(desk.reader.heading(heading)) for heading in card.text)
        kinds = " ".join(code(tag) for tag in card.tags)
        rows.append((desk.card(slug), headings, kinds, players, str(card.order or "")))
    data = {
        "filter": say("filter"),
        "any": say("any"),
        "name": say("name filter"),
        "shown": desk.reader.say("shown", n="{n}", all="{all}"),
    }
    attributes = " ".join(f'data-{key}="{escape(text)}"' for key, text in data.items())
    lines = [say("powers lead", count=len(rows)), ""]
    for tag, texts in source.written.tags.items():
        lines.append(f"- {code(tag)}: {escaped(desk.reader.text(texts))}")
    lines += ["", f'<div class="powers" markdown {attributes}>', "", *table(head, rows), "</div>"]
    return page(say("all powers"), lines)


def bans_page(desk: Desk) -> str:
    """Who is not to be played against whom: a matrix, and each power's list."""
    say, powers = desk.reader.say, desk.reader.source.powers
    bans = {slug: {other for other, _ in card.banned} for slug, card in powers.items()}
    named = [slug for slug in powers if bans[slug]]
    if not named:
        return page(say("bans"), [say("no bans")])
    pairs = {frozenset((slug, other)) for slug in named for other in bans[slug]}
    lines = [say("bans lead", count=len(pairs)), "", *_matrix(desk, named, bans), ""]
    lines += table(
        [say("power"), say("banned with")],
        [(desk.card(slug), ", ".join(map(desk.card, sorted(bans[slug])))) for slug in named],
    )
    return page(say("bans"), lines)


def _matrix(desk: Desk, named: list[str], bans: dict[str, set[str]]) -> Iterator[str]:
    """The matrix as HTML: Markdown has no table that wide."""
    titles = {slug: escape(desk.reader.title(slug)) for slug in named}
    yield '<div class="matrix"><table class="matrix__table"><thead><tr><td></td>'
    yield "".join(f'<th scope="col"><span>{titles[slug]}</span></th>' for slug in named)
    yield "</tr></thead><tbody>"
    for slug in named:
        cells = "".join(
            f'<td title="{titles[slug]} - {titles[other]}">●</td>' if other in bans[slug]
            else '<td class="self"></td>' if other == slug else "<td></td>"
            for other in named
        )  # fmt: skip
        yield f'<tr><th scope="row">{titles[slug]}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def glossary_page(desk: Desk) -> str:
    """Headings, kinds of powers, and what the things of the game are called."""
    say, source = desk.reader.say, desk.reader.source
    lines = [f"## {say('headings')} {{#headings}}", ""]
    lines += table(
        [say("heading"), code(ENGLISH)],
        [(escaped(desk.reader.heading(one)), escaped(one)) for one in source.written.headings],
    )
    if source.written.tags:
        lines += [f"## {say('kinds')} {{#kinds}}", ""]
        rows = [
            (f"{anchor(f'kind.{tag}')}{code(tag)}", escaped(desk.reader.text(texts)))
            for tag, texts in source.written.tags.items()
        ]
        lines += table([say("tag"), say("meaning")], rows)
    words = dict(things(source.written.base.words, desk.reader.language))
    if words:
        lines += [f"## {say('things')} {{#terms}}", ""]
        rows = [(escaped(words[name]), code(name)) for name in sorted(words, key=words.__getitem__)]
        lines += table([say("term"), say("as written")], rows)
    return page(say("glossary"), [*lines, *_sayings(desk)])


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
    lines = [f"{say('coverage lead')} {total}", ""]
    head = [say("clause"), say("cited")]
    head += [say("asserted"), say("mutants")] if source.strength else []
    for slug in source.cards:
        clauses = source.clauses_of(slug)
        if not clauses:
            continue
        rows = [
            [desk.clause(one), str(len(source.cited.get(one, []))), *_strength(desk, one)]
            for one in clauses
        ]
        lines += [
            f"## {link(escaped(desk.reader.title(slug)), desk.shelf.to(slug, desk.page))}",
            "",
        ]
        lines += table(head, rows)
    return page(say("coverage"), lines)


def _strength(desk: Desk, clause: str) -> list[str]:
    """What fails without a clause, and how many changes to it are noticed, of how many.

    Nothing where neither is measured.
    """
    strength = desk.reader.source.strength
    if not strength:
        return []
    found = strength.get(clause, {})
    by = found.get("asserted_by")
    changes = f"{found['killed']} / {found['mutants']}" if "mutants" in found else "-"
    return [desk.clause(by) if by else "-", changes]
