"""Check that the texts of options tell them apart (semantics §4.10).

A text tells a role's values apart if it shows the role, or a role computed from it. If it does not,
there has to be a rule about the role. Whether that rule leaves only one value depends on the state,
and so does whether two pieces have the same text; both are left to the program that shows options.

No option of one action of a step may have a text that an option of another can have, whatever the
values of their roles are. Nor may it have a text that means something else, such as `skip`. Both
are about texts as they are typed, where blanks matter only inside. A text is a single line.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
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
from thesmos.program.declarations import Action, Card, Role, RoleText, Step
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
    offered = {name for step in steps for name in step.actions}
    writer = _Templates(ValueTextSets(texts, names), kept)
    for action in actions.values():
        if action.name in offered:  # the others need no text
            yield from _check_action(action, names.sizes)
            yield from _check_reserved(action, writer)
            yield from _check_line(action, writer)
    for step in steps:
        offered_here = [actions[name] for name in step.actions if name in actions]
        for first, second in itertools.combinations(offered_here, 2):
            yield from _check_pair(first, second, step, writer)


# ------------------------------------------------------------------ the options of one action


def _check_action(action: Action, sizes: Sizes) -> Iterator[Diagnostic]:
    """Yield an error for each role whose values the text of an action does not tell apart."""
    shown = _shown(action)
    for role in action.open_roles:
        single = role.type.none or role.type.many or size(role.type, sizes) < TWO
        if role.name not in shown and not single:
            text = f"the text of `{action.name.name}` does not tell values of `{role.name}` apart"
            hint = f"write `{{{role.name}}}` in it, or add a rule about it"
            yield Diagnostic("E399", text, role.location, hint)


def _shown(action: Action) -> set[str]:
    """Return the roles that texts show or rules are about, and those these are computed from."""
    shown: set[str] = set()
    for notation in action.notations:
        shown |= {part.role for part in notation.parts if isinstance(part, RoleText)}
        shown |= set(_roles(notation.when))
    for rule in action.rules:
        shown |= set(_roles(rule.condition))
    for role in reversed(action.roles):
        if role.name in shown and role.value is not None:
            shown |= set(_roles(role.value))
    return shown


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
