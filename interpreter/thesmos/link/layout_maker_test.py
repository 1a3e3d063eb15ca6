"""The layout of a state: its entries, their ranges, and the initial values that are declared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.diagnostics import Location
from thesmos.link.layout import NONE, AttributeOf, CoreSlot, Entry, HoldersOf, MemoryOf, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.link.linker import link
from thesmos.program.clauses import At
from thesmos.program.declarations import (
    Attribute,
    Board,
    Card,
    Enum,
    EnumWord,
    GameProgram,
    Kind,
    Mode,
    StartValue,
    Supply,
    Zone,
)
from thesmos.program.effects import Assign, Effects
from thesmos.program.node import AttributeRef
from thesmos.program.types import FLAG, PLAYER, SIDE, Type, number
from thesmos.program.values import AllOf, AttributeValue, Binder, IsIn, Search, Value

HERE = Location("made up", 1, 1)
COLOUR, CELL, STONE = Type("enum", "Colour"), Type("cell", "Cell"), Type("piece", "Stone")
CELLS = ("A1", "B1", "C1")
MODE = Mode("duel", (1, 2), 1, "", "", (), (), None, location=HERE)
SUPPLY = Supply("Stone", "side", 2, None, "bag", (), (), location=HERE)
STONES = 5


def card(slug: str, *memory: Attribute, effects: Effects = (), pieces: int = 0) -> Card:
    """A card with memories, effects at a moment, and pieces."""
    supply = (replace(SUPPLY, each="game", count=pieces),) if pieces else ()
    clause = At(
        "dawn", "any", effects,
        id=f"{slug}.dawn.1", card=slug, heading="Dawn", guards=(), where=None, location=HERE,
    )  # fmt: skip
    return Card(
        slug, (), (), (), slug, None, memory, supply, (), (), (), (clause,), location=HERE
    )  # fmt: skip


def attribute(owner: str, kind: Type, *start: str, name: str = "it", **more: object) -> Attribute:
    """An attribute of a kind of thing."""
    made = Attribute(
        AttributeRef(owner, name), (), kind, start or None, False, "game", location=HERE
    )  # fmt: skip
    return replace(made, **more)


def game(
    *attributes: Attribute, supply: Supply = SUPPLY, cards: tuple[Card, ...] = ()
) -> GameProgram:
    """A game with a board of three cells, and for each side two stones in a bag."""
    words = (EnumWord("red", "r"), EnumWord("green", "g"))
    single = replace(supply, each="game", count=1, name="king", zone="bag", cells=())
    return GameProgram(
        slug="made-up",
        edition="1",
        enums=(Enum("Colour", words, location=HERE),),
        boards=(Board("Cell", 3, 1, 4, CELLS, False, False, location=HERE),),
        zones=(Zone("bag", location=HERE), Zone("box", location=HERE)),
        kinds=(Kind("Stone", ("Cell",), (supply, single), location=HERE),),
        attributes=(attribute("Stone", SIDE.optional(), name="owner"), *attributes),
        options=(),
        stages=("own", "teammates", "opponents"),
        moments=("dawn",),
        setup=(),
        turn=(),
        position=(),
        always=(),
        base=card("made-up"),
        cards={each.slug: each for each in cards},
        modes={MODE.slug: MODE},
        match_up=None,
        location=HERE,
    )


def linked(made: GameProgram, *powers: str | None) -> LinkedGame:
    """The game with these powers in play, one for each player."""
    return link(made, powers or (None, None), MODE, {})


def entry_of(kind: Type, *start: str) -> Entry:
    """The entry of an attribute that each cell has."""
    made = linked(game(attribute("Cell", kind, *start)))
    return made.layout.by_meaning[AttributeOf(AttributeRef("Cell", "it"))]


def assign(kind: Type, member: bool = False) -> Effects:
    """An effect that gives the attribute of some stone a value, or a set of it a member."""
    stone = Search(
        "first", Binder("s", AllOf(type=STONE.set(), location=HERE), None),
        type=STONE.optional(), location=HERE,
    )  # fmt: skip
    target: Value = AttributeValue(
        AttributeRef("Stone", "it"), (stone,), type=kind, location=HERE
    )  # fmt: skip
    if member:
        target = IsIn(stone, target, type=FLAG, location=HERE)
    return (Assign(target, ":=", stone, location=HERE),)


def test_pieces_begin_on_cells_or_in_zones() -> None:
    there = replace(SUPPLY, each="game", count=2, zone=None, cells=("C1", "A1"))
    entry = linked(game(supply=there)).layout.by_meaning[PlaceOf("Stone")]
    bag = len(CELLS)  # the king's
    assert [*entry.start] == [2, 0, bag]


# ------------------------------------------------------------------------- initial values


@pytest.mark.parametrize(
    ("kind", "start", "expected"),
    [
        (FLAG, (), [0] * 3),
        (FLAG, ("yes",), [1] * 3),
        (number(0, 9), (), [0] * 3),
        (number(2, 9), (), [2] * 3),
        (number(-5, 5), ("-3",), [-3] * 3),
        (COLOUR, (), [0] * 3),
        (COLOUR, ("green",), [1] * 3),
        (COLOUR.optional(), (), [NONE] * 3),
        (COLOUR.optional(), ("none",), [NONE] * 3),
        (COLOUR.optional(), ("red",), [0] * 3),
        (PLAYER.optional(), (), [NONE] * 3),
        (PLAYER, ("2",), [1] * 3),
        (CELL, ("B1",), [1] * 3),
        (STONE.optional(), ("king",), [0] * 3),
        (COLOUR.set(), (), [0] * 6),
        (COLOUR.set(), ("green",), [0, 1] * 3),
        (COLOUR.set(), ("red", "green"), [1] * 6),
    ],
)
def test_attributes_have_initial_values(
    kind: Type, start: tuple[str, ...], expected: list[int]
) -> None:
    """`start`, or else none, no, the first word, the lowest number, the empty set."""
    assert list(entry_of(kind, *start).start) == expected


@pytest.mark.parametrize(
    ("kind", "word"),
    [(number(0, 9), "10"), (number(0, 9), "x"), (COLOUR, "blue"), (FLAG, "1")],
)
def test_an_invalid_value_is_rejected(kind: Type, word: str) -> None:
    """With KeyError or ValueError: `check` has already reported such words."""
    with pytest.raises((KeyError, ValueError)):
        entry_of(kind, word)


# ------------------------------------------------------------------------ ranges and widths


@pytest.mark.parametrize(
    ("kind", "low", "high", "none"),
    [
        (FLAG, 0, 1, False),
        (number(-3, 8), -3, 8, False),
        (number(2, 8).optional(), 2, 8, True),
        (COLOUR, 0, 1, False),
        (CELL.optional(), 0, 2, True),
        (STONE, 0, STONES - 1, False),
        (PLAYER, 0, 1, False),
        (CELL.set(), 0, 1, False),
    ],
)
def test_entries_have_the_range_of_their_slots(kind: Type, low: int, high: int, none: bool) -> None:
    """Of a set, the range says whether something is in it."""
    entry = entry_of(kind)
    assert (entry.low, entry.high, entry.none) == (low, high, none)


def test_a_set_has_a_slot_for_each_possible_member() -> None:
    entry = entry_of(STONE.set())
    assert (entry.things, entry.width, entry.count) == (3, STONES, 3 * STONES)
    assert entry.slot(2, 4) == entry.first + 2 * STONES + 4


def test_an_attribute_has_a_slot_for_each_value_of_its_index() -> None:
    made = attribute("Player", number(1, 6), index=(COLOUR, CELL))
    entry = linked(game(made)).layout.by_meaning[AttributeOf(made.name)]
    assert (entry.things, entry.width, list(entry.start)) == (2, 6, [1] * 12)


def test_what_can_be_seen_and_what_a_turn_resets_is_in_the_entry() -> None:
    """A memory also has its name in positions."""
    own = attribute("Player", number(0, 9), secret=True)
    memory = attribute("", number(2, 9), name="count", secret=True, lasts="turn")
    made = linked(game(own, cards=(card("owl", memory),)), "owl", None)
    entries = made.layout.by_meaning
    assert entries[AttributeOf(own.name)].seen_by == "owner"
    kept = entries[MemoryOf(0, "count")]
    assert (kept.seen_by, kept.lasts, kept.writing) == ("holder", "turn", "owl.count")
    assert kept.start == (2,)


# ------------------------------------------------------------------- the whole vector


def test_the_slots_that_every_game_has_come_first() -> None:
    """Then the places of pieces and attributes; what the cards in play have comes after them."""
    made = linked(game(attribute("Cell", FLAG), cards=(card("owl"), card("fox"))), "fox", "owl")
    kinds = list(dict.fromkeys(type(entry.meaning) for entry in made.layout.entries))
    assert kinds == [CoreSlot, PlaceOf, AttributeOf, HoldersOf]
    assert [made.layout.by_meaning[HoldersOf(number)].start for number in (0, 1)] == [(1,), (2,)]


def test_entries_follow_each_other_without_gaps() -> None:
    layout = linked(game(attribute("Cell", COLOUR.set()))).layout
    ends = [0]
    for entry in layout.entries:
        assert entry.first == ends[-1]
        ends.append(entry.first + entry.count)
    assert ends[-1] == layout.size == len(layout.start)


# --------------------------------------------------------------------------- pieces


def test_pieces_age_side_by_side_and_those_of_the_first_player_are_the_youngest() -> None:
    cards = (card("owl", pieces=1), card("fox", pieces=2))
    made = linked(game(cards=cards), "owl", "fox")
    owners = made.fixed[AttributeRef("Stone", "owner")]
    assert [piece.name for piece in made.pieces["Stone"]] == ["king", *[None] * 7]
    assert owners == (NONE, 0, 0, 1, 1, 1, 1, 0)
    assert [piece.source for piece in made.pieces["Stone"]] == [0, 0, 0, 0, 0, 1, 1, 0]


def test_pieces_begin_in_the_zone_of_their_supply() -> None:
    place = linked(game()).layout.by_meaning[PlaceOf("Stone")]
    assert (place.low, place.high, place.none) == (0, len(CELLS) + 1, True)
    assert set(place.start) == {len(CELLS)}


def test_what_nothing_assigns_is_fixed() -> None:
    """The same attribute is fixed with one card and a slot with another."""
    values = (StartValue("it", ("red", "green")),)
    made = game(
        attribute("Stone", COLOUR.set()),
        supply=replace(SUPPLY, values=values),
        cards=(card("owl"), card("fox", effects=assign(COLOUR.set(), member=True))),
    )
    name = AttributeRef("Stone", "it")
    still, changing = linked(made, "owl", None), linked(made, "owl", "fox")
    assert still.fixed[name] == ((0, 1),) * STONES
    assert AttributeOf(name) not in still.layout.by_meaning
    assert name not in changing.fixed
    assert changing.layout.by_meaning[AttributeOf(name)].start == (1,) * 2 * STONES


@pytest.mark.parametrize("member", [False, True])
def test_assigning_a_value_or_a_member_makes_a_slot(member: bool) -> None:
    kind = COLOUR.set() if member else COLOUR
    effects = assign(kind, member)
    made = linked(
        game(attribute("Stone", kind), cards=(card("fox", effects=effects),)), "fox", None
    )
    assert AttributeOf(AttributeRef("Stone", "it")) in made.layout.by_meaning
