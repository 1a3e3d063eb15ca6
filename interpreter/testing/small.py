"""One small game in both worlds, to which tests add what they are about."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from testing.paired import PairedGame, PairedState
from testing.tiny import tiny

ACTIONS = """
  pick: {roles: {m: 0..1}, text: "{m}"}
  reply: {roles: {m: 0..1}, text: "{m}"}
"""
STEPS = """
  pick: {action: pick, filter: yes, when empty: ask}
  reply: {action: reply, chooser: holder}
"""
FLOW = """
  turn:
    - begin turn
    - {routes: start}
    - {moment: start}
    - {steps: pick}
    - rewind
    - {moment: end}
    - judge
    - grant
    - pass
"""


def small(  # noqa: PLR0913 - each test gives only a few
    folder: Path,
    *,
    powers: Mapping[str, str] | None = None,
    held: tuple[str | None, ...] = (None, None),
    clauses: str = "",
    actions: str = "",
    steps: str = "",
    state: str = "",
    flow: str = FLOW,
    more: str = "",
    sides: tuple[int, ...] | None = None,
    reserve: tuple[str, ...] = (),
    first: int = 1,
) -> PairedState:
    """The first state of a match: players pick 0 or 1; a `reply` is there for routes.

    powers: the clauses of each. held: the power of each player. clauses: the game's own. actions,
    steps, state: added to those of the game, or instead of those of the same name. more: whatever
    else is declared. reserve: powers that nobody holds at first. first: who has the first turn.
    """
    parts = [
        "" if "headings:" in more else "headings: {Rules: {en: Rules}}",
        "moments: [start, end]",
        "state:\n  Player: {seen: 0..50}\n  game:\n    n: 0..50" + _inside(state, 4),
        "position:\n  n: {value: n}\n  seen: {by player: seen}",
        "actions:" + _without(ACTIONS, actions) + _inside(actions, 2),
        "steps:" + _without(STEPS, steps) + _inside(steps, 2),
        "flow:" + flow,
        textwrap.dedent(more),
    ]
    if clauses:
        parts.append("clauses:\n  Rules: |" + _inside(clauses, 4))
    cards = {slug: _power(text) for slug, text in (powers or {}).items()}
    numbers = sides or tuple(range(1, len(held) + 1))
    game = PairedGame.of(tiny(folder, "\n".join(parts), powers=cards, sides=numbers, first=first))
    setup = {f"spare{number}": slug for number, slug in enumerate(reserve)}
    match = game.match_of(game.key_of([*held], setup=setup, any_match_up=True))
    return match.start()  # type: ignore[return-value]  # a paired one


def _inside(text: str, depth: int) -> str:
    return "\n" + textwrap.indent(textwrap.dedent(text).strip("\n"), " " * depth)


def _without(declared: str, others: str) -> str:
    """What is declared, one thing a line, but what is declared again."""
    again = {line.partition(":")[0].strip() for line in others.splitlines() if ":" in line}
    lines = [line for line in declared.splitlines() if line.partition(":")[0].strip() not in again]
    return "\n".join(lines) + "\n"


def _power(text: str) -> str:
    """A power's document: its clauses, after a line `---` whatever else it declares."""
    clauses, _, declared = textwrap.dedent(text).partition("---\n")
    return f"clauses:\n  Rules: |{_inside(clauses, 4)}\n{declared}"


def asked(state: PairedState) -> tuple[int, str]:
    """Which player decides, and in which step."""
    decision = state.played.decision
    assert decision is not None
    return decision.player, decision.step


def after(state: PairedState, *texts: str) -> PairedState:
    """The state after options, by their texts."""
    for text in texts:
        state = state.apply(text)
    return state
