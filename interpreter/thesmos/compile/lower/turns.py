"""§3 Turns: the instructions of the flow; §11 additional turns."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower import agenda
from thesmos.compile.lower.cancelling import rewind
from thesmos.compile.lower.effects import carry_out
from thesmos.compile.lower.entering import run
from thesmos.compile.lower.frame import Frame, frame_for
from thesmos.compile.lower.history import begin_turn
from thesmos.compile.lower.in_force import GuardedClause, applies, holds_card, in_order_of, own
from thesmos.compile.lower.judging import judge
from thesmos.compile.lower.losing import ENDLESS, lose
from thesmos.compile.lower.moments import carry_out_moment, move_card
from thesmos.compile.lower.nexts import NO_ROUTE, RESUME, next_of
from thesmos.compile.lower.routes import is_possible
from thesmos.compile.lower.seen import seen
from thesmos.compile.lower.tracing import note
from thesmos.compile.lower.values import next_player
from thesmos.compile.lower.writer import Make, Writer
from thesmos.link.flow import FlowPoint
from thesmos.link.layout import AttributeOf, MemoryOf
from thesmos.program import clauses as c
from thesmos.program import flow as fl
from thesmos.program.node import Ref

_MAY_END = (fl.EachPlayer, fl.Steps, fl.Moment, fl.Routes, fl.Spend, fl.Judge, fl.GrantTurn)
MAX_TURNS = 1_000  # turns without a decision
TURN = 2  # added for each turn that begins to the number that a function returns


def advance(w: Writer) -> int:
    """Return the function that runs the flow until there is a decision or the game is over.

    It returns twice how many turns have begun, and one more if there is a decision.
    """
    return w.function_about(_write_advance)


def _write_advance(w: Writer, _: tuple[ir.Get, ...]) -> None:
    """Each round of the loop runs from one jump back in the flow to the next."""
    instruction, turns, begun = w.load("instruction"), w.local(), w.local()
    w.do(ir.Set(turns.name, fold.NO))
    w.do(ir.Set(begun.name, fold.NO))
    with w.loop_body() as body:
        _stop_if_over(w, begun)
        idle = 0  # how many of the instructions just before this one do nothing in this match
        for number, point in enumerate(w.game.flow):
            with w.block() as block:
                if number == w.game.turn_start:
                    _limit(w, turns, begun)
                _instruction(w, point, number, begun)
            if len(block) == 1:  # it only sets the number of the next instruction
                idle += 1
                continue
            _pass_over(w, number - idle, number)
            idle = 0
            w.do(ir.If(fold.test("=", instruction, ir.Const(number)), tuple(block), ()))
            if isinstance(point.instruction, _MAY_END):
                _stop_if_over(w, begun)
        if not isinstance(w.game.flow[-1].instruction, fl.PassTurn):
            with w.when(fold.test(">=", instruction, ir.Const(len(w.game.flow) - idle))):
                w.store("instruction", ir.Const(w.game.turn_start))
    # A turn jumps back at its end, and once more if it is taken back after its `rewind`.
    w.do(ir.Loop(2 * (MAX_TURNS + 1) * len(set(w.game.sides)), tuple(body)))
    w.do(ir.Return(begun))


def _limit(w: Writer, turns: ir.Get, begun: ir.Get) -> None:
    """Count the turns; after too many of them, the active player loses (3.8)."""
    w.do(ir.Set(turns.name, fold.arithmetic("+", turns, fold.YES)))
    with w.when(fold.test(">", turns, ir.Const(MAX_TURNS))):
        lose(w, fold.row(w.game.sides, w.load("active")), w.game.reasons.index(ENDLESS))
        _stop_if_over(w, begun)
        _go_to_next_player(w)
        w.do(ir.Set(turns.name, fold.YES))


def _pass_over(w: Writer, first: int, following: int) -> None:
    """Jump to an instruction if the next one is among those before it that do nothing."""
    instruction = w.load("instruction")
    at_least = fold.test(">=", instruction, ir.Const(first))
    with w.when(fold.both(at_least, fold.test("<", instruction, ir.Const(following)))):
        if first < following:
            w.store("instruction", ir.Const(following))


def _instruction(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    if not isinstance(point.instruction, fl.PassTurn):  # this one sets its own successor
        w.store("instruction", ir.Const(number + 1))
    _INSTRUCTIONS[point.instruction.__class__](w, point, number, begun)


def _stop_if_over(w: Writer, begun: ir.Value) -> None:
    """Leave the function if the game is over."""
    with w.when(fold.test("!=", w.load("winners"), fold.NO)):
        w.do(ir.Evaluate(ir.Call(w.function_about(_over), ())))
        w.do(ir.Return(begun))


def _over(w: Writer, _: tuple[ir.Get, ...]) -> None:
    w.store("step", fold.NOTHING)
    w.store("chooser", fold.NOTHING)
    w.do(ir.Return(fold.NO))


def _of_active(w: Writer, make: Make, *about: Hashable) -> ir.CallOne:
    """Return a call of the function for the active player; one is written for each player."""
    functions = tuple(w.function_about(make, *about, active) for active in range(w.game.players))
    return ir.CallOne(functions, w.load("active"), ())


def go_on(w: Writer, following: ir.Value, begun: ir.Value) -> None:
    """Enter a next; leave the function if a decision is needed."""
    with w.when(fold.test("=", ir.Call(run(w), (following,)), fold.YES)):
        w.do(ir.Return(fold.arithmetic("+", begun, fold.YES)))


# ------------------------------------------------------------------- 3.1, 3.2: steps


def _first_turn(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """End the set-up: the first turn is the first player's, or the next one's if they are out."""
    w.store("active", w.load("first"))
    if w.several_sides:
        with w.when(fold.has(w.out(), w.load("first"))):
            _go_to_next_player(w)


def _first(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """`first: A`: the player named by the attribute A, if any, has the first turn."""
    assert isinstance(point.instruction, fl.FirstTurn)
    entry = w.game.layout.by_meaning[AttributeOf(point.instruction.attribute)]
    player = w.kept(ir.Load(entry, fold.NO, fold.NO))
    with w.when(fold.known(player)):
        w.store("first", player)


def _steps(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """Enter a step; or instead the step of a route of the active player at the last moment."""
    assert isinstance(point.instruction, (fl.EachPlayer, fl.Steps))
    if point.player is not None:
        w.store("active", ir.Const(point.player))
    alive = fold.negated(fold.has(w.out(), w.load("active")))
    if not _setting_up(w, number):
        with w.when(fold.negated(alive)):
            _go_to_next_player(w)
        alive = fold.both(alive, _instruction_is(w, number + 1))
    with w.when(alive):
        following = _of_active(w, _write_steps, point.moment, point.instruction.step)
        go_on(w, following, begun)


def _write_steps(
    w: Writer, _: tuple[ir.Get, ...], moment: str, step: Ref | None, active: int
) -> None:
    if moment:
        _route_of_active(w, moment, active)
    w.do(ir.Return(next_of(w, step, active)))


def _setting_up(w: Writer, number: int) -> bool:
    """Return whether an instruction belongs to the set-up."""
    return number + 1 < w.game.turn_start


def _instruction_is(w: Writer, number: int) -> ir.Value:
    """Return whether the flow goes on here; always, if nobody can be out."""
    if not w.several_sides:
        return fold.YES
    return fold.test("=", w.load("instruction"), ir.Const(number))


def _route_of_active(w: Writer, moment: str, active: int) -> None:
    """Write a return of the step of the active player's first possible own route that holds."""
    frame = frame_for(active)
    for held in own(w, c.RouteAt, moment, active):
        if held.clause.whose in ("your", "any") and held.clause.next is not None:
            holding = seen(w, active, partial(applies, held, frame, w))
            with w.when(holding), w.when(is_possible(w, held.clause, active)):
                w.do(ir.Return(next_of(w, held.clause.next, active)))


# ---------------------------------------------------------------- 3.3: begin turn


def _begin_turn(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """Clear what belongs to the turn before: the player's window, and the memories of a turn."""
    w.do(ir.Evaluate(_of_active(w, _write_begin_turn)))
    w.do(ir.Set(begun.name, fold.arithmetic("+", begun, ir.Const(TURN))))


def _write_begin_turn(w: Writer, _: tuple[ir.Get, ...], active: int) -> None:
    note(w, "turn", ir.Const(active), w.load("granted"))
    begin_turn(w, active)
    for entry in w.game.layout.entries:
        if isinstance(entry.meaning, MemoryOf) and entry.lasts == "turn":
            for inner, start in enumerate(entry.start):
                w.do(ir.Store(entry, fold.NO, ir.Const(inner), ir.Const(start)))
    w.store("done", fold.NO)
    w.store("cancellation", fold.NO)
    if w.game.can_cancel:
        w.do(ir.ClearCopy())
    w.do(ir.Return(fold.NO))


# ------------------------------------------------------------- 3.4, 3.5: moments, routes


def _moment(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """`moment: M`: carry out the effects of the clauses of a moment."""
    assert isinstance(point.instruction, fl.Moment)
    moment = point.instruction.moment
    if w.game.clauses_about(c.At, moment):
        players = range(w.game.players)
        functions = tuple(w.function_about(_write_moment, moment, player) for player in players)
        w.do(ir.Evaluate(ir.CallOne(functions, w.load("active"), ())))
        _enter_due(w, begun)


def _write_moment(w: Writer, _: tuple[ir.Get, ...], moment: str, active: int) -> None:
    carry_out_moment(w, moment, active)
    w.do(ir.Return(fold.NO))


def _enter_due(w: Writer, begun: ir.Get) -> None:
    """Enter what has become due (3.9)."""
    if agenda.has_agenda(w):
        with w.when(fold.test("!=", agenda.part(w, "height"), fold.NO)):
            go_on(w, ir.Const(RESUME), begun)


def _routes(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """`routes: M`: the first holder of the card whose route holds enters its step.

    During the set-up, each holder in turn becomes the active player.
    """
    assert isinstance(point.instruction, fl.Routes)
    assert point.card is not None
    moment, card = point.instruction.moment, point.card
    setting_up = _setting_up(w, number)
    following = w.kept(_of_active(w, _write_routes, moment, card, setting_up))
    with w.when(fold.test("!=", following, ir.Const(NO_ROUTE))):
        go_on(w, following, begun)


def _write_routes(
    w: Writer, _: tuple[ir.Get, ...], moment: str, card: int, setting_up: bool, active: int
) -> None:
    common = w.common(card)
    now = active
    players = w.players_from(active)
    if common:
        players = tuple(range(w.game.players)) if setting_up else (active,)
    for player in players:
        held = holds_card(w, player, card)
        if common and setting_up:  # the first player who is not out
            before = ir.Const((1 << player) - 1)
            alive = fold.negated(fold.has(w.out(), ir.Const(player)))
            held = fold.both(fold.test("=", fold.bits_op("minus", before, w.out()), fold.NO), alive)
        elif common:
            held = fold.YES
        if held is fold.NO:
            continue
        with w.when(w.kept_condition(held)):
            if setting_up:
                w.store("active", ir.Const(player))
                now = player
            _route_of_card(w, moment, card, player, now)
    w.do(ir.Return(ir.Const(NO_ROUTE)))


def _route_of_card(w: Writer, moment: str, card: int, player: int, active: int) -> None:
    """Write a return of the step to which a card routes its holder at a moment.

    The first route that holds decides, even if its step is not possible.
    """
    whose = w.relation(active, player)
    frame = Frame(None, player, player, player, active)
    tried = w.local()
    w.do(ir.Set(tried.name, fold.NO))
    for of, clause in w.game.clauses_about(c.RouteAt, moment):
        if of == card and clause.whose in (whose, "any"):
            held = GuardedClause(clause, card, player, fold.YES)
            untried = fold.test("=", tried, fold.NO)
            with w.when(untried), w.when(seen(w, player, partial(applies, held, frame, w))):
                w.do(ir.Set(tried.name, fold.YES))
                if clause.next is not None:
                    with w.when(is_possible(w, clause, player)):
                        w.do(ir.Return(next_of(w, clause.next, player)))


# --------------------------------------------------------------- 3.6, 3.7: end of a turn


def _spend(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """Take from each player every power whose `spent when` holds."""
    if w.game.clauses_about(c.Spent, None):
        w.do(ir.Evaluate(_of_active(w, _write_spend)))


def _write_spend(w: Writer, _: tuple[ir.Get, ...], active: int) -> None:
    spent = w.game.clauses_about(c.Spent, None)
    for player in w.players_from(active):
        cards = in_order_of(w, player, {of for of, _ in spent})
        alive = fold.negated(fold.has(w.out(), ir.Const(player)))
        bit = ir.Const(1 << player)
        had = {n: w.kept_condition(fold.has(w.holders(n), ir.Const(player))) for n in cards}
        for card in cards:
            for of, clause in spent:
                if of == card:
                    held = GuardedClause(clause, card, player, had[card])
                    frame = frame_for(active, player, card)
                    with w.when(alive), w.when(applies(held, frame, w)):
                        left = fold.bits_op("minus", w.holders(card), bit)
                        move_card(w, card, left, "power gained", (card, True))
    w.do(ir.Return(fold.NO))


def _judge(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    w.kept(fold.number(judge(w, None)))


def _rewind(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """Return to the state that was kept, if the turn is going to be cancelled (9.5)."""
    if w.game.can_cancel:
        w.do(ir.Evaluate(rewind(w)))


def _grant(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """Grant the first `extra turn` among the active player's own clauses that holds (11.1)."""
    if w.game.clauses_about(c.ExtraTurn, None):
        w.do(ir.Evaluate(_of_active(w, _write_grant)))
        _enter_due(w, begun)


def _write_grant(w: Writer, _: tuple[ir.Get, ...], active: int) -> None:
    frame = frame_for(active)
    with w.when(fold.negated(fold.has(w.out(), ir.Const(active)))):
        for held in own(w, c.ExtraTurn, None, active):
            with w.when(applies(held, frame, w)):
                inner = frame.of(held.card, held.you)
                carry_out(held.clause.effects, inner, w)
                card = fold.NOTHING if held.card is None else ir.Const(held.card)
                w.store("granted", card)
                w.store("instruction", ir.Const(w.game.turn_start))
                w.do(ir.Return(fold.NO))
    w.do(ir.Return(fold.NO))


def _pass(w: Writer, point: FlowPoint, number: int, begun: ir.Get) -> None:
    """End the turn. With `pass: A` the next one belongs to the player whom A names, if any.

    In the set-up, that player only becomes active, and the flow goes on.
    """
    assert isinstance(point.instruction, fl.PassTurn)
    _go_to_next_player(w, _named_player(w, point.instruction))
    if _setting_up(w, number):
        w.store("instruction", ir.Const(number + 1))


def _named_player(w: Writer, instruction: fl.PassTurn) -> ir.Value | None:
    """Return the player to whom `pass: A` passes the turn."""
    if instruction.attribute is None:
        return None
    entry = w.game.layout.by_meaning[AttributeOf(instruction.attribute)]
    named = w.kept(ir.Load(entry, fold.NO, fold.NO))
    following = w.local()
    w.do(ir.Set(following.name, next_player(w, w.kept(w.load("active")))))
    alive = fold.both(fold.known(named), fold.negated(fold.has(w.out(), named)))
    with w.when(alive):
        w.do(ir.Set(following.name, named))
    return following


def _go_to_next_player(w: Writer, named: ir.Value | None = None) -> None:
    """Make a player active: by default the next one by number who is not out."""
    for name in ("granted", "step", "chooser"):
        w.store(name, fold.NOTHING)
    w.store("active", named or next_player(w, w.kept(w.load("active"))))
    w.store("instruction", ir.Const(w.game.turn_start))


_INSTRUCTIONS: dict[type, Callable[[Writer, FlowPoint, int, ir.Get], None]] = {
    type(None): _first_turn,
    fl.FirstTurn: _first,
    fl.EachPlayer: _steps,
    fl.Steps: _steps,
    fl.BeginTurn: _begin_turn,
    fl.Moment: _moment,
    fl.Routes: _routes,
    fl.Spend: _spend,
    fl.Judge: _judge,
    fl.Rewind: _rewind,
    fl.GrantTurn: _grant,
    fl.PassTurn: _pass,
}
