"""Short functions stand where they are called; what then nothing calls is gone."""

from __future__ import annotations

from thesmos.compile.machine.form import (
    NO,
    ONE,
    STATE,
    WORK,
    Assign,
    Block,
    Choose,
    Code,
    Jump,
    Leave,
    MachineFunction,
    Write,
    beyond,
    get,
    number,
    op,
)
from thesmos.compile.machine.inlining import inlined


def doubled() -> MachineFunction:
    """Return a function that writes its number to its work space, and returns twice as much."""
    function = MachineFunction("doubled", ["number"], 1, 1)
    code = Code(function)
    code.do(Write(32, WORK, 4, get(0)))
    code.do(Leave((op("mul", get(0), number(2)),)))
    return function


def caller(name: str, *arguments: int) -> MachineFunction:
    """Return a function that calls another one with each argument, and returns the last result."""
    function = MachineFunction("caller", [], 0, 1)
    code = Code(function)
    result = number(0)
    for argument in arguments:
        (result,) = code.call(name, [STATE, beyond(WORK, 16), number(argument)], 1)
    code.do(Leave((result,)))
    return function


def test_a_short_function_is_put_where_it_is_called() -> None:
    (function,) = inlined([doubled(), caller("doubled", 5)], {"caller"})
    assert function.name == "caller"
    assert function.body == [
        Write(32, beyond(WORK, 16), 4, number(5)),
        Assign(0, number(10)),
        Leave((get(0),)),
    ]


def test_a_function_that_is_called_from_outside_stays() -> None:
    functions = inlined([doubled(), caller("doubled", 5)], {"caller", "doubled"})
    assert [function.name for function in functions] == ["doubled", "caller"]


def test_a_long_function_is_put_into_its_only_caller() -> None:
    def long() -> MachineFunction:
        function = doubled()
        function.body[:0] = [Write(32, WORK, 8, ONE)] * 40
        function.statements += 40
        return function

    assert len(inlined([long(), caller("doubled", 5)], {"caller"})) == 1
    assert len(inlined([long(), caller("doubled", 5, 6)], {"caller"})) == 2


def test_what_leaves_early_jumps_to_the_end() -> None:
    function = MachineFunction("early", ["number"], 1, 1)
    code = Code(function)
    code.choose(op("eq", get(0), number(3)), lambda: code.do(Leave((ONE,))))
    code.do(Leave((get(0),)))
    (three,) = inlined([function, caller("early", 3)], {"caller"})
    assert three.body[0] == Block(1, [Assign(0, ONE), Jump(1, None), Assign(0, number(3))], False)
    function.assigned.add(0)  # as if it changed its parameter
    (unknown,) = inlined([function, caller("early", 3)], {"caller"})
    begin, block, _ = unknown.body
    assert begin == Assign(1, number(3))
    test = op("eq", get(1), number(3))
    assert block == Block(
        1, [Choose(test, [Assign(0, ONE), Jump(1, None)], []), Assign(0, get(1))], False
    )


def test_a_condition_that_is_known_needs_no_test() -> None:
    assert op("eq", ONE, number(2)) == NO
