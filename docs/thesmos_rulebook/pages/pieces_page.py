"""The page of all named pieces: what is printed on each, and how places of them lie."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from thesmos.link.linked import Piece
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Fact
from thesmos.program.node import walk
from thesmos.program.values import Word
from thesmos.render.drawn_rows import outlines
from thesmos.render.svg import drawn_figures
from thesmos.render.svg_rows import rows_figure
from thesmos.render.svg_text import named
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.examples.off_board import raised
from thesmos_rulebook.markdown import code, escaped, link, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.prose.pieces import named_pieces


def pieces_page(context: PageContext) -> str:
    """Return the page: a section for each kind, and in it an entry for each piece."""
    localizer = context.localizer
    sentences, linked = localizer.sentences, localizer.source.linked
    lines = [localizer.phrase("pieces lead"), "", *_rows(context)]
    named_in = _named_in(localizer.source)
    for kind in localizer.source.kinds_with_cards:
        if sentences is None:  # there are none in this language, which is reported
            break
        lines += [f"## {escaped(sentences.kind(kind))} {{#{kind}}}", ""]
        for piece in named_pieces(linked, kind):
            title, said = sentences.piece(linked, piece)
            lines += [f"### {escaped(title)} {{#{_anchor(kind, piece)}}}", ""]
            lines += [" ".join(map(escaped, said)), ""] if said else []
            lines += [*_naming(context, named_in.get((kind, str(piece.name)), ())), ""]
    return page(localizer.phrase("pieces"), lines)


def _named_in(source: BookSource) -> dict[tuple[str, str], list[Clause | Fact | Action]]:
    """Return the rules that name a piece, by its kind and its name."""
    made: dict[tuple[str, str], list[Clause | Fact | Action]] = {}
    for card in (source.program.base, *source.program.cards.values()):
        rules: tuple[Clause | Fact | Action, ...] = (*card.clauses, *card.facts, *card.actions)
        for rule in rules:
            words = (node for node in walk(rule) if isinstance(node, Word))
            found = {(one.type.name, one.word) for one in words if one.type.base == "piece"}
            for name in found:
                made.setdefault(name, []).append(rule)
    return made


def _naming(context: PageContext, rules: Iterable[Clause | Fact | Action]) -> Iterator[str]:
    """Yield rules that name a piece as sentences, each with a link to where it is."""
    localizer = context.localizer
    sentences, places = localizer.sentences, context.site_map.places_from(context.page)
    told: dict[tuple[str, str], None] = {}  # what several clauses of one id say is said once
    for rule in rules:
        if sentences is None:
            return
        if isinstance(rule, Clause):
            told[rule.id, localizer.sentence(rule.id)] = None
            continue
        name, card = rule.name.name, rule.name.card
        if isinstance(rule, Fact):
            told[name, sentences.full_fact(name, card)] = None
        else:
            told[
                localizer.source.action_id(card or localizer.source.slug, name),
                " ".join(sentences.action(name, card)),
            ] = None
    game = context.site_map.to(localizer.source.slug, context.page)
    for name, sentence in told:
        target = places.get(name, f"{game}#fact.{name}")
        yield f"- {escaped(sentence)} {link(code(name), target)}{{.clause}}"


def _anchor(kind: str, piece: Piece) -> str:
    """A piece may have any name, and an anchor only letters, digits and such."""
    return f"{kind}.{re.sub(r'[^A-Za-z0-9_-]+', '-', str(piece.name))}"


def _rows(context: PageContext) -> Iterator[str]:
    """Yield drawings of the places that lie in rows, of each value by which they lie otherwise."""
    localizer = context.localizer
    drawn = list(outlines(localizer.source.linked))
    if drawn:
        yield from (f"## {localizer.phrase('where they lie')} {{#places}}", "")
    if any(one.down for _, _, shown in drawn for one in shown.contents.values()):
        yield from (localizer.phrase("face down"), "")
    folder = context.page.removesuffix(".md").rpartition("/")
    for number, (key, value, shown) in enumerate(drawn, 1):
        title = f"{raised(named(key, localizer.names))} {value}".rstrip()
        file = f"{folder[2]}/places-{number}.svg"
        picture = drawn_figures([rows_figure(shown, localizer.names)], title)
        context.pictures[f"{folder[0]}/{file}"] = f"{picture}\n"
        yield from (f"### {escaped(title)} {{#places-{number}}}", "")
        yield from (
            '<div class="wide" markdown>',
            "",
            f"![{escaped(title)}]({file})",
            "",
            "</div>",
            "",
        )
