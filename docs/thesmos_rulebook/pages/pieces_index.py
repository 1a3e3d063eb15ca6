"""The page of all named pieces: tables that compare pieces of a kind, and layouts of places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thesmos.link.linked import Piece
from thesmos.program.node import AttributeRef
from thesmos.program.positions import Members
from thesmos.render.drawn_rows import outlines
from thesmos.render.phrase import named
from thesmos.render.player_table import groups_of
from thesmos.render.svg import drawn_figures
from thesmos.render.svg_rows import rows_figure
from thesmos_rulebook.examples.off_board import raised
from thesmos_rulebook.markdown import anchor, escaped, link, page, table
from thesmos_rulebook.pages.card_sections import UNSEARCHED
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.piece_pages import printed_cells
from thesmos_rulebook.pages.site_map import piece_anchor, relative
from thesmos_rulebook.prose.sentences import GameSentences

Row = tuple[str, Mapping[AttributeRef, tuple[str, str]]]  # a piece, and what is in its cells


def pieces_index(context: PageContext) -> str:
    """Return the page: for each kind a table of its pieces, or one for each of its groups."""
    localizer = context.localizer
    lines = [localizer.phrase("pieces lead"), ""]
    for kind in localizer.source.kinds_with_cards:
        if localizer.sentences is None:  # the language is not supported, which is reported
            break
        lines += _kind(context, localizer.sentences, kind)
    return page(localizer.phrase("pieces"), [*lines, *_rows(context)])


def _kind(context: PageContext, sentences: GameSentences, kind: str) -> Iterator[str]:
    """Yield the tables of a kind. The search finds the pages of pieces, not their rows."""
    source, names = context.localizer.source, context.localizer.names
    searched = UNSEARCHED if any(of == kind for of, _ in source.pieces.files) else ""
    yield from (f"## {escaped(sentences.kind(kind))} {{#{kind}{searched}}}", "")
    pieces, (by, group_of) = source.pieces.of_kind(kind), _groups(context, kind)
    groups = list(dict.fromkeys(group_of.values()))
    for number, group in enumerate(groups, 1):
        title = raised(names.get(group, group.rpartition(".")[2]))
        yield from (f"### {escaped(title)} {{#{kind}-{number}{searched}}}", "")
        inside = [piece for piece in pieces if group_of.get(str(piece.name)) == group]
        yield from _table(context, sentences, inside, by)
    others = [piece for piece in pieces if str(piece.name) not in group_of]
    yield from _table(context, sentences, others, by) if others else ()


def _groups(context: PageContext, kind: str) -> tuple[AttributeRef | None, Mapping[str, str]]:
    """Return the attribute by which the game groups pieces, and the names of the groups."""
    linked = context.localizer.source.linked
    shown = groups_of(linked)
    for entry in linked.game.position:
        if isinstance(entry, Members) and entry.kind == kind and entry.key in shown:
            return AttributeRef(kind, entry.groups), shown[entry.key]
    return None, {}


def _table(
    context: PageContext,
    sentences: GameSentences,
    pieces: Sequence[Piece],
    by: AttributeRef | None,
) -> Iterator[str]:
    """Yield a table of pieces, with a column for each attribute for which one has a value.

    by: an attribute that has the same value for all of them.
    """
    rows: list[Row] = []
    for piece in pieces:
        name = escaped(sentences.piece_name(piece))
        target = context.site_map.piece(piece)
        paged = "#" not in target
        first = link(f"**{name}**", relative(target, context.page)) if paged else f"**{name}**"
        rows.append((anchor(piece_anchor(piece)) + first, printed_cells(context, sentences, piece)))
    labels = {ref: label for _, cells in rows for ref, (label, _) in cells.items() if ref != by}
    order = [attribute.name for attribute in context.localizer.source.linked.game.attributes]
    columns = [ref for ref in order if ref in labels]
    head = [context.localizer.phrase("piece"), *(escaped(labels[ref]) for ref in columns)]
    yield from ('<div class="pieces" markdown>', "")
    yield from table(head, [[n, *(c.get(ref, ("", ""))[1] for ref in columns)] for n, c in rows])
    yield from ("</div>", "")


def _rows(context: PageContext) -> Iterator[str]:
    """Yield drawings of the places that lie in rows, one for each value that arranges them."""
    localizer = context.localizer
    drawn = list(outlines(localizer.source.linked))
    if drawn:
        yield from (f"## {localizer.phrase('where they lie')} {{#places}}", "")
    if any(content.down for _, _, shown in drawn for content in shown.contents.values()):
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
