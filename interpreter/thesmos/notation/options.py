"""Options in the notation of a linked game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from thesmos.link.layout import NONE, UNKNOWN
from thesmos.notation.value_texts import ValueTexts
from thesmos.program.declarations import Action, Role, RoleText


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

    def written(
        self, action: Action, values: Iterable[int], wording: Iterable[int]
    ) -> tuple[str, dict[str, str]]:
        """An option as text, and its open roles. values: of these roles."""
        numbers = iter(wording)
        given = zip(action.open_roles, values, strict=True)
        roles = {role.name: self._role(role, value, numbers) for role, value in given}
        shown, number = dict(roles), next(numbers)
        notation = action.notations[number] if number < len(action.notations) else None
        for role in action.roles:
            if role.value is not None and (
                notation is None or RoleText(role.name) in notation.parts
            ):
                shown[role.name] = self._role(role, next(numbers), numbers)
        if notation is None:
            return f"{action.name}({', '.join(shown[role.name] for role in action.roles)})", roles
        parts = (one if isinstance(one, str) else shown[one.role] for one in notation.parts)
        return "".join(parts), roles

    def _role(self, role: Role, value: int, numbers: Iterator[int]) -> str:
        kind = role.type
        if kind.base != "piece" or kind.name not in self._placed:
            return self._texts.value(kind, value, ())
        at = next(numbers)
        if value in (NONE, UNKNOWN):
            return self._texts.value(kind, value, ())
        return self._texts.piece_at(kind.name, value, at)
