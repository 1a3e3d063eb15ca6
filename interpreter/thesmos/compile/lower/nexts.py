"""§6.1 What comes next, as one number: a *next*.

A function that leaves a step returns a next, and `run` of entering.py enters it. Entering a step
returns a next again, until a decision is needed or the run ends.

| a next           | what comes next                                                          |
|------------------|--------------------------------------------------------------------------|
| `FIRST` or more  | a step, to be entered for a player: FIRST + number * players + player      |
| `RESUME`         | no step follows: go on with a step that is due (6.8), else with the step |
|                  | that was interrupted (6.2); if there is neither, this is `END`           |
| `END`            | the run has ended, and the turn goes on                                  |
| `OVER`           | only from entering a step: judging there ended the game or the turn      |
| `DECISION`       | only from entering a step: its chooser has to decide, and the run waits  |
| `NO_ROUTE`       | only from the routes of a card at a moment: none holds, nothing follows  |

Nothing up to `RESUME` is a step. The agenda stores its steps as nexts less `FIRST`.
"""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.writer import Writer
from thesmos.program.node import Ref

NO_ROUTE, DECISION, OVER, END, RESUME, FIRST = -9, -3, -2, -1, 0, 1


def next_of(w: Writer, name: Ref | None, player: int) -> ir.Const:
    """Return a step for a player as a next; RESUME if there is no step."""
    if name is None:
        return ir.Const(RESUME)
    return ir.Const(FIRST + w.game.step_numbers[name] * w.game.players + player)


def is_next(following: ir.Value, next_: int) -> ir.Value:
    """Return the condition that a next is one of those above."""
    return fold.test("=", following, ir.Const(next_))
