"""The parts of a spec that can be changed: clauses, conditions, rules, facts, steps and more.

A *unit* keeps its id as long as its text stays in its place in its card: `<card>.<heading>.<n>` for
a clause, the id of the first clause inside with `.if` for an `if`; `move.climb` for a rule,
`move.do` for an effect, `move.audience` for who learns of it, `move.role.rise` for a role,
`fact.vacant`, `step.move`, `flow.turn.2`, `memory.name`, `attribute.name` for a secret one,
`supply.1`, `valid.one_king` for what holds in every position. If a card declares it, its name comes
first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from thesmos.diagnostics import Location
from thesmos.program import clauses as cl
from thesmos.program import declarations as de
from thesmos.program.effects import Do
from thesmos.program.node import Ref, walk
from thesmos.program.path import Path, find
from thesmos.program.values import Compare, FactValue, Logic, Not, Person, Value


@dataclass(frozen=True)
class Unit:
    """One unit. card: the game, mode or power whose text contains it.

    paths: its places in the program of the game, several for a clause about several actions and for
    the condition of an `if` around several clauses.
    nodes: the nodes at these paths.
    own_turn: whether `you` is the active player wherever it is evaluated.
    common: whether nobody holds it, because it belongs to the game itself or to a mode.
    """

    id: str
    card: str
    kind: str
    paths: tuple[Path, ...]
    nodes: tuple[Any, ...]
    own_turn: bool = False
    common: bool = False

    @property
    def location(self) -> Location:
        """Where the unit begins."""
        location: Location = self.nodes[0].location
        return location

    @property
    def changeable(self) -> Any:
        """The node that may change; for a fact, role, rule or action, only a part of it."""
        inner = INNER.get(self.kind)
        return self.nodes[0] if inner is None else getattr(self.nodes[0], inner)


INNER = {"fact": "body", "role": "value", "rule": "condition", "effect": "effects"}


def units_of(game: de.GameProgram) -> Iterator[Unit]:
    """Yield all units: the game's own, then mode by mode and card by card."""
    others = _ActionsOfOthers.of(game)
    yield from _flow(game)
    for unit in _card(game, ("base",), game.slug, "", others):
        ground = isinstance(unit.nodes[0], cl.Win | cl.End)
        yield replace(unit, common=True, own_turn=unit.own_turn or ground)
    for name, mode in game.modes.items():
        if mode.card is not None:
            for unit in _card(game, ("cards", mode.card), name, f"{name}.", others):
                yield replace(unit, common=True)
    modes = {mode.card for mode in game.modes.values()}
    for name in game.cards:
        if name not in modes:
            yield from _power_units(list(_card(game, ("cards", name), name, f"{name}.", others)))


def _power_units(units: list[Unit]) -> list[Unit]:
    """Return the units of a power; facts used only in the own turn are marked as `own_turn`."""
    in_own_turn = {unit.id for unit in units if unit.own_turn}
    for _ in units:  # facts may use facts, so repeat until nothing changes
        more = in_own_turn | {
            unit.id
            for unit in units
            if unit.kind == "fact" and _is_used_in_own_turn(unit, units, in_own_turn)
        }
        if more == in_own_turn:
            break
        in_own_turn = more
    return [replace(unit, own_turn=unit.id in in_own_turn) for unit in units]


def _is_used_in_own_turn(fact: Unit, units: list[Unit], in_own_turn: set[str]) -> bool:
    """Return whether a fact is used, and only by units that act in their holder's turn."""
    name = fact.nodes[0].name
    callers = [u for u in units if u.id != fact.id and _calls(u.changeable, name)]
    return bool(callers) and all(unit.id in in_own_turn for unit in callers)


def _calls(part: Any, fact: Ref) -> bool:
    return any(isinstance(node, FactValue) and node.fact == fact for node in walk((part,)))


@dataclass(frozen=True)
class _ActionsOfOthers:
    """Actions of players other than the active one.

    chosen: actions that they may choose in some step. done: also actions that they may do without
    choosing, because a clause or another action carries them out.
    """

    chosen: frozenset[Ref]
    done: frozenset[Ref]

    @classmethod
    def of(cls, game: de.GameProgram) -> _ActionsOfOthers:
        """Return those of a game. Actions that clauses carry out always count as done."""
        cards = (game.base, *game.cards.values())
        steps = [step for card in cards for step in card.steps if step.chooser != "active"]
        chosen = frozenset(name for step in steps for name in step.actions)
        actions = {action.name: action for card in cards for action in card.actions}
        done: set[Ref] = set()
        pending = [*chosen, *(name for card in cards for name in _carried_out(card.clauses))]
        while pending:
            name = pending.pop()
            if name not in done:
                done.add(name)
                pending += _carried_out(actions[name].effects)
        return cls(chosen, frozenset(done))


def _carried_out(part: Any) -> Iterator[Ref]:
    """Return the actions that effects in some part of a program carry out."""
    return (node.action for node in walk((part,)) if isinstance(node, Do))


def _flow(game: de.GameProgram) -> Iterator[Unit]:
    for name in ("setup", "turn"):
        for number, instruction in enumerate(getattr(game, name)):
            id, path = f"flow.{name}.{number + 1}", (name, number)
            yield Unit(id, game.slug, "flow", (path,), (instruction,))


def _card(
    game: de.GameProgram, path: Path, name: str, prefix: str, others: _ActionsOfOthers
) -> Iterator[Unit]:
    """Yield the units of a card. prefix: begins the ids of what it declares."""
    card: de.Card = find(game, path)

    def unit(id: str, kind: str, node: Any, *at: str | int, own_turn: bool = False) -> Unit:
        return Unit(prefix + id, name, kind, ((*path, *at),), (node,), own_turn)

    whole = [
        *(("memory", "memory", memory.name.name, memory) for memory in card.memory),
        *(("supply", "supply", number, part) for number, part in enumerate(card.supply, 1)),
        *(("fact", "facts", fact.name.name, fact) for fact in card.facts),
        *(("valid", "valid", condition.name, condition) for condition in card.valid),
        *(("lifts", "lifts", lifted.name, lifted) for lifted in card.lifts),
    ]
    for _, of_kind in groupby(whole, lambda declared: declared[0]):
        for number, (kind, field, id, node) in enumerate(of_kind):
            yield unit(f"{kind}.{id}", kind, node, field, number)
    for number, attribute in enumerate(game.attributes if path == ("base",) else ()):
        if attribute.secret:
            id = f"attribute.{attribute.name.name}"
            yield Unit(id, name, "attribute", (("attributes", number),), (attribute,))
    for number, action in enumerate(card.actions):
        own_turn, action_name = action.name not in others.done, action.name.name
        at = ("actions", number)
        for place, role in enumerate(action.roles):
            if role.value is not None:
                id = f"{action_name}.role.{role.name}"
                yield unit(id, "role", role, *at, "roles", place, own_turn=own_turn)
        for place, rule in enumerate(action.rules):
            chosen = action.name not in others.chosen
            yield unit(
                f"{action_name}.{rule.name}", "rule", rule, *at, "rules", place, own_turn=chosen
            )
        if action.effects:
            yield unit(f"{action_name}.do", "effect", action, *at, own_turn=own_turn)
        if action.public or action.secret:
            yield unit(f"{action_name}.audience", "audience", action, *at)
    for number, step in enumerate(card.steps):
        yield unit(f"step.{step.name.name}", "step", step, "steps", number)
    yield from _clauses(card, name, path)


# --------------------------------------------------------------------- clauses and ifs


def _clauses(card: de.Card, name: str, path: Path) -> Iterator[Unit]:
    """Yield the units of the clauses, and of the condition of each `if` before its clauses."""
    numbered = enumerate(card.clauses)
    groups = [list(group) for _, group in groupby(numbered, lambda pair: pair[1].id)]
    names: set[str] = set()
    for place, group in enumerate(groups):
        first = group[0][1]
        own_turn = False
        for depth, guard in enumerate(first.guards):
            if not place or not _same_if(groups[place - 1][0][1], first, depth):
                inside = [pair for later in groups[place:] for pair in later]
                yield _if(inside, depth, names, name, path)
            own_turn = own_turn or _is_own_turn(guard)
        own_turn = own_turn or _acts_in_own_turn(first)
        paths = tuple((*path, "clauses", number) for number, _ in group)
        yield Unit(first.id, name, "clause", paths, tuple(c for _, c in group), own_turn)


def _same_if(clause: cl.Clause, other: cl.Clause, depth: int) -> bool:
    """Return whether two clauses are inside the same `if` at a depth."""
    if min(len(clause.guards), len(other.guards)) <= depth:
        return False
    return clause.guards[depth].location == other.guards[depth].location


def _if(
    clauses: list[tuple[int, cl.Clause]], depth: int, names: set[str], name: str, path: Path
) -> Unit:
    """Return the unit of the condition of the `if` at a depth around the first of some clauses.

    Around the clauses of its `else`, the condition is negated. names: the ids of the units for `if`
    so far; the id of this unit, numbered if necessary, is added.
    """
    _, first = clauses[0]
    condition = first.guards[depth]
    id, number = f"{first.id}.if", 1
    while id in names:
        number += 1
        id = f"{first.id}.if{number}"
    names.add(id)
    paths: list[Path] = []
    nodes: list[Value] = []
    for place, clause in clauses:
        if not _same_if(first, clause, depth):
            break
        guard = clause.guards[depth]
        at: Path = (*path, "clauses", place, "guards", depth)
        if guard != condition and isinstance(guard, Not):
            guard, at = guard.value, (*at, "value")
        paths.append(at)
        nodes.append(guard)
    own_turn = any(_is_own_turn(guard) for guard in first.guards[: depth + 1])
    return Unit(id, name, "if", tuple(paths), tuple(nodes), own_turn)


def _acts_in_own_turn(clause: cl.Clause) -> bool:
    """Return whether a clause itself says that it acts in its holder's turn."""
    at_turn = isinstance(clause, cl.At | cl.RouteAt) and clause.whose == "your"
    return at_turn or _is_own_turn(clause.where)


def _is_own_turn(condition: Value | None) -> bool:
    """Return whether a condition includes `active = you`, so holds only in the holder's turn."""
    both = isinstance(condition, Logic) and condition.word == "and"
    parts = condition.parts if both and isinstance(condition, Logic) else (condition,)
    return any(
        isinstance(part, Compare)
        and part.word == "="
        and isinstance(part.left, Person)
        and isinstance(part.right, Person)
        and {part.left.word, part.right.word} == {"active", "you"}
        for part in parts
    )
