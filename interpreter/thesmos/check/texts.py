"""Check that the texts of options tell them apart (semantics §4.10).

A text tells a role's values apart if it shows the role, or a role computed from it. If it does not,
there has to be a rule about the role. Whether that rule leaves only one value depends on the state,
and so does whether two pieces have the same text; both are left to the program that shows options.

No option of one action of a step may have a text that an option of another can have, whatever the
values of their roles are.
"""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from thesmos.check.names import Names
from thesmos.check.sizes import Sizes, size
from thesmos.diagnostics import Diagnostic
from thesmos.program import values as v
from thesmos.program.declarations import Action, Card, Role, RoleText, Step
from thesmos.program.node import walk
from thesmos.program.types import DIRECTIONS, Type
from thesmos.syntax import documents as d

TWO = 2  # with fewer values there is nothing to tell apart; a set or none is an error elsewhere
UNKNOWN, NONE = "?", ""  # as texts
CACHED = 256  # lists of words

Words = tuple[str, ...]
Pattern = tuple[Words, ...]  # the words that are possible at each place of a text


def check_texts(texts: Sequence[Card], names: Names) -> Iterator[Diagnostic]:
    """Yield an error for each option that can have the text of another one.

    texts: the game's own and those of all its cards.
    """
    steps = [step for card in texts for step in card.steps]
    actions = {action.name: action for card in texts for action in card.actions}
    offered = {name for step in steps for name in step.actions}
    for action in actions.values():
        if action.name in offered:  # the others need no text
            yield from _check_action(action, names.sizes)
    writer = _Patterns(texts, names)
    for step in steps:
        known = [actions[name] for name in step.actions if name in actions]
        for one, other in itertools.combinations(known, 2):
            yield from _check_pair(one, other, step, writer)


# ------------------------------------------------------------------ the options of one action


def _check_action(action: Action, sizes: Sizes) -> Iterator[Diagnostic]:
    """Yield an error for each role whose values the text of an action does not tell apart."""
    shown = _shown(action)
    for role in action.open_roles:
        one = role.type.none or role.type.many or size(role.type, sizes) < TWO
        if role.name not in shown and not one:
            text = f"the text of `{action.name.name}` does not tell values of `{role.name}` apart"
            hint = f"write `{{{role.name}}}` in it, or add a rule about it"
            yield Diagnostic("E399", text, role.location, hint)


def _shown(action: Action) -> set[str]:
    """Return the roles that texts show or rules are about, and those these are computed from."""
    shown: set[str] = set()
    for notation in action.notations:
        shown |= {part.role for part in notation.parts if isinstance(part, RoleText)}
        shown |= set(_roles(notation.when))
    for rule in action.rules:
        shown |= set(_roles(rule.condition))
    for role in reversed(action.roles):
        if role.name in shown and role.value is not None:
            shown |= set(_roles(role.value))
    return shown


def _roles(value: v.Value | None) -> Iterator[str]:
    for node in walk(() if value is None else (value,), (v.EventPattern,)):
        if isinstance(node, v.Variable) and node.role:
            yield node.name


# ------------------------------------------------------------------ the actions of one step


def _check_pair(one: Action, other: Action, step: Step, writer: _Patterns) -> Iterator[Diagnostic]:
    """Yield an error if options of two actions of a step can have the same text."""
    for left, right in itertools.product(writer.of(one), writer.of(other)):
        same = common_text(left, right)
        if same is not None:
            text = (
                f"options of `{one.name.name}` and of `{other.name.name}` can have the same text, "
                f"such as `{same}`"
            )
            hint = "let the text of one of them begin with a word of its own"
            yield Diagnostic("E399", text, step.location, hint)
            return


def common_text(one: Pattern, other: Pattern) -> str | None:
    """Return a text that fits both patterns; None if there is none.

    Both are followed side by side. Where one of them is ahead, the other must continue with the
    same characters, so there are only as many cases as words have ends.
    """
    ones, others = [*map(_WordList.of, one)], [*map(_WordList.of, other)]
    todo = [(0, 0, "", True, "")]
    seen: set[tuple[int, int, str, bool]] = set()
    while todo:
        at, beside, more, ahead, text = todo.pop()
        if (at, beside, more, ahead) in seen:
            continue
        seen.add((at, beside, more, ahead))
        if not more:  # neither is ahead
            ahead = at == len(one)
        if not more and at == len(one) and beside == len(other):
            return text
        behind, place = (others, beside) if ahead else (ones, at)
        for word in reversed([*behind[place].along(more)] if place < len(behind) else []):
            after = (at, beside + 1) if ahead else (at + 1, beside)
            longer = len(word) > len(more)
            rest = word[len(more) :] if longer else more[len(word) :]
            whole = text + rest if longer else text
            todo.append((*after, rest, ahead != longer, whole))
    return None


class _WordList:
    """The words of one place of a pattern, sorted to find quickly those with the same beginning."""

    def __init__(self, words: Words) -> None:
        self._words = frozenset(words)
        self._sorted = sorted(self._words)

    @staticmethod
    @functools.lru_cache(CACHED)
    def of(words: Words) -> _WordList:
        """Return the list of some words; cached."""
        return _WordList(words)

    def along(self, text: str) -> Iterator[str]:
        """Yield the words that begin with a text, and those that the text begins with."""
        yield from (text[:n] for n in range(len(text)) if text[:n] in self._words)
        for word in self._sorted[bisect_left(self._sorted, text) :]:
            if not word.startswith(text):
                return
            yield word


class _Patterns:
    """The texts that options can have, with the words for every value of their roles."""

    def __init__(self, texts: Sequence[Card], names: Names) -> None:
        self.sizes = names.sizes
        game = names.game
        self._words: dict[str, Words] = {"Power": tuple(c.slug for c in texts), "Zone": game.zones}
        self._words["Direction"] = DIRECTIONS
        self._words |= {board.name: tuple(board.cells()) for board in game.boards}
        for enum, words in game.enums.items():
            self._words[enum] = tuple(mark for _, mark in words)
        brought = [supply for card in texts for supply in card.supply]
        for kind in game.pieces:
            found = {each.name for each in kind.supply}
            found |= {each.name for each in brought if each.kind == kind.name}
            self._words[kind.name] = self._pieces(kind, found)

    def _pieces(self, kind: d.PieceKindDeclaration, names: set[str | None]) -> Words:
        """Return the texts of the pieces of a kind: their names, or else their cells or numbers."""
        words = tuple(sorted(name for name in names if name))
        if None in names:
            words += self._words.get(kind.on or "", ())
            words += tuple(f"{kind.name} {n + 1}" for n in range(self.sizes[kind.name]))
        return words

    def of(self, action: Action) -> Iterator[Pattern]:
        """Yield the patterns of the texts of an action's options."""
        roles = {role.name: self._role(role) for role in action.roles}
        for notation in action.notations:
            yield tuple(
                (part,) if isinstance(part, str) else roles.get(part.role, ())
                for part in notation.parts
            )
        if all(notation.when is not None for notation in action.notations):
            between = [each for words in roles.values() for each in (words, (", ",))]
            yield ((f"{action.name}(",), *between[:-1], (")",))

    def _role(self, role: Role) -> Words:
        """Return the texts of the values of a role; a computed one may be unknown."""
        words = self._values(role.type)
        words += (NONE,) if role.type.none else ()
        return words if role.value is None else (*words, UNKNOWN)

    def _values(self, kind: Type) -> Words:
        if kind.base in ("player", "side"):
            return tuple(str(n + 1) for n in range(size(kind, self.sizes)))
        if kind.name in self._words:
            return self._words[kind.name]
        return tuple(str(kind.low + n) for n in range(size(kind, self.sizes)))
