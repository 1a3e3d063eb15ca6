"""The parts of positions that a game declares, as a table: each says what it writes.

    {path, card, omitEmpty, is, …}   is: digits cells map byPlayer value memory
                                         pieces piece counts members, or absent

`absent` are parts of cards that take no part. What is about an attribute also has the keys of
`ValueTable.attribute`; what is about things also their `names`. Parts about pieces have

    form           the text of a piece: literal texts, and tables for its fields
    tells          how many constants of pieces it shows: the part that shows more is read first
    shown, apart   which pieces it shows: parts with an equal `shown` show the same ones, those in
                   `apart` never the same as it (see `claims.py`)
"""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.link.layout import HoldersOf, MemoryOf
from thesmos.notation.value_table import Table, ValueTable
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef, Ref

MOST_TOLD = 1_000_000  # more constants than a piece can have


def entry_tables(table: ValueTable) -> Iterator[Table]:
    """Yield the table of each part of positions, in the order of the game."""
    for entry in table.game.game.position:
        about = {"path": [*entry.path], "card": entry.card, "omitEmpty": entry.omit_empty}
        yield about | (_entry(table, entry) if entry in table.entries else {"is": "absent"})


def _entry(table: ValueTable, entry: p.PositionEntry) -> Table:
    match entry:
        case p.Digits(attribute=attribute):
            return {"is": "digits", "tells": -1, **table.attribute(attribute)}
        case p.Cells(attribute=attribute):
            return {"is": "cells", "tells": -1, **_of_things(table, attribute)}
        case p.Map(attribute=attribute):
            return {"is": "map", "tells": -1, **_of_things(table, attribute)} | {
                "left_out": _value_left_out(table, attribute)
            }
        case p.ByPlayer(attribute=attribute):
            return {"is": "byPlayer", "tells": -1, **table.attribute(attribute)}
        case p.GameValue(attribute=attribute):
            return {"is": "value", "tells": -1, **table.attribute(attribute)}
        case p.CardMemory(memory=memory):
            memories = [*_of_cards(table, memory)]
            return {"is": "memory", "tells": -1, "of": memory.card, "memories": memories}
        case p.Pieces(kind=kind, text=text, hidden=hidden):
            shown, apart = f"hidden {hidden}", [f"hidden {not hidden}"]
            about = {"is": "pieces", "hidden": hidden, "shown": shown, "apart": apart}
            return about | _pieces(table, kind, text)
        case p.OnePiece():
            return _one_piece(table, entry)
        case p.ZoneCounts(kind=kind, zone=zone, text=text):
            about = {"is": "counts", "zone": _zone(table, kind, zone), "shown": "zone", "apart": []}
            return about | _pieces(table, kind, text)
    assert isinstance(entry, p.Members)
    return _members(table, entry)


def _of_things(table: ValueTable, name: AttributeRef) -> Table:
    """Return the table of an attribute of cells or pieces, with the names of these."""
    kind = table.kinds.get(name.owner)
    names = table.words(name.owner) if kind is None else table.called[name.owner]
    return {**table.attribute(name), "names": [*names]}


def _value_left_out(table: ValueTable, name: AttributeRef) -> int | None:
    """Return the value of what a `map` leaves out: none, or 0; None if it stays as it was."""
    kind = table.game.game.attribute_types[name]
    if kind.none:
        return table.none
    return 0 if kind.base == "int" and kind.low <= 0 <= kind.high else None


def _of_cards(table: ValueTable, memory: Ref) -> Iterator[Table]:
    """Yield the name of a memory of each card with it, and the slot of the card's holders."""
    layout = table.game.layout.by_meaning
    for card in table.game.cards:
        meaning = MemoryOf(card.number, memory.name)
        if card.card.slug == memory.card and meaning in layout:
            holders = layout[HoldersOf(card.number)].first
            yield {"holders": holders, "name": layout[meaning].writing}


def _zone(table: ValueTable, kind: str, zone: str) -> int:
    """Return the number of a zone among the places of a kind of pieces, after the cells."""
    return int(table.kinds[kind]["cells"]) + table.words("Zone").index(zone)


def _pieces(table: ValueTable, kind: str, text: p.PieceText) -> Table:
    form: list[str | Table] = []
    for part in text:
        match part:
            case str():
                form.append(part)
            case p.AttributeText(attribute=attribute):
                form.append(table.attribute(attribute))
            case p.PlaceText():
                form.append({"is": "place"})
            case _:
                form.append({"is": "name"})
    names: list[str] = table.kinds[kind]["names"]
    shows_name = p.NameText() in text
    if shows_name and len({*names} - {""}) == len(names):  # and so all constants
        tells = MOST_TOLD
    else:
        fields = [part for part in form if not isinstance(part, str)]
        tells = len({f["attribute"] for f in fields if _is_constant(table, f)}) + shows_name
    return {"kind": kind, "form": form, "tells": tells}


def _is_constant(table: ValueTable, field: Table) -> bool:
    """Return whether a text finds its piece by a field: what is another piece is not yet known."""
    return field.get("constant", False) and "piece" not in table.types[field["type"]]


def _one_piece(table: ValueTable, entry: p.OnePiece) -> Table:
    alike = [
        _shown(other)
        for other in table.entries
        if isinstance(other, p.OnePiece)
        and (other.kind == entry.kind and other.where != entry.where)
        and {c.attribute for c in other.where} == {c.attribute for c in entry.where}
    ]
    where = [{**table.attribute(c.attribute), "text": c.text} for c in entry.where]
    return {
        "is": "piece", "where": where, "shown": _shown(entry), "apart": alike,
        **_pieces(table, entry.kind, (p.PlaceText(),)),
        "tells": len({c["attribute"] for c in where if _is_constant(table, c)}),
    }  # fmt: skip


def _shown(entry: p.OnePiece) -> str:
    conditions = (f" {c.attribute.name}={c.text}" for c in entry.where)
    return f"where{''.join(conditions)}"


def _members(table: ValueTable, entry: p.Members) -> Table:
    whose = None if entry.attribute is None else table.attribute(entry.attribute)
    about = {
        "is": "members", "whose": whose,
        "zone": None if entry.zone is None else _zone(table, entry.kind, entry.zone),
        "shown": "zone" if whose is None else f"zone {whose['attribute']}", "apart": [],
        **_pieces(table, entry.kind, entry.text),
    }  # fmt: skip
    alone = whose is not None and not whose["many"] and _is_constant(table, whose)
    shown = {field.get("attribute") for field in about["form"] if not isinstance(field, str)}
    if whose is not None and alone and whose["attribute"] not in shown:
        about["tells"] = min(about["tells"] + 1, MOST_TOLD)
    return about
