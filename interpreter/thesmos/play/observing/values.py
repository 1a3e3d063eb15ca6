"""The values of slots: on which planes each is shown, by their labels."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from thesmos.compile.machine.readings import AT_NONE, AT_UNKNOWN, AT_VALUES
from thesmos.link import layout as l
from thesmos.play.observing.wording import Wording
from thesmos.program.types import Type

FEW_NUMBERS = 8  # numbers with more values are shown as numbers, not by a plane for each
MANY = 4096  # so many planes times columns: values are then shown by their numbers, from 0


class Values:
    """The values of a linked game, in one order of the players."""

    def __init__(self, wording: Wording, orders: Sequence[Wording]) -> None:
        self.game, self.wording, self._orders = wording.game, wording, orders
        self.hidden_kinds = {clause.kind for _, clause in self.game.hides}

    def inner(self, entry: l.Entry) -> Iterator[tuple[int, str, Type, int | None]]:
        """Yield each slot that a thing has.

        That is its number, words for the values of its indices, the type of the value, and which
        member of a set it is about; None if it is no set.
        """
        indices = self.game.indices(entry.meaning)
        words = [self.wording.words(index) for index in indices]
        members = entry.width
        for of_index in words:
            members //= max(1, len(of_index))
        several = entry.type.many
        suffixes = [f" {', '.join(at)}" if at else "" for at in itertools.product(*words)]
        for number, suffix in enumerate(suffixes):
            for member in range(members):
                inner = number * members + member
                yield inner, suffix, entry.type.one(), member if several else None

    def labels(self, entry: l.Entry, kind: Type, label: str, member: int | None) -> dict[int, str]:
        """Return the label of the plane on which each value is shown, counted as in a table."""
        if member is not None:
            value = self._word(kind, member, entry)
            labels = {AT_VALUES + 1: f"{label}: {value}"}
        elif kind.base == "flag":
            labels = {AT_VALUES + 1 - entry.low: label}
        elif self.is_number(entry, kind):
            label += "" if kind.base == "int" else ", by number"
            labels = dict.fromkeys(values_of(entry), label)
        else:
            labels = {
                value: f"{label} {self._word(kind, value - AT_VALUES + entry.low, entry)}"
                for value in values_of(entry)
            }
        if entry.none:
            labels[AT_NONE] = f"{label} none"
        if self.may_be_unknown(entry):
            labels[AT_UNKNOWN] = f"{label} unknown"
        return labels

    def _word(self, kind: Type, value: int, entry: l.Entry) -> str:
        if kind.base == "int":
            return str(value + (self.game.least_of(kind) if entry.type.many else 0))
        return self.wording.words(kind)[value]

    def is_number(self, entry: l.Entry, kind: Type) -> bool:
        """Return whether a value is shown as a number: its own, or that of a thing."""
        values = entry.high - entry.low + 1
        if entry.type.many or kind.base == "flag":
            return False
        if kind.base == "int":
            return values > FEW_NUMBERS
        if values * entry.count <= MANY:
            return False
        return len({tuple(wording.words(kind)) for wording in self._orders}) == 1

    def may_be_unknown(self, entry: l.Entry) -> bool:
        """Return whether a slot of an entry can be unknown to a player."""
        of = entry.meaning.attribute.owner if isinstance(entry.meaning, l.AttributeOf) else ""
        names = entry.type.base == "piece" and entry.type.name in self.hidden_kinds
        return entry.seen_by != "everyone" or of in self.hidden_kinds or names


def values_of(entry: l.Entry) -> range:
    """Return the places in a table of the values of a slot, but unknown and none."""
    return range(AT_VALUES, entry.high - entry.low + 1 + AT_VALUES)
