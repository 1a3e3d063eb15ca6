"""Options in the notation of a linked game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from thesmos.choice_words import as_typed
from thesmos.link.layout import NONE, UNKNOWN
from thesmos.notation.value_texts import ValueTexts
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.program.node import Ref
from thesmos.program.types import Type


def distinct_texts(texts: Sequence[str]) -> list[str]:
    """Return the texts of the options of a decision, none twice as they are typed (4.10).

    texts: in the order of the options. Repeated ones get a number: `a1`, `a1 #2`, `a1 #3`.
    """
    typed = [as_typed(text) for text in texts]
    if len(set(typed)) == len(texts):
        return [*texts]
    distinct: list[str] = []
    taken, seen = {*typed}, set[str]()
    for text, plain in zip(texts, typed, strict=True):
        label = text
        if plain in seen:
            numbered = (f"{text} #{number}" for number in itertools.count(2))
            label = next(candidate for candidate in numbered if as_typed(candidate) not in taken)
            taken.add(as_typed(label))
        seen.add(plain)
        distinct.append(label)
    return distinct


class OptionTexts:
    """Writes options, given the numbers that their texts depend on (see semantics/wording.py).

    These numbers come from wherever the options come from: generated code in play, the semantics in
    explanations.

    values: writes values as text.
    """

    def __init__(self, values: ValueTexts) -> None:
        self.values = self._texts = values
        self._placed = {kind for kind in values.names if not all(values.names[kind])}
        self._forms: dict[Ref, _ActionForms] = {}
        self._of_types: dict[Type, _TextsOfType] = {}

    def written(
        self, action: Action, values: Iterable[int], wording: Iterable[int]
    ) -> tuple[str, dict[str, str]]:
        """Return an option and its open roles as text.

        values: the values of these roles.
        """
        forms = self._forms.get(action.name)
        if forms is None:
            forms = self._forms[action.name] = self._forms_of(action)
        numbers = iter(wording)
        roles = {
            name: texts.text(value, numbers)
            for (name, texts), value in zip(forms.open, values, strict=True)
        }
        computed, form = forms.by_notation[next(numbers)]
        if not computed:
            return form % roles, roles
        shown = dict(roles)
        for name, texts in computed:
            shown[name] = texts.text(next(numbers), numbers)
        return form % shown, roles

    def role(self, role: Role, value: int, numbers: Iterable[int]) -> str:
        """Return a role as in the text of an option.

        numbers: its place, if it has one.
        """
        return self._of_type(role.type).text(value, iter(numbers))

    def depends_on(self, action: Action) -> tuple[tuple[str, ...], ...]:
        """Return what the texts of an action's options depend on that differs between match-ups."""
        return tuple(self._texts.own_words(role.type) for role in action.roles)

    def _forms_of(self, action: Action) -> _ActionForms:
        whole = ", ".join(_field(role.name) for role in action.roles)
        plain = f"{_literal(str(action.name))}({whole})"
        computed = [role for role in action.roles if role.value is not None]
        by_notation = []
        for notation in action.notations:
            parts = notation.parts
            named = {part.role for part in parts if isinstance(part, RoleText)}
            texts = (_literal(p) if isinstance(p, str) else _field(p.role) for p in parts)
            shown = self._roles(role for role in computed if role.name in named)
            by_notation.append((shown, "".join(texts)))
        return _ActionForms(
            self._roles(action.open_roles), (*by_notation, (self._roles(computed), plain))
        )

    def _roles(self, roles: Iterable[Role]) -> _RoleTexts:
        return tuple((role.name, self._of_type(role.type)) for role in roles)

    def _of_type(self, kind: Type) -> _TextsOfType:
        placed = kind.base == "piece" and kind.name in self._placed
        return self._of_types.setdefault(kind, _TextsOfType(self._texts, kind, placed=placed))


class _TextsOfType:
    """The values of a type as text, each computed once.

    placed: whether they are pieces, some of which are shown by their places.
    """

    def __init__(self, texts: ValueTexts, kind: Type, *, placed: bool) -> None:
        self._texts, self._kind, self._placed = texts, kind, placed
        self._written: dict[tuple[int, int], str] = {}  # by value and place

    def text(self, value: int, numbers: Iterator[int]) -> str:
        """Return a value as text.

        numbers: the next one is its place, if it has one.
        """
        at = next(numbers) if self._placed else NONE
        text = self._written.get((value, at))
        if text is None:
            text = self._written[value, at] = self._text(value, at)
        return text

    def _text(self, value: int, at: int) -> str:
        if not self._placed or value in (NONE, UNKNOWN):
            return self._texts.value(self._kind, value, ())
        return self._texts.piece_at(self._kind.name, value, at)


_RoleTexts = tuple[tuple[str, _TextsOfType], ...]  # by role


@dataclass(frozen=True)
class _ActionForms:
    """How the options of an action are written.

    open: its open roles.
    by_notation: for each notation, and finally for none, the computed roles that it shows, and the
        text with a field for each role.
    """

    open: _RoleTexts
    by_notation: tuple[tuple[_RoleTexts, str], ...]


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def _field(role: str) -> str:
    return f"%({role})s"
