"""Checks a whole spec, a game with its cards and modes. The result is the input of `link`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import thesmos.check.infer  # noqa: F401 - fills the table of constructs
from thesmos.check.clauses import TypedClause, type_clauses
from thesmos.check.declarations import check_declarations, check_slugs
from thesmos.check.draft_result import TypedMatchUp, type_match_up
from thesmos.check.effects import type_effects
from thesmos.check.expressions import type_as, type_expr, type_flag
from thesmos.check.history import role_scope
from thesmos.check.names import Attr, Names, names_of
from thesmos.check.routes import check_routes, check_triggers
from thesmos.check.scope import Code, LocalSlots, Query, Scope
from thesmos.check.words import check_words
from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.program.types import INT, PLAYER, Type
from thesmos.syntax import documents as d
from thesmos.syntax.nodes import called_names


@dataclass(frozen=True)
class TypedRole:
    """A role of an action; an open role has no code."""

    name: str
    type: Type
    code: Code | None


@dataclass(frozen=True)
class TypedAction:
    """An action with its typed code. Its roles are the locals from FIRST_LOCAL on, in order."""

    name: str
    roles: tuple[TypedRole, ...]
    rules: tuple[tuple[str, Code, Location], ...]
    do: Code
    text: tuple[tuple[Code, str], ...]
    silent: bool
    weight: Code | None
    suggested: Code | None
    frame: int


@dataclass(frozen=True)
class TypedStep:
    """A step with its typed code."""

    written: d.StepDeclaration
    when_one: Code | None
    chooser: Code | None
    frame: int


@dataclass(frozen=True)
class TypedFact:
    """A fact with its typed code. Its parameters are the locals from FIRST_LOCAL on, in order."""

    name: str
    params: int
    code: Code
    frame: int


@dataclass
class CheckedCard:
    """A checked card: its declarations and their typed code."""

    written: d.CardDocument
    memory: dict[str, Attr]
    facts: list[TypedFact]
    actions: list[TypedAction]
    steps: list[TypedStep]
    clauses: list[TypedClause]
    queries: dict[str, Query]


@dataclass
class CheckedGame:
    """A checked game with its cards and modes, and the errors in them."""

    written: d.GameDocument
    names: Names
    base: CheckedCard
    cards: dict[str, CheckedCard]
    modes: dict[str, d.ModeDocument]
    match_up: TypedMatchUp | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)


def check_game(
    game: d.GameDocument, cards: dict[str, d.CardDocument], modes: dict[str, d.ModeDocument]
) -> CheckedGame:
    """Check a game with all its cards and modes; the errors are in `.diagnostics`."""
    names = names_of(game)
    base = _card(game.base, names)
    named = dict(cards) | {mode.slug: mode.card for mode in modes.values() if mode.card.clauses}
    made = {slug: _card(card, names.with_card(card)) for slug, card in named.items()}
    match_up = None
    if game.match_up is not None:
        match_up = type_match_up(game.match_up, Scope(names, base.queries))
    checked = CheckedGame(game, names, base, made, modes, match_up)
    _check_flow(checked)
    _check_bans(checked)
    written = [game.base, *named.values()]
    names.diagnostics += check_words(game.base, names, written)
    for card in named.values():
        names.diagnostics += check_words(card, names.with_card(card), [card])
    names.diagnostics += check_slugs(game, cards, modes)
    names.diagnostics += check_declarations(game, names, cards, modes)
    seen = set()
    for diagnostic in names.diagnostics:
        key = (diagnostic.code, diagnostic.message, diagnostic.location)
        if key not in seen:
            seen.add(key)
            checked.diagnostics.append(diagnostic)
    return checked


def check_base(game: d.GameDocument) -> tuple[CheckedCard, Names, list[Diagnostic]]:
    """Check only the game's own declarations and clauses; returns also the errors in them."""
    names = names_of(game)
    base = _card(game.base, names)
    return base, names, names.diagnostics


def check_card(card: d.CardDocument, names: Names) -> tuple[CheckedCard, list[Diagnostic]]:
    """Check one card, given the names of its game; returns also the errors in the card."""
    own = replace(names, diagnostics=[])
    return _card(card, own.with_card(card)), own.diagnostics


def _card(card: d.CardDocument, names: Names) -> CheckedCard:
    queries: dict[str, Query] = {}
    scope = Scope(names, queries)
    facts = [_fact(f, scope) for f in card.facts]
    actions = [_action(a, scope) for a in card.actions]
    steps = [_step(s, scope) for s in card.steps]
    clauses = type_clauses(card, scope)
    check_routes(card, scope)
    check_triggers(card, scope)
    for attribute in card.memory:
        if attribute.name not in scope.used:
            names.diagnostics.append(
                Diagnostic(
                    "E351",
                    f"the memory `{attribute.name}` is never used",
                    attribute.location,
                    "remove it, or use it in a clause",
                )
            )
    return CheckedCard(card, names.memory, facts, actions, steps, clauses, queries)


def _fact(fact: d.FactDeclaration, scope: Scope) -> TypedFact:
    inner = replace(scope, locals={}, frame=LocalSlots())
    for name, written in fact.params:
        inner.bind(name, scope.names.type_of(written))
    _, code = type_expr(fact.body, inner)
    _check_cycle(fact, scope)
    return TypedFact(fact.name, len(fact.params), code, inner.frame.size)


def _check_cycle(fact: d.FactDeclaration, scope: Scope) -> None:
    """Report a fact that depends on itself, directly or through other facts."""
    seen: set[str] = set()
    todo = list(called_names(fact.body))
    while todo:
        name = todo.pop()
        if name == fact.name:
            scope.report(
                "E352",
                f"the fact `{fact.name}` depends on itself",
                fact.location,
                "remove the cycle",
            )
            return
        if name not in seen and name in scope.names.facts:
            seen.add(name)
            todo += called_names(scope.names.facts[name].body)


def _action(action: d.ActionDeclaration, scope: Scope) -> TypedAction:
    inner = role_scope(action, scope, type_expr)
    roles = []
    visible = replace(inner, locals={})
    for role in action.roles:
        index, kind = inner.locals[role.name]
        code = None
        if role.expr is not None:
            kind, code = type_expr(role.expr, visible)
        visible.locals[role.name] = (index, kind)
        roles.append(TypedRole(role.name, kind, code))
    rules = tuple((r.name, type_flag(r.expr, inner), r.location) for r in action.rules)
    do = type_effects(action.do, inner)
    text = tuple((type_flag(n.when, inner), _template(n, inner)) for n in action.text)
    weight = None
    if action.weight is not None:
        weight = type_as(action.weight, INT, inner, "the weight")
    suggested = None if action.suggested is None else type_flag(action.suggested, inner)
    size = inner.frame.size
    return TypedAction(
        action.name, tuple(roles), rules, do, text, action.silent, weight, suggested, size
    )


def _template(notation: d.NotationDeclaration, scope: Scope) -> str:
    """Report every `{role}` of a notation that is not a role."""
    for name in re.findall(r"\{([^}]*)\}", notation.text):
        if name not in scope.locals:
            hint = suggest(name, scope.locals)
            scope.report("E310", f"there is no role `{name}`", notation.location, hint)
    return notation.text


def _step(step: d.StepDeclaration, scope: Scope) -> TypedStep:
    inner = replace(scope, locals={}, frame=LocalSlots())
    if step.action not in scope.names.actions:
        hint = suggest(step.action, scope.names.actions)
        scope.report("E309", f"there is no action `{step.action}`", step.location, hint)
    for name in (step.then, step.after_skip):
        if name != "end" and name not in scope.names.steps:
            hint = suggest(name, [*scope.names.steps, "end"])
            scope.report("E342", f"there is no step `{name}`", step.location, hint)
    one = None if step.when_one is None else type_flag(step.when_one, inner)
    chooser = None
    if step.chooser_expr is not None:
        chooser = type_as(step.chooser_expr, PLAYER, inner, "the chooser")
    return TypedStep(step, one, chooser, inner.frame.size)


FLOW_WORDS = (
    "each player",
    "steps",
    "moment",
    "begin turn",
    "spend",
    "judge",
    "rewind",
    "grant",
    "pass",
    "first",
    "routes",
)


def _check_flow(checked: CheckedGame) -> None:
    """Report every instruction of a flow or set-up that the game can't run."""
    game = checked.written
    flows = [*game.flow.items(), *((m.slug, m.setup) for m in checked.modes.values())]
    for flow, instructions in flows:
        for word, argument in instructions:
            found = _flow_error(checked, flow, word, argument)
            if found is not None:
                code, message, hint = found
                checked.names.diagnostics.append(Diagnostic(code, message, game.location, hint))


def _flow_error(
    checked: CheckedGame, flow: str, word: str, argument: str
) -> tuple[str, str, str | None] | None:
    """Return the code, message and hint for a wrong instruction, None for a right one."""
    names, game = checked.names, checked.written
    if word not in FLOW_WORDS:
        message = f"`{word}` is not an instruction of a flow (in `{flow}`)"
        return "E361", message, suggest(word, FLOW_WORDS)
    if word in ("each player", "steps") and argument not in names.steps:
        return (
            "E342",
            f"there is no step `{argument}` (in `{flow}`)",
            suggest(argument, names.steps),
        )
    if word == "first" and names.attr_of(argument, "") is None:
        message = f"`{argument}` is not a state of the game (in `{flow}`)"
        return "E304", message, suggest(argument, names.attrs)
    if word in ("moment", "routes") and argument not in game.moments:
        message = f"the game has no moment `{argument}`"
        return "E345", message, suggest(argument, game.moments)
    return None


def _check_bans(checked: CheckedGame) -> None:
    """Report bans of unknown powers, and bans that the other power does not declare."""
    for slug, card in checked.cards.items():
        for other, location in card.written.banned:
            if other not in checked.cards:
                checked.names.diagnostics.append(
                    Diagnostic("W371", f"there is no power `{other}` yet", location,
                               suggest(other, checked.cards), "warning")
                )  # fmt: skip
            elif slug not in (name for name, _ in checked.cards[other].written.banned):
                text = f"both powers must declare a ban: {other} does not ban {slug}"
                hint = f"add {slug} to the bans of {other}, or remove this one"
                checked.names.diagnostics.append(Diagnostic("E372", text, location, hint))
