"""The part of rpds-py that `referencing` uses, in Python: the original is machine code.

The archive of the page has it under the name `rpds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class HashTrieMap(Mapping[Any, Any]):
    """A mapping that is never changed: `insert` and the like return another one."""

    def __init__(self, items: Mapping[Any, Any] | Iterable[tuple[Any, Any]] = ()) -> None:
        self._items = dict(items)

    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> HashTrieMap:
        """Return a mapping as one of this kind."""
        return value if isinstance(value, cls) else cls(value)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """Return the mapping with an entry more."""
        return HashTrieMap({**self._items, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """Return the mapping without an entry. Raises KeyError if it has none."""
        items = dict(self._items)
        del items[key]
        return HashTrieMap(items)

    def update(self, *others: Mapping[Any, Any]) -> HashTrieMap:
        """Return the mapping with the entries of others."""
        items = dict(self._items)
        for other in others:
            items.update(other)
        return HashTrieMap(items)


class HashTrieSet(frozenset[Any]):
    """A set that is never changed."""

    def insert(self, value: Any) -> HashTrieSet:
        """Return the set with a value more."""
        return HashTrieSet(self | {value})

    def remove(self, value: Any) -> HashTrieSet:
        """Return the set without a value."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Any]) -> HashTrieSet:
        """Return the set with the values of others."""
        return HashTrieSet(self.union(*others))


class List(tuple[Any, ...]):
    """A list that is never changed, and grows at its front."""

    __slots__ = ()

    def push_front(self, value: Any) -> List:
        """Return the list with a value before all others."""
        return List((value, *self))
