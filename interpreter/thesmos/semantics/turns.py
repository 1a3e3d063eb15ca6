"""§3 Turns: the instructions of the flow; §11 additional turns."""

from __future__ import annotations

from collections.abc import Callable

from thesmos.link.flow import FlowPoint
from thesmos.program import clauses as c
from thesmos.program import declarations as d
from thesmos.program import flow as fl
from thesmos.semantics.effects import carry_out
from thesmos.semantics.frame import frame_for
from thesmos.semantics.hidden import rewind
from thesmos.semantics.in_force import HeldClause, applies, own
from thesmos.semantics.judging import judge
from thesmos.semantics.losing import ENDLESS, lose
from thesmos.semantics.moments import carry_out_moment
from thesmos.semantics.powers import move_card
from thesmos.semantics.routes import NextStep, enter, is_possible, leave, route_holds, step_named
from thesmos.semantics.state import StructuredState
from thesmos.semantics.transition import Transition, TurnBegan
from thesmos.semantics.vector import initial_memory

MAX_TURNS = 1_000  # without a decision


def advance(work: Transition) -> None:
    """Run the flow until there is a decision or the game is over.

    If too many turns begin, the active player loses, and the next one has a turn (3.8).
    """
    turns = 0
    while not work.state.over:
        if work.state.instruction == len(work.state.game.flow):  # without `pass`
            work.state.instruction = work.state.game.turn_start
        if work.state.instruction == work.state.game.turn_start:
            turns += 1
        if turns > MAX_TURNS:
            lose(work, work.state.side(work.state.active), ENDLESS)
            if work.state.over:
                break
            _go_to_next_player(work.state)
            turns = 1
        point = work.state.game.flow[work.state.instruction]
        work.state.instruction += 1
        perform = _INSTRUCTIONS[point.instruction.__class__]
        if perform(work, point):
            return
        if work.state.agenda and enter(work, leave(work, None, work.state.active)):
            return  # 3.9: what has become due is entered
    work.state.step = work.state.chooser = None


# ------------------------------------------------------------------- 3.1, 3.2: steps


def _first_turn(work: Transition, point: FlowPoint) -> bool:
    """The set-up is over: the first turn is that of the player who has it, or of the next one."""
    state = work.state
    state.active = state.first
    return _pass(work, point) if state.first in state.out else False


def _first(work: Transition, point: FlowPoint) -> bool:
    """`first: A`: the player whom a state of the game names has the first turn, if it names one."""
    assert isinstance(point.instruction, fl.FirstTurn)
    (player,) = work.state.attributes[point.instruction.attribute]
    work.state.first = work.state.first if player is None else player
    return False


def _steps(work: Transition, point: FlowPoint) -> bool:
    """Enter a step; or that of a route of the active player at the last moment."""
    state = work.state
    assert isinstance(point.instruction, fl.EachPlayer | fl.Steps)
    if point.player is not None:
        state.active = point.player
    if state.active in state.out:
        return False if setting_up(state) else _pass(work, point)
    step = step_named(state, point.instruction.step)
    if point.moment:
        step = _route_of_active(state, point.moment) or step
    return enter(work, NextStep(step, state.active))


def _route_of_active(state: StructuredState, moment: str) -> d.Step | None:
    """The step of the first of the active player's own routes that holds and is possible."""
    frame = frame_for(state, state.active)
    for held in own(state, c.RouteAt, moment, state.active):
        if held.clause.whose in ("your", "any") and route_holds(state, held, frame):
            step = step_named(state, held.clause.next)
            if step is not None and is_possible(state, held.clause, step, state.active):
                return step
    return None


# ---------------------------------------------------------------- 3.3: begin turn


def _begin_turn(work: Transition, point: FlowPoint) -> bool:
    """Clear what belongs to the turn before: the player's window, and memories of a turn."""
    state = work.state
    work.reports.append(TurnBegan(state.active, state.granted))
    state.past.begin_turn(state.active)
    for number, card in state.game.parts:
        for memory in card.memory:
            if number is not None and memory.lasts == "turn":
                state.memory[number, memory.name.name] = initial_memory(state.game, number, memory)
    state.done, state.cancellation, state.state_to_restore = False, "", None
    return False


# ------------------------------------------------------------- 3.4, 3.5: moments, routes


def _moment(work: Transition, point: FlowPoint) -> bool:
    """`moment: M`: the effects of the clauses of a moment."""
    assert isinstance(point.instruction, fl.Moment)
    carry_out_moment(work, point.instruction.moment)
    return False


def _routes(work: Transition, point: FlowPoint) -> bool:
    """`routes: M`: the first holder of a card whose route holds enters its step.

    During the set-up, each holder who is asked becomes the active player; for a card that always
    takes part, the first player who is not out is asked.
    """
    state, card = work.state, point.card
    assert isinstance(point.instruction, fl.Routes)
    assert card is not None
    if state.common(card):
        first = min({*range(state.game.players)} - state.out)
        holders = [first if setting_up(state) else state.active]
    else:
        everybody = state.everybody_from(state.active)
        holders = [player for player in everybody if state.holds(player, card)]
    for player in holders:
        if setting_up(state):
            state.active = player
        step = _route_of_card(state, point.instruction.moment, card, player)
        if step is not None:
            return enter(work, NextStep(step, player))
    return False


def setting_up(state: StructuredState) -> bool:
    """Whether the instruction that is being run belongs to the set-up."""
    return state.instruction < state.game.turn_start


def _route_of_card(state: StructuredState, moment: str, card: int, player: int) -> d.Step | None:
    """The step to which a card routes its holder at a moment."""
    whose = state.relation(state.active, player)
    frame = frame_for(state, player)
    for of, clause in state.game.clauses_about(c.RouteAt, moment):
        held = HeldClause(clause, card, player)
        if of == card and clause.whose in (whose, "any") and route_holds(state, held, frame):
            step = step_named(state, clause.next)
            possible = step is not None and is_possible(state, clause, step, player)
            return step if possible else None
    return None


# --------------------------------------------------------------- 3.6, 3.7: end of a turn


def _spend(work: Transition, point: FlowPoint) -> bool:
    """A player loses each power whose `spent when` holds. The reason is the card's first tag."""
    state = work.state
    spent = state.game.clauses_about(c.Spent, None)
    alive = [p for p in state.everybody_from(state.active) if p not in state.out]
    for player in alive if spent else ():
        for card in state.cards_of(player):
            for of, clause in spent:
                frame = frame_for(state, state.active, player, card)
                if of == card and applies(HeldClause(clause, card, player), frame):
                    written = state.game.cards[card].card
                    why = written.tags[0] if written.tags else written.slug
                    left = state.holders[card] - {player}
                    move_card(work, card, left, "power gained", why)
    return False


def _judge(work: Transition, point: FlowPoint) -> bool:
    judge(work)
    return False


def _rewind(work: Transition, point: FlowPoint) -> bool:
    rewind(work)
    return False


def _grant(work: Transition, point: FlowPoint) -> bool:
    """11.1: the first `extra turn` among the active player's own clauses that holds."""
    state = work.state
    if state.active in state.out:
        return False
    frame = frame_for(state, state.active)
    for held in own(state, c.ExtraTurn, None, state.active):
        if applies(held, frame):
            carry_out(held.clause.effects, frame.of(held.card, held.you), work)
            state.granted = held.card
            state.instruction = state.game.turn_start
            return False
    return False


def _pass(work: Transition, point: FlowPoint) -> bool:
    """The turn is over. With `pass: A` the next one is that of the player whom A names, if any.

    In the set-up, that player becomes active, and it goes on.
    """
    state = work.state
    following = state.instruction if setting_up(state) else state.game.turn_start
    named = None
    if isinstance(point.instruction, fl.PassTurn) and point.instruction.attribute is not None:
        (named,) = state.attributes[point.instruction.attribute]
    _go_to_next_player(state, None if named in state.out else named)
    state.instruction = following
    return False


def _go_to_next_player(state: StructuredState, named: int | None = None) -> None:
    """A player becomes active: by default the next one by number who is not out."""
    state.granted = state.step = state.chooser = None
    following = state.next_player(state.active) if named is None else named
    assert following is not None
    state.active = following
    state.instruction = state.game.turn_start


_INSTRUCTIONS: dict[type, Callable[[Transition, FlowPoint], bool]] = {
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
