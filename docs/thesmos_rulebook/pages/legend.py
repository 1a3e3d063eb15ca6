"""How to read the boards of a game: a small picture of each shape, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, repeat

from thesmos.play.protocols import SKIP
from thesmos.render.shape_samples import VARIANT, samples
from thesmos.render.shapes import HIDDEN
from thesmos.render.svg import named
from thesmos.render.text_board import Picture, picture_of
from thesmos.syntax import documents as d
from thesmos.syntax.words import GAP
from thesmos_rulebook.content.book_source import Source
from thesmos_rulebook.content.localizer import Reader
from thesmos_rulebook.markdown import code, escaped
from thesmos_rulebook.pages.context import Desk


def key(desk: Desk) -> Iterator[str]:
    """The shapes in which this game is drawn, and the marks of options; a line each."""
    reader, written = desk.reader, desk.reader.source.written
    called = _called(_picture(reader.source), reader.names)
    enums = [words for words in written.enums.values() if any(mark for _, mark in words)]
    first = [named(word, reader.names) for word, _ in enums[0]] if enums else []
    pictures = samples(called.keys(), len(first), _letters(called), written.players[1])
    folder = desk.page.removesuffix(".md").rpartition("/")[2]
    above = desk.page.rpartition("/")[0]
    yield from ('<div class="key" markdown>', "")
    for shape, drawn in pictures.items():
        words = ", ".join(first) if shape == VARIANT else ", ".join(called.get(shape, ()))
        told = escaped(reader.say(f"key {shape}", words=words))
        file = f"{folder}/key-{shape}.svg"
        desk.pictures[f"{above}/{file}"] = drawn
        yield from (f"-   ![{told}]({file})", "", f"    {told}", "")
    yield from ("</div>", "")


def _picture(source: Source) -> Picture:
    """How the game's positions are drawn, which is the same in every match-up."""
    mode = next(iter(source.modes.values()))
    match = source.game.match([None] * mode.players, mode.slug, any_match_up=True)
    return picture_of(match.program)


def _called(picture: Picture, names: Mapping[str, str]) -> dict[str, list[str]]:
    """The shapes that a game is drawn in, each with what is drawn so."""
    made: dict[str, list[str]] = {}
    boards = {board.name for board in picture.boards}
    for entry in picture.entries:
        if entry.board not in boards:  # it is told beside the board
            continue
        word = named(entry.name, names)
        for shape in entry.shapes:
            if word not in made.setdefault(shape, []):
                made[shape].append(word)
    return made


def _letters(called: dict[str, list[str]]) -> dict[str, str]:
    """What the letter of a shape's sample is that of."""
    return {shape: words[0] for shape, words in called.items() if words and shape != HIDDEN}


def notation(reader: Reader) -> Iterator[str]:
    """The options of the game's own actions that somebody chooses, a line each; then skipping."""
    written = reader.source.written
    chosen = {step.action for step in written.base.steps if step.chooser != "chance"}
    yield from (reader.say("written lead"), "")
    for action in written.base.actions:
        if action.name in chosen:
            told = escaped(reader.step(action.name))
            yield from (f"- {way}: {told}" for way in ways(reader, action))
    if any(step.skip for card in reader.source.cards.values() for step in card.steps):
        yield f"- {code(SKIP)}: {escaped(reader.say('written skip'))}"
    yield ""


def ways(reader: Reader, action: d.ActionDeclaration, card: str = "") -> Iterator[str]:
    """The ways in which an option of an action may be written, each with its condition."""
    teller = reader.teller
    for number, way in enumerate(action.text):
        example = _example(reader, action, card, way.text)
        if example is None:
            continue
        shown = code(example)
        told = teller.when_written(action.name, number, card) if teller is not None else ""
        yield f"{shown} ({escaped(told)})" if told else shown


def _example(reader: Reader, action: d.ActionDeclaration, card: str, text: str) -> str | None:
    """A way with cells of the board, words and pieces in its gaps; None if it is only a name."""
    written = reader.source.written
    cells = {board.name: _cells(board) for board in written.boards}
    kinds = reader.teller.kinds(action.name, card) if reader.teller is not None else {}
    made: dict[str, str] = {}
    for gap in GAP.findall(text):
        kind = kinds.get(gap, "")
        if kind in cells:
            made[gap] = next(cells[kind])
        elif kind in written.enums:
            word, mark = written.enums[kind][0]
            made[gap] = mark or word
        elif f"{{{gap}}}" == text:
            return None
        else:
            made[gap] = _named_piece(reader, kind)
    return GAP.sub(lambda found: made[found.group(1)], text)


def _named_piece(reader: Reader, kind: str) -> str:
    """The first piece of a kind whose pieces have names; else what the kind is called."""
    pieces = (one for one in reader.source.written.pieces if one.name == kind)
    named = (supply.name for piece in pieces for supply in piece.supply if supply.name)
    return next(named, f"<{reader.names.get(kind, kind)}>")


def _cells(board: d.BoardDeclaration) -> Iterator[str]:
    """Cells to show: the middle one, then its neighbour, again and again."""
    names, middle = board.cells(), board.rows * board.columns // 2
    return chain([names[middle]], repeat(names[min(middle + 1, len(names) - 1)]))
