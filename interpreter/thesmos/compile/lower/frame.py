"""Frames: the context in which a text is compiled: its card, persons and names."""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.compile.ir import nodes as ir


@dataclass(frozen=True)
class AtMoment:
    """A moment whose clauses are being carried out, if these may take powers (3.4).

    acted: a local, the cards and players that have had their turn in it, as bits.
    sure: those of them that are known at compile time.
    """

    name: str
    acted: ir.Get
    sure: int = 0


@dataclass(frozen=True)
class Frame:
    """The context in which a text is compiled: for which player, of which card, with which names.

    Players are numbers: a function is written for each player who may be concerned.

    active: None if not known at compile time.
    names: roles, parameters and locals, each a local or a constant.
    offered: for a clause about skipping, the codes that its step offers.
    moment: the one whose clauses are being carried out.
    viewer: who looks at the state, if anybody in particular.
    """

    card: int | None
    you: int
    chooser: int
    actor: int
    active: int | None = None
    names: dict[str, ir.Value] = field(default_factory=dict)
    offered: ir.Value | None = None
    moment: AtMoment | None = None
    viewer: int | None = None

    def of(self, card: int | None, you: int) -> Frame:
        """Return the same frame for the text of another card and its holder; names are shared."""
        return self._with({"card": card, "you": you})

    def with_names(self, names: dict[str, ir.Value]) -> Frame:
        """Return the same frame with other names."""
        return self._with({"names": names})

    def _with(self, changed: dict[str, object]) -> Frame:
        """Return the same frame with other fields; several times faster than `replace`."""
        frame = object.__new__(Frame)
        frame.__dict__.update(self.__dict__, **changed)
        return frame


def frame_for(active: int, you: int | None = None, card: int | None = None) -> Frame:
    """Return a frame without names for the active player.

    you: by default that player.
    """
    return Frame(card, active if you is None else you, active, active, active)
