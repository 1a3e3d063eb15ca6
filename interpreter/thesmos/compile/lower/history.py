"""§8 History: the registers, cleared by a turn, written by events and read by questions."""

from __future__ import annotations

from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import holds, joined, kept, meaning
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import NONE, Entry, RegisterOf
from thesmos.program import values as p
from thesmos.program.declarations import Action
from thesmos.program.node import Ref


@meaning(p.Past)
def _past(node: p.Past, frame: Frame, w: Writer) -> ir.Value:
    """The answer to a question. If it is about nobody, or `with` none: nothing (8.3)."""
    owner = kept(node.of, frame, w)
    index = fold.NO if node.given is None else kept(node.given, frame, w)
    entry = w.game.layout.by_meaning[RegisterOf(frame.card, node.query)]
    nothing = ir.Const(nothing_of(node.query))
    all_known = fold.known(owner, index)
    return w.lazily(all_known, lambda: w.slot(entry, owner, index), lambda: nothing)


def nothing_of(query: p.Query) -> int:
    """Return the answer if no such event happened."""
    return 0 if query.question in ("did", "times") else NONE


def _query(entry: Entry) -> p.Query:
    assert isinstance(entry.meaning, RegisterOf)
    return entry.meaning.query


def begin_turn(w: Writer, player: int) -> None:
    """Clear a player's window, and the registers about the present turn only (3.3)."""
    for entry, register, _ in w.game.layout.registers:
        query = register.query
        whose = w.game.sides[player] if query.owner == "side" else player
        if entry.lasts == "turn":
            w.do(ir.Fill(entry, 0, entry.count, nothing_of(query)))
        elif not query.whole_game:
            w.do(ir.Fill(entry, whose * entry.width, entry.width, nothing_of(query)))


def add_event(w: Writer, action: Action, actor: int, frame: Frame) -> None:
    """Write an event to every register that asks for it.

    frame: has its roles as names.
    """
    if not w.game.registers_about(action.name):
        return
    roles = _roles_in_registers(w, action)
    arguments = tuple(frame.names[role] for role in roles)
    nones = tuple(map(fold.can_be_none, arguments))
    about = action.name, actor, frame.active, roles, nones
    w.do(
        ir.Evaluate(
            ir.Call(
                w.function_about(_write_registers, *about, parameters=len(arguments)), arguments
            )
        )
    )


def _roles_in_registers(w: Writer, action: Action) -> tuple[str, ...]:
    """Return the roles of an action that registers ask for."""
    queries = [_query(entry) for entry in w.game.registers_about(action.name)]
    patterns = tuple(
        event for query in queries for event in query.events if event.action == action.name
    )
    named = {variable.name for variable in p.variables_in(patterns)}
    named |= {name for query in queries for name in (query.role, query.by) if name is not None}
    return tuple(role.name for role in action.roles if role.name in named)


def _write_registers(
    w: Writer,
    parameters: tuple[ir.Get, ...],
    name: Ref,
    actor: int,
    active: int | None,
    roles: tuple[str, ...],
    nones: tuple[bool, ...],
) -> None:
    """Write an event of an action to the registers that ask for it.

    roles: the names of the roles that are the parameters.
    nones: whether each of them can be none.
    """
    values = (
        ir.Get(parameter.name, none) for parameter, none in zip(parameters, nones, strict=True)
    )
    names: dict[str, ir.Value] = dict(zip(roles, values, strict=True))
    frame = Frame(None, actor, actor, actor, active, names)
    whose = w.kept(w.load("active") if active is None else ir.Const(active))
    for entry in w.game.registers_about(name):
        assert isinstance(entry.meaning, RegisterOf)
        query = entry.meaning.query
        inner = frame.of(entry.meaning.card, frame.you)
        index = fold.NO if query.by is None else frame.names.get(query.by, fold.NOTHING)
        patterns = [
            partial(holds, pattern.condition, inner, w)
            for pattern in query.events
            if pattern.action == name
        ]
        with w.when(fold.known(index)), w.when(joined("or", patterns, w)):
            owner = ir.Const(actor) if query.whole_game else whose
            _write(w, entry, owner, index, frame)
    w.do(ir.Return(fold.NO))


def _write(w: Writer, entry: Entry, owner: ir.Value, index: ir.Value, frame: Frame) -> None:
    """Write an event to a register of a player, or of a player's side."""
    query = _query(entry)
    if query.owner == "side":
        owner = fold.row(w.game.sides, owner)
    owner = w.kept(owner)
    now = ir.Load(entry, owner, index)
    role = fold.NOTHING if query.role is None else frame.names.get(query.role, fold.NOTHING)
    if query.question == "did":
        w.do(ir.Store(entry, owner, index, fold.YES))
    elif query.question == "times":
        with w.when(fold.test("<", now, ir.Const(entry.high))):
            w.do(ir.Store(entry, owner, index, fold.arithmetic("+", now, fold.YES)))
    elif query.question == "last":
        w.do(ir.Store(entry, owner, index, role))
    else:
        with w.when(fold.test("=", now, fold.NOTHING)):
            w.do(ir.Store(entry, owner, index, role))
