"""Functions in the small language do what the same words do in Python."""

from __future__ import annotations

from ctypes import CFUNCTYPE, addressof, c_int32, c_int64, c_void_p

import pytest

pytest.importorskip("llvmlite")

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.llvm import printed
from thesmos.compile.machine.small_language import functions

SOURCE = """
def triangle(state, work, n):
    total = 0
    for i in range(n):
        total += i + 1
    return total

def collatz(state, work, n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = n * 3 + 1
        steps += 1
        if steps > LIMIT:
            break
    return steps

def signs(state, work, n):
    if n < 0:
        return -1
    elif not (n > 0):
        return 0
    return 1

def sum_of(state, work, numbers: address, count):
    numbers = numbers + 4
    I32[numbers, 0] = I32[numbers, 0] * 2
    total = 0
    for i in range(count):
        if (I32[numbers, i] >= 0) and (I32[numbers, i] < 100):
            total += I32[numbers, i]
    return total + (count == 3) + triangle(state, work, 4)

def all_signs(state, work, n):
    total = 0
    for i in range(n):
        total = total * 10 + signs(state, work, i - 1) + collatz(state, work, 2)
    return total
"""


@pytest.fixture(scope="module", params=["called", "put where they are called"])
def code(request: pytest.FixtureRequest) -> LoadedCode:
    inlined: dict[str, MachineFunction] = {}
    written = []
    for function in functions(SOURCE, {"LIMIT": 50}, 16, {}, inlined):
        written.append(function)
        if request.param != "called":
            inlined[function.name] = function
    return LoadedCode(object_code(printed(written, {})))


def called(code: LoadedCode, name: str, *arguments: int) -> int:
    kinds = [c_void_p] * 3 + [c_int64] * len(arguments)
    result: int = CFUNCTYPE(c_int64, *kinds)(code.address(name))(0, 0, 0, *arguments)
    return result


def test_loops_count(code: LoadedCode) -> None:
    assert [called(code, "triangle", n) for n in (-1, 0, 1, 10)] == [0, 0, 1, 55]


def test_loops_end_by_their_condition_or_by_a_break(code: LoadedCode) -> None:
    assert called(code, "collatz", 6) == 8
    assert called(code, "collatz", 27) == 51  # 111 steps without the limit


def test_cases_are_told_apart(code: LoadedCode) -> None:
    assert [called(code, "signs", n) for n in (-5, 0, 5)] == [-1, 0, 1]


def test_memory_is_read_and_written(code: LoadedCode) -> None:
    numbers = (c_int32 * 4)(9, 7, 30, 200)
    assert called(code, "sum_of", addressof(numbers), 3) == 14 + 30 + 1 + 10
    assert [*numbers] == [9, 14, 30, 200]


def test_functions_give_the_same_wherever_they_are_called(code: LoadedCode) -> None:
    assert called(code, "all_signs", 3) == 12


def test_what_is_put_where_it_is_called_needs_no_call() -> None:
    first = next(functions(SOURCE, {}, 16, {}, {}))
    text = "def twice(state, work):\n    return triangle(state, work, 2) * 2"
    (calling,) = functions(text, {}, 16, {}, {})
    (whole,) = functions(text, {}, 16, {}, {first.name: first})
    assert (calling.calls, whole.calls) == ({"triangle": 1}, {})


def test_what_the_language_does_not_have_is_refused() -> None:
    with pytest.raises(AssertionError, match="lambda"):
        next(functions("def f(state, work):\n    x = lambda: 1", {}, 16, {}, {}))
    with pytest.raises(KeyError):
        next(functions("def f(state, work):\n    return unknown", {}, 16, {}, {}))
