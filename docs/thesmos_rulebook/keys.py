"""How to read the boards of a game: a small picture of each shape, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from thesmos.render.shape_samples import VARIANT, samples
from thesmos.render.shapes import HIDDEN
from thesmos.render.svg import named
from thesmos.render.text_board import Picture, picture_of
from thesmos_rulebook.card import Desk
from thesmos_rulebook.markdown import escaped
from thesmos_rulebook.source import Source


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
