"""How options are written: an example for each way that an action has, and when it is meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

from thesmos.play.protocols import SKIP
from thesmos.syntax import documents as d
from thesmos.syntax.words import GAP
from thesmos_rulebook.markdown import code, escaped
from thesmos_rulebook.reader import Reader


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
