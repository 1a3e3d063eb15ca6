"""What a part of a text may refer to: the things introduced before it, and the roles of an act."""

from __future__ import annotations

from dataclasses import dataclass, replace

from thesmos.program.node import Ref
from thesmos.program.types import Type


@dataclass(frozen=True)
class Scope:
    """What a text may refer to.

    bound: the name and the type of each thing introduced, in order. lettered: `Worker A` and the
    name that it stands for. action: whose roles may be named. introduced: what `it` is. sentence:
    all of the sentence, in which a role may have been named before.
    """

    bound: tuple[tuple[str, Type], ...] = ()
    lettered: tuple[tuple[str, str], ...] = ()
    action: Ref | None = None
    introduced: str = ""
    sentence: str = ""

    def fresh(self) -> str:
        """Return a name that is not used yet; it can be written in a text."""
        return f"@{len(self.bound)}"

    def binding(self, kind: Type, letter: str = "") -> Scope:
        """Return a scope in which one more thing is known, by the name `fresh()`."""
        name = self.fresh()
        lettered = (*self.lettered, (letter, name)) if letter else self.lettered
        return replace(self, bound=(*self.bound, (name, kind)), lettered=lettered)

    def in_events_of(self, action: Ref) -> Scope:
        """Return a scope with the roles of another action."""
        return replace(self, action=action, introduced="")

    def type_of(self, name: str) -> Type | None:
        """Return the type of a thing that was introduced."""
        return dict(self.bound).get(name)
