"""The page of a named piece: how it looks, what is printed on it, and where rules name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from thesmos.link.linked import Piece
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Fact
from thesmos.program.node import AttributeRef
from thesmos.render.drawn_rows import alone
from thesmos.render.svg import drawn_figures
from thesmos.render.svg_figures import Figure, track_figure
from thesmos.render.svg_rows import rows_figure
from thesmos.render.track import ShownTrack, tracks
from thesmos_rulebook.markdown import code, escaped, link, page, table
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import piece_anchor, relative
from thesmos_rulebook.prose.sentences import GameSentences

MAX_SCENARIOS = 8  # scenarios on the page of a piece, at most
PART = re.compile(r"(?<=[.;:]) ")  # between the parts of what an action does
ELLIPSIS = "…"


def piece_page(context: PageContext, piece: Piece) -> str:
    """Return the page of a piece that has one."""
    sentences = context.localizer.sentences
    if sentences is None:  # the language is not supported, which is reported
        return page(escaped(str(piece.name)), [])
    title, statements = sentences.piece(context.localizer.source.linked, piece)
    index = relative(context.site_map.index("pieces/index"), context.page)
    kind = link(escaped(sentences.kind(piece.kind)), f"{index}#{piece_anchor(piece)}")
    lines = [f"{link(context.localizer.phrase('pieces'), index)} › {kind}", "{: .evidence }", ""]
    lines += _front(context, sentences, piece, statements, title)
    lines += [*_related(context, sentences, piece), *_rules(context, piece)]
    lines += [*_scenarios(context, piece), *_beside(context, sentences, piece)]
    return page(escaped(title), lines)


def _front(
    context: PageContext,
    sentences: GameSentences,
    piece: Piece,
    statements: Sequence[str],
    title: str,
) -> Iterator[str]:
    """Yield what is printed on a piece, as sentences and as a table, beside its picture."""
    localizer, phrase = context.localizer, context.localizer.phrase
    shown = alone(localizer.source.linked, piece)
    rows = [rows_figure(shown, localizer.names)] if shown is not None else []
    drawn = _picture(context, rows, title, "")
    cells = printed_cells(context, sentences, piece).values()
    if cells:
        yield from ('<div class="front" markdown>', "", '<div class="card" markdown>', "")
        yield from (" ".join(map(escaped, statements)), "")
        lines = [[escaped(label), text] for label, text in cells]
        yield from table([phrase("printed"), phrase("value")], lines)
        yield from ("</div>", "", drawn, "", "</div>", "")
    elif drawn:
        yield from (drawn, "")
    if tracks_with_it := [*_on_tracks(context, piece)]:
        track = _picture(context, tracks_with_it, title, "-track")
        yield from ('<div class="wide" markdown>', "", track, "", "</div>", "")


def printed_cells(
    context: PageContext, sentences: GameSentences, piece: Piece
) -> dict[AttributeRef, tuple[str, str]]:
    """Return each attribute's label and the value printed on a piece, as Markdown."""
    labels, texts = dict[AttributeRef, str](), dict[AttributeRef, list[str]]()
    for printed in context.localizer.printed[piece]:
        text, ref = escaped(printed.text), printed.attribute.name
        if printed.of:
            text = _name(context, _piece(context, printed.attribute.type.name, printed.of), text)
        texts.setdefault(ref, []).append(text)
        labels[ref] = sentences.label(printed.attribute)
    return {ref: (labels[ref], ", ".join(values)) for ref, values in texts.items()}


def _piece(context: PageContext, kind: str, name: str) -> Piece:
    pieces = context.localizer.source.linked.pieces[kind]
    return next(piece for piece in pieces if piece.name == name)


def _name(context: PageContext, piece: Piece, text: str) -> str:
    """Return a text as a link to the description of a piece, if a page describes its kind."""
    if piece.kind not in context.localizer.source.kinds_with_cards:
        return text
    return link(text, relative(context.site_map.piece(piece), context.page))


def _picture(context: PageContext, figures: Sequence[Figure], title: str, suffix: str) -> str:
    """Return figures as one picture; empty if there are none."""
    if not figures:
        return ""
    file = f"{context.page.removesuffix('.md')}{suffix}.svg"
    context.pictures[file] = f"{drawn_figures(figures, title)}\n"
    return f"![{escaped(title)}]({relative(file, context.page)})"


def _on_tracks(context: PageContext, piece: Piece) -> Iterator[Figure]:
    """Yield the tracks along which a piece lies at the beginning, without other pieces."""
    source, name = context.localizer.source, str(piece.name)
    start = source.start
    for key, track in tracks(source.linked):
        worth = track.worth(start)
        worth_of_piece = {
            at: [(other, points) for other, points in pieces if other == name]
            for at, pieces in worth.items()
        }
        if any(worth_of_piece.values()):
            shown = ShownTrack(key, start[key], track.low, track.high, worth_of_piece)
            yield track_figure(shown, context.localizer.names)


def _related(context: PageContext, sentences: GameSentences, piece: Piece) -> Iterator[str]:
    """Yield what is printed on a piece about other pieces, and on other pieces about it."""
    lines = []
    for bearer, values in context.localizer.printed.items():
        for value in values:
            if not value.of:
                continue
            other = _piece(context, value.attribute.type.name, value.of)
            if piece == bearer:
                lines.append(f"- {_with_link(context, escaped(value.phrase), other)}")
            elif piece == other:
                name = _name(context, bearer, escaped(sentences.piece_name(bearer)))
                lines.append(f"- {name}: {escaped(value.phrase)}")
    if lines:
        yield from (f"## {context.localizer.phrase('related')} {{#related}}", "", *lines, "")


def _with_link(context: PageContext, sentence: str, about: Piece) -> str:
    """Return a sentence with a piece in it as a link, without its article."""
    key, name = f"{about.kind}.{about.name}", escaped(str(about.name))
    called = escaped(context.localizer.names.get(key, str(about.name)))
    mention = next((form for form in (called, name) if form in sentence), "")
    if not mention:
        return f"{sentence} {_name(context, about, called)}"
    return sentence.replace(mention, _name(context, about, mention), 1)


def _rules(context: PageContext, piece: Piece) -> Iterator[str]:
    """Yield the rules that name a piece as sentences, each with a link to where it is."""
    localizer = context.localizer
    sentences, source = localizer.sentences, localizer.source
    # The same text for several clauses of one id comes once.
    sentences_by_rule: dict[tuple[str, str], None] = {}
    for rule in source.pieces.rules.get((piece.kind, str(piece.name)), ()):
        if sentences is None:
            break
        if isinstance(rule, Clause):
            sentences_by_rule[rule.id, localizer.sentence(rule.id)] = None
            continue
        name, card = rule.name.name, rule.name.card
        if isinstance(rule, Fact):
            sentences_by_rule[name, sentences.full_fact(name, card)] = None
        else:
            action = source.action_id(card or source.slug, name)
            sentences_by_rule[action, _part_about(context, piece, sentences.action(name, card))] = (
                None
            )
    if sentences_by_rule:
        yield from (f"## {localizer.phrase('in rules')} {{#rules}}", "")
    game = context.site_map.to(source.slug, context.page)
    for name, sentence in sentences_by_rule:
        target = context.links.get(name, f"{game}#fact.{name}")
        yield f"- {escaped(sentence)} {link(code(name), target)}{{.clause}}"
    yield ""


def _part_about(context: PageContext, piece: Piece, sentences: Sequence[str]) -> str:
    """Return the parts of what an action does that name a piece, or all if none does."""
    called = context.localizer.names.get(f"{piece.kind}.{piece.name}", str(piece.name))
    parts = [part for text in sentences for part in PART.split(text)]
    about = [part for part in parts if re.search(rf"\b{re.escape(called)}\b", part)]
    text = " ".join(parts) if not about else f" {ELLIPSIS} ".join(about)
    return text if not about or parts[0] == about[0] else f"{ELLIPSIS} {text}"


def _scenarios(context: PageContext, piece: Piece) -> Iterator[str]:
    """Yield the first of the scenarios about a piece."""
    localizer = context.localizer
    scenarios = localizer.source.pieces.scenarios.get(str(piece.name), ())
    if scenarios:
        yield from (f"## {localizer.phrase('scenarios with it')} {{#scenarios}}", "")
    for scenario in scenarios[:MAX_SCENARIOS]:
        yield f"- {context.clause(scenario.id)}: {escaped(localizer.text(scenario.titles))}"
    if len(scenarios) > MAX_SCENARIOS:
        yield f"- {localizer.phrase('many', count=len(scenarios) - MAX_SCENARIOS)}"
    yield ""


def _beside(context: PageContext, sentences: GameSentences, piece: Piece) -> Iterator[str]:
    """Yield links to the pieces before and after one, of its kind."""
    beside = context.localizer.source.pieces.beside(piece)
    links = [
        f"{context.localizer.phrase(way)}: "
        f"{_name(context, neighbour, escaped(sentences.piece_name(neighbour)))}"
        for way, neighbour in zip(("previous", "next"), beside, strict=True)
        if neighbour is not None
    ]
    yield from (" · ".join(links), "{: .evidence }", "") if links else ()
