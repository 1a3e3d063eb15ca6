"""Makes the tables of a program from typed clauses, actions and steps.

The names of a card's own facts, actions and steps get its slug as a prefix, so that those of
different cards can't clash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thesmos.program.types import Type

# mypy: ignore-errors
# It can't read the typed program; what reads it is about to replace this module.
TypedClause = TypedMatchUp = Code = Query = CheckedCard = TypedAction = TypedFact = TypedStep = Any


@dataclass
class Renamer:
    """Replaces a card's own names in code by their full form, and queries by their number."""

    slug: str
    names: dict[str, str]
    queries: dict[str, int]

    def name(self, name: str) -> str:
        """Return the full name of a fact, action or step."""
        return self.names.get(name, name)

    def code(self, code: Any) -> Any:
        """Return code with full names, and with queries by number."""
        if not isinstance(code, tuple | list):
            return code
        if code and code[0] in ("call", "do", "forbidden"):
            return [code[0], self.name(code[1]), *map(self.code, code[2:])]
        if code and code[0] == "history":
            return ["history", self.queries[code[1]], *map(self.code, code[2:])]
        return [self.code(part) for part in code]


def own_names(card: CheckedCard, base: bool) -> dict[str, str]:
    """Return the full form of the card's own names; the game itself has no prefix."""
    if base:
        return {}
    own = [f.name for f in card.facts]
    own += [a.name for a in card.actions]
    own += [s.written.name for s in card.steps]
    return {name: f"{card.written.slug}.{name}" for name in own}


def fact_table(fact: TypedFact, inst: int | None, rename: Renamer) -> dict[str, Any]:
    """Return a fact: its number of parameters, its code, and (filled in later) its `treat`s."""
    return {
        "params": fact.params,
        "code": rename.code(fact.code),
        "frame": fact.frame,
        "inst": inst,
        "treats": [],
    }


def type_table(kind: Type) -> dict[str, Any]:
    """Return a type as data."""
    return {"base": kind.base, "name": kind.name, "low": kind.low, "high": kind.high}


def action_table(action: TypedAction, inst: int | None, rename: Renamer) -> dict[str, Any]:
    """Return an action: roles (open ones have no code), named rules, effect, notation."""
    return {
        "roles": [
            {"name": r.name, "type": type_table(r.type), "code": rename.code(r.code)}
            for r in action.roles
        ],
        "rules": [
            {"name": name, "code": rename.code(code), "place": location_text(place)}
            for name, code, place in action.rules
        ],
        "do": rename.code(action.do),
        "text": [[rename.code(code), text] for code, text in action.text],
        "silent": action.silent,
        "weight": rename.code(action.weight),
        "suggested": rename.code(action.suggested),
        "frame": action.frame,
        "inst": inst,
        "short": action.name,
    }


def step_table(step: TypedStep, inst: int | None, rename: Renamer) -> dict[str, Any]:
    """Return a step."""
    w = step.written
    return {
        "name": rename.name(w.name),
        "inst": inst,
        "action": rename.name(w.action),
        "shown": w.shown,
        "filter": w.filter,
        "judge": w.judge,
        "skip": w.skip,
        "when_empty": w.when_empty,
        "when_one": rename.code(step.when_one),
        "chooser": w.chooser,
        "chooser_code": rename.code(step.chooser),
        "then": rename.name(w.then),
        "after_skip": rename.name(w.after_skip),
        "frame": step.frame,
    }


def clause_table(clause: TypedClause, inst: int | None, rename: Renamer) -> dict[str, Any]:
    """Return a clause of one instance of a card."""
    data = {key: rename.code(value) for key, value in clause.data.items()}
    if "step" in data:
        data["step"] = rename.name(data["step"])
    return {
        "id": clause.id,
        "card": clause.card,
        "inst": inst,
        "kind": clause.kind,
        "on": rename.name(clause.on),
        "guard": rename.code(clause.guard),
        "where": rename.code(clause.where),
        "frame": clause.frame,
        "place": location_text(clause.location),
        **data,
    }


def match_up_table(match_up: TypedMatchUp, rename: Renamer) -> dict[str, Any]:
    """Return the result of a draft: the code for who is first, the powers, and the set-up."""
    kind, power = match_up.power
    return {
        "first": rename.code(match_up.first),
        "power": [type_table(kind), rename.code(power)],
        "setup": [[word, type_table(k), rename.code(code)] for word, k, code in match_up.setup],
        "frame": match_up.frame,
    }


def query_table(query: Query, rename: Renamer, inst: int | None) -> dict[str, Any]:
    """Return a history query: for each action, the local of the role or the condition's code."""
    return {
        "word": query.word,
        "per": query.per,
        "whole": query.whole,
        "type": type_table(query.type),
        "index": type_table(query.index) if query.index is not None else None,
        "cap": query.cap,
        "inst": inst,
        "kinds": {
            rename.name(kind): {
                "where": rename.code(parts["where"]),
                "role": parts.get("role"),
                "with": parts.get("with"),
                "frame": parts["frame"],
            }
            for kind, parts in query.kinds.items()
        },
    }


def location_text(place: Any) -> str:
    """Return a location as text."""
    return f"{place.file}:{place.line}:{place.column}"


def changed_attributes(code: Code | Any) -> set[str]:
    """Return the attributes that effects in this code change, as `Owner.name`."""
    found: set[str] = set()
    if isinstance(code, dict):
        for part in code.values():
            found |= changed_attributes(part)
    elif isinstance(code, tuple | list):
        if len(code) > 1 and code[0] == "set" and isinstance(code[1], tuple | list):
            target = code[1]
            if target[0] == "in":
                target = target[2]
            if target[0] in ("attr", "attr set"):
                found.add(f"{target[1]}.{target[2]}")
        for part in code:
            found |= changed_attributes(part)
    return found


def queries_asked_later(code: Any) -> set[int]:
    """Return the queries that are asked for a window other than the active player's."""
    found: set[int] = set()
    if isinstance(code, dict):
        for part in code.values():
            found |= queries_asked_later(part)
    elif isinstance(code, tuple | list):
        if len(code) > 2 and code[0] == "history" and list(code[2]) != ["active"]:  # noqa: PLR2004 - ("history", number, window, …)
            found.add(code[1])
        for part in code:
            found |= queries_asked_later(part)
    return found
