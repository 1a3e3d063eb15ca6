"""Options with their texts, made once for all states in which they read the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from thesmos.notation.options import OptionTexts, told_apart
from thesmos.notation.value_texts import ValueTexts
from thesmos.play.backend import Backend, Vector
from thesmos.semantics.vector import option_from

KEPT = 20_000  # options of a match


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen: its text, its integer code, its roles as text.

    The same option may belong to many decisions.
    """

    text: str
    code: int
    roles: Mapping[str, str]
    weight: int = 1  # for an outcome of chance: its relative probability
    suggested: bool = False  # by the rules


class Options:
    """The options of a match, but for weights and what the rules suggest.

    differ: whether some differ in these, too.
    """

    def __init__(self, texts: ValueTexts, backend: Backend) -> None:
        self._texts, self._game, self._backend = texts, texts.game, backend
        self._kept: dict[tuple[int, ...], Option] = {}
        actions = self._game.actions.values()
        self.differ = any(a.weight is not None or a.suggested is not None for a in actions)

    def of(self, seen: Vector, chooser: int, codes: Sequence[int]) -> tuple[Option, ...]:
        """The options with some codes. seen: the state as the chooser sees it."""
        wording, kept = self._backend.wording, self._kept
        made, texts = [], None
        for code in codes:
            key = wording(seen, chooser, code)
            option = kept.get(key)
            if option is None:
                if texts is None:
                    player = chooser if chooser >= 0 else -1 - chooser
                    texts = OptionTexts(self._texts, seen, player)
                option = self._option(code, texts)
                if len(kept) >= KEPT:
                    kept.clear()
                kept[key] = option
            made.append(option)
        apart = told_apart([option.text for option in made])
        return tuple(
            option if option.text == text else replace(option, text=text)
            for option, text in zip(made, apart, strict=True)
        )

    def _option(self, code: int, texts: OptionTexts) -> Option:
        one = option_from(self._game, *self._backend.codes.option(code))
        return Option(texts.text(one), code, texts.roles(one))
