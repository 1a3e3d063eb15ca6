"""The game's own drawings of what lies in no cell: pieces and words, by the text of each.

Such a drawing is named after a kind of pieces or an enum. It stands for the text wherever positions
write it off the boards, as in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.link.linked import LinkedGame, Piece
from thesmos.link.printed import PrintedNumber, printed_numbers, written
from thesmos.program.positions import AttributeText, Members, NameText, PieceText
from thesmos.render.drawings import chosen


@dataclass(frozen=True)
class ShownTexts:
    """Texts of a position that are all drawn.

    player: whose they are, from 1; 0 if the part is not by player.
    drawn: pairs of a text and its drawing.
    """

    key: str
    player: int
    drawn: tuple[tuple[str, str], ...]


def drawn_texts(game: LinkedGame) -> dict[str, str]:
    """Return the drawings of a linked game's pieces and words, by the texts in positions."""
    drawings = game.game.drawings
    result: dict[str, str] = {}
    for enum, words in game.game.enum_words.items():
        for word in words:
            drawn = chosen(drawings, enum, {word.word, word.mark})
            if drawn is not None:
                result |= {word.word: drawn.code, word.mark: drawn.code}
    for kind, pieces in game.pieces.items():
        for piece in pieces:
            printed = [*printed_numbers(game, piece)]
            words_of = {written(game, at.attribute.type.one(), at.number) for at in printed}
            drawn = chosen(drawings, kind, {*words_of, piece.name or ""})
            if drawn is not None:
                result |= dict.fromkeys(_texts(game, piece, printed), drawn.code)
    return result


def _texts(game: LinkedGame, piece: Piece, printed: Iterable[PrintedNumber]) -> Iterator[str]:
    """Yield the texts that positions have for a piece: its name, and those that entries write."""
    marks = {at.attribute.name.name: _mark(game, at) for at in printed}
    if piece.name:
        yield piece.name
    for entry in game.game.position:
        if isinstance(entry, Members) and entry.kind == piece.kind:
            text = _filled(entry.text, piece, marks)
            if text is not None:
                yield text


def _mark(game: LinkedGame, printed: PrintedNumber) -> str:
    of = printed.attribute.type
    words = game.game.enum_words.get(of.name, ())
    return words[printed.number].mark if words else written(game, of.one(), printed.number)


def _filled(text: PieceText, piece: Piece, marks: Mapping[str, str]) -> str | None:
    """Return the text of a piece; None if it tells what can change."""
    parts = []
    for part in text:
        match part:
            case str():
                parts.append(part)
            case NameText() if piece.name:
                parts.append(piece.name)
            case AttributeText(attribute=attribute) if attribute.name in marks:
                parts.append(marks[attribute.name])
            case _:
                return None
    return "".join(parts)


def shown_texts(rest: Mapping[str, Any], drawings: Mapping[str, str]) -> Iterator[ShownTexts]:
    """Yield the parts of a position whose texts are all drawn, in the order of the position.

    drawings: by text.
    """
    for key, value in rest.items():
        parts = value if isinstance(value, list | tuple) else [value]
        by_player = any(isinstance(part, list | tuple) for part in parts)
        lists = [*enumerate(parts, 1)] if by_player else [(0, parts)]
        texts = [text for _, part in lists for text in part]
        if texts and all(isinstance(text, str) and text in drawings for text in texts):
            for player, part in lists:
                if part:
                    drawn = tuple((text, drawings[text]) for text in part)
                    yield ShownTexts(key, player, drawn)
