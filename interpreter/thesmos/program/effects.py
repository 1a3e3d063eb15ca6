"""Effects: everything that changes a state without a decision, in the order of the grammar."""

from __future__ import annotations

from typing import ClassVar, Literal

from thesmos.constructs import construct
from thesmos.program.node import Node, Ref
from thesmos.program.values import Binder, Compared, Value

AssignWord = Literal[":=", "+=", "-="]
CardWord = Literal["take", "give", "share", "revoke", "drop"]


@construct
class Effect(Node):
    """Something that changes the state."""


Effects = tuple[Effect, ...]


@construct
class Assign(Effect):
    """`target := value`, `+=`, `-=`.

    target: a Variable that is not a role, a MemoryValue, an AttributeValue, a PlaceOf or ZoneOf; or
    an IsIn whose set is a memory or an attribute: then the value says whether it is a member.
    """

    section: ClassVar[str] = "1.3"

    target: Value
    word: AssignWord
    value: Value


@construct
class Let(Effect):
    """`let n = value`: a name for the effects that follow in the same block."""

    section: ClassVar[str] = "16.7"

    name: str
    value: Value


@construct
class Do(Effect):
    """`do force(w, s)`: an action as an event, without a decision."""

    section: ClassVar[str] = "5.5"

    action: Ref
    arguments: tuple[Value, ...]


@construct
class MoveCard(Effect):
    """`take p`, `give p to q`, `share p with q`, `revoke p from q`, `drop p`."""

    section: ClassVar[str] = "5.7"

    word: CardWord
    card: Value
    player: Value | None


@construct
class Lose(Effect):
    """`owner(w) loses`: a player, or a side."""

    section: ClassVar[str] = "5.8"

    who: Value


@construct
class Counts(Effect):
    """`counts`: from now on, something counts as done in this turn."""

    section: ClassVar[str] = "12.1"


@construct
class Due(Effect):
    """`due S`: a step that is entered before what follows."""

    section: ClassVar[str] = "6.8"

    step: Ref


@construct
class Memorize(Effect):
    """`memorize`: the present position is remembered."""

    section: ClassVar[str] = "8.6"

    compared: tuple[Compared, ...]


@construct
class Forget(Effect):
    """`forget`: no position is remembered any more."""

    section: ClassVar[str] = "8.6"


@construct
class If(Effect):
    """`if c: … else: …`."""

    section: ClassVar[str] = "2.3"

    condition: Value
    then: Effects
    otherwise: Effects


@construct
class Each(Effect):
    """`each x in S where c: …`: the set is evaluated once at the beginning."""

    section: ClassVar[str] = "16.7"

    binder: Binder
    effects: Effects


@construct
class While(Effect):
    """`while c: …`: the number of rounds is limited."""

    section: ClassVar[str] = "16.7"

    condition: Value
    effects: Effects
