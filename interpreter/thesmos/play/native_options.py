"""Options of a match in machine code: the objects of Python that its decisions consist of.

They are written when a state first offers them, and kept for all states in which they read the
same. See `compile/machine/native/deciding.py` for how machine code finds them.
"""

from __future__ import annotations

import ctypes
import threading
from ctypes import addressof, c_int32, c_int64
from typing import TYPE_CHECKING, Any

from thesmos.choice_words import as_typed
from thesmos.compile.machine.native.deciding import (
    EMPTY,
    ENTRY_WORDS,
    MOST_WORDS,
    OPTION_WORDS,
    SHEET,
    SPREAD,
    TABLES,
)
from thesmos.play.decision import Asked, Decision
from thesmos.play.options import KEPT_OF_GAME, Option

if TYPE_CHECKING:
    from thesmos.compile.machine.native.match import NativeMatch
    from thesmos.play.match_parts import MatchParts

_WORD = (1 << 64) - 1
_SMALLEST = 10  # bits of the number of places for numbers


class OptionSheet:
    """The sheet of a match, and the options on it. address: of the sheet."""

    def __init__(self, match: MatchParts, backend: NativeMatch) -> None:
        self._options, self._backend = match.written_options, backend
        self._codes, players = backend.codes.count, match.linked.players
        writing = None
        if not self._options.all_read_the_same:
            writing = backend.writing
        viewers = backend.view_addresses if match.linked.can_hide else [0] * players
        writers = writing.addresses if writing else [0] * 2 * players
        pairs = zip(writers, [*viewers, *[0] * players], strict=True)
        self._writers = _words([word for pair in pairs for word in pair])
        self._asked, self._asked_words = _asked(match)
        self._found, self._missing = (c_int64 * (self._codes + 1))(), (c_int64 * (MOST_WORDS + 7))()
        work = max(backend.work, writing.work if writing else 0)
        self._work = (c_int32 * (work // 4))()
        self._by_text: dict[str, int] = {}
        self._lock = threading.Lock()
        self._names = "_asked", "options"
        self._sheet: Any = (c_int64 * len(SHEET))()
        self.address = addressof(self._sheet)
        self._put(
            found=addressof(self._found), missing=addressof(self._missing),
            asked=addressof(self._asked_words), players=players,
            step_slot=match.linked.layout.core("step"),
            writers=addressof(self._writers), text_work=addressof(self._work),
            by_text=id(self._by_text), decision_type=id(Decision), option_type=id(Option),
            str_type=id(str), asked_name=id(self._names[0]), options_name=id(self._names[1]),
        )  # fmt: skip
        self._generation = 0
        self._entries: Any = None
        self._texts: Any = None
        self._stamps: Any = None
        self._clear()

    def _put(self, **words: int) -> None:
        for name, word in words.items():
            self._sheet[SHEET.index(name)] = word

    def _clear(self) -> None:
        """Forget all options. States keep those of their own decisions."""
        self._kept: list[Option] = []
        self._typed: dict[str, int] = {}
        self._by_text.clear()
        self._renew(_SMALLEST, again=False)

    def _renew(self, bits: int, *, again: bool = True) -> None:
        """Make tables with 2 ** bits entries. again: whether they begin with what there was.

        Another thread may add entries to the tables meanwhile; it has to do so again.
        """
        entries = (c_int64 * (ENTRY_WORDS << bits))()
        ctypes.memset(entries, EMPTY & 255, ctypes.sizeof(entries))
        last = self._codes + (1 << bits) // 2
        room = last + MOST_WORDS + 1
        texts, stamps = (c_int64 * (OPTION_WORDS * room))(), (c_int64 * room)()
        shift = 64 - bits
        if again:
            _moved(self._entries, entries, shift)
            ctypes.memmove(texts, self._texts, ctypes.sizeof(self._texts))
            ctypes.memmove(stamps, self._stamps, ctypes.sizeof(self._stamps))
        self._generation += 1
        words = (
            self._codes, addressof(texts), addressof(stamps), addressof(entries), (1 << bits) - 1,
            shift, last, self._generation,
        )  # fmt: skip
        begin = int(again)  # the next number stays
        before = self._entries, self._texts, self._stamps
        self._entries, self._texts, self._stamps, self._bits = entries, texts, stamps, bits
        self._sheet[begin : len(TABLES)] = words[begin:]
        del before  # which are used until now

    def write(self) -> None:
        """Write the option that is missing, or make room for more numbers.

        If another thread is at it, or a finaliser has come back here, nothing happens: machine code
        looks again, and in the end leaves the decision to Python.
        """
        if not self._lock.acquire(blocking=False):
            return
        try:
            code, number, entry, count, generation, *words = self._missing[:]
            if generation != self._generation:
                return
            if len(self._kept) >= KEPT_OF_GAME:
                self._clear()
            elif number < 0:
                self._renew(self._bits + 1)
            elif self._options.reads_the_same(code):
                self._keep(code, -1, (code, *(words[:count] or [0])))
            else:
                self._keep(number, entry, (code, *words[:count]))
        finally:
            self._lock.release()

    def _keep(self, number: int, entry: int, key: tuple[int, ...]) -> None:
        """Write an option, unless it is written. key: see Options."""
        place = OPTION_WORDS * number
        if self._texts[place]:
            return
        option = self._options.option(key)
        typed = self._typed.setdefault(as_typed(option.text), len(self._typed))
        self._kept.append(option)
        alike = self._by_text.get(option.text, -1)
        self._texts[place : place + OPTION_WORDS] = id(option), typed, option.code, alike
        if entry >= 0:
            place = ENTRY_WORDS * entry + 2
            self._entries[place : place + 2] = id(option), typed
        self._by_text[option.text] = number


def _moved(entries: Any, to: Any, shift: int) -> None:
    """Put entries where they belong among others."""
    mask = len(to) // ENTRY_WORDS - 1
    for old in range(0, len(entries), ENTRY_WORDS):
        key, *others = entries[old : old + ENTRY_WORDS]
        if key == EMPTY:
            continue
        place = (key * SPREAD & _WORD) >> shift
        while to[ENTRY_WORDS * place] != EMPTY:
            place = (place + 1) & mask
        to[ENTRY_WORDS * place : ENTRY_WORDS * (place + 1)] = key, *others


def _asked(match: MatchParts) -> tuple[list[Asked], Any]:
    """Return what decisions ask, and their addresses: by step, chooser, and whether it may be left.

    The address is 0 where options have weights or values, which Python adds.
    """
    players, kept, addresses = match.linked.players, list[Asked](), list[int]()
    for step in match.shown_steps:
        for player in [*range(1, players + 1), *[0] * players]:
            for may_skip in (False, True):
                kept.append(Asked(player, step.name, step.power, may_skip))
                addresses.append(id(kept[-1]) if step.plain else 0)
    return kept, _words(addresses)


def _words(numbers: list[int]) -> Any:
    return (c_int64 * len(numbers))(*numbers)
