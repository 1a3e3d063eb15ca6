"""The tables that are made from a linked game: slots, code, and what they can't express."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.diagnostics import InternalError, Location
from thesmos.engine.lowering import lower
from thesmos.engine.lowering_code import CodeWriter
from thesmos.engine.program import CORE_SLOTS, FIRST_LOCAL, Program
from thesmos.link.linked import LinkedGame
from thesmos.program.effects import Let
from thesmos.program.node import AttributeRef
from thesmos.program.types import FLAG, Type, number
from thesmos.program.values import AllOf, AttributeValue, Binder, Flag, Number, Search, Variable
from thesmos.testing.draws import pook, santorini
from thesmos.testing.walks import made_up

HERE = Location("made up", 1, 1)
RANGED = 5  # the least length of the slots of a number whose range is in them
CELL = Type("cell", "Cell")
YES = Flag(True, type=FLAG, location=HERE)


def programs() -> list[Program]:
    """Programs of several games."""
    matches = [
        santorini().match([None, None]),
        santorini().match(["gaea", "hecate"]),
        santorini().match(["chaos", "eris"]),
        pook().match([None] * 3),
        made_up("lab").match([None] * 4),
    ]
    return [lower(match.linked) for match in matches]


# --------------------------------------------------------------------------- slots


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.game)
def test_slots_do_not_overlap(program: Program) -> None:
    """The entries cover the vector after the core's slots, without gaps or overlaps."""
    ends = [CORE_SLOTS]
    for base, count, *_ in sorted(program.slots.values(), key=lambda entry: (entry[0], entry[1])):
        assert base == ends[-1]
        ends.append(base + count)
    assert ends[-1] == program.size == len(program.start)


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.game)
def test_all_values_are_small_integers(program: Program) -> None:
    """The vector consists of small integers, each a valid value of its type."""
    assert all(-128 <= value <= 999 for value in program.start)
    for entry in program.slots.values():
        if entry[2] == "int" and len(entry) > RANGED:
            low, high = entry[4:6]
            assert -100 <= low <= high


def test_an_attribute_that_nothing_changes_is_a_table() -> None:
    """A worker's sex is fixed, a space's level is not."""
    program = lower(santorini().match([None, None]).linked)
    assert "Worker.sex" in program.fixed
    assert "attr:Worker.sex" not in program.slots
    assert "attr:Space.level" in program.slots


def test_a_power_that_changes_an_attribute_makes_it_a_slot() -> None:
    """The same attribute is a table in one match-up and a slot in another."""
    lab = lower(made_up("lab").match([None, None]).linked)
    assert "attr:Stone.size" in lab.slots
    assert "Stone.colour" in lab.fixed


# ---------------------------------------------------------------------------- code


def some(name: str) -> Search:
    """Whether there is some cell."""
    every = AllOf(type=CELL.set(), location=HERE)
    return Search("some", Binder(name, every, YES), type=FLAG, location=HERE)


def test_names_are_numbered_after_the_persons_and_the_roles() -> None:
    """Roles in their order, then the others in the order in which they are bound."""
    writer = CodeWriter({}, ["worker", "to"])
    one = Number(1, type=number(1, 1), location=HERE)
    block = writer.block((Let("n", one, location=HERE), Let("m", one, location=HERE)))
    assert block == [
        "block",
        ["set", ["local", FIRST_LOCAL + 2], ":=", ["int", 1]],
        ["set", ["local", FIRST_LOCAL + 3], ":=", ["int", 1]],
    ]
    role = Variable("to", True, type=CELL, location=HERE)
    assert writer.code(role) == ["local", FIRST_LOCAL + 1]
    assert writer.frame == FIRST_LOCAL + 4


def test_what_a_guard_binds_does_not_take_the_place_of_a_role() -> None:
    """Even if it has the name of the role."""
    writer = CodeWriter({}, ["to"])
    assert writer.guard((YES, some("to")))[1] == FIRST_LOCAL + 1
    assert writer.names["to"] == FIRST_LOCAL


def test_conditions_that_always_hold_are_left_out_of_a_guard() -> None:
    """One condition stands alone, several are joined."""
    writer = CodeWriter({})
    assert writer.guard(()) == writer.guard((YES,)) == ["int", 1]
    assert writer.guard((some("a"), YES, some("b")))[0] == "and"


# ------------------------------------------------- what this engine is too simple for


def linked() -> LinkedGame:
    """A linked game with boards, pieces and steps."""
    lab = made_up("lab")
    return lab.link([None, None], lab.mode(None, 2), {})


def lowered(game: LinkedGame) -> Program:
    """Its tables, without positions and texts."""
    return lower(game)


def test_a_kind_on_several_boards_is_refused() -> None:
    game = linked()
    kinds = tuple(replace(kind, on=("Cell", "Cell")) for kind in game.game.kinds)
    with pytest.raises(InternalError, match="several boards"):
        lowered(replace(game, game=replace(game.game, kinds=kinds)))


def test_a_step_with_several_actions_is_refused() -> None:
    game = linked()
    steps = tuple(replace(step, actions=step.actions * 2) for step in game.game.base.steps)
    base = replace(game.game.base, steps=steps)
    with pytest.raises(InternalError, match="several actions"):
        lowered(replace(game, game=replace(game.game, base=base)))


def test_an_attribute_with_an_index_is_refused() -> None:
    one = Number(1, type=number(1, 1), location=HERE)
    indexed = AttributeValue(AttributeRef("Cell", "it"), (one, one), type=FLAG, location=HERE)
    with pytest.raises(InternalError, match="index"):
        CodeWriter({}).code(indexed)
