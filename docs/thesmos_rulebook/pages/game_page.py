"""The page of the game itself: its words, the rules of its actions, its facts, its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.syntax.yaml_nodes import YamlText
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.markdown import anchor, code, escaped, link, page
from thesmos_rulebook.pages import card_sections as parts
from thesmos_rulebook.pages.card_pages import seats
from thesmos_rulebook.pages.context import Desk
from thesmos_rulebook.pages.legend import key, notation

INDEXES = ("powers/index", "bans", "glossary", "rulings", "coverage")
NAMES = {"powers/index": "all powers"}  # the phrase for an index, where it is not its name


def rules_page(desk: Desk) -> str:
    """The base game: all that holds before any card, and the ways from here to the rest."""
    reader, source = desk.reader, desk.reader.source
    say, written = reader.say, source.written
    players = f"{written.players[0]}-{written.players[1]}"
    chosen = examples_of(source, source.slug)
    lines = [f"{say('players')}: {players} · {say('edition')}: {code(written.edition)}", ""]
    lines += [*parts.front(desk, written.base), *_ways(desk), ""]
    lines += [f"## {say('key')} {{#key}}", "", *key(desk), "", *notation(desk.reader)]
    lines += _flow(desk)
    if chosen:
        lines += [f"## {say('examples')} {{#examples}}", "", *parts.examples(desk, chosen)]
    lines += [f"## {say('base rules')} {{#actions}}", "", say("base rules lead"), ""]
    lines += parts.actions(desk, written.base)
    if written.base.clauses:
        lines += [f"## {say('exactly')} {{#exactly}}", "", *parts.meaning(desk, written.base)]
    lines += _facts(desk)
    lines += parts.rulings_of(desk, source.slug)
    lines += _options(desk)
    return page(escaped(reader.title(source.slug)), lines)


def draft_page(desk: Desk) -> str:
    """What is played before the game: its words, its order, the options, the rules."""
    source = desk.reader.source
    written, chosen = source.written, examples_of(source, source.slug)
    chosen.sort(key=lambda one: one.given.position is not None)  # from the beginning first
    lines = [*parts.front(desk, written.base), *_flow(desk)]
    if chosen:
        lines += [f"## {desk.reader.say('examples')} {{#examples}}", ""]
        lines += parts.examples(desk, chosen)
    lines += _options(desk)
    lines += [f"## {desk.reader.say('base rules')} {{#actions}}", ""]
    lines += parts.actions(desk, written.base)
    lines += _facts(desk)
    return page(escaped(desk.reader.text(written.title)), lines)


def _ways(desk: Desk) -> Iterator[str]:
    """The indexes of the book, and the modes, each with a few words."""
    say, source = desk.reader.say, desk.reader.source
    pairs = {frozenset((s, other)) for s, card in source.powers.items() for other, _ in card.banned}
    counts = {
        "powers/index": len(source.powers), "bans": len(pairs), "rulings": len(source.rulings),
    }  # fmt: skip
    yield from ('<div class="ways" markdown>', "")
    for name in INDEXES:
        title = link(say(NAMES.get(name, name)), desk.shelf.to_index(name, desk.page))
        yield f"- **{title}** {counts.get(name) or ''}".rstrip()
        if name == "powers/index" and source.draft is not None:
            title = escaped(desk.reader.text(source.draft.written.title))
            yield f"- **{link(title, desk.shelf.to_index('draft', desk.page))}**"
    yield from ("", "</div>", "", f"## {say('modes')} {{#modes}}", "")
    for slug, mode in source.modes.items():
        yield f"- {desk.card(slug)}: {seats(desk, mode)}"
    yield ""


def _facts(desk: Desk) -> Iterator[str]:
    """The facts in sentences, and as they are written."""
    say, base = desk.reader.say, desk.reader.source.written.base
    written = parts.written_part(base, "facts")
    if not base.facts or written is None:
        return
    yield from (f"## {say('facts')} {{#facts}}", "")
    texts, teller = [], desk.reader.teller
    for written_key, value in written.items:
        name = written_key.value.partition("(")[0]
        if isinstance(value, YamlText):
            told = escaped(teller.told_fact(name)) if teller is not None else ""
            place = f"fact.{name}"
            yield f"- {anchor(place)}{told} {parts.place_link(name, place)}"
            texts.append(f"{written_key.value}: {value.value}")
    yield from ("", *parts.folded(say("as written"), "\n".join(texts)))


def _flow(desk: Desk) -> Iterator[str]:
    """The order of a game and of a turn, in sentences."""
    say, teller = desk.reader.say, desk.reader.teller
    if teller is None:
        return
    for name, sentences in teller.flow().items():
        yield from (f"## {say(f'flow {name}')} {{#flow-{name}}}", "")
        yield from (f"1.  {escaped(sentence)}" for sentence in sentences)
        yield ""


def _options(desk: Desk) -> Iterator[str]:
    """What may be chosen before a game, in words and as programs write it."""
    reader, written = desk.reader, desk.reader.source.written
    if not written.options:
        return
    yield from (f"## {reader.say('options')} {{#options}}", "", reader.say("options lead"), "")
    for name, values in written.options.items():
        yield f"- **{escaped(reader.option(name))}** {code(name)}"
        yield ""
        few = ", ".join(map(str, written.option_players.get(name, ())))
        for number, value in enumerate(values):
            limit = f" ({reader.say('players')}: {few})" if few and number else ""
            yield f"    - {escaped(reader.option(name, value))} {code(value)}{limit}"
        yield ""
