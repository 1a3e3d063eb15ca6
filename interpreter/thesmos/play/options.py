"""Options with their texts, cached across all states in which they read the same."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType

from thesmos.choice_words import as_typed
from thesmos.notation.options import OptionTexts, distinct_texts
from thesmos.play.backend import Backend
from thesmos.program.declarations import GameProgram

KEPT = 20_000  # options of a match
KEPT_OF_GAME = 100_000  # options of all matches of a game
KEPT_GAMES = 4


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    text: in the game's notation; unique among the options of a decision.
    roles: their values as text.
    code: as in `State.codes`.
    game: the name of the game, whose matches alone can play it.

    The same option may belong to many decisions.

    >>> option = state.decision.options[0]
    >>> state.apply(option) == state.apply(option.text)
    True
    """

    text: str
    code: int
    roles: Mapping[str, str] = field(hash=False)
    weight: int = 1  # for an outcome of chance: its relative probability
    suggested: bool = False  # by the rules
    values: Mapping[str, int] = field(default_factory=dict, hash=False)  # that its action shows
    game: str = ""

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Option], tuple[object, ...]]:
        weight, suggested, values = self.weight, self.suggested, dict(self.values)
        roles = dict(self.roles)
        return Option, (self.text, self.code, roles, weight, suggested, values, self.game)


class Options:
    """The options of a match, without weights, suggestions and values shown.

    differing: the actions whose options may have these.
    """

    def __init__(self, texts: OptionTexts, backend: Backend) -> None:
        self._texts, self._game, self._backend = texts, texts.table.game, backend
        self._kept: dict[tuple[int, ...], tuple[Option, str]] = {}  # with their texts as typed
        self._same = options_of_game(self._game.game)
        self._numbers: dict[int, int] = {}  # by the first code of each action
        # Those that read the same in every state, by code; and their codes by text, as typed.
        self._fixed: dict[int, Option] = {}
        self._fixed_texts: dict[str, int] = {}
        self._some_alike = False
        self.differing = frozenset(
            name
            for name, action in self._game.actions.items()
            if action.weight is not None or action.suggested or action.shows
        )

    @property
    def differ(self) -> bool:
        """Whether the options of some actions may have a weight, a suggestion or values."""
        return bool(self.differing)

    def of(self, seen: Sequence[int], chooser: int, codes: Sequence[int]) -> tuple[Option, ...]:
        """The options with some codes. seen: the slots as the chooser sees them."""
        if not self._some_alike and codes and codes[0] in self._fixed:
            try:
                return tuple(map(self._fixed.__getitem__, codes))
            except KeyError:  # a text that depends on more, or is not kept yet
                pass
        return self._worded(self._backend.wordings(seen, chooser, codes))

    def _worded(self, keys: Sequence[tuple[int, ...]]) -> tuple[Option, ...]:
        """The options of which these are the codes and what their texts depend on."""
        kept = self._kept
        options, typed = [], set[str]()
        for key in keys:
            pair = kept.get(key) or self._keep(key)
            options.append(pair[0])
            typed.add(pair[1])
        if len(typed) == len(options):
            return tuple(options)
        apart = distinct_texts([option.text for option in options])
        return tuple(
            option if option.text == text else replace(option, text=text)
            for option, text in zip(options, apart, strict=True)
        )

    def _keep(self, key: tuple[int, ...]) -> tuple[Option, str]:
        """Make an option, and keep it with its text as typed; of too many, all are forgotten."""
        if len(self._kept) >= KEPT:
            self._kept.clear()
            self._fixed.clear()
            self._fixed_texts.clear()
        option = self.option(key)
        pair = self._kept[key] = option, as_typed(option.text)
        if self.reads_the_same(option.code):
            self._fixed[option.code] = option
            self._some_alike |= self._fixed_texts.setdefault(pair[1], option.code) != option.code
        return pair

    @property
    def all_read_the_same(self) -> bool:
        """Whether no text depends on the state."""
        return all(map(self._texts.depends_on_code_alone, self._game.actions.values()))

    def reads_the_same(self, code: int) -> bool:
        """Return whether the option with a code reads the same in every state of the match."""
        action = self._backend.codes.action_of(code).action
        return self._texts.depends_on_code_alone(self._game.actions[action])

    def option(self, key: tuple[int, ...]) -> Option:
        """Return an option, from this match or from another one in which it reads the same."""
        code, *wording = key
        codes = self._backend.codes.action_of(code)
        number = self._numbers.get(codes.first)
        if number is None:
            depends = self._texts.depends_on(self._game.actions[codes.action])
            number = self._numbers[codes.first] = self._same.number((codes, depends))
        option = self._same.kept.get((number, key))
        if option is None:
            action, values = self._game.actions[codes.action], codes.values(code)
            texts = self._texts.written(action, values, wording)
            option = _option(*texts, code, self._game.game.slug)
            self._same.keep((number, key), option)
        return option


class OptionsOfGame:
    """A cache of options of a game that read the same in several matches.

    Most do, since match-ups share the board.

    kept: the options, by the number of what their texts depend on, and by what identifies an option
        in a match.
    """

    def __init__(self, program: GameProgram) -> None:
        """program: referred to, so that no later program gets its identity."""
        self.program = program
        self.kept: dict[tuple[int, tuple[int, ...]], Option] = {}
        self._depends: dict[Hashable, int] = {}
        self._next = itertools.count()

    def number(self, depends: Hashable) -> int:
        """The number of what the texts of an action's options depend on; of nothing else.

        depends: the codes of the action, and what types of its roles are called in a match.
        """
        return self._depends.setdefault(depends, next(self._next))

    def keep(self, key: tuple[int, tuple[int, ...]], option: Option) -> None:
        """Keep an option. When there are too many, all are forgotten."""
        if len(self.kept) >= KEPT_OF_GAME:
            self.kept.clear()
            self._depends.clear()
        self.kept[key] = option


_OF_GAMES: OrderedDict[int, OptionsOfGame] = OrderedDict()


def options_of_game(program: GameProgram) -> OptionsOfGame:
    """The options that are kept for all matches of a program. Those of the latest are."""
    options = _OF_GAMES.get(id(program))
    if options is None:
        options = _OF_GAMES[id(program)] = OptionsOfGame(program)
        while len(_OF_GAMES) > KEPT_GAMES:
            _OF_GAMES.popitem(last=False)
    return options


NO_VALUES: Mapping[str, int] = MappingProxyType({})


# An option is made several times as fast through these as by the constructor of a frozen dataclass.
_SETTERS = [vars(Option)[part.name].__set__ for part in fields(Option)]


def _option(text: str, roles: dict[str, str], code: int, game: str) -> Option:
    option = object.__new__(Option)
    values = text, code, MappingProxyType(roles), 1, False, NO_VALUES, game
    for put, value in zip(_SETTERS, values, strict=True):
        put(option, value)
    return option
