"""The values that positions write by name, as a table: under `memory`, and in the part `step`.

    {name, part, first, count, low, high, none, many, start, axes, is, …}

    axes   the kinds of things that there is a value for, from the outer to the inner:
           {words, size}, {piece: kind, size} or, with numbers instead of cells, {numbered, size}
    is     int flag place, or thing (one of `values`, an axis); remembered (positions); in the part
           `step` also number chooser named players winners due

Those under `memory` also have the `bare` name without the card or kind, the `card` they belong to,
and whether an entry writes them (`covered`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thesmos.link.layout import (
    AgendaOf,
    AttributeOf,
    CoreName,
    CoreSlot,
    Entry,
    EventRole,
    Meaning,
    MemoryOf,
    PlaceOf,
    RegisterOf,
    RememberedOf,
)
from thesmos.link.linked import LinkedGame
from thesmos.link.repetition import ComparedPart, value_of
from thesmos.notation.value_table import SEATED, Table, ValueTable
from thesmos.program.types import CORE_TYPES, FLAG, Type
from thesmos.semantics.state import members_of

POSITIONS = "positions"  # the name of the remembered positions
NOTHING = "-"  # stands for none in remembered positions, which has no text elsewhere
NAMES: Mapping[CoreName, str] = {  # the keys that differ from the names of their slots
    "step": "name",
    "chooser": "player",
    "instruction": "flow",
}


def memory_tables(table: ValueTable) -> Iterator[Table]:
    """Yield everything that positions of a linked game can have under `memory`."""
    game = table.game
    covered = frozenset[object]().union(*(entry.attributes for entry in table.entries))
    for entry in game.layout.entries:
        meaning = entry.meaning
        name, values = entry.writing, Table()
        if isinstance(meaning, PlaceOf):
            kind = meaning.kind
            if kind in table.placed or not entry.count or not _moves(game, kind):
                continue
            name = f"{kind}.place"
            axes = [{"numbered": kind, "size": len(game.pieces[kind])}]
            values = {"is": "place", "kind": kind, "axes": axes}
        elif meaning == RememberedOf("numbers"):
            name, values = POSITIONS, _remembered(table, entry)
        elif not name:
            continue
        card = game.cards[meaning.card].card.slug if isinstance(meaning, MemoryOf) else ""
        yield {
            **_block(table, entry, name, "memory"), **(values or _by_type(table, entry)),
            "bare": name.rpartition(".")[2], "card": card,
            "covered": isinstance(meaning, AttributeOf) and meaning.attribute in covered,
        }  # fmt: skip


def _moves(game: LinkedGame, kind: str) -> bool:
    """Return whether pieces of a kind can move: by a text, or when their owner is out."""
    on = next(declared.on for declared in game.game.kinds if declared.name == kind)
    return bool(on) or any(kind in card.moved for _, card in game.parts)


def _block(table: ValueTable, entry: Entry, name: str, part: str) -> Table:
    """Return where a block of slots is, and the things that it has values for."""
    return {
        "name": name, "part": part, "first": entry.first, "count": entry.count,
        "low": entry.low, "high": entry.high, "none": entry.none, "many": entry.type.many,
        "start": [*entry.start], "axes": [_axis(table, kind) for kind in _axes(table.game, entry)],
    }  # fmt: skip


def _by_type(table: ValueTable, entry: Entry) -> Table:
    """Return how the values of a block are written: by their type."""
    if entry.type.base in ("int", "flag"):
        return {"is": entry.type.base}
    return {"is": "thing", "values": _axis(table, entry.type.one())}


def _axis(table: ValueTable, kind: Type) -> Table:
    """Return the things of a kind, as indices or as values."""
    # A number as an index is counted from 0, even where its range begins later.
    size = kind.high + 1 if kind.base == "int" else len(members_of(kind, table.game))
    if kind.base == "piece":
        return {"piece": kind.name, "size": size}
    if kind.base == "enum":  # marks may be empty
        words = [word.word for word in table.game.game.enum_words[kind.name]]
    elif kind.base in ("cell", "power", "zone", "direction"):
        words = [*table.words(kind.name)]
    else:
        first = 1 if kind.base in SEATED else 0
        words = [str(first + number) for number in range(size)]
    return {"words": words, "size": size}


def _axes(game: LinkedGame, entry: Entry) -> Iterator[Type]:
    """Yield the kinds of things that a block has values for: its owner, then its indices."""
    match entry.meaning:
        case AttributeOf(attribute) if attribute.owner:
            yield _owners(game, attribute.owner)
        case RegisterOf(_, query):
            yield CORE_TYPES["Side" if query.owner == "side" else "Player"]
    yield from game.indices(entry.meaning)


def _owners(game: LinkedGame, name: str) -> Type:
    """Return the type of the things that have an attribute."""
    if name in CORE_TYPES:
        return CORE_TYPES[name]
    if name in game.pieces:
        return Type("piece", name)
    return Type("cell" if name in game.boards else "enum", name)


# ------------------------------------------------------------------------- remembered positions


def _remembered(table: ValueTable, entry: Entry) -> Table:
    """Return the data for remembered positions (§8.6), the oldest first.

    filled: the slot with how many there are. width: the numbers of each. parts: of the values that
    are compared, `count` of them, `together` in a number; `texts` of all possible ones.
    """
    filled = table.game.layout.by_meaning[RememberedOf("count")].first
    parts = [_part(table, part) for part in table.game.compared]
    return {
        "is": "remembered", "axes": [],
        "filled": filled, "width": entry.width, "things": entry.things, "parts": parts,
    }  # fmt: skip


def _part(table: ValueTable, part: ComparedPart) -> Table:
    kind = FLAG if part.compared.value.type.many else part.compared.value.type.one()
    if kind.base == "flag":
        words: Sequence[str] = ("no", "yes")
    else:
        words = () if kind.base == "int" else _axis(table, kind)["words"]
    values = (value_of(part, digit) for digit in range(part.packing.radix))
    texts = [
        NOTHING if value is None else words[value] if words else str(value) for value in values
    ]
    number = kind.base in ("int", "flag")
    hint = f"write {kind}{f', or {NOTHING} for none' if part.none else ''}" if number else None
    return {
        "count": part.packing.values, "together": part.packing.at_a_time,
        "texts": texts, "hint": hint,
    }  # fmt: skip


# ------------------------------------------------------------------------- the part `step`


def step_tables(table: ValueTable) -> Table:
    """Return the values of the part `step`, by name: those of every game, and the answers."""
    core = {value["name"]: value for value in _core(table)}
    return {"core": core, "history": {value["name"]: value for value in _answers(table)}}


def _core(table: ValueTable) -> Iterator[Table]:
    """Yield the slots of every game but the active player, and an interrupted event's roles."""
    game = table.game
    steps = [str(step.name) for step in game.steps]
    for entry in game.layout.entries:
        name, values = _step_value(entry.meaning)
        if not name:
            continue
        if values.get("is") == "named":
            values["names"] = [*game.reasons] if name == "reason" else steps
        elif values.get("is") == "due":
            due = [f"{step} {player + 1}" for step in steps for player in range(game.players)]
            values |= {"names": due, "height": game.layout.agenda["height"].first}
        yield {**_block(table, entry, name, "step:"), **(values or _by_type(table, entry))}


def _step_value(meaning: Meaning) -> tuple[str, Table]:
    """Return the name of a value of the part `step`, and how it is written if not by its type."""
    match meaning:
        case EventRole(place):
            return f"role_{place + 1}", {"is": "number"}
        case AgendaOf("steps"):
            return "agenda", {"is": "due"}
        case AgendaOf(name) if name != "height":
            return f"agenda_{name}", {}
        case CoreSlot("chooser"):
            return NAMES["chooser"], {"is": "chooser"}
        case CoreSlot("step" | "interrupted" | "reason" as core_name):
            return NAMES.get(core_name, core_name), {"is": "named"}
        case CoreSlot("winners"):
            return "winners", {"is": "winners"}
        case CoreSlot("out"):
            return "out", {"is": "players"}
        case CoreSlot(core_name) if core_name not in ("active", "view"):
            return NAMES.get(core_name, core_name), {}
    return "", {}


def _answers(table: ValueTable) -> Iterator[Table]:
    """Yield the registers, each named by the card that asks, the question and the actions."""
    game = table.game
    often: dict[str, int] = {}
    for entry in game.layout.entries:
        if isinstance(entry.meaning, RegisterOf):
            card, query = entry.meaning.card, entry.meaning.query
            slug = game.game.base.slug if card is None else game.cards[card].card.slug
            actions = " | ".join(str(event.action) for event in query.events)
            role = f" {query.role}" if query.role else ""
            name = f"{slug}: {query.question} {actions}{role}"
            often[name] = often.get(name, 0) + 1
            name = name if often[name] == 1 else f"{name} {often[name]}"
            yield {**_block(table, entry, name, "step:"), **_by_type(table, entry)}
