"""§4.10: what the text of an option depends on, besides its code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.hidden import view_of
from thesmos.compile.lower.options import bind
from thesmos.compile.lower.values import holds
from thesmos.compile.lower.writer import ViewFunction, Writer
from thesmos.link.layout import PlaceOf
from thesmos.program import values as p
from thesmos.program.declarations import Action, Notation, Role, RoleText
from thesmos.program.node import Ref, walk


def wording_of(w: Writer, player: int, *, chance: bool) -> int:
    """Return the function that returns what a code's text depends on; nothing if never offered.

    It is called on the chooser's view.

    chance: whether chance chooses on the player's behalf, which sees the true state.
    """
    return w.function_about(
        _write_wording, player, chance, parameters=1, emits=True, view=_seen_by(w, player, chance)
    )


def _seen_by(w: Writer, player: int, chance: bool) -> ViewFunction | None:
    return view_of(w, None if chance else player)


def _write_wording(w: Writer, parameters: tuple[ir.Get, ...], player: int, chance: bool) -> None:
    (code,) = parameters
    offered = {name for step in w.game.steps for name in step.actions}
    for action in w.by_action([name for name in w.game.actions if name in offered], code):
        w.do(ir.Return(ir.Call(_of_action(w, action, player, chance), (code,))))
    w.do(ir.Return(ir.Codes()))


def _of_action(w: Writer, action: Action, player: int, chance: bool) -> int:
    """Return the function that returns what the text of one of an action's options depends on.

    The result has the places of the open roles that are pieces, then the number of the notation,
    then the computed roles that it shows, with the places of those that are pieces.
    """
    return w.function_about(
        _write_of_action, action.name, player, key=(action.name, player, chance),
        parameters=1, emits=True, view=_seen_by(w, player, chance),
    )  # fmt: skip


def _write_of_action(w: Writer, parameters: tuple[ir.Get, ...], name: Ref, player: int) -> None:
    action = w.game.actions[name]
    always = any(notation.when is None for notation in action.notations)
    notations = action.notations if always else (*action.notations, _all_roles(action))
    frame = _bound(w, action, w.codes.of[action.name].roles(parameters[0]), player, notations)
    for role in action.open_roles:
        _place(w, role, frame)
    for number, notation in enumerate(notations):
        condition = notation.when
        with w.when(fold.YES if condition is None else holds(condition, frame, w)):
            w.do(ir.Emit(ir.Const(number), None))
            for role in action.roles:
                if role.value is not None and RoleText(role.name) in notation.parts:
                    w.do(ir.Emit(fold.number(frame.names[role.name]), None))
                    _place(w, role, frame)
            w.do(ir.Return(ir.Codes()))
    w.do(ir.Return(ir.Codes()))


def _all_roles(action: Action) -> Notation:
    """Return how an option is written if no notation applies to it."""
    parts = tuple(RoleText(role.name) for role in action.roles)
    return Notation(None, parts, location=action.location)


def _bound(
    w: Writer,
    action: Action,
    open_roles: dict[str, ir.Value],
    player: int,
    notations: Sequence[Notation],
) -> Frame:
    """Return a frame with the open roles, and the computed ones that a notation needs."""
    needed = {
        part.role for notation in notations for part in notation.parts if isinstance(part, RoleText)
    }
    needed |= _named_in(*(notation.when for notation in notations if notation.when is not None))
    for role in reversed(action.roles):
        if role.value is not None and role.name in needed:
            needed |= _named_in(role.value)
    roles = tuple(role for role in action.roles if role.value is None or role.name in needed)
    return bind(w, replace(action, roles=roles), open_roles, player, None)


def _named_in(*values: p.Value) -> set[str]:
    return {node.name for node in walk(values) if isinstance(node, p.Variable)}


def _place(w: Writer, role: Role, frame: Frame) -> None:
    """Emit the place of a role that is a piece: a piece without a name is shown by its place."""
    if not w.game.placed(role.type):
        return
    piece = frame.names[role.name]
    entry = w.game.layout.by_meaning[PlaceOf(role.type.name)]
    place = w.lazily(fold.known(piece), lambda: w.slot(entry, piece), lambda: fold.NOTHING)
    w.do(ir.Emit(place, None))
