"""The parts of a spec that can be changed: clauses, conditions, rules, facts, steps and more.

A *unit* has an id that stays while its text stays where it is in its card: `<card>.<heading>.<n>`
for a clause, the id of the first clause inside with `.if` for an `if`; `move.climb` for a rule,
`move.do` for an effect, `move.role.rise` for a role, `fact.vacant`, `step.move`, `flow.turn.2`,
`memory.name`, `supply.1`. For what a card declares itself, the card's name comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from thesmos.check.clauses import slug
from thesmos.check.spec import CheckedGame
from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax import unparse
from thesmos.syntax.nodes import called_names
from thesmos_conform.mutation.tree import Path


@dataclass(frozen=True)
class Unit:
    """One unit. card: the game, mode or power to whose document it belongs.

    path: its place in that document. inner: the field of it that may change, "" for all. own_turn:
    whether `you` is the active player wherever it is evaluated. common: whether nobody holds it,
    because it belongs to the game itself or to a mode.
    """

    id: str
    card: str
    kind: str
    path: Path
    node: Any
    location: Location
    inner: str = ""
    own_turn: bool = False
    common: bool = False

    @property
    def written(self) -> Any:
        """The unit's own text, without what is inside an `if`."""
        return getattr(self.node, self.inner) if self.inner else self.node


def units_of(game: CheckedGame) -> Iterator[Unit]:
    """All units: the game's own, then mode by mode and card by card."""
    others = _chosen_by_others(game)
    yield from _flow(game.written)
    for unit in _card(game.written.base, game.written.slug, ("base",), "", others):
        yield replace(unit, common=True, own_turn=unit.own_turn or isinstance(unit.node, ct.Win))
    for name, mode in game.modes.items():
        for unit in _card(mode.card, name, ("card",), f"{name}.", others):
            yield replace(unit, common=True)
    for name, card in game.cards.items():
        if name not in game.modes:
            yield from _of_power(list(_card(card.written, name, (), f"{name}.", others)))


def _of_power(units: list[Unit]) -> list[Unit]:
    """The units of a power; a fact is of the own turn if it is used only there."""
    own = {unit.id for unit in units if unit.own_turn}
    for _ in units:  # facts may use facts, so repeat until nothing changes
        found = own | {
            unit.id for unit in units if unit.kind == "fact" and _asked(unit, units, own)
        }
        if found == own:
            break
        own = found
    return [replace(unit, own_turn=unit.id in own) for unit in units]


def _asked(fact: Unit, units: list[Unit], own: set[str]) -> bool:
    """Whether a fact is used, and only by units that act in their holder's turn."""
    callers = [u for u in units if u.id != fact.id and fact.node.name in called_names(u.written)]
    return bool(callers) and all(unit.id in own for unit in callers)


def _chosen_by_others(game: CheckedGame) -> frozenset[str]:
    """The actions that a player other than the active one may choose in some step."""
    cards = [game.written.base, *(card.written for card in game.cards.values())]
    steps = [step for card in cards for step in card.steps]
    return frozenset(step.action for step in steps if step.chooser != "active")


def document_of(game: CheckedGame, unit: Unit) -> Any:
    """The document of a unit."""
    if unit.card == game.written.slug:
        return game.written
    return game.modes.get(unit.card) or game.cards[unit.card].written


def _flow(game: d.GameDocument) -> Iterator[Unit]:
    for name, instructions in game.flow.items():
        for number, instruction in enumerate(instructions):
            location = game.locations.get(f"flow.{name}", game.location)
            path: Path = ("flow", name, number)
            yield Unit(f"flow.{name}.{number + 1}", game.slug, "flow", path, instruction, location)


def _card(
    card: d.CardDocument, name: str, path: Path, prefix: str, others: frozenset[str]
) -> Iterator[Unit]:
    for number, memory in enumerate(card.memory):
        at = (*path, "memory", number)
        yield Unit(f"{prefix}memory.{memory.name}", name, "memory", at, memory, memory.location)
    for number, (_, supply) in enumerate(card.pieces):
        at = (*path, "pieces", number, 1)
        yield Unit(f"{prefix}supply.{number + 1}", name, "supply", at, supply, supply.location)
    for number, fact in enumerate(card.facts):
        at = (*path, "facts", number)
        yield Unit(f"{prefix}fact.{fact.name}", name, "fact", at, fact, fact.location, "body")
    for number, action in enumerate(card.actions):
        own = action.name not in others
        at = (*path, "actions", number)
        yield from _action(action, name, at, f"{prefix}{action.name}", own)
    for number, step in enumerate(card.steps):
        at = (*path, "steps", number)
        yield Unit(f"{prefix}step.{step.name}", name, "step", at, step, step.location)
    for number, block in enumerate(card.clauses):
        at = (*path, "clauses", number, "clauses")
        count = _Count(f"{card.slug}.{slug(block.heading)}")
        yield from _clauses(block.clauses, name, at, count, False)


def _action(
    action: d.ActionDeclaration, name: str, path: Path, prefix: str, own: bool
) -> Iterator[Unit]:
    for number, role in enumerate(action.roles):
        if role.expr is not None:
            at = (*path, "roles", number)
            yield Unit(
                f"{prefix}.role.{role.name}", name, "role", at, role, role.location, "expr", own
            )
    for number, rule in enumerate(action.rules):
        at = (*path, "rules", number)
        yield Unit(f"{prefix}.{rule.name}", name, "rule", at, rule, rule.location, "expr", own)
    if action.do:
        yield Unit(f"{prefix}.do", name, "effect", path, action, action.do[0].location, "do")


class _Count:
    """Numbers the clauses of a heading, like check/clauses.py."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.clauses = 0
        self.names: set[str] = set()

    def clause(self) -> str:
        """The name of the next clause."""
        self.clauses += 1
        return f"{self.prefix}.{self.clauses}"

    def block(self) -> str:
        """A name for an `if`: that of its first clause, with a number if that is taken."""
        made = name = f"{self.prefix}.{self.clauses + 1}.if"
        number = 1
        while made in self.names:
            number += 1
            made = f"{name}{number}"
        self.names.add(made)
        return made


def _clauses(
    clauses: tuple[ct.Clause, ...], name: str, path: Path, count: _Count, own_turn: bool
) -> Iterator[Unit]:
    for number, clause in enumerate(clauses):
        at = (*path, number)
        own = own_turn or _own_turn(clause)
        if isinstance(clause, ct.IfClause):
            yield Unit(count.block(), name, "if", at, clause, clause.location, "condition", own)
            yield from _clauses(clause.then, name, (*at, "then"), count, own)
            yield from _clauses(clause.otherwise, name, (*at, "otherwise"), count, own_turn)
        else:
            yield Unit(count.clause(), name, "clause", at, clause, clause.location, "", own)


def _own_turn(clause: ct.Clause) -> bool:
    """Whether a clause itself says that it acts in its holder's turn."""
    if isinstance(clause, ct.At) and clause.whose == "your":
        return True
    condition = getattr(clause, "condition", getattr(clause, "where", None))
    both = isinstance(condition, t.Logic) and condition.word == "and"
    parts = condition.parts if both and isinstance(condition, t.Logic) else (condition,)
    return any(
        isinstance(part, t.Binary)
        and part.word == "="
        and {getattr(part.left, "name", ""), getattr(part.right, "name", "")} == {"active", "you"}
        for part in parts
    )


# ------------------------------------------------------------------------------- as text


def lines_of(kind: str, node: Any) -> list[str]:
    """A unit in the notation of the spec."""
    lines: list[str] = _WORDS[kind](node)
    return lines


def _step(step: d.StepDeclaration) -> list[str]:
    flags = [f"{name}: yes" for name in ("skip", "judge", "filter") if getattr(step, name)]
    return [f"{step.name}: {{{', '.join([*flags, f'when empty: {step.when_empty}'])}}}"]


def _if(node: ct.IfClause) -> list[str]:
    return [f"if {unparse.expr(node.condition)}:"]


_WORDS: dict[str, Any] = {
    "flow": lambda n: [f"- {n[0]}: {n[1]}" if n[1] else f"- {n[0]}"],
    "memory": lambda n: [f"{n.name}: {{lasts: {n.lasts}}}"],
    "supply": lambda n: [f"count: {n.count}"],
    "fact": lambda n: [f"{n.name}: {unparse.expr(n.body)}"],
    "role": lambda n: [f"{n.name}: {unparse.expr(n.expr)}"],
    "rule": lambda n: [f"{n.name}: {unparse.expr(n.expr)}"],
    "effect": lambda n: unparse.effects(n.do),
    "step": _step,
    "if": _if,
    "clause": unparse.clause,
}
