"""The page of the game itself: its words, the rules of its actions, its facts, its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.syntax.yaml_nodes import YamlText
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.markdown import anchor, code, escaped, link, page
from thesmos_rulebook.pages import card_sections as parts
from thesmos_rulebook.pages.card_pages import seats
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.legend import board_legend, notation_legend

INDEXES = ("powers/index", "bans", "glossary", "rulings", "coverage")
NAMES = {"powers/index": "all powers"}  # the phrase for an index, where it is not its name


def game_page(context: PageContext) -> str:
    """The base game: all that holds before any card, and the ways from here to the rest."""
    localizer, source = context.localizer, context.localizer.source
    phrase, document = localizer.phrase, source.document
    players = f"{document.players[0]}-{document.players[1]}"
    chosen = examples_of(source, source.slug)
    lines = [f"{phrase('players')}: {players} · {phrase('edition')}: {code(document.edition)}", ""]
    lines += [*parts.front(context, document.base), *_ways(context), ""]
    lines += [
        f"## {phrase('key')} {{#key}}",
        "",
        *board_legend(context),
        "",
        *notation_legend(context.localizer),
    ]
    lines += _flow(context)
    if chosen:
        lines += [f"## {phrase('examples')} {{#examples}}", "", *parts.examples(context, chosen)]
    lines += [f"## {phrase('base rules')} {{#actions}}", "", phrase("base rules lead"), ""]
    lines += parts.actions(context, document.base)
    if document.base.clauses:
        lines += [
            f"## {phrase('exactly')} {{#exactly}}",
            "",
            *parts.meaning(context, document.base),
        ]
    lines += _facts(context)
    lines += parts.rulings_of(context, source.slug)
    lines += _options(context)
    return page(escaped(localizer.title(source.slug)), lines)


def draft_page(context: PageContext) -> str:
    """What is played before the game: its words, its order, the options, the rules."""
    source = context.localizer.source
    document, chosen = source.document, examples_of(source, source.slug)
    chosen.sort(key=lambda one: one.given.position is not None)  # from the beginning first
    lines = [*parts.front(context, document.base), *_flow(context)]
    if chosen:
        lines += [f"## {context.localizer.phrase('examples')} {{#examples}}", ""]
        lines += parts.examples(context, chosen)
    lines += _options(context)
    lines += [f"## {context.localizer.phrase('base rules')} {{#actions}}", ""]
    lines += parts.actions(context, document.base)
    lines += _facts(context)
    return page(escaped(context.localizer.text(document.title)), lines)


def _ways(context: PageContext) -> Iterator[str]:
    """The indexes of the book, and the modes, each with a few words."""
    phrase, source = context.localizer.phrase, context.localizer.source
    pairs = {frozenset((s, other)) for s, card in source.powers.items() for other, _ in card.banned}
    counts = {
        "powers/index": len(source.powers), "bans": len(pairs), "rulings": len(source.rulings),
    }  # fmt: skip
    yield from ('<div class="ways" markdown>', "")
    for name in INDEXES:
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
    """The facts in sentences, and as they are written."""
    phrase, base = context.localizer.phrase, context.localizer.source.document.base
    section = parts.yaml_section(base, "facts")
    if not base.facts or section is None:
        return
    yield from (f"## {phrase('facts')} {{#facts}}", "")
    texts, sentences = [], context.localizer.sentences
    for key, value in section.items:
        name = key.value.partition("(")[0]
        if isinstance(value, YamlText):
            text = escaped(sentences.full_fact(name)) if sentences is not None else ""
            place = f"fact.{name}"
            yield f"- {anchor(place)}{text} {parts.place_link(name, place)}"
            texts.append(f"{key.value}: {value.value}")
    yield from ("", *parts.folded(phrase("as written"), "\n".join(texts)))


def _flow(context: PageContext) -> Iterator[str]:
    """The order of a game and of a turn, in sentences."""
    phrase, sentences = context.localizer.phrase, context.localizer.sentences
    if sentences is None:
        return
    for name, instructions in sentences.flow().items():
        yield from (f"## {phrase(f'flow {name}')} {{#flow-{name}}}", "")
        yield from (f"1.  {escaped(sentence)}" for sentence in instructions)
        yield ""


def _options(context: PageContext) -> Iterator[str]:
    """What may be chosen before a game, in words and as programs write it."""
    localizer, document = context.localizer, context.localizer.source.document
    if not document.options:
        return
    yield from (
        f"## {localizer.phrase('options')} {{#options}}",
        "",
        localizer.phrase("options lead"),
        "",
    )
    for name, values in document.options.items():
        yield f"- **{escaped(localizer.option_name(name))}** {code(name)}"
        yield ""
        few = ", ".join(map(str, document.option_players.get(name, ())))
        for number, value in enumerate(values):
            limit = f" ({localizer.phrase('players')}: {few})" if few and number else ""
            yield f"    - {escaped(localizer.option_name(name, value))} {code(value)}{limit}"
        yield ""
