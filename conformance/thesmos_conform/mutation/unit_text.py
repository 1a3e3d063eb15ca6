"""The text of a unit in the notation of the spec, which reports show for a mutant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.check.text.program_text import clause_lines, effect_lines, value_text
from thesmos.program import declarations as de
from thesmos.program import flow as fl


def lines_of(kind: str, nodes: Sequence[Any]) -> list[str]:
    """Return the lines of a unit. nodes: its nodes, perhaps changed; empty if it was removed."""
    if not nodes:
        return []
    if kind == "clause":
        return clause_lines(nodes)
    return _WORDS[kind](nodes[0])


_INSTRUCTIONS: dict[type[fl.Instruction], Callable[[Any], str]] = {
    fl.EachPlayer: lambda n: f"each player: {n.step.name}",
    fl.Steps: lambda n: f"steps: {n.step.name}",
    fl.Moment: lambda n: f"moment: {n.moment}",
    fl.Routes: lambda n: f"routes: {n.moment}",
    fl.FirstTurn: lambda n: f"first: {n.attribute.name}",
    fl.BeginTurn: lambda n: "begin turn",
    fl.Spend: lambda n: "spend",
    fl.Judge: lambda n: "judge",
    fl.Rewind: lambda n: "rewind",
    fl.GrantTurn: lambda n: "grant",
    fl.PassTurn: lambda n: f"pass: {n.attribute.name}" if n.attribute else "pass",
}


def _step(step: de.Step) -> list[str]:
    flags = [f"{name}: yes" for name in ("skip", "judge", "filter", "last") if getattr(step, name)]
    names = [action.name for action in step.actions]
    if names != [step.name.name]:
        flags.insert(
            0, f"action: {names[0]}" if len(names) == 1 else f"actions: [{', '.join(names)}]"
        )
    return [f"{step.name.name}: {{{', '.join([*flags, f'when empty: {step.when_empty}'])}}}"]


def _audience(action: de.Action) -> str:
    return "public: yes" if action.public else "secret: yes" if action.secret else ""


_WORDS: dict[str, Callable[[Any], list[str]]] = {
    "flow": lambda n: [f"- {_INSTRUCTIONS[type(n)](n)}"],
    "memory": lambda n: [f"{n.name.name}: {{lasts: {n.lasts}{', secret: yes' * n.secret}}}"],
    "attribute": lambda n: [f"{n.name.name}: {{secret: {'yes' if n.secret else 'no'}}}"],
    "audience": lambda n: [f"{n.name.name}: {{{_audience(n)}}}"],
    "supply": lambda n: [f"count: {n.count}"],
    "fact": lambda n: [f"{n.name.name}: {value_text(n.body)}"],
    "valid": lambda n: [f"valid: {n.name}"],
    "lifts": lambda n: [f"lifts: {n.name}"],
    "role": lambda n: [f"{n.name}: {value_text(n.value)}"],
    "rule": lambda n: [f"{n.name}: {value_text(n.condition)}"],
    "effect": lambda n: effect_lines(n.effects),
    "step": _step,
    "if": lambda n: [f"if {value_text(n)}:"],
}
