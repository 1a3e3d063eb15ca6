"""The page of all named pieces: what is printed on each, and how places of them lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from thesmos.link.linked import LinkedGame, Piece
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
    """Return the rules that name a piece, or a word that only it has, by its kind and its name."""
    made: dict[tuple[str, str], list[Clause | Fact | Action]] = {}
    owners = _own_words(source.linked)
    for card in (source.program.base, *source.program.cards.values()):
        rules: tuple[Clause | Fact | Action, ...] = (*card.clauses, *card.facts, *card.actions)
        for rule in rules:
            words = (node for node in walk(rule) if isinstance(node, Word))
            found = {(one.type.name, one.word): one.type.base for one in words}
            named_here = {
                name if base == "piece" else owners[name]
                for name, base in found.items()
                if base == "piece" or name in owners
            }
            for name in named_here:
                made.setdefault(name, []).append(rule)
    return made


def _own_words(linked: LinkedGame) -> dict[tuple[str, str], tuple[str, str]]:
    """Return, by enum and word, the kind and name of the piece that alone has the word.

    Only of enums that are the type of one attribute and of nothing else: their words stand for
    pieces, such as what each token is good for.
    """
    attributes = linked.game.attributes
    used = Counter(each.type.name for each in attributes if each.type.base == "enum")
    used.update(kind.name for each in attributes for kind in each.index if kind.base == "enum")
    used.update(each.name.owner for each in attributes)
    made: dict[tuple[str, str], tuple[str, str]] = {}
    for each in attributes:
        enum, kind = each.type.name, each.name.owner
        if each.type.base != "enum" or each.type.many or used[enum] != 1:
            continue
        words = next(one.words for one in linked.game.enums if one.name == enum)
        values = [*zip(linked.pieces.get(kind, ()), linked.fixed.get(each.name, ()), strict=False)]
        for number, word in enumerate(words):
            having = [str(piece.name) for piece, value in values if value == number]
            if len(having) == 1:
                made[enum, word.word] = kind, having[0]
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
