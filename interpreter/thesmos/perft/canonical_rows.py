"""Keys of many states at once, as NumPy arrays: equal where those of canonical.py are."""

from __future__ import annotations

import math
from typing import Any

from thesmos.compile.machine.native.batch import numpy_for
from thesmos.play.canonical import Canonical


class CanonicalRows:
    """Keys of the states of a linked game, a row of slots for each."""

    def __init__(self, canonical: Canonical) -> None:
        """Raises UsageError if NumPy is not installed."""
        self._np, self._canonical = numpy_for("keys of many states"), canonical
        self._core = canonical.game.layout.core

    def keys(self, rows: Any, *before: Any) -> list[bytes]:
        """The key of each row. before: arrays of numbers that are part of the keys, too."""
        np, game = self._np, self._canonical.game
        over = rows[:, self._core("winners")] != 0
        counting = rows
        if over.any():
            board = np.zeros(rows.shape[1], bool)
            board[: game.layout.size] = self._canonical.board
            counting = np.where(over[:, None] & ~board, 0, rows).astype(rows.dtype)
        numbers = [np.asarray(column, "int32")[:, None].view(rows.dtype) for column in before]
        whole = np.ascontiguousarray(np.concatenate([*numbers, self._in_order(counting)], axis=1))
        keys: list[bytes] = whole.view(f"V{whole.shape[1] * whole.itemsize}").ravel().tolist()
        if game.scores:  # which are part of the result
            for number in np.flatnonzero(over):
                scores = self._canonical.scores(tuple(map(int, rows[number])))
                keys[number] += np.array(scores, "int64").tobytes()
        return keys

    def _in_order(self, rows: Any) -> Any:
        """The rows with the pieces of each class sorted."""
        np, kinds = self._np, [*self._canonical.classes]
        if not kinds or not len(rows):
            return rows
        orders = [self._order(rows, kind) for kind in kinds]
        together = np.concatenate(orders, axis=1)
        starts = np.cumsum([0, *(order.shape[1] for order in orders)])
        identity = np.concatenate([np.arange(order.shape[1]) for order in orders])
        unsorted = np.flatnonzero((together != identity).any(axis=1))
        if not len(unsorted):
            return rows
        packed = self._packed(together[unsorted])
        _, first, which = np.unique(packed, return_index=True, return_inverse=True)
        sorted_rows = rows.copy()
        for number, order in enumerate(together[unsorted[first]]):
            of_kinds = {
                kind: [int(piece) for piece in order[start:end]]
                for kind, start, end in zip(kinds, starts, starts[1:], strict=False)
            }
            exchanged = {kind: order for kind, order in of_kinds.items() if order != sorted(order)}
            some = unsorted[which == number]
            sorted_rows[some] = self._permuted(rows[some], exchanged)
        return sorted_rows

    def _order(self, rows: Any, kind: str) -> Any:
        """For each row, and each place of a kind, the piece that takes it."""
        np, (of_pieces, naming) = self._np, self._canonical.slots_about(kind)
        orders = np.tile(np.arange(len(of_pieces)), (len(rows), 1))
        size = self._canonical.game.layout.size
        for group in self._canonical.classes[kind]:
            members = np.array(group)
            slots = np.array([of_pieces[piece] for piece in group], "int64").reshape(len(group), -1)
            parts = [rows[:, slots]]
            if rows.shape[1] > size:
                parts.append(rows[:, slots + size])
            parts.append(rows[:, None, naming] == members[None, :, None])
            numbers = np.concatenate(parts, axis=2).astype("int64")
            orders[:, members] = members[self._packed(numbers).argsort(axis=1, kind="stable")]
        return orders

    def _packed(self, numbers: Any) -> Any:
        """One for the numbers along the last axis of an array; they are sorted as those are."""
        np = self._np
        low = numbers.min(axis=tuple(range(numbers.ndim - 1)))
        numbers = numbers - low
        sizes = [int(size) + 1 for size in numbers.max(axis=tuple(range(numbers.ndim - 1)))]
        if math.prod(sizes) < 1 << 63:
            factors = [math.prod(sizes[place + 1 :]) for place in range(len(sizes))]
            return numbers @ np.array(factors, "int64")
        texts = np.ascontiguousarray(numbers.astype(">u4"))
        return texts.view(f"S{4 * numbers.shape[-1]}")[..., 0]

    def _permuted(self, rows: Any, orders: dict[str, list[int]]) -> Any:
        """Rows with pieces exchanged, in every slot that is about them."""
        np, size, canonical = self._np, self._canonical.game.layout.size, self._canonical
        permuted, moved = rows.copy(), canonical.moved(orders)
        for start in range(0, rows.shape[1], size):
            half = rows[:, start : start + size][:, moved]
            for slots, kind in canonical.naming:
                if kind in orders:
                    places = np.argsort(orders[kind])
                    named = half[:, slots]
                    half[:, slots] = np.where(named >= 0, places[np.maximum(named, 0)], named)
            some = rows[:, start : start + size].any(axis=1)
            permuted[some, start : start + size] = half[some]
        if canonical.event_roles:
            waiting = rows[:, self._core("interrupted")] != canonical.game.layout.none
            for number in np.flatnonzero(waiting):
                permuted[number] = canonical.permuted(tuple(map(int, rows[number])), orders)
        return permuted
