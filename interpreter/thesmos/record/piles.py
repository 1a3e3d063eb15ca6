"""The outcomes of chance in a record: piles of cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from thesmos.record.comparing import DifferenceFound, slugs
from thesmos.record.format import Cards, Pile, Shuffle

if TYPE_CHECKING:
    from thesmos.play.options import Option
    from thesmos.play.state import Decision


class Piles:
    """The outcomes of chance in a record: the cards of each pile, top first.

    A pile is named by the power it belongs to, or else by the step that draws from it.
    """

    def __init__(self, orders: Mapping[str, Pile], names: Mapping[str, str]) -> None:
        """names: by step, how the record calls its pile, if not as the step."""
        self.now = {name: deque(_cards(order)) for name, order in orders.items()}
        self._next: dict[str, deque[str | int]] = {}
        self._names = names
        self._drawn: dict[str, deque[str | int]] = {}

    def shuffled(self, shuffles: Sequence[Shuffle] | Mapping[str, Pile]) -> None:
        """Note new orders. Each takes effect at the next decision, or when its pile is empty."""
        if isinstance(shuffles, Mapping):
            self._next |= {name: deque(_cards(order)) for name, order in shuffles.items()}
            return
        for shuffle in shuffles:
            self._next[shuffle["shuffle"]] = deque(shuffle["order"])

    def settle(self) -> None:
        """At a decision, let the orders noted since the last one take effect."""
        self.now |= self._next
        self._next.clear()

    def draw(self, decision: Decision) -> Option:
        """Return the option for the next card of a step's pile. Raises DifferenceFound without one.

        In a pile written by another program, this is the first card that is an outcome, since play
        may have put others below; if none that is left is one, a card that was drawn and put back.
        """
        if decision.step in self._names:
            return self._draw_possible(self._names[decision.step], decision)
        return chance_option(decision, self._draw_next(decision.power or decision.step))

    def _rest_of(self, name: str) -> deque[str | int]:
        """Return what is left of a pile; an empty one is replaced by the order noted for it."""
        if not self.now.get(name) and name in self._next:
            self.now[name] = self._next.pop(name)
        return self.now.get(name, deque())

    def _draw_possible(self, name: str, decision: Decision) -> Option:
        by_card = {
            slugs(card): option
            for option in decision.options
            for card in (*option.roles.values(), option.text)
        }
        rest, drawn = self._rest_of(name), self._drawn.setdefault(name, deque())
        for cards in (rest, drawn):
            for card in cards:
                option = by_card.get(slugs(str(card)))
                if option is not None:
                    if cards is rest:
                        rest.remove(card)
                        drawn.append(card)
                    return option
        raise no_outcome(name)

    def _draw_next(self, name: str) -> str:
        rest = self._rest_of(name)
        if not rest:
            raise no_outcome(name)
        return str(rest.popleft())

    def order(self, name: str) -> list[str | int] | None:
        """What is left of a pile; None if the record says nothing about it."""
        return list(self.now[name]) if name in self.now else None


def no_outcome(name: str) -> DifferenceFound:
    """Return the error to raise if a record does not say what chance decided."""
    return DifferenceFound("error", None, f"the record has no outcome of chance for `{name}`")


def _cards(pile: Pile) -> Cards:
    """The cards of a pile that is written as one list, or as several."""
    cards: Cards = []
    for part in pile:
        cards += part if isinstance(part, list) else [part]
    return cards


def chance_option(decision: Decision, card: str) -> Option:
    """The option of a chance decision for a card, by its text or by one of its roles."""
    for option in decision.options:
        if option.text == card:
            return option
    for option in decision.options:
        if card in option.roles.values():
            return option
    raise DifferenceFound("error", card, [option.text for option in decision.options])
