"""Frames: the context in which a text is evaluated: its card, persons and names."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.semantics.state import BoundAction, StructuredState, Value


@dataclass(slots=True)
class Frame:
    """What a text can refer to besides the state.

    state: as the player in question sees it. card: whose text it is, by its number; None for the
    game's own. you, chooser, actor, viewer: persons. names: roles, parameters and locals.
    offered: the options of the step that a clause about skipping is about. found: a cache of facts
    and sets by owner while candidates are tried and nothing changes; None at other times.
    """

    state: StructuredState
    card: int | None
    you: int
    chooser: int
    actor: int
    viewer: int | None
    names: dict[str, Value]
    offered: tuple[BoundAction, ...] = ()
    found: dict[object, Value] | None = None

    def of(self, card: int | None, you: int) -> Frame:
        """Return the same frame for the text of another card and its holder; names are shared."""
        return Frame(
            self.state, card, you, self.chooser, self.actor, self.viewer, self.names,
            self.offered, self.found,
        )  # fmt: skip

    def inside(self, card: int | None, you: int, names: dict[str, Value]) -> Frame:
        """Return the same frame for the text of another card, with names of its own."""
        return Frame(
            self.state, card, you, self.chooser, self.actor, self.viewer, names,
            self.offered, self.found,
        )  # fmt: skip

    def with_names(self, names: dict[str, Value]) -> Frame:
        """Return the same frame with names of its own."""
        return Frame(
            self.state, self.card, self.you, self.chooser, self.actor, self.viewer, names,
            self.offered, self.found,
        )  # fmt: skip


def frame_for(
    state: StructuredState, player: int, you: int | None = None, card: int | None = None
) -> Frame:
    """Return a frame without names for a decision of a player. you: by default that player."""
    return Frame(state, card, player if you is None else you, player, player, None, {})
