"""Which mutants a scenario can notice, found by playing it once on the unchanged game.

Wherever the semantics evaluates a value that some mutants change, theirs is evaluated as well. If
it is the same every time, the mutant behaves like the game throughout the scenario: it passes, and
need not be played. A mutant that changes anything but values may be noticed by any scenario.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from thesmos.diagnostics import Location
from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as cl
from thesmos.program import values as va
from thesmos.program.declarations import GameProgram
from thesmos.program.node import Node, walk
from thesmos.program.path import Path, find
from thesmos.program.types import FLAG
from thesmos.semantics.frame import Frame
from thesmos.semantics.values import value, watching
from thesmos_conform.mutation.mutants import Mutant

CONDITIONS = ("condition", "where")  # a missing one always holds
EVALUATED = (*CONDITIONS, "guards", "body", "value", "who", "when_one", "weight", "suggested")
PLAIN = (va.Number, va.Flag, va.Not, va.Compare, va.Logic, va.Arithmetic, va.Negative, va.Absolute)


class NotValues(Exception):  # noqa: N818 - an answer, not a mistake
    """A change is not only of values."""


@dataclass(frozen=True)
class Other:
    """The value that a mutant has in place of another."""

    mutant: str
    after: va.Value


ValueKey = tuple[type[va.Value], Location]


@dataclass
class Reach:
    """The values that mutants of a game change.

    others: by the class and location of the original value, because the program of a mode that
    replaces parts of the game has separate values from the same text.
    anywhere: mutants that any scenario may notice.
    where_hidden: mutants that any scenario may notice in whose match-up something can be hidden,
    because what a view hides depends on the text.
    """

    others: dict[ValueKey, list[Other]] = field(default_factory=dict)
    anywhere: set[str] = field(default_factory=set)
    where_hidden: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, game: GameProgram, mutants: Iterable[Mutant]) -> Reach:
        """Return the values that some mutants change."""
        reach = cls()
        for mutant in mutants:
            reach._add(game, mutant)
        return reach

    def _add(self, game: GameProgram, mutant: Mutant) -> None:
        parts = [(path, find(game, path), new) for path, new in mutant.changes]
        if all(isinstance(part, cl.Hide) for _, *both in parts for part in both):
            self.where_hidden.add(mutant.id)  # elsewhere nothing can be hidden
            return
        try:
            changes = [change for part in parts for change in _value_changes(*part)]
        except NotValues:
            self.anywhere.add(mutant.id)
            return
        for before, after in changes:
            other = Other(mutant.id, after)
            self.others.setdefault((type(before), before.location), []).append(other)
            if _named(before) != _named(after):
                self.where_hidden.add(mutant.id)

    def noticed(self, game: LinkedGame, play: Callable[[], object]) -> frozenset[str]:
        """Return the mutants that may be noticed while `play` plays a game by the semantics."""
        noticed: set[str] = set(self.where_hidden) if _could_hide(game) else set()
        others_by_id: dict[int, tuple[va.Value, Sequence[Other]]] = {}  # quicker than by value
        inside = False

        def see(node: va.Value, frame: Frame, now: Any) -> None:
            nonlocal inside
            if inside:
                return
            if id(node) not in others_by_id:
                others_by_id[id(node)] = node, self.others.get((type(node), node.location), ())
            _, others = others_by_id[id(node)]
            if not others:
                return
            inside = True  # don't compare values inside the mutants' own
            try:
                with _forgetting(frame):
                    for other in others:
                        if other.mutant not in noticed and _differs(other.after, frame, now):
                            noticed.add(other.mutant)
            finally:
                inside = False

        for found in game.constant_facts.values():
            found.clear()  # another scenario of the match-up may have asked for them already
        with watching({kind for kind, _ in self.others}, see):
            play()
        return frozenset(noticed | self.anywhere)


def _could_hide(game: LinkedGame) -> bool:
    """Return whether something can be hidden, by the game's text or a mutant's."""
    return game.can_hide or any(
        isinstance(clause, cl.Hide) and game.pieces[clause.kind] for _, clause in game.clauses
    )


@contextmanager
def _forgetting(frame: Frame) -> Iterator[None]:
    """Drop the values of facts that the body has found, so that the game finds them itself."""
    stores: list[dict[object, Any]] = [*frame.state.game.constant_facts.values()]
    if frame.found is not None:
        stores.append(frame.found)
    lengths = [*map(len, stores)]
    try:
        yield
    finally:
        for found, length in zip(stores, lengths, strict=True):
            while len(found) > length:
                found.popitem()


def _differs(after: va.Value, frame: Frame, now: Any) -> bool:
    """Return whether a mutant's value differs from the game's, or can't be evaluated here."""
    try:
        changed = value(after, frame.with_names(dict(frame.names)))
    except Exception:  # noqa: BLE001 - such as a question about the past that has no register here
        return True
    return bool(changed is not now and changed != now)


def _named(part: va.Value) -> Counter[tuple[Any, ...]]:
    """Count what a value refers to, without nodes that only compare and calculate."""
    return Counter(
        (
            type(node),
            *(text for f in fields(node) if isinstance(text := getattr(node, f.name), str)),
        )
        for node in walk((part,))
        if not isinstance(node, PLAIN)
    )


# --------------------------------------------------------------------- what is different

Change = tuple[va.Value, va.Value]


def _value_changes(path: Path, old: Any, new: Any) -> Iterator[Change]:
    """Yield the changed values of a unit. Raises NotValues if anything else changed as well."""
    if isinstance(old, cl.Clause) and _is_disabled(old, new):
        if old.where is None or isinstance(old, cl.Require):
            raise NotValues  # no value to change; or a requirement, which may act if it never holds
        yield old.where, va.Flag(False, location=old.location, type=FLAG)
    else:
        yield from _changes(old, new, next(n for n in reversed(path) if isinstance(n, str)))


def _is_disabled(old: cl.Clause, new: Any) -> bool:
    """Return whether the new node is the old clause with one more guard."""
    return isinstance(new, cl.Clause) and len(new.guards) == len(old.guards) + 1


def _changes(old: Any, new: Any, name: str) -> Iterator[Change]:
    """Yield the values that differ, outermost only. name: the field that holds these parts."""
    if old is new:
        return
    if isinstance(old, va.Value):
        if old != new:
            yield _change(old, new, name)
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            yield from _changes(before, after, name)
    elif isinstance(old, Node) and type(old) is type(new):
        for inner in (field.name for field in fields(old) if field.compare):
            yield from _changes(getattr(old, inner), getattr(new, inner), inner)
    elif old != new:
        raise NotValues


def _change(old: va.Value, new: Any, name: str) -> Change:
    if new is None and name in CONDITIONS:
        return old, va.Flag(True, location=old.location, type=FLAG)
    if isinstance(new, va.Value) and name in EVALUATED:
        return old, new
    raise NotValues
