"""§4.10, §4.11: what the text of an option depends on, and the numbers shown with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.link.layout import NONE, UNKNOWN, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Role, RoleText
from thesmos.semantics.options import bind
from thesmos.semantics.state import BoundAction, StructuredState, Value
from thesmos.semantics.values import holds, value
from thesmos.semantics.vector import coded


def shown(state: StructuredState, option: BoundAction, player: int) -> Iterator[int]:
    """The numbers that the action of an option shows (4.11). state: as the chooser sees it."""
    action = state.game.actions[option.action]
    if not action.shows:
        return
    frame = bind(state, action, option.values, player)
    for one in action.shows:
        yield coded(value(one.value, frame))


def wording(
    state: StructuredState,
    seen: Sequence[int],
    option: BoundAction,
    player: int,
    found: dict[object, Value] | None = None,
) -> Iterator[int]:
    """All numbers that the text of an option depends on, besides its code.

    First the places of the pieces that open roles are, then the number of the notation, one more
    than the last if none applies, then the computed roles that it shows, with the places of those
    that are pieces. state: as the chooser sees it. seen: its vector. found: what facts are, which
    several options can share.
    """
    game, action = state.game, state.game.actions[option.action]
    frame = bind(state, action, option.values, player, found, only=action.worded)
    for role in action.open_roles:
        yield from place(game, seen, role, frame.names[role.name])
    notations = (
        number
        for number, one in enumerate(action.notations)
        if one.when is None or holds(one.when, frame)
    )
    number = next(notations, len(action.notations))
    yield number
    if number < len(action.notations):
        parts = action.notations[number].parts
        written = {part.role for part in parts if isinstance(part, RoleText)}
    else:
        written = {role.name for role in action.roles}
    for role in action.roles:
        if role.value is not None and role.name in written:
            yield coded(frame.names[role.name])
            yield from place(game, seen, role, frame.names[role.name])


def place(game: LinkedGame, seen: Sequence[int], role: Role, is_: Value) -> Iterator[int]:
    """The place of the piece that a role is; nothing if the role's text does not depend on it."""
    if game.placed(role.type):
        piece = coded(is_)
        entry = game.layout.by_meaning[PlaceOf(role.type.name)]
        yield NONE if piece in (NONE, UNKNOWN) else seen[entry.slot(piece)]
