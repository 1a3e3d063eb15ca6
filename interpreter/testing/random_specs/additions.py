"""Random changes of a game: what the file of a card adds to it, what a mode has in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testing.random_specs.cards import RARE, Cards
from testing.random_specs.positions import Marks, RandomPositions
from testing.random_specs.scope import SpecScope
from testing.random_specs.texts import Document
from testing.random_specs.vocabulary import AttributeName, Vocabulary
from thesmos.program.types import FLAG


def random_card(cards: Cards, slug: str, names: Vocabulary, marks: Marks) -> Document:
    """A power, some of which add something to their game. marks: of the words of enums."""
    prefix, adds = slug[0], Document()
    if cards.draw.chance(15):
        adds, names = _additions(cards, prefix, names)
    if cards.draw.chance(15):
        parts = RandomPositions(cards.draw, names, {**names.words, **marks}, f"{prefix}_")
        adds["position"] = {**adds.get("position", {}), **parts.of_card()}
    return cards.card(slug, names, adds=adds or None)


def _additions(cards: Cards, prefix: str, names: Vocabulary) -> tuple[Document, Vocabulary]:
    """What a card adds to its game, and the names with that."""
    draw = cards.draw
    made: Document = {}
    enums: Document = {}
    open_enums = [name for name, words in names.words.items() if not words]
    if open_enums and draw.chance(80):
        kind = draw.one(open_enums)
        enums[f"+{kind}"] = [f"{prefix}_word{n}" for n in range(draw.between(1, 2))]
        names = _with_words(names, kind, enums[f"+{kind}"])
    if draw.chance(40):
        kind = f"{prefix.upper()}sort"
        enums[kind] = [f"{prefix}_sort{n}" for n in range(draw.between(1, 3))]
        names = _with_words(names, kind, enums[kind])
    if enums:
        made["enums"] = enums
    if draw.chance(50):
        kind, name = draw.one(tuple(names.on)), f"{prefix}_more"
        type_ = cards.type(names)
        made["pieces"] = {f"+{kind}": {"attributes": {name: cards.attribute(type_, names)}}}
        names = names.with_attributes(AttributeName(name, kind, type_))
    if draw.chance(50):
        type_, name = cards.type(names, sets=0), f"{prefix}_state"
        made["state"] = {"game": {name: cards.attribute(type_, names)}}
        made["position"] = {name: {"value": name}}
        names = names.with_attributes(AttributeName(name, "", type_))
    return made, names


def _with_words(names: Vocabulary, kind: str, words: Sequence[str]) -> Vocabulary:
    return replace(names, words={**names.words, kind: (*names.words.get(kind, ()), *words)})


def random_replacements(
    cards: Cards, names: Vocabulary, facts: Document, flow: Document
) -> Document:
    """What a mode has in place of parts of its game.

    facts: those of the game, as written. flow: another one.
    """
    draw = cards.draw
    made: Document = {}
    rules = [(action, rule) for action in names.actions for rule in action.rules]
    if rules and draw.chance(50):
        action, rule = draw.one(rules)
        scope = SpecScope(names, card=False).about(action.roles)
        made["rules"] = {f"{action.name}.{rule}": cards.values.likely(scope)}
    if facts and draw.chance(50):
        written = draw.one(tuple(facts))
        made["facts"] = {written: _fact(cards, names, written)}
    if draw.chance(40):
        kind = draw.one(tuple(names.on))
        made["pieces"] = {kind: {"supply": cards.supply(kind, names)}}
    if RARE in names.on and draw.chance(50):
        made.setdefault("pieces", {})[RARE] = {"supply": []}
    if not made or draw.chance(30):
        made["flow"] = {"turn": flow["turn"]}
    return made


def _fact(cards: Cards, names: Vocabulary, written: str) -> str:
    """Another value for a fact, which asks only those before it."""
    at = next(n for n, fact in enumerate(names.facts) if fact.name == written.partition("(")[0])
    fact = names.facts[at]
    scope = SpecScope(names, asking=False, card=False, facts=at)
    for name, kind in zip("ab", fact.takes, strict=False):
        scope = scope.with_local(name, kind)
    if fact.gives.many:
        return cards.values.set(fact.gives, scope, 1).text
    return cards.values.value(fact.gives if fact.gives.base != "nothing" else FLAG, scope, 1).text
