"""Warn of what is legal but makes no sense: it can be played, but is hardly what was meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, Location, RelatedPlace
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.declarations import Card
from thesmos.program.node import Ref, walk
from thesmos.syntax import documents as d

Warnings = Iterator[Diagnostic]


def check_senseless(
    names: Names,
    base: Card,
    cards: Sequence[Card],
    modes: Mapping[str, d.ModeDocument],
    kept: Kept = AFRESH,
) -> Warnings:
    """Yield the warnings about a whole game without errors. kept: what is known of single cards."""
    yield from _flow(names.game, base, cards)
    yield from _unused_steps(names.game, base, cards, modes, kept)
    for card in (base, *cards):
        yield from kept.of("senseless", partial(list, _conditions(card)), card)
        if card is not base:  # the game itself may have cards that lie face down for everybody
            yield from _hides(card)
        yield from kept.of("taken back", partial(list, _taken_back(card)), card)
        yield from _names(card, names)
        yield from _players(card, modes)


def _warning(code: str, text: str, location: Location, hint: str) -> Diagnostic:
    return Diagnostic(code, text, location, hint, "warning")


def _players(card: Card, modes: Mapping[str, d.ModeDocument]) -> Warnings:
    """Yield a warning if a power is for numbers of players that no mode has."""
    playable = {mode.players for mode in modes.values()}
    unplayable = [number for number in card.players if number not in playable]
    if unplayable:
        text = f"no mode is for {', '.join(map(str, unplayable))} players"
        if len(unplayable) == len(card.players):
            text += ", so this power can never be played"
        yield _warning("W504", text, card.location, "change `players`, or add a mode")


# ---------------------------------------------------------------------------- the flow


def _flow(game: d.GameDocument, base: Card, cards: Sequence[Card]) -> Warnings:
    """Yield warnings about instructions that the flow lacks."""
    words = {word for word, _ in game.flow.get("turn", ())}
    location = game.place("flow.turn")
    if "begin turn" not in words:
        text = "no turn ever begins: what happened in earlier turns counts as part of this one"
        yield _warning("W501", text, location, "add `begin turn` at the start of `turn`")
    if not words & {"steps", "routes", "each player"}:
        yield _warning("W501", "nobody decides anything in a turn", location, "add `steps: STEP`")
    judged = "judge" in words or any(s.judge for card in (base, *cards) for s in card.steps)
    wins = (
        clause
        for card in (base, *cards)
        for clause in card.clauses
        if isinstance(clause, (c.Win, c.End))
    )
    if not judged and (win := next(wins, None)) is not None:
        text = "nobody can win this way: the game is never judged"
        yield _warning("W501", text, win.location, "add `judge` under `turn`, or `judge: yes`")


def _unused_steps(
    game: d.GameDocument,
    base: Card,
    cards: Sequence[Card],
    modes: Mapping[str, d.ModeDocument],
    kept: Kept,
) -> Warnings:
    """Yield a warning for each step that nothing leads to."""
    flows = [*game.flow.values(), *(mode.setup for mode in modes.values())]
    entered = {name for flow in flows for _, name in flow}
    used = {step.name for step in base.steps if step.name.name in entered}
    for card in (base, *cards):
        used |= {
            n for step in card.steps for n in (step.then, step.after_skip) if n and n != step.name
        }
        used |= {
            clause.next for clause in card.clauses if isinstance(clause, c.Route) and clause.next
        }
        used |= kept.of("steps due", partial(_due_in, card), card)
    for card in (base, *cards):
        for step in card.steps:
            if step.name not in used:
                text = f"nothing leads to the step `{step.name.name}`"
                yield _warning(
                    "W502", text, step.location, "name it in the flow, a `next` or a `due`"
                )


def _due_in(card: Card) -> set[Ref]:
    return {node.step for node in walk(card) if isinstance(node, e.Due)}


# -------------------------------------------------------------------------- conditions


def _conditions(card: Card) -> Warnings:
    """Yield a warning for each condition that always or never holds."""
    for condition in _conditions_in(card):
        answer = always(condition)
        plain = isinstance(condition, v.Flag) and condition.value  # where a condition is needed
        if answer is not None and not plain:
            text = "this always holds" if answer else "this never holds"
            hint = "leave the condition out" if answer else "remove it, or correct the condition"
            yield _warning("W503", text, condition.location, hint)


def _conditions_in(card: Card) -> Iterator[v.Value]:
    yield from (rule.condition for action in card.actions for rule in action.rules)
    for clause in card.clauses:
        yield from (guard.value if isinstance(guard, v.Not) else guard for guard in clause.guards)
        yield from () if clause.where is None else (clause.where,)
    for node in walk((card.actions, card.clauses)):
        if isinstance(node, (e.If, e.While)):
            yield node.condition


def always(condition: v.Value) -> bool | None:
    """Return True if a condition always holds, False if it never does, None if it depends."""
    match condition:
        case v.Flag(value=value):
            return value
        case v.Not(value=value):
            inner = always(value)
            return None if inner is None else not inner
        case v.Logic(word=word, parts=parts):
            answers = [always(part) for part in parts]
            if word == "or":
                return True if True in answers else False if {*answers} == {False} else None
            if False in answers or _contradictory(parts):
                return False
            return True if {*answers} == {True} else None
        case v.Compare(word=word, left=left, right=right):
            return _decided_comparison(word, left, right)
        case _:
            return None


def _decided_comparison(word: str, left: v.Value, right: v.Value) -> bool | None:
    """Return the answer to a comparison of numbers, if their ranges decide it; else None."""
    a, b = left.type, right.type
    if a.base != "int" or b.base != "int":
        return None
    if word in (">", ">="):
        a, b, word = b, a, word.replace(">", "<")
    apart = a.high < b.low or b.high < a.low
    never, surely = {
        "<": (a.low >= b.high, a.high < b.low),
        "<=": (a.low > b.high, a.high <= b.low),
        "=": (apart, False),
        "!=": (False, apart),
    }[word]
    return False if never else True if surely and not (a.none or b.none) else None


def _contradictory(parts: Iterable[v.Value]) -> bool:
    """Return whether conditions require that one thing has two values."""
    required: dict[v.Value, v.Value] = {}
    for part in parts:
        if isinstance(part, v.Compare) and part.word == "=":
            constant = isinstance(part.right, (v.Number, v.Word))
            if constant and required.setdefault(part.left, part.right) != part.right:
                return True
    return False


# ---------------------------------------------------------------- allowed and forbidden

_REFUSING = {c.Permit: c.Forbid, c.MaySkip: c.ForbidSkip}


def _taken_back(card: Card) -> Warnings:
    """Yield a warning for each clause that only allows what another clause of its card forbids.

    A text that becomes several clauses, such as `may repeat`, does more than allow something.
    """
    places = Counter(clause.location for clause in card.clauses)
    for clause in card.clauses:
        if places[clause.location] > 1:
            continue
        kind = _REFUSING.get(clause.__class__)
        others = (o for o in card.clauses if o.__class__ is kind and o.about == clause.about)
        stronger = (o for o in others if _conditions_of(o) <= _conditions_of(clause))
        if (other := next(stronger, None)) is not None:
            text = "this has no effect: another clause of the card forbids the same"
            related = (RelatedPlace(other.location, "the clause that forbids it"),)
            warning = _warning("W507", text, clause.location, "remove one of the two")
            yield replace(warning, related=related)


def _conditions_of(clause: c.Clause) -> set[v.Value]:
    """Return all conditions that must hold for a clause."""
    conditions: set[v.Value] = set()
    waiting = [*clause.guards, *(() if clause.where is None else (clause.where,))]
    while waiting:
        condition = waiting.pop()
        if isinstance(condition, v.Logic) and condition.word == "and":
            waiting += condition.parts
        else:
            conditions.add(condition)
    return conditions


# -------------------------------------------------------------------------- hidden, names


def _hides(card: Card) -> Warnings:
    """Yield a warning for each clause that hides pieces from everybody, even from their owner."""
    for clause in card.clauses:
        if isinstance(clause, c.Hide):
            persons = (n for n in walk((clause.binder, clause.guards)) if isinstance(n, v.Person))
            if not any(person.word == "viewer" for person in persons) and not clause.guards:
                text = "this hides the pieces from everybody, even from those they belong to"
                yield _warning("W505", text, clause.location, "say from whom: `… != viewer`")


def _names(card: Card, names: Names) -> Warnings:
    """Yield a warning for each role whose name means something else as well."""
    for action in card.actions:
        for role in action.roles:
            if role.name in names.words and names.words[role.name][0].base == "enum":
                text = f"`{role.name}` is also a word of the game, which can't be written here"
                yield _warning("W506", text, role.location, "choose another name")
