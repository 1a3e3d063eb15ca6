"""The page of the game itself: its words, the rules of its actions, its facts, its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.book import card as parts
from thesmos.book.card import Desk
from thesmos.book.example import examples_of
from thesmos.book.markdown import anchor, code, escaped, link, page, table
from thesmos.load.marked import Text

INDEXES = ("powers/index", "bans", "glossary", "rulings", "coverage")
NAMES = {"powers/index": "all powers"}  # the phrase for an index, where it is not its name


def rules_page(desk: Desk) -> str:
    """The base game: all that holds before any card, and the ways from here to the rest."""
    reader, source = desk.reader, desk.reader.source
    say, written = reader.say, source.written
    players = f"{written.players[0]}-{written.players[1]}"
    lines = [f"{say('players')}: {players} · {say('edition')}: {code(written.edition)}", ""]
    lines += [*_ways(desk), ""]
    if written.base.text:
        lines += [f"## {say('base')} {{#base}}", "", '<div class="card" markdown>', ""]
        lines += [*parts.words(desk, written.base), "</div>", ""]
    lines += [f"## {say('key')} {{#key}}", "", *key(desk), ""]
    lines += _flow(desk)
    lines += [f"## {say('base rules')} {{#actions}}", "", say("base rules lead"), ""]
    lines += parts.actions(desk, written.base)
    if written.base.clauses:
        lines += [f"## {say('exactly')} {{#exactly}}", "", *parts.meaning(desk, written.base)]
    lines += _facts(desk)
    lines += _options(desk)
    chosen = examples_of(source, source.slug)
    if chosen:
        lines += [f"## {say('examples')} {{#examples}}", "", *parts.examples(desk, chosen)]
    return page(escaped(reader.title(source.slug)), lines)


def draft_page(desk: Desk) -> str:
    """What is played before the game: its words, its order, the options, the rules."""
    written = desk.reader.source.written
    lines = ['<div class="card" markdown>', "", *parts.words(desk, written.base), "</div>", ""]
    lines += _flow(desk)
    lines += _options(desk)
    lines += [f"## {desk.reader.say('base rules')} {{#actions}}", ""]
    lines += parts.actions(desk, written.base)
    lines += _facts(desk)
    return page(escaped(desk.reader.text(written.title)), lines)


def _ways(desk: Desk) -> Iterator[str]:
    """The modes, and the indexes of the book."""
    say, source = desk.reader.say, desk.reader.source
    modes = ", ".join(desk.card(mode) for mode in source.modes)
    yield f"- {say('modes')}: {modes}"
    if source.draft is not None:
        title = escaped(desk.reader.text(source.draft.written.title))
        yield f"- {link(title, desk.shelf.to('draft', desk.page))}"
    for name in INDEXES:
        yield f"- {link(say(NAMES.get(name, name)), desk.shelf.to(name, desk.page))}"


def key(desk: Desk) -> Iterator[str]:
    """How to read the boards: the shapes in which this game is drawn."""
    say, written = desk.reader.say, desk.reader.source.written
    shapes = {
        word
        for _, writers in written.position
        for writer in writers
        for word in writer.get("shape", "").split()
    }
    enums = [words for words in written.enums.values() if any(mark for _, mark in words)]
    words = ", ".join(desk.reader.names.get(word, word) for word, _ in enums[0]) if enums else ""
    for shape, phrase in (
        ("stack", "key heights"),
        ("pawn", "key pawns"),
        ("secret", "key secret"),
    ):
        if shape in shapes:
            yield f"- {say(phrase, words=words)}"
    for phrase in ("key target", "key barred", "key changed"):
        yield f"- {say(phrase)}"


def _facts(desk: Desk) -> Iterator[str]:
    """The facts, as they are written."""
    say, base = desk.reader.say, desk.reader.source.written.base
    written = parts.written_part(base, "facts")
    if not base.facts or written is None:
        return
    yield from (f"## {say('facts')} {{#facts}}", "")
    rows, teller = [], desk.reader.teller
    for written_key, value in written.items:
        name = written_key.value.partition("(")[0]
        if isinstance(value, Text):
            told = [escaped(teller.fact(name))] if teller is not None else []
            first, *more = [*told, code(f"{written_key.value}: {value.value}")]
            rows.append([f"{anchor(f'fact.{name}')}{first}", *more])
    meaning = [say("meaning")] if teller is not None else []
    yield from table([*meaning, say("as written")], rows)


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
    """What may be chosen before a game."""
    say, options = desk.reader.say, desk.reader.source.written.options
    if not options:
        return
    yield from (f"## {say('options')} {{#options}}", "", say("options lead"), "")
    rows = [(code(name), ", ".join(map(code, values))) for name, values in options.items()]
    yield from table([say("option"), say("values")], rows)
