"""Options with their texts, made once for all states in which they read the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from thesmos.notation.options import OptionTexts, told_apart
from thesmos.notation.value_texts import ValueTexts
from thesmos.play.backend import Backend, Vector

KEPT = 20_000  # options of a match


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen: its text, its integer code, its roles as text.

    text: as the game's notation writes it; unique among the options of a decision. code: as in
    `State.codes`. The same option may belong to many decisions.
    """

    text: str
    code: int
    roles: Mapping[str, str]
    weight: int = 1  # for an outcome of chance: its relative probability
    suggested: bool = False  # by the rules
    values: Mapping[str, int] = field(default_factory=dict)  # what its action shows with it


class Options:
    """The options of a match, but for weights, what the rules suggest and the values shown.

    differ: whether some differ in these, too.
    """

    def __init__(self, texts: ValueTexts, backend: Backend) -> None:
        self._texts, self._game, self._backend = OptionTexts(texts), texts.game, backend
        self._kept: dict[tuple[int, ...], Option] = {}
        actions = self._game.actions.values()
        self.differ = any(a.weight is not None or a.suggested or a.shows for a in actions)

    def of(self, seen: Vector, chooser: int, codes: Sequence[int]) -> tuple[Option, ...]:
        """The options with some codes. seen: the state as the chooser sees it."""
        wording, kept = self._backend.wording, self._kept
        made = []
        for code in codes:
            key = wording(seen, chooser, code)
            option = kept.get(key)
            if option is None:
                option = self._option(code, key[1:])
                if len(kept) >= KEPT:
                    kept.clear()
                kept[key] = option
            made.append(option)
        texts = [option.text for option in made]
        apart = told_apart(texts)
        if apart == texts:
            return tuple(made)
        return tuple(
            option if option.text == text else replace(option, text=text)
            for option, text in zip(made, apart, strict=True)
        )

    def _option(self, code: int, wording: Sequence[int]) -> Option:
        action, values = self._backend.codes.option(code)
        text, roles = self._texts.written(self._game.actions[action], values, wording)
        return _option(text, code, roles)


def _option(text: str, code: int, roles: Mapping[str, str]) -> Option:
    """As the class does: the constructor of a frozen dataclass takes several times as long."""
    made = object.__new__(Option)
    made.__dict__.update(text=text, code=code, roles=roles, weight=1, suggested=False, values={})
    return made
