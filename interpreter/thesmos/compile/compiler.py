"""The entry point of the compiler: turns a linked game into functions over integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower import (
    afterwards,  # noqa: F401 - importing each registers what it compiles
    agenda,  # noqa: F401 - importing each registers what it compiles
    facts,  # noqa: F401 - importing each registers what it compiles
    repetition,  # noqa: F401 - importing each registers what it compiles
    sets,  # noqa: F401 - importing each registers what it compiles
)
from thesmos.compile.lower.entering import run
from thesmos.compile.lower.hidden import view_of
from thesmos.compile.lower.losing import CONCEDED, lose
from thesmos.compile.lower.nexts import RESUME
from thesmos.compile.lower.options import may_skip, options_of
from thesmos.compile.lower.possible import broken_of
from thesmos.compile.lower.reasons import explaining, explaining_skip
from thesmos.compile.lower.recorded import recorded_of
from thesmos.compile.lower.routes import pending_index, skipping, take
from thesmos.compile.lower.scores import scores_of
from thesmos.compile.lower.seen import through_view, viewer_of
from thesmos.compile.lower.shown import shown_of
from thesmos.compile.lower.turns import advance
from thesmos.compile.lower.weights import suggested_of, weight_of
from thesmos.compile.lower.wording import wording_of
from thesmos.compile.lower.writer import Writer
from thesmos.compile.optimize.checked import with_checks
from thesmos.compile.optimize.passes import improved
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Step
from thesmos.program.recorded import RecordedPart

KEPT = 2  # programs


@lru_cache(KEPT)
def compiled(
    game: LinkedGame, *, counted: bool = False, checked: bool = False, traced: bool = False
) -> ir.Program:
    """Return the compiled functions of a linked game, after all passes.

    The last ones are kept: a match is often played by generated Python and by machine code.

    counted: whether to count how often each clause holds and to note which actions are taken; this
        costs time.
    checked: whether to test every index (see checked.py).
    traced: whether to note what happens on the way to the next decision (see tracing.py).
    """
    w = Writer(game, counted=counted, traced=traced)
    options = w.function(
        "pending options", 0, lambda _: _ask(w, options_of, ir.Codes()), emits=True
    )
    skippable = w.function("pending may skip", 0, lambda _: _ask(w, _may_skip, fold.NO))
    weight = w.function("weight", 1, lambda parameters: weight_of(w, *parameters))
    suggested = w.function("suggested", 1, lambda parameters: suggested_of(w, *parameters))
    enter = w.function("enter", 0, lambda _: _advance(w))
    choose = w.function("choose", 1, lambda parameters: _choose(w, *parameters))
    skip = w.function("skip", 0, lambda _: _skip(w))
    concede = w.function("concede", 0, lambda _: _concede(w))
    seen_by = (view_of(w, player) for player in range(game.players))
    views = tuple(view.function for view in seen_by if view is not None)
    counters = len(game.clauses) if counted else 0
    program = ir.Program(
        tuple(w.functions), options, skippable, weight, suggested, enter, choose,
        skip, concede, views, game.layout.size, counters,
    )  # fmt: skip
    program = improved(program)
    return with_checks(program, w.codes.count) if checked else program


def explanation(game: LinkedGame) -> ir.Answers:
    """Return functions that give the reasons for or against a code, and for or against skipping.

    The code need not be offered. Raises the same errors as `compiled`.
    """
    w = Writer(game)
    explain = w.function("explain", 1, lambda parameters: _explain(w, *parameters), reasons=True)
    skip = w.function(
        "explain skip", 0, lambda _: _ask(w, explaining_skip, ir.Reasons()), reasons=True
    )
    return _answers(w, (explain, skip))


def wording(game: LinkedGame) -> ir.Answers:
    """Return functions that give what the text of an option depends on; only texts need them.

    There is one for each player, then one for chance on behalf of each. Each takes the state as the
    chooser sees it, and a code; it returns all numbers that the text depends on besides the code.
    Raises the same errors as `compiled`.
    """
    return _of_choosers(game, wording_of)


def shown(game: LinkedGame) -> ir.Answers:
    """Return functions that give the numbers shown with an option; called as those of `wording`."""
    return _of_choosers(game, shown_of)


def scores(game: LinkedGame) -> ir.Answers:
    """Return functions that give the scores of each player; raises the same errors as `compiled`.

    The scores are in the order of the game.
    """
    w = Writer(game)
    return _answers(w, (scores_of(w, player) for player in range(game.players)))


def broken(game: LinkedGame) -> ir.Answers:
    """Return the function that gives the conditions that a state breaks (lower/possible.py).

    Raises the same errors as `compiled`.
    """
    w = Writer(game)
    return _answers(w, (broken_of(w),))


def recorded(game: LinkedGame, parts: Sequence[RecordedPart]) -> ir.Answers:
    """Return functions that give the numbers each part of a record depends on, for each player.

    Raises the same errors as `compiled`.
    """
    w, players = Writer(game), range(game.players)
    return _answers(
        w, (recorded_of(w, *part, player) for part in enumerate(parts) for player in players)
    )


class _OfChooser(Protocol):
    def __call__(self, w: Writer, player: int, *, chance: bool) -> int: ...


def _of_choosers(game: LinkedGame, make: _OfChooser) -> ir.Answers:
    w, players = Writer(game), range(game.players)
    return _answers(
        w, (make(w, player, chance=chance) for chance in (False, True) for player in players)
    )


def _answers(w: Writer, answers: Iterable[int]) -> ir.Answers:
    numbers, size = tuple(answers), w.game.layout.size
    return improved(ir.Answers(tuple(w.functions), numbers, size))


def _may_skip(w: Writer, step: Step, chooser: int) -> int | None:
    return None if step.chooser == "chance" else may_skip(w, step, chooser)


def _ask(
    w: Writer,
    make: Callable[[Writer, Step, int], int | None],
    nothing: ir.Value,
    *arguments: ir.Value,
) -> None:
    """Write a return of what a function gives for the pending step, in its chooser's view.

    make: returns the function for a step and chooser, or None.
    nothing: what is returned if no step is pending.
    """

    def in_view(step: Step, chooser: int) -> int | None:
        number = make(w, step, chooser)
        viewer = viewer_of(step, chooser)
        return None if number is None else through_view(w, viewer, number, len(arguments))

    functions = tuple(in_view(step, p) for step in w.game.steps for p in range(w.game.players))
    with w.when(fold.test("!=", w.load("step"), fold.NOTHING)):
        w.do(ir.Return(ir.CallOne(functions, pending_index(w), arguments)))
    w.do(ir.Return(nothing))


def _explain(w: Writer, code: ir.Value) -> None:
    _ask(w, explaining, ir.Reasons(), code)


def _advance(w: Writer) -> None:
    w.do(ir.Return(ir.Call(advance(w), ())))


def _go_on(w: Writer, following: ir.Value) -> None:
    """Write code that goes on until there is a decision or the game is over."""
    with w.when(fold.test("=", ir.Call(run(w), (following,)), fold.YES)):
        w.do(ir.Return(fold.YES))
    _advance(w)


def _choose(w: Writer, code: ir.Value) -> None:
    players = range(w.game.players)
    functions = tuple(take(w, step, player) for step in w.game.steps for player in players)
    _go_on(w, ir.CallOne(functions, pending_index(w), (code,)))


def _skip(w: Writer) -> None:
    functions = tuple(
        skipping(w, step, player, by_choice=True)
        if _may_skip(w, step, player) is not None
        else None
        for step in w.game.steps
        for player in range(w.game.players)
    )
    _go_on(w, ir.CallOne(functions, pending_index(w), ()))


def _concede(w: Writer) -> None:
    """Let the deciding player concede (13.1); an interrupted turn of somebody else goes on."""
    chooser = w.kept(w.load("chooser"))
    w.store("step", fold.NOTHING)
    w.store("chooser", fold.NOTHING)
    lose(w, fold.row(w.game.sides, chooser), w.game.reasons.index(CONCEDED))
    _go_on(w, ir.Const(RESUME))
