"""Options as text, by the table of a notation. Its twin is `web/options.js`."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence

from thesmos.choice_words import as_typed
from thesmos.notation.texts import Texts
from thesmos.program.declarations import Action, Role
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


class _TextsOfType:
    """The values of a type as text, each written once.

    placed: whether a text needs a place, as some pieces of the type have no name.
    """

    def __init__(self, texts: Texts, type_name: str) -> None:
        self._texts, self._type_name = texts, type_name
        pieces = texts.table.kinds.get(texts.table.types[type_name].get("piece", ""))
        self.placed = pieces is not None and not all(pieces["names"])
        self._written: dict[tuple[int, int], str] = {}  # by value and place

    def text(self, value: int, numbers: Iterator[int]) -> str:
        """Return a value as text.

        numbers: the next one is the place of a piece, if some of its kind have no name.
        """
        at = next(numbers) if self.placed else 0
        text = self._written.get((value, at))
        if text is None:
            text = self._written[value, at] = self._texts.value(self._type_name, value, at)
        return text


_Roles = list[tuple[str, _TextsOfType]]  # by name


class OptionTexts:
    """Writes options, given the numbers that their texts depend on (see semantics/wording.py).

    These numbers come from wherever the options come from: generated code in play, the semantics in
    explanations.

    texts: writes values as text.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts, self.table = texts, texts.table
        self._of_types: dict[str, _TextsOfType] = {}

    def written(
        self, action: Action, values: Iterable[int], wording: Iterable[int]
    ) -> tuple[str, dict[str, str]]:
        """Return an option and its open roles as text.

        values: the values of these roles.
        """
        open_roles, forms = self._actions[action.name]
        numbers = iter(wording)
        roles = {
            name: of_type.text(value, numbers)
            for (name, of_type), value in zip(open_roles, values, strict=True)
        }
        computed, template = forms[next(numbers)]
        if not computed:
            return template % roles, roles
        shown = dict(roles)
        for name, of_type in computed:
            shown[name] = of_type.text(next(numbers), numbers)
        return template % shown, roles

    @functools.cached_property
    def _actions(self) -> dict[Ref, tuple[_Roles, list[tuple[_Roles, str]]]]:
        """By action, its open roles; and of each form, the computed roles and a template."""
        return {
            name: (
                self._roles(action["roles"]),
                [
                    (self._roles(form["computed"]), _template(form["parts"]))
                    for form in action["forms"]
                ],
            )
            for name, action in self.table.actions.items()
        }

    def _roles(self, roles: Iterable[list[str]]) -> _Roles:
        return [(name, self._of_type(type_name)) for name, type_name in roles]

    def _of_type(self, type_name: str) -> _TextsOfType:
        if type_name not in self._of_types:
            self._of_types[type_name] = _TextsOfType(self.texts, type_name)
        return self._of_types[type_name]

    def role(self, role: Role, value: int, numbers: Iterable[int]) -> str:
        """Return a role as in the text of an option.

        numbers: its place, if it has one.
        """
        return self._of_type(self.table.type_name(role.type)).text(value, iter(numbers))

    def depends_on_code_alone(self, action: Action) -> bool:
        """Return whether an action's options read the same in every state of a match."""
        open_roles, forms = self._actions[action.name]
        if any(of_type.placed for _, of_type in open_roles):
            return False
        always_first = not action.notations or action.notations[0].when is None
        computed, _ = forms[0]
        return always_first and not computed

    def depends_on(self, action: Action) -> tuple[tuple[str, ...], ...]:
        """Return what the texts of an action's options depend on that differs between match-ups."""
        return tuple(self._own_words(role.type) for role in action.roles)

    def _own_words(self, kind: Type) -> tuple[str, ...]:
        if kind.base == "piece":
            return tuple(self.table.kinds[kind.name]["names"])
        return tuple(self.table.words(kind.name)) if kind.base == "power" else ()


def _template(parts: Iterable[str | list[str]]) -> str:
    """Return the parts of a form as a template for `%`: quicker than joining them."""
    return "".join(p.replace("%", "%%") if isinstance(p, str) else f"%({p[0]})s" for p in parts)
