"""Check that the texts of options tell them apart (semantics §4.10).

A text tells a role's values apart if it shows the role, or a role computed from it. If it does not,
there has to be a rule about the role, and it should leave a single value: one that the role equals,
or of a piece, one that something about the piece equals. Whether two pieces have the same text
depends on the state, and is left to the program that shows options.

No option of one action of a step may have a text that an option of another can have, whatever the
values of their roles are. Nor may it have a text that means something else, such as `skip`. Both
are about texts as they are typed, where blanks matter only inside. A text is a single line.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from thesmos.check.names.names import Names
from thesmos.check.names.sizes import Sizes, size
from thesmos.check.names.templates import (
    AnyText,
    AsTyped,
    Template,
    Texts,
    Words,
    common_text,
)
from thesmos.check.names.value_texts import ValueTextSets
from thesmos.choice_words import FIRST_WORDS, WHOLE_TEXTS
from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program import values as v
from thesmos.program.declarations import Action, Card, Fact, Role, RoleText, Step
from thesmos.program.node import Ref, walk

TWO = 2  # with fewer values there is nothing to tell apart; a set or none is an error elsewhere
LINE_BREAKS = "\n\r\t"  # and tabs; no text of a spec has another control character (E102)
BROKEN: Template = (AnyText(), Words.of(*LINE_BREAKS), AnyText())
RESERVED: tuple[Template, ...] = (
    (AsTyped((Words.of(*WHOLE_TEXTS, *FIRST_WORDS),)),),
    (AsTyped((Words.of(*FIRST_WORDS), Words.of(" "), AnyText())),),
)


def check_texts(texts: Sequence[Card], names: Names, kept: Kept = AFRESH) -> Iterator[Diagnostic]:
    """Yield an error for each option that can have the text of another one, or a reserved one.

    texts: the game's own and those of all its cards.
    kept: what is known of these texts.
    """
    steps = [step for card in texts for step in card.steps]
    actions = {action.name: action for card in texts for action in card.actions}
    facts = {fact.name: fact for card in texts for fact in card.facts}
    offered = {name for step in steps for name in step.actions}
    writer = _Templates(ValueTextSets(texts, names), kept)
    for action in actions.values():
        if action.name in offered:  # the others need no text
            yield from _check_action(action, names.sizes, facts)
            yield from _check_reserved(action, writer)
            yield from _check_line(action, writer)
    for step in steps:
        offered_here = [actions[name] for name in step.actions if name in actions]
        for first, second in itertools.combinations(offered_here, 2):
            yield from _check_pair(first, second, step, writer)


# ------------------------------------------------------------------ the options of one action


def _check_action(action: Action, sizes: Sizes, facts: Mapping[Ref, Fact]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each role whose values the text of an action does not tell apart."""
    in_texts, in_rules = _in_texts(action), _in_rules(action)
    for role in action.open_roles:
        single = role.type.none or role.type.many or size(role.type, sizes) < TWO
        if role.name in in_texts or single:
            continue
        name, hint = action.name.name, f"write `{{{role.name}}}` in it"
        if role.name not in in_rules:
            text = f"the text of `{name}` does not tell values of `{role.name}` apart"
            hint += f", or add a rule that leaves one value, such as `{role.name} = …`"
            yield Diagnostic("E399", text, role.location, hint)
        elif not _one_each(role, sizes) and not any(
            _leaves_one(rule.condition, role, facts) for rule in action.rules
        ):
            text = f"only a number tells options of `{name}` apart that differ in `{role.name}`"
            hint += f", or let a rule leave one value: `{role.name} = …`"
            yield Diagnostic("W512", text, role.location, hint, "warning")


def _one_each(role: Role, sizes: Sizes) -> bool:
    """Return whether each player has one of the pieces, so that a rule can say which it is."""
    return role.type.base == "piece" and size(role.type, sizes) <= sizes["Player"]


def _leaves_one(
    condition: v.Value, role: Role, facts: Mapping[Ref, Fact], within: tuple[Ref, ...] = ()
) -> bool:
    """Return whether a condition says what a role equals, or what something about a piece equals.

    role: the role, or the parameter of a fact that takes its place.
    within: the facts whose text this is part of.
    """
    if isinstance(condition, v.Logic) and condition.word == "and":
        return any(_leaves_one(part, role, facts, within) for part in condition.parts)
    if isinstance(condition, v.Compare) and condition.word == "=":
        sides = (condition.left, condition.right)
        about = [side for side in sides if role.name in {one.name for one in v.variables_in(side)}]
        return len(about) == 1 and (role.type.base == "piece" or isinstance(about[0], v.Variable))
    if isinstance(condition, v.FactValue) and condition.fact not in within:
        fact = facts.get(condition.fact)
        return fact is not None and any(
            isinstance(argument, v.Variable)
            and argument.name == role.name
            and _leaves_one(
                fact.body, replace(role, name=parameter.name), facts, (*within, fact.name)
            )
            for argument, parameter in zip(condition.arguments, fact.parameters, strict=False)
        )
    return False


def _in_texts(action: Action) -> set[str]:
    """Return the roles that texts show or depend on, and those these are computed from."""
    named: set[str] = set()
    for notation in action.notations:
        named |= {part.role for part in notation.parts if isinstance(part, RoleText)}
        named |= set(_roles(notation.when))
    return _with_sources(named, action)


def _in_rules(action: Action) -> set[str]:
    """Return the roles that rules are about, and those these are computed from."""
    named = {role for rule in action.rules for role in _roles(rule.condition)}
    return _with_sources(named, action)


def _with_sources(named: set[str], action: Action) -> set[str]:
    for role in reversed(action.roles):
        if role.name in named and role.value is not None:
            named |= set(_roles(role.value))
    return named


def _roles(value: v.Value | None) -> Iterator[str]:
    for node in walk(() if value is None else (value,), (v.EventPattern,)):
        if isinstance(node, v.Variable) and node.role:
            yield node.name


def _check_reserved(action: Action, writer: _Templates) -> Iterator[Diagnostic]:
    """Yield an error if an option of an action can have a text that means something else."""
    for template, reserved in itertools.product(writer.of(action), RESERVED):
        text = common_text(template, reserved, writer.kept)
        if text is not None:
            name = action.name.name
            hint = "let the text begin with a word of its own, or choose other marks"
            text = f"options of `{name}` can have the text `{text}`, which means something else"
            yield Diagnostic("E399", text, action.location, hint)
            return


def _check_line(action: Action, writer: _Templates) -> Iterator[Diagnostic]:
    """Yield an error if the text of an option of an action can be more than one line."""
    for template in writer.of(action):
        text = common_text(template, BROKEN, writer.kept)
        if text is not None:
            broken = f"options of `{action.name.name}` can have a text with a line break or a tab"
            hint = "write the text, and the marks and names in it, on one line and with blanks"
            yield Diagnostic("E399", broken, action.location, hint)
            return


def actions_with(word: str, texts: Sequence[Card], names: Names) -> Iterator[Action]:
    """Yield the actions that can have an option with a word as its text.

    texts: the game's own and those of all its cards.
    """
    offered = {name for card in texts for step in card.steps for name in step.actions}
    writer = _Templates(ValueTextSets(texts, names), AFRESH)
    for action in (action for card in texts for action in card.actions if action.name in offered):
        templates = writer.of(action)
        if any(common_text(template, (Words.of(word),)) is not None for template in templates):
            yield action


# ------------------------------------------------------------------ the actions of one step


def _check_pair(
    first: Action, second: Action, step: Step, writer: _Templates
) -> Iterator[Diagnostic]:
    """Yield an error if options of two actions of a step can have the same text."""
    for left, right in itertools.product(writer.of(first), writer.as_typed(second)):
        same = common_text(left, (right,), writer.kept)
        if same is not None:
            text = (
                f"options of `{first.name.name}` and of `{second.name.name}` can have the same "
                f"text, such as `{same}`"
            )
            hint = "let the text of one of them begin with a word of its own"
            yield Diagnostic("E399", text, step.location, hint)
            return


class _Templates:
    """The texts that options can have, for every value of their roles."""

    def __init__(self, values: ValueTextSets, kept: Kept) -> None:
        """kept: what is known of templates."""
        self._values, self.kept = values, kept
        self._templates: dict[Ref, tuple[Template, ...]] = {}

    def of(self, action: Action) -> tuple[Template, ...]:
        """Return the templates of the texts of an action's options."""
        if action.name not in self._templates:
            self._templates[action.name] = tuple(self._of(action))
        return self._templates[action.name]

    def as_typed(self, action: Action) -> Iterator[AsTyped]:
        """Yield the texts that are typed like those of an action's options, for each template."""
        for template in self.of(action):
            yield self.kept.of("as typed", partial(AsTyped, template), *template)

    def _of(self, action: Action) -> Iterator[Template]:
        roles = {role.name: self._role(role) for role in action.roles}
        for notation in action.notations:
            yield tuple(
                Words.of(part) if isinstance(part, str) else roles.get(part.role, Words.of())
                for part in notation.parts
            )
        if all(notation.when is not None for notation in action.notations):
            between = [part for texts in roles.values() for part in (texts, Words.of(", "))]
            yield (Words.of(f"{action.name}("), *between[:-1], Words.of(")"))

    def _role(self, role: Role) -> Texts:
        """Return the texts of the values of a role; a computed one may be unknown."""
        return self._values.of(role.type, unknown=role.value is not None)
