"""Where two values of JSON differ, and what positions mean by the same.

This is the only comparison of expected with got: scenarios, records and conformance use it. The
page conformance/protocol/README.md, section 9, says in words when values are the same, and
conformance/protocol/comparisons.jsonl is a table of examples that tests hold all users to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.program.positions import MEMORY

Path = tuple[str | int, ...]
NOTE = "note"  # an event for bookkeeping; never compared


@dataclass(frozen=True)
class ValueDifference:
    """A place where two values differ.

    path: the keys of objects and the numbers of list entries, from 1, that lead there. expected,
    got: the parts there; None if there is nothing. A tuple holds texts in any order.
    """

    path: Path
    expected: Any
    got: Any

    @property
    def listed(self) -> bool:
        """Whether these are texts in any order, so that some of them may agree."""
        return all(isinstance(part, tuple | None) for part in (self.expected, self.got))

    @property
    def missing(self) -> tuple[Any, ...]:
        """What should be there and is not: texts, or the whole expected part."""
        return _without(self.expected, self.got) if self.listed else _present(self.expected)

    @property
    def extra(self) -> tuple[Any, ...]:
        """What is there and should not be: texts, or the whole part."""
        return _without(self.got, self.expected) if self.listed else _present(self.got)


def _present(part: Any) -> tuple[Any, ...]:
    return () if part is None else (part,)


def _without(texts: tuple[str, ...] | None, others: tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(sorted((Counter(texts or ()) - Counter(others or ())).elements()))


def differences(expected: Any, got: Any) -> tuple[ValueDifference, ...]:
    """Return all differences between two values of JSON, in the order of the expected one.

    Types must match: `1`, `"1"`, `true` and `[1]` all differ; but 1 and 1.0 are one number. An
    entry of an object that is null is the same as none. Lists are compared entry by entry, tuples
    as texts in sorted order; what may be left out or is in any order, `normal` has settled.
    """
    return tuple(_differences(expected, got, ()))


def alike(expected: Any, got: Any) -> bool:
    """Return whether two values have no differences."""
    return next(_differences(expected, got, ()), None) is None


def _differences(expected: Any, got: Any, path: Path) -> Iterator[ValueDifference]:
    both = expected, got
    if (expected or got) and all(isinstance(value, Mapping | None) for value in both):
        wanted, present = expected or {}, got or {}
        for key in dict.fromkeys((*wanted, *present)):
            yield from _differences(wanted.get(key), present.get(key), (*path, key))
    elif all(isinstance(value, list) for value in both) and len(expected) == len(got):
        for number, (wanted, present) in enumerate(zip(expected, got, strict=True), 1):
            yield from _differences(wanted, present, (*path, number))
    elif expected != got or isinstance(expected, bool) is not isinstance(got, bool):
        yield ValueDifference(path, expected, got)


def normal(position: Any, by_player: Collection[str] = (), path: str = "") -> Any:
    """Return a position, or its part at a path, in the form in which equal positions are equal.

    Entries of objects that say nothing are left out: null, `""`, `[]`, `{}`, 0 and false, and
    objects of nothing else; but what is remembered is left out only if it is null or `{}`. Lists of
    texts become sorted tuples, unless they have an entry for each player; other lists keep their
    order. by_player: the paths of these lists, keys joined by dots.
    """
    if isinstance(position, Mapping):
        parts = {
            key: normal(part, by_player, f"{path}.{key}" if path else str(key))
            for key, part in position.items()
        }
        remembered = path.partition(".")[0] == MEMORY
        return {
            key: part
            for key, part in parts.items()
            if (part is not None and part != {} if remembered else part)
        }
    if isinstance(position, list | tuple):
        if path not in by_player and all(isinstance(entry, str) for entry in position):
            return tuple(sorted(position))
        return [normal(entry) for entry in position]
    whole = isinstance(position, float) and position.is_integer()
    return int(position) if whole else position


def same_position(expected: Any, got: Any, by_player: Collection[str] = ()) -> bool:
    """Return whether two positions are the same. by_player: as in `normal`."""
    if repr(expected) == repr(got):  # values of JSON that are written alike; the usual case
        return True
    return alike(normal(expected, by_player), normal(got, by_player))


def restricted(got: Any, expected: Any) -> Any:
    """Return the part of a value under the keys that an expected one has, at every depth.

    An expected object without keys restricts nothing: it says that nothing is there.
    """
    if not (isinstance(expected, Mapping) and expected and isinstance(got, Mapping)):
        return got
    return {key: restricted(got[key], part) for key, part in expected.items() if key in got}


def without_notes(events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events that are compared."""
    return [event for event in events if event.get("e") != NOTE]


def meets(expected: Any, event: Mapping[str, Any]) -> bool:
    """Return whether an event has all that is expected of it; more does not matter."""
    return alike(expected, restricted(event, expected))


def place_of(path: Path, by_player: Collection[str] = ()) -> str:
    """Return a path in words: `secret.workers`, `hands of player 2`, `rows[3]`."""
    text = ""
    for name in path:
        if isinstance(name, str):
            text += f".{name}" if text else name
        else:
            text += f" of player {name}" if text in by_player else f"[{name}]"
    return text
