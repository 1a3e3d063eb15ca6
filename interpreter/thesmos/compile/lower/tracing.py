"""§9.7: notes of what happens, from which is found who learns of it; only in traced programs.

A note begins with the number of its word in NOTES:

    bound       the roles of an event were frozen: the number of the action, the actor, whether it
                is an option, who chose it (-1 for nobody), its roles, and the places that `telling`
                assignments write to; none if a place is of nothing known
    begins      the `do` of the event begins whose roles were frozen last, of those that did not yet
    ends        the `do` of the event that began last, of those that did not end, has ended
    turn        a player's turn began; the card that granted it
    skip        a player skipped a step; whether one of its actions is secret
    card        a card changed hands: who held it, who holds it, whether the word for that is
                `power gained`; the card that did it, or -1, and whether it did by being spent
    lost        a side lost, for a reason
    eliminated  a side is out, and the game goes on
    cancelled   the turn was taken back
"""

from __future__ import annotations

from typing import Literal, get_args

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import attribute_place
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import AttributeOf
from thesmos.link.linked import LinkedGame
from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.program.declarations import Action, Role
from thesmos.program.node import walk

NoteWord = Literal[
    "bound", "begins", "ends", "turn", "skip", "card", "lost", "eliminated", "cancelled"
]
NOTES: tuple[NoteWord, ...] = get_args(NoteWord)
CardMove = Literal["power taken", "power gained"]


def note(w: Writer, word: NoteWord, *numbers: ir.Value) -> None:
    """Write a note, if the program is traced."""
    if w.traced:
        w.do(ir.Note((ir.Const(NOTES.index(word)), *numbers)))


def note_bound(
    w: Writer, action: Action, frame: Frame, actor: int, chosen_by: int | None, *, chosen: bool
) -> None:
    """Note that the roles of an event have been frozen."""
    if not w.traced:
        return
    number = [*w.game.actions].index(action.name)
    about = number, actor, int(chosen), -1 if chosen_by is None else chosen_by
    roles = (
        fold.NO if role.type.many else fold.number(frame.names[role.name]) for role in action.roles
    )
    places = [_place(w, target, frame) for target, _ in telling(w.game, action)]
    note(w, "bound", *map(ir.Const, about), *roles, *places)


def telling(game: LinkedGame, action: Action) -> list[tuple[p.AttributeValue, e.Assign]]:
    """Return the assignments of an action to attributes of what its roles say, which may tell them.

    Only those whose attribute has slots.
    """
    return [
        (node.target, node)
        for node in walk(action.effects)
        if isinstance(node, e.Assign)
        and isinstance(node.target, p.AttributeValue)
        and all(variable.role for variable in p.variables_in(node.target.of))
        and AttributeOf(node.target.attribute) in game.layout.by_meaning
    ]


def _place(w: Writer, target: p.AttributeValue, frame: Frame) -> ir.Value:
    """Return the place of a value in its entry, in slots; none if it is of nothing known."""
    thing, inner = (w.kept(part) for part in attribute_place(target, frame, w))
    width = ir.Const(w.game.layout.by_meaning[AttributeOf(target.attribute)].width)
    slot = fold.arithmetic("+", fold.arithmetic("*", thing, width), inner)
    return fold.choose(fold.known(thing, inner), slot, fold.NOTHING)


def is_told(role: Role) -> bool:
    """Return whether events tell a role: they leave out sets, numbers and flags."""
    return not role.type.many and role.type.base in ("piece", "cell", "enum", "player")
