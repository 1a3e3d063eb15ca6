"""Options in the notation of a linked game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from thesmos.link.layout import NONE, UNKNOWN
from thesmos.notation.value_texts import ValueTexts
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.program.node import Ref
from thesmos.program.types import Type


def told_apart(texts: Sequence[str]) -> list[str]:
    """The texts of the options of a decision, none twice (4.10).

    texts: in the order of the options. Those that come again get a number: `a1`, `a1 #2`, `a1 #3`.
    """
    if len(set(texts)) == len(texts):
        return [*texts]
    made: list[str] = []
    taken, seen = {*texts}, set[str]()
    for text in texts:
        one = text
        if text in seen:
            numbered = (f"{text} #{number}" for number in itertools.count(2))
            one = next(each for each in numbered if each not in taken)
            taken.add(one)
        seen.add(text)
        made.append(one)
    return made


class OptionTexts:
    """Writes options from the numbers that their texts depend on (see semantics/wording.py).

    Whoever made the options gives these numbers: generated code in play, the semantics in what it
    explains.
    """

    def __init__(self, texts: ValueTexts) -> None:
        self._texts = texts
        self._placed = {kind for kind in texts.names if not all(texts.names[kind])}
        self._forms: dict[Ref, _ActionForms] = {}

    def written(
        self, action: Action, values: Iterable[int], wording: Iterable[int]
    ) -> tuple[str, dict[str, str]]:
        """An option as text, and its open roles. values: of these roles."""
        forms = self._forms.get(action.name)
        if forms is None:
            forms = self._forms[action.name] = _ActionForms.of(action)
        numbers = iter(wording)
        roles = {
            role.name: self._role(role.type, value, numbers)
            for role, value in zip(action.open_roles, values, strict=True)
        }
        computed, form = forms.by_notation[next(numbers)]
        if not computed:
            return form % roles, roles
        shown = dict(roles)
        for role in computed:
            shown[role.name] = self._role(role.type, next(numbers), numbers)
        return form % shown, roles

    def _role(self, kind: Type, value: int, numbers: Iterator[int]) -> str:
        if kind.base != "piece" or kind.name not in self._placed:
            return self._texts.value(kind, value, ())
        at = next(numbers)
        if value in (NONE, UNKNOWN):
            return self._texts.value(kind, value, ())
        return self._texts.piece_at(kind.name, value, at)


@dataclass(frozen=True)
class _ActionForms:
    """How the options of an action are written.

    by_notation: for each notation, and last for none of them, the computed roles that it shows, and
    the text with a field for each role.
    """

    by_notation: tuple[tuple[tuple[Role, ...], str], ...]

    @classmethod
    def of(cls, action: Action) -> _ActionForms:
        """The forms of an action."""
        whole = ", ".join(_field(role.name) for role in action.roles)
        plain = f"{_literal(str(action.name))}({whole})"
        made = []
        for notation in action.notations:
            parts = notation.parts
            named = {one.role for one in parts if isinstance(one, RoleText)}
            computed = tuple(r for r in action.roles if r.value is not None and r.name in named)
            texts = (_literal(p) if isinstance(p, str) else _field(p.role) for p in parts)
            made.append((computed, "".join(texts)))
        computed = tuple(role for role in action.roles if role.value is not None)
        return cls((*made, (computed, plain)))


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def _field(role: str) -> str:
    return f"%({role})s"
