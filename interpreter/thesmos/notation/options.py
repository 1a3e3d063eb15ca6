"""Options in the notation of a linked game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from thesmos.link.layout import NONE, UNKNOWN
from thesmos.link.linked import LinkedGame
from thesmos.notation.value_texts import ValueTexts, Vector
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.semantics.options import bind
from thesmos.semantics.state import BoundAction
from thesmos.semantics.values import holds
from thesmos.semantics.vector import coded, state_from


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


class WordedTexts:
    """Writes options from the numbers that their texts depend on (see Backend.wording)."""

    def __init__(self, texts: ValueTexts) -> None:
        self._texts = texts

    def written(
        self, action: Action, values: Sequence[int], wording: Sequence[int]
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
        if not self._texts.game.placed(kind):
            return self._texts.value(kind, value, ())
        at = next(numbers)
        if value in (NONE, UNKNOWN):
            return self._texts.value(kind, value, ())
        return self._texts.piece_at(kind.name, value, at)


class OptionTexts:
    """Writes the options of a decision as text. seen: the state as its chooser sees it."""

    def __init__(self, texts: ValueTexts, seen: Vector, player: int) -> None:
        """player: who chooses, or for whom chance does."""
        self.texts, self.seen, self.player = texts, seen, player
        self._state = state_from(texts.game, seen)

    @property
    def _game(self) -> LinkedGame:
        return self.texts.game

    def text(self, option: BoundAction) -> str:
        """An option as text."""
        action = self._game.actions[option.action]
        frame = bind(self._state, action, option.values, self.player)
        texts = {
            role.name: self.texts.value(role.type, coded(frame.names[role.name]), self.seen)
            for role in action.roles
        }
        for notation in action.notations:
            if notation.when is None or holds(notation.when, frame):
                return "".join(p if isinstance(p, str) else texts[p.role] for p in notation.parts)
        return f"{action.name}({', '.join(texts.values())})"

    def roles(self, option: BoundAction) -> dict[str, str]:
        """The values of an option's open roles as text, by name."""
        action: Action = self._game.actions[option.action]
        return {
            role.name: self.texts.value(role.type, coded(value), self.seen)
            for role, value in zip(action.open_roles, option.values, strict=True)
        }
