"""What functions know about those they call: purity, constant results, and which are needed."""

from __future__ import annotations

from thesmos.compile import ir
from thesmos.compile.called import CalledFunctions, called_by

SEVEN = ir.Const(7)
CHANGING = ir.ClearCopy()  # a statement that changes the state


def function(*statements: ir.Statement) -> ir.Function:
    return ir.Function(0, statements, False, False)


def call(place: int) -> ir.Call:
    """Return a call of a function, by its place in the list of calls."""
    return ir.Call(ir.Place(place), ())


def last_of(*functions: tuple[ir.Function, tuple[int, ...]]) -> CalledFunctions:
    """Return what the last function knows; each is given with the numbers of those it calls."""
    return called_by([one for one, _ in functions], tuple(calls for _, calls in functions))[-1]


def test_a_function_changes_the_state_if_one_that_it_calls_does() -> None:
    changing, pure = function(CHANGING), function(ir.Return(SEVEN))
    both = function(ir.Evaluate(call(0)), ir.Evaluate(call(1)))
    known = last_of((changing, ()), (pure, ()), (both, (0, 1)))
    assert known.pure == {1}
    assert not known.itself.pure
    assert last_of((pure, ()), (function(ir.Evaluate(call(0))), (0,))).itself.pure


def test_what_is_called_on_a_copy_does_not_change_the_state() -> None:
    looking = function(ir.OnCopy((ir.Evaluate(call(0)),)))
    known = last_of((function(CHANGING), ()), (looking, (0,)))
    assert known.pure == frozenset()
    assert known.itself.pure


def test_the_constant_that_a_function_returns_is_known() -> None:
    asking = function(ir.Return(call(0)))
    known = last_of((function(ir.Return(SEVEN)), ()), (asking, (0,)))
    assert known.constants[0] == SEVEN
    assert known.itself.constant is None  # what its callers would have to find out


def test_no_function_returns_nothing() -> None:
    assert last_of((function(), ())).constants == {None: ir.Const(0)}


def test_a_function_that_takes_something_has_no_constant() -> None:
    given = ir.Function(1, (ir.Return(SEVEN),), False, False)
    assert last_of((given, ())).itself.constant is None


def test_functions_that_return_constants_are_not_needed() -> None:
    returning = function(ir.Return(SEVEN))
    reading = function(ir.Set(0, call(0)), ir.Return(call(1)))
    known = last_of((returning, ()), (function(CHANGING), ()), (reading, (0, 1)))
    assert known.needed == (1,)


def test_what_is_known_is_kept_by_what_is_known_of_those_that_are_called() -> None:
    calling = function(ir.Evaluate(call(0)))
    one, again, other = function(ir.Return(SEVEN)), function(ir.Return(SEVEN)), function(CHANGING)
    known = last_of((one, ()), (calling, (0,)))
    assert last_of((again, ()), (calling, (0,))) is known
    assert last_of((other, ()), (calling, (0,))) is not known
