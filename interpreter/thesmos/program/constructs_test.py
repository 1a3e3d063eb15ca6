"""Every construct has a section of the semantics, is made by some game, and refers to what is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import pytest

from testing.programs import ALL_GAMES, constructs, program
from testing.suite import needs_other_packages
from thesmos.program.clauses import AddTo, Treat
from thesmos.program.declarations import Card, Fact, GameProgram, RoleText, Step
from thesmos.program.effects import Assign, Do, Let
from thesmos.program.node import AttributeRef, Node, Ref, walk
from thesmos.program.values import (
    Along,
    AttributeValue,
    Binder,
    Compared,
    EventPattern,
    FactValue,
    Forbidden,
    MemoryValue,
    Spread,
    Variable,
)
from thesmos.resources import folder

NODES = {name: kind for name, kind in constructs().items() if issubclass(kind, Node)}


@functools.cache
def paragraphs() -> frozenset[str]:
    """The numbers of the paragraphs of the semantics."""
    text = (folder("docs/pages") / "language" / "semantics.md").read_text("utf-8")
    return frozenset(re.findall(r"^(\d+\.\d+) ", text, re.MULTILINE))


@needs_other_packages
def test_every_construct_has_a_section_of_the_semantics() -> None:
    assert {"1.1", "14.4"} <= paragraphs()
    assert {n: k.section for n, k in NODES.items() if k.section not in paragraphs()} == {}


def test_every_construct_is_made_by_some_game() -> None:
    made = {type(part) for name in ALL_GAMES for part in walk(program(name))}
    assert set(constructs().values()) - made == set()


def texts(game: GameProgram) -> Iterator[Card]:
    """The game's own text, and each card."""
    yield from (game.base, *game.cards.values())


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_name_refers_to_a_declaration_of_its_card_or_of_the_game(name: str) -> None:
    game = program(name)
    for card in texts(game):
        own = "" if card is game.base else card.slug
        declared = {
            kind: {part.name for text in (game.base, card) for part in getattr(text, kind)}
            for kind in ("facts", "actions", "steps")
        }
        memory = {Ref(own, part.name.name) for part in card.memory}
        for part in walk(card):
            match part:
                case FactValue() | Treat() | AddTo():
                    assert part.fact in declared["facts"]
                case Do() | Forbidden() | EventPattern():
                    assert part.action in declared["actions"]
                case MemoryValue():
                    assert part.memory in memory
                case Step():
                    following = {part.then, part.after_skip} - {None}
                    assert {*part.actions} <= declared["actions"]
                    assert following <= declared["steps"]
                case Ref():
                    assert part in {*memory, *(ref for refs in declared.values() for ref in refs)}


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_attribute_is_declared(name: str) -> None:
    game = program(name)
    declared = {attribute.name for attribute in game.attributes}
    asked = {part.attribute for part in walk(game) if isinstance(part, AttributeValue)}
    assert asked <= declared
    assert {type(ref) for ref in asked} <= {AttributeRef}


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_variable_is_a_role_a_parameter_or_bound_in_the_text(name: str) -> None:
    game = program(name)
    actions = {action.name: action for card in texts(game) for action in card.actions}
    facts = {fact.name: fact for card in texts(game) for fact in card.facts}
    for card in texts(game):
        for whole in (*card.facts, *card.actions, *card.steps, *card.clauses):
            about = getattr(whole, "about", whole.name if hasattr(whole, "name") else None)
            roles = {role.name for role in actions[about].roles} if about in actions else set()
            bound = {
                part.name for part in walk(whole) if isinstance(part, Binder | Along | Spread | Let)
            }
            bound |= {n for part in walk(whole) if isinstance(part, Compared) for n in part.names}
            if isinstance(whole, Fact):
                bound |= {parameter.name for parameter in facts[whole.name].parameters}
            if isinstance(whole, Treat | AddTo):
                bound |= set(whole.parameters)
            for pattern in walk(whole):
                if isinstance(pattern, EventPattern):
                    roles |= {role.name for role in actions[pattern.action].roles}
            for part in walk(whole):
                if isinstance(part, Variable):
                    assert part.name in (roles if part.role else bound)
                if isinstance(part, RoleText):
                    assert part.role in roles
                if isinstance(part, Assign) and isinstance(part.target, Variable):
                    assert not part.target.role
