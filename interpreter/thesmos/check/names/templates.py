"""What texts a template such as `{place} {owner}` can give, decided without writing them all out.

A template is a sequence of parts; each part is a set of texts, of which one stands in its place.
Two questions are asked of templates: whether both can give the same text, and whether one gives a
text in two ways, so that nobody can tell what its parts were. Both follow two ways through the
parts side by side, character by character (a product of automata), so that the work grows with the
number of characters of the sets, not with the number of the texts.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from thesmos.kept import AFRESH, Kept

CACHED = 256  # sets of words, and of numbers
DIGITS = "0123456789"
ENDED = frozenset([("", "")])  # nothing more can follow
BLANKS = frozenset(character for character in map(chr, range(0x3001)) if character.isspace())


class Texts(ABC):
    """A set of texts, as an automaton whose states say what has been read of a text."""

    start: Hashable

    @abstractmethod
    def step(self, state: Hashable, character: str) -> Hashable | None:
        """Return the state after a further character; None if no text continues with it."""

    @abstractmethod
    def ends(self, state: Hashable) -> bool:
        """Return whether a text can end in a state."""

    @abstractmethod
    def continuations(self, state: Hashable) -> frozenset[str] | None:
        """Return the characters that can follow; None if any can."""

    def __contains__(self, text: str) -> bool:
        """Return whether a text is in the set."""
        state: Hashable | None = self.start
        for character in text:
            state = self.step(state, character)
            if state is None:
                return False
        return self.ends(state)


class Words(Texts):
    """Some words. A state is the beginning of one."""

    start = ""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = frozenset(words)
        following: dict[str, set[str]] = {}
        for word in self._words:
            for length, character in enumerate(word):
                following.setdefault(word[:length], set()).add(character)
        self._following = {start: frozenset(characters) for start, characters in following.items()}

    @staticmethod
    @functools.lru_cache(CACHED)
    def of(*words: str) -> Words:
        """Return the set of some words; cached."""
        return Words(words)

    def step(self, state: Hashable, character: str) -> Hashable | None:
        """See the base class."""
        assert isinstance(state, str)
        follows = character in self._following.get(state, ())
        return state + character if follows else None

    def ends(self, state: Hashable) -> bool:
        """See the base class."""
        return state in self._words

    def continuations(self, state: Hashable) -> frozenset[str]:
        """See the base class."""
        assert isinstance(state, str)
        return self._following.get(state, frozenset())


class _NumberState(NamedTuple):
    """What can follow: digits from the first to the second text, of the same length, of any pair.

    has_begun: whether anything has been read.
    """

    ranges: frozenset[tuple[str, str]]
    has_begun: bool = True


class Numbers(Texts):
    """The numbers of a range in digits, which may be very large, and some single characters.

    others: characters, or the empty text.
    """

    def __init__(self, low: int, high: int, other_characters: Sequence[str] = ()) -> None:
        self._negative, self._others = _ranges(max(1, -high), -low), frozenset(other_characters)
        self.start = _NumberState(_ranges(max(0, low), high), has_begun=False)

    @staticmethod
    @functools.lru_cache(CACHED)
    def of(low: int, high: int, *other_characters: str) -> Numbers:
        """Return the numbers of a range, and some single characters; cached."""
        return Numbers(low, high, other_characters)

    def step(self, state: Hashable, character: str) -> Hashable | None:
        """See the base class."""
        assert isinstance(state, _NumberState)
        if not state.has_begun and character in self._others:
            return _NumberState(ENDED)
        if not state.has_begun and character == "-":
            return _NumberState(self._negative) if self._negative else None
        after = set()
        for low, high in state.ranges:
            if low and character in DIGITS and low[0] <= character <= high[0]:
                rest = len(low) - 1
                least = low[1:] if character == low[0] else "0" * rest
                most = high[1:] if character == high[0] else "9" * rest
                after.add((least, most))
        return _NumberState(frozenset(after)) if after else None

    def ends(self, state: Hashable) -> bool:
        """See the base class."""
        assert isinstance(state, _NumberState)
        return ("", "") in state.ranges or (not state.has_begun and "" in self._others)

    def continuations(self, state: Hashable) -> frozenset[str]:
        """See the base class."""
        assert isinstance(state, _NumberState)
        digits = {d for low, high in state.ranges if low for d in DIGITS if low[0] <= d <= high[0]}
        if not state.has_begun:
            digits |= {*self._others, *("-" if self._negative else "")} - {""}
        return frozenset(digits)


def _ranges(low: int, high: int) -> frozenset[tuple[str, str]]:
    """Return the numbers of a range, from 0 on, as a range for each number of digits."""
    ranges = set()
    for length in range(len(str(low)), len(str(high)) + 1) if low <= high else ():
        least = max(low, 10 ** (length - 1) if length > 1 else 0)
        ranges.add((str(least), str(min(high, 10**length - 1))))
    return frozenset(ranges)


class AnyText(Texts):
    """All texts."""

    start = None

    def step(self, state: Hashable, character: str) -> Hashable | None:  # noqa: ARG002 - all alike
        """See the base class."""
        return True

    def ends(self, state: Hashable) -> bool:  # noqa: ARG002 - all alike
        """See the base class."""
        return True

    def continuations(self, state: Hashable) -> None:  # noqa: ARG002 - all alike
        """See the base class."""
        return


Template = tuple[Texts, ...]


class _Way(NamedTuple):
    """How far a way through a template has come: its part, and the state in that part."""

    part: int
    state: Hashable


class _TypedState(NamedTuple):
    """How far the ways through a template have come, and how many blanks may follow there.

    blanks: as in the template, in the place of those that have been read: none if None, at least
        one if True, any number, as at the beginning, if False.
    """

    ways: frozenset[_Way]
    blanks: bool | None


class AsTyped(Texts):
    """All texts that are, as typed (choice_words.py), the same as one that a template gives.

    A state has all ways to read a text so far, since blanks of the text and of the template need
    not be in the same number. What follows a state is kept: a template is compared with many.
    """

    def __init__(self, template: Template) -> None:
        self._template = template
        self.start = _TypedState(frozenset([_begin(template, 0)]), blanks=False)
        self._kept_ends: dict[_TypedState, bool] = {}
        self._kept_ways: dict[_TypedState, tuple[_Way, ...]] = {}
        self._kept_steps: dict[tuple[_TypedState, str], _TypedState | None] = {}

    def step(self, state: Hashable, character: str) -> Hashable | None:
        """See the base class."""
        assert isinstance(state, _TypedState)
        if character in BLANKS:
            return state if state.blanks is not None else state._replace(blanks=True)
        key = state, character
        if key not in self._kept_steps:
            ways = self._after(self._ways(state), frozenset((character,)))
            self._kept_steps[key] = _TypedState(ways, blanks=None) if ways else None
        return self._kept_steps[key]

    def ends(self, state: Hashable) -> bool:
        """See the base class."""
        assert isinstance(state, _TypedState)
        if state not in self._kept_ends:
            ways = self._after_blanks(state.ways)
            ends = (onward.part for way in ways for onward in _onward(self._template, way))
            self._kept_ends[state] = len(self._template) in ends
        return self._kept_ends[state]

    def continuations(self, state: Hashable) -> frozenset[str] | None:
        """See the base class."""
        assert isinstance(state, _TypedState)
        characters = BLANKS
        for way in self._ways(state):
            following = self._template[way.part].continuations(way.state)
            if following is None:
                return None
            characters |= following
        return characters

    def _ways(self, state: _TypedState) -> tuple[_Way, ...]:
        """Return the ways, inside parts, from which a character other than a blank can follow."""
        if state not in self._kept_ways:
            ways = state.ways
            if state.blanks:
                ways = self._after(self._inside(ways), BLANKS)
            if state.blanks is not None:
                ways = self._after_blanks(ways)
            self._kept_ways[state] = tuple(self._inside(ways))
        return self._kept_ways[state]

    def _after_blanks(self, ways: frozenset[_Way]) -> frozenset[_Way]:
        """Return some ways, and where they are after any number of blanks."""
        reached = ways
        while following := self._after(self._inside(reached), BLANKS) - reached:
            reached |= following
        return reached

    def _after(self, ways: Iterable[_Way], characters: frozenset[str]) -> frozenset[_Way]:
        """Return where some ways, inside parts, are after one of some characters."""
        after = set()
        for way in ways:
            part = self._template[way.part]
            following = part.continuations(way.state)  # mostly few, of which none is a blank
            for character in characters if following is None else characters & following:
                state = part.step(way.state, character)
                if state is not None:
                    after.add(_Way(way.part, state))
        return frozenset(after)

    def _inside(self, ways: frozenset[_Way]) -> Iterator[_Way]:
        """Yield where some ways are in parts, also after passing parts that can end."""
        for way in ways:
            for onward in _onward(self._template, way):
                if onward.part < len(self._template):
                    yield onward


class _Pair(NamedTuple):
    """Two ways with the same text so far.

    differ: whether their parts have ended differently.
    """

    first: _Way
    second: _Way
    differ: bool


def common_text(first: Template, second: Template, kept: Kept = AFRESH) -> str | None:
    """Return a shortest text that both templates give; None if there is none.

    They must not both have a part for all texts. kept: what is known of templates.
    """
    make = functools.partial(_shortest, first, second, differing=False)
    return kept.of("common text", make, len(first), *first, *second)


def ambiguous_text(template: Template, kept: Kept = AFRESH) -> str | None:
    """Return a shortest text that a template gives in two ways; None if there is none.

    kept: what is known of templates.
    """
    make = functools.partial(_shortest, template, template, differing=True)
    return kept.of("ambiguous text", make, *template)


def _shortest(first: Template, second: Template, differing: bool) -> str | None:
    """Return a shortest text that both templates give.

    differing: whether the two must give it in different ways.
    """
    begin = _Pair(_begin(first, 0), _begin(second, 0), False)
    before: dict[_Pair, tuple[_Pair, str] | None] = {begin: None}
    todo = deque([begin])
    while todo:
        pair = todo.popleft()
        for way in _onward(first, pair.first):
            for other in _onward(second, pair.second):
                passed = way.part - pair.first.part, other.part - pair.second.part
                differ = differing and (pair.differ or passed[0] != passed[1])
                if way.part == len(first) and other.part == len(second):
                    if differ == differing:
                        return _text_to(pair, before)
                    continue
                for character in _shared(first, way, second, other):
                    after = _Pair(
                        _Way(way.part, first[way.part].step(way.state, character)),
                        _Way(other.part, second[other.part].step(other.state, character)),
                        differ,
                    )
                    if after not in before:
                        before[after] = pair, character
                        todo.append(after)
    return None


def _begin(template: Template, part: int) -> _Way:
    return _Way(part, template[part].start if part < len(template) else None)


def _onward(template: Template, way: _Way) -> Iterator[_Way]:
    """Yield a way, and where it is after each number of parts that can end without more text."""
    yield way
    while way.part < len(template) and template[way.part].ends(way.state):
        way = _begin(template, way.part + 1)
        yield way


def _shared(first: Template, way: _Way, second: Template, other: _Way) -> list[str]:
    """Return the characters with which both ways can go on, in order."""
    if way.part == len(first) or other.part == len(second):
        return []
    characters = first[way.part].continuations(way.state)
    other_characters = second[other.part].continuations(other.state)
    if characters is None or other_characters is None:
        both = other_characters if characters is None else characters
        assert both is not None  # of two templates, one has no part for all texts
        return sorted(both)
    return sorted(characters & other_characters)


def _text_to(pair: _Pair, before: dict[_Pair, tuple[_Pair, str] | None]) -> str:
    characters = []
    while (step := before[pair]) is not None:
        pair, character = step
        characters.append(character)
    return "".join(reversed(characters))
