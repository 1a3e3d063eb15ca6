"""The page of the game itself, and that of its draft."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.syntax.yaml_nodes import YamlText
from thesmos_rulebook.boards.element import board_element
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.markdown import anchor, code, escaped, link, page
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.card_pages import seats
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.editions import in_other_editions
from thesmos_rulebook.pages.legend import board_legend, notation_legend

# The phrases for indexes that are not named like their pages.
NAMES = {"powers/index": "all powers", "pieces/index": "pieces", "scenarios/index": "tests"}


def game_page(context: PageContext) -> str:
    """Return the page of the base game, with links to all other pages."""
    localizer, source = context.localizer, context.localizer.source
    phrase, document = localizer.phrase, source.document
    players = "-".join(map(str, dict.fromkeys(document.players)))
    chosen = examples_of(source, source.slug)
    lines = [f"{phrase('players')}: {players} · {phrase('edition')}: {code(document.edition)}", ""]
    lines += [*sections.front(context, document.base), board_element(localizer, source.slug), ""]
    lines += [*_contents(context), ""]
    lines += [f"## {phrase('key')} {{#key}}", "", *board_legend(context), ""]
    lines += notation_legend(localizer)
    lines += _flow(context)
    if chosen:
        lines += [f"## {phrase('examples')} {{#examples}}", "", *sections.examples(context, chosen)]
    lines += [f"## {phrase('base rules')} {{#actions}}", "", phrase("base rules lead"), ""]
    lines += sections.actions(context, document.base)
    if document.base.clauses:
        lines += [f"## {phrase('exactly')} {{#exactly}}", ""]
        lines += sections.meaning(context, document.base)
    lines += sections.valid(context, document.base)
    lines += _facts(context)
    lines += sections.rulings_of(context, source.slug)
    lines += in_other_editions(context, source.document.base)
    lines += _options(context)
    return page(escaped(localizer.title(source.slug)), lines)


def draft_page(context: PageContext) -> str:
    """Return the page of the draft that is played before the game."""
    source = context.localizer.source
    document, chosen = source.document, examples_of(source, source.slug)
    # Scenarios that start at the beginning come first.
    chosen.sort(key=lambda scenario: scenario.given.position is not None)
    lines = [*sections.front(context, document.base), *_flow(context)]
    if chosen:
        lines += [f"## {context.localizer.phrase('examples')} {{#examples}}", ""]
        lines += sections.examples(context, chosen)
    lines += _options(context)
    lines += [f"## {context.localizer.phrase('base rules')} {{#actions}}", ""]
    lines += sections.actions(context, document.base)
    lines += _facts(context)
    return page(escaped(context.localizer.text(document.title)), lines)


def _contents(context: PageContext) -> Iterator[str]:
    """Yield links to the indexes of the book and to the modes."""
    phrase, source = context.localizer.phrase, context.localizer.source
    pairs = {frozenset((s, other)) for s, card in source.powers.items() for other, _ in card.banned}
    counts = {
        "powers/index": len(source.powers), "bans": len(pairs), "rulings": len(source.rulings),
        "scenarios/index": len(source.scenarios), "pieces/index": len(source.pieces.paged),
    }  # fmt: skip
    yield from ('<div class="ways" markdown>', "")
    for name in context.site_map.indexes:
        title = link(phrase(NAMES.get(name, name)), context.site_map.to_index(name, context.page))
        yield f"- **{title}** {counts.get(name) or ''}".rstrip()
        if name == "powers/index" and source.draft is not None:
            title = escaped(context.localizer.text(source.draft.document.title))
            yield f"- **{link(title, context.site_map.to_index('draft', context.page))}**"
    yield from ("", "</div>", "", f"## {phrase('modes')} {{#modes}}", "")
    for slug, mode in source.modes.items():
        yield f"- {context.card(slug)}: {seats(context, mode)}"
    yield ""


def _facts(context: PageContext) -> Iterator[str]:
    """Yield the facts as sentences, and as written."""
    phrase, base = context.localizer.phrase, context.localizer.source.document.base
    section = sections.yaml_section(base, "facts")
    if not base.facts or section is None:
        return
    yield from (f"## {phrase('facts')} {{#facts}}", "")
    sentences = context.localizer.sentences
    alike: dict[str, list[str]] = {}  # two facts may say the same until a card tells them apart
    for name in (fact.name for fact in base.facts):
        alike.setdefault("" if sentences is None else sentences.full_fact(name), []).append(name)
    for text, names in alike.items():
        anchors = "".join(anchor(f"fact.{name}") for name in names)
        links = " ".join(sections.permalink(name, f"fact.{name}") for name in names)
        yield f"- {anchors}{escaped(text)} {links}"
    texts = [f"{key.value}: {v.value}" for key, v in section.items if isinstance(v, YamlText)]
    yield from ("", *sections.folded(phrase("as written"), "\n".join(texts)))


def _flow(context: PageContext) -> Iterator[str]:
    """Yield the order of a game and of a turn, as sentences."""
    phrase, sentences = context.localizer.phrase, context.localizer.sentences
    if sentences is None:
        return
    for name, instructions in sentences.flow().items():
        yield from (f"## {phrase(f'flow {name}')} {{#flow-{name}}}", "")
        yield from (f"1.  {escaped(sentence)}" for sentence in instructions)
        yield ""


def _options(context: PageContext) -> Iterator[str]:
    """Yield the options of the game and their values, in words and as written."""
    localizer, document = context.localizer, context.localizer.source.document
    if not document.options:
        return
    yield from (f"## {localizer.phrase('options')} {{#options}}", "")
    yield from (localizer.phrase("options lead"), "")
    for name, values in document.options.items():
        yield f"- **{escaped(localizer.option_name(name))}** {code(name)}"
        yield ""
        few = ", ".join(map(str, document.option_players.get(name, ())))
        for number, value in enumerate(values):
            limit = f" ({localizer.phrase('players')}: {few})" if few and number else ""
            yield f"    - {escaped(localizer.option_name(name, value))} {code(value)}{limit}"
        yield ""
