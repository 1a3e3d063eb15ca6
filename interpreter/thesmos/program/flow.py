"""The flow of a game: the instructions between decisions."""

from __future__ import annotations

from typing import ClassVar

from thesmos.constructs import construct
from thesmos.program.node import AttributeRef, Node, Ref


@construct
class Instruction(Node):
    """An instruction of the flow. word: how it is written."""

    word: ClassVar[str] = ""


@construct
class EachPlayer(Instruction):
    """`each player: S`."""

    section: ClassVar[str] = "3.2"
    word: ClassVar[str] = "each player"

    step: Ref


@construct
class Steps(Instruction):
    """`steps: S`."""

    section: ClassVar[str] = "3.2"
    word: ClassVar[str] = "steps"

    step: Ref


@construct
class BeginTurn(Instruction):
    """`begin turn`."""

    section: ClassVar[str] = "3.3"
    word: ClassVar[str] = "begin turn"


@construct
class Moment(Instruction):
    """`moment: M`."""

    section: ClassVar[str] = "3.4"
    word: ClassVar[str] = "moment"

    moment: str


@construct
class Routes(Instruction):
    """`routes: M`."""

    section: ClassVar[str] = "3.5"
    word: ClassVar[str] = "routes"

    moment: str


@construct
class Spend(Instruction):
    """`spend`."""

    section: ClassVar[str] = "3.6"
    word: ClassVar[str] = "spend"


@construct
class Judge(Instruction):
    """`judge`."""

    section: ClassVar[str] = "7.1"
    word: ClassVar[str] = "judge"


@construct
class Rewind(Instruction):
    """`rewind`."""

    section: ClassVar[str] = "9.5"
    word: ClassVar[str] = "rewind"


@construct
class GrantTurn(Instruction):
    """`grant`."""

    section: ClassVar[str] = "11.1"
    word: ClassVar[str] = "grant"


@construct
class PassTurn(Instruction):
    """`pass`, or `pass: A`: to the player that a state of the game names, if it names one."""

    section: ClassVar[str] = "3.7"
    word: ClassVar[str] = "pass"

    attribute: AttributeRef | None = None


@construct
class FirstTurn(Instruction):
    """`first: A`: the player that a state of the game names has the first turn."""

    section: ClassVar[str] = "3.1"
    word: ClassVar[str] = "first"

    attribute: AttributeRef
