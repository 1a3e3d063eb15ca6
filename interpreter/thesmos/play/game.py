"""Games: load and check a spec, and make matches from it."""

from __future__ import annotations

import functools
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thesmos import arguments, resources
from thesmos.check.documents.checked_game import CheckedGame
from thesmos.diagnostics import Diagnostic, SpecError, UsageError, clipped, suggest
from thesmos.link.cards import cards_in_play
from thesmos.link.linked import CardInPlay, LinkedGame
from thesmos.link.linker import link
from thesmos.play.match_up_rules import match_up_error
from thesmos.play.protocols import State
from thesmos.program.declarations import GameProgram as Program
from thesmos.program.path import carried_over
from thesmos.program.recorded import RecordNotation
from thesmos.syntax import documents as d
from thesmos.syntax.sources import with_lines
from thesmos.syntax.spec_files import Rewrite
from thesmos.syntax.spec_folder import (
    DRAFT,
    Folder,
    editions_of,
    find_version,
    game_around,
)
from thesmos.syntax.versions import AS_WRITTEN, Version, slugs_in, split_name

if TYPE_CHECKING:
    from thesmos.play.backend import Backend
    from thesmos.play.match import Match

CACHED_MATCHES = 100  # per game; a compiled match takes a few hundred kilobytes
CACHED_GAMES = 4  # for states unpickled from other processes
SETUP = ("players", "teams", "powers", "chance")  # keys of a set-up that name no cards


@dataclass(frozen=True)
class MatchKey:
    """What a match is made from, in this process or in another.

    game: the name by which it is loaded.
    sides: of each player, from 1.
    reserve: cards that are in play, but that nobody holds at first.

    Whether the rules allow the match-up is checked before.
    """

    game: str | None
    powers: tuple[str | None, ...]
    mode: str
    sides: tuple[int, ...]
    options: tuple[tuple[str, str], ...]
    reserve: tuple[str, ...]


PLAYERS = 2  # by default


class Game:
    """A game whose spec has no errors. Its method `match` makes matches.

    >>> game.players, game.match().start() == state
    ((2,), True)
    """

    def __init__(
        self,
        checked: CheckedGame,
        path: Path,
        around: str | None = None,
        version: Version = AS_WRITTEN,
    ) -> None:
        """around: for a draft, the name by which its game can be loaded."""
        self.checked = checked
        self.program = checked.program
        self.path = path
        self.version = version
        # The name by which this game itself can be loaded; None if it is only in memory.
        self.name: str | None = f"{name_of(path)}{version}"
        self.around = around
        # Makes the backend of its matches; None for generated code.
        self.make_backend: Callable[[LinkedGame], Backend] | None = None
        # The errors of each power that was left out because of them (see playable.py).
        self.unsound: Mapping[str, SpecError] = {}
        # Changed its files as they were read; its draft is read with it too.
        self.rewrite: Rewrite | None = None
        self._matches: OrderedDict[MatchKey, Match] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.checked.written.slug

    def __repr__(self) -> str:
        numbers = " or ".join(map(str, self.players))
        powers = f", {len(self.powers)} powers" if self.powers else ""
        return f"<Game {self.name or self.slug}: {numbers} players{powers}>"

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players for which there are modes."""
        return tuple(sorted({mode.players for mode in self.checked.modes.values()}))

    @property
    def modes(self) -> tuple[str, ...]:
        """The names of its modes."""
        return tuple(self.checked.modes)

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The values that can be chosen before a game, by the option's name; the default first."""
        return {option.name: option.values for option in self.program.options}

    @property
    def default_options(self) -> dict[str, str]:
        """The value of each option that is played if none is chosen."""
        return {name: values[0] for name, values in self.options.items()}

    @property
    def edition(self) -> str:
        """The name of this edition."""
        return self.program.edition

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of all its editions; load one by `edition=` or `game@edition`."""
        return tuple(editions_of(self.path))

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of its modules; load them by `modules=` or `game+module`."""
        return tuple(slugs_in(self.path, "module"))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the cached matches: another process makes its own."""
        left_out = ("_matches", "_lock", "rewrite")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _matches=OrderedDict(), _lock=threading.Lock(), rewrite=None)

    def with_program(self, program: Program) -> Game:
        """Return a game with a changed version of this one's program, and the same texts."""
        game = Game(self.checked, self.path, self.around, self.version)
        game.program, game.make_backend = program, self.make_backend
        game.unsound = self.unsound
        game.rewrite, game.records = self.rewrite, self.records
        game.name = None
        return game

    def by(self, make_backend: Callable[[LinkedGame], Backend]) -> Game:
        """Return the same game with another backend. make_backend: such as `Semantics`."""
        game = self.with_program(self.program)
        game.name, game.make_backend = self.name, make_backend
        return game

    def forget(self) -> None:
        """Clear the cache of matches, for tools that play very many match-ups."""
        self._matches.clear()

    @functools.cached_property
    def powers(self) -> dict[str, d.CardDocument]:
        """The powers that players can hold, by slug."""
        others = {*self.checked.written.always, *self.checked.modes}
        return {s: c.written for s, c in self.checked.cards.items() if s not in others}

    @functools.cached_property
    def setup_words(self) -> frozenset[str]:
        """The keys of a set-up that are specific to the game: each names a card in play."""
        modes = {mode.needs for mode in self.checked.modes.values()}
        cards = {c.reserve.needs for c in self.powers.values() if c.reserve is not None}
        return frozenset(word for word in modes | cards if word)

    @functools.cached_property
    def records(self) -> RecordNotation:
        """How other programs write records of the game (records.yaml). Raises SpecError."""
        from thesmos.check.documents.record_notation import read_record_notation  # kept with it

        notation, wrong = read_record_notation(self.checked, self.path, self.version, self.rewrite)
        if wrong:
            raise SpecError(with_lines(wrong))
        return notation

    def mode(self, name: str | None, players: int, setup: Container[str] = ()) -> d.ModeDocument:
        """Return the mode with a name; without one, the mode for these players and this set-up.

        Raises UsageError if there is none.
        """
        modes = self.checked.modes
        if name is not None:
            if name not in modes:
                raise UsageError(f"there is no mode `{name}`", f"modes: {', '.join(modes)}")
            return modes[name]
        for mode in sorted(modes.values(), key=lambda m: not m.needs):
            if mode.players == players and (not mode.needs or mode.needs in setup):
                return mode
        counts = sorted({m.players for m in modes.values()})
        numbers = ", ".join(map(str, counts))
        raise UsageError(
            f"{self.slug} can't be played by {players}", f"possible numbers of players: {numbers}"
        )

    def _seated(self, mode: d.ModeDocument, teams: object) -> d.ModeDocument:
        """Return the mode with its sides numbered like the teams of a record."""
        if teams is None:
            return mode
        if not isinstance(teams, list) or len(teams) != mode.players:
            raise UsageError(
                "`teams` must list a side for each player", f"for example {list(mode.sides)}"
            )
        renamed = dict(zip(mode.sides, teams, strict=True))
        if sorted(set(teams)) != sorted(renamed) or [renamed[s] for s in mode.sides] != teams:
            raise UsageError(
                f"teams {teams} are not those of {mode.slug}", f"its teams are {list(mode.sides)}"
            )
        return replace(mode, sides=tuple(teams))

    def match(
        self,
        powers: Sequence[str | None] | None = None,
        mode: str | None = None,
        options: Mapping[str, str] | None = None,
        setup: Mapping[str, object] | None = None,
        any_match_up: bool = False,
    ) -> Match:
        """Return a match of these powers, one for each player. The latest matches are cached.

        powers: slugs; None for a player without a power. By default nobody has one: as many players
            as the mode is for, or two.
        mode: by default, the one for so many players.
        options: values by name; by default, the first value of each.
        setup: further entries of the set-up, as in records.
        any_match_up: allow match-ups that the rules forbid.

        Raises UsageError if the match-up can't be played, or is forbidden; SpecError if one of the
        powers was left out because of its errors.
        """
        if mode is not None:
            mode = arguments.text(mode, "mode", next(iter(self.checked.modes)))
        if powers is None:
            known = self.checked.modes.get(mode or "")
            powers = [None] * (PLAYERS if known is None else known.players)
        example = [*[*self.powers][: PLAYERS - 1], None] if self.powers else [None] * PLAYERS
        powers = arguments.names(powers, "powers", example)
        options = arguments.mapping(options, "options", self.default_options)
        setup = arguments.mapping(setup, "setup", dict.fromkeys(self.setup_words, "…"))
        self._check_setup(setup, len(powers))
        return self.match_of(self.key_of(powers, mode, options, setup, any_match_up))

    def _check_setup(self, setup: Mapping[str, object], players: int) -> None:
        """Raise UsageError for a key that no set-up has, or another number of players."""
        keys = [*SETUP, *sorted(self.setup_words)]
        for key, value in setup.items():
            if key not in keys:
                near = suggest(key, keys)
                raise UsageError(
                    f"a set-up has no `{clipped(key)}`", near or f"it has {', '.join(keys)}"
                )
            if key == "players" and value != players:
                text = f"the set-up is for {clipped(repr(value))} players, but {players} play"
                raise UsageError(text, "give a power, or None, for each player")

    def match_of(self, key: MatchKey) -> Match:
        """Return the match with a key, even if it is forbidden. Cached. Raises UsageError."""
        with self._lock:
            match = self._matches.pop(key, None) or self.make(key)
            self._matches[key] = match
            if len(self._matches) > CACHED_MATCHES:
                self._matches.popitem(last=False)
            return match

    def key_of(
        self,
        powers: Sequence[str | None],
        mode: str | None = None,
        options: Mapping[str, str] | None = None,
        setup: Mapping[str, object] | None = None,
        any_match_up: bool = False,
    ) -> MatchKey:
        """Return the key of a match; arguments and errors are those of `match`.

        That the powers and options exist is only checked when they are linked.
        """
        for slug in powers:
            if slug is not None and slug in self.unsound:
                raise self.unsound[slug]
        words = {word: value for word, value in (setup or {}).items() if value}
        chosen = self._seated(self.mode(mode, len(powers), words), words.get("teams"))
        error = None if any_match_up else self.match_up_error(powers, chosen, words)
        if error is not None:
            raise error
        reserve = tuple(str(slug) for word, slug in words.items() if word not in SETUP)
        chosen_options = tuple(sorted((options or {}).items()))
        return MatchKey(
            self.name, tuple(powers), chosen.slug, tuple(chosen.sides), chosen_options, reserve
        )

    def link(
        self,
        powers: Sequence[str | None],
        mode: d.ModeDocument,
        options: Mapping[str, str],
        reserve: Sequence[str] = (),
        *,
        pool: bool = False,
    ) -> LinkedGame:
        """Link a match-up, even if it is forbidden (see link/linker.py)."""
        program = self._program_in(mode.slug)
        seated = replace(program.modes[mode.slug], sides=mode.sides)
        return link(program, powers, seated, options, reserve, pool=pool)

    def cards_in_play(self, key: MatchKey) -> tuple[CardInPlay, ...]:
        """Return the cards in play in a match. Raises UsageError if its powers can't be played."""
        program = self._program_in(key.mode)
        return cards_in_play(program, program.modes[key.mode], key.powers, key.reserve)

    def _program_in(self, mode: str) -> Program:
        """The program in a mode."""
        variant = self.checked.variants.get(mode)
        if variant is None:
            return self.program
        changed: Program = carried_over(self.checked.program, self.program, variant.program)
        return changed  # with the same change as `with_program` made to this one

    def make(self, key: MatchKey) -> Match:
        """Make a match, even if it is forbidden. It is compiled when it is first played."""
        from thesmos.play.match import Match  # not needed to load a game

        mode = replace(self.checked.modes[key.mode], sides=key.sides)
        linked = self.link(key.powers, mode, dict(key.options), key.reserve)
        cards = self.checked.cards
        written = {card.card.slug: cards[card.card.slug].written for card in linked.cards}
        texts = {slug: {"title": c.title, "text": c.text} for slug, c in written.items()}
        again = None if self.name is None else partial(match_again, key)
        match = Match(linked, texts, again, records=self.records)
        return match if self.make_backend is None else match.by(self.make_backend)

    def match_up_error(
        self, powers: Sequence[str | None], mode: d.ModeDocument, setup: Mapping[str, object]
    ) -> UsageError | None:
        """Return why the rules forbid a match-up; None if they allow it (see match_up_rules.py)."""
        return match_up_error(self.powers, mode, powers, setup)

    # ------------------------------------------------------------------- the draft

    @functools.cached_property
    def drafting(self) -> Game:
        """The draft of the game: a game in its folder `draft`, whose pieces are the powers.

        Raises UsageError if the game has no draft, SpecError if the draft has errors.
        """
        path = self.path / DRAFT
        if not (path / "game.yaml").is_file():
            raise UsageError(f"{self.slug} has no draft", "name the powers instead")
        cards = {s: c.written for s, c in self.checked.cards.items() if s not in self.checked.modes}
        around = Folder(
            self.path, self.checked.written, cards, self.checked.modes,
            version=self.version, rewrite=self.rewrite,
        )  # fmt: skip
        return _game_without_errors(*_read_version(path, around, self.rewrite), self.name)

    def draft(self, players: int = 2, options: Mapping[str, str] | None = None) -> Match:
        """Return a match of the draft. Raises UsageError if there is none, or for wrong options."""
        counts = [mode.players for mode in self.drafting.checked.modes.values()]
        players = arguments.whole_number(players, "players", min(counts), max(counts))
        return self.drafting.match([None] * players, options=options)

    def after(self, drafted: State) -> Match:
        """Return the match that a finished draft leads to.

        Raises UsageError if the draft isn't over, or ended by concession.
        """
        match_up = drafted.match_up
        if match_up is None:
            raise UsageError("this draft has not led to a match-up", "play it to its end")
        return self.match(match_up.powers, setup=match_up.setup)


def name_of(path: Path) -> str:
    """Return the name by which the game in a folder can be loaded."""
    resolved, shipped = path.resolve(), resources.spec_dir().resolve()
    if resolved.is_relative_to(shipped):
        return resolved.relative_to(shipped).as_posix()
    return str(resolved)


def load(
    name: str | os.PathLike[str],
    *,
    edition: str | None = None,
    modules: Sequence[str] = (),
    rewrite: Rewrite | None = None,
) -> Game:
    """Load a shipped game by its name, or a game from the path of a folder.

    edition, modules: the version of the game; can also be part of the name, as in `game@2015` and
        `game+market`.
    rewrite: changes each file before it is read, for example to add texts in more languages.

    Games are cached on disk until a file changes (see kept_games.py).

    Raises SpecError with all errors of the spec, UsageError if there is no such game, edition or
    module.

    >>> load(game.slug).players == load(game.path).players
    True
    """
    if not isinstance(name, str | os.PathLike):
        hint = "give its name, or the path of its folder"
        raise UsageError(f"there is no game {clipped(repr(name))}", hint)
    name = os.fspath(name)
    if edition is not None:
        edition = arguments.text(edition, "edition", "2015")
    modules = [str(module) for module in arguments.names(modules, "modules", ["market"])]
    path, named = find_version(name)
    chosen = named.with_choice(edition, modules)
    make = partial(_loaded_now, name, path, chosen, rewrite)
    return make() if rewrite is not None else _cached(name, path, chosen, make)


def _cached(name: str, path: Path, version: Version, make: Callable[[], Game]) -> Game:
    """Return the cached game, or make it now."""
    from thesmos.play.kept_games import kept_game  # not needed to check a game

    return kept_game(name, path, version, game_around(path) or path, make)


def _loaded_now(name: str, path: Path, version: Version, rewrite: Rewrite | None) -> Game:
    """Load the game in a folder. Raises as `load`."""
    folder, checked, diagnostics = _read_version(path, None, rewrite, version)
    outer, _, inner = folder.game.slug.rpartition("/") if folder.game else ("", "", "")
    if outer and split_name(name)[0] != f"{outer}/{inner}":
        outer = str(folder.path.resolve().parent)
    return _game_without_errors(
        folder, checked, diagnostics, f"{outer}{folder.version}" if outer else None
    )


def _read_version(*about: Any) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    from thesmos.check.reading import read_version  # a game that was kept is not checked again

    return read_version(*about)


def _game_without_errors(
    folder: Folder, checked: CheckedGame | None, diagnostics: list[Diagnostic], around: str | None
) -> Game:
    """Return the game. Raises SpecError if it has errors."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if errors or checked is None:
        raise SpecError(errors)
    game = Game(checked, folder.path, around, folder.version)
    game.rewrite = folder.rewrite
    _ = game.records  # read now, so that its errors are raised here
    return game


# ------------------------------------------------------------- matches in other processes

_AGAIN = threading.RLock()


def match_again(key: MatchKey) -> Match:
    """Return the match with a key, for unpickling. The latest ones are cached.

    Raises SpecError or UsageError if it can't be made here.
    """
    with _AGAIN:
        return _made(key)


@functools.lru_cache(CACHED_MATCHES)
def _made(key: MatchKey) -> Match:
    assert key.game is not None
    return _loaded(key.game).make(key)


@functools.lru_cache(CACHED_GAMES)
def _loaded(name: str) -> Game:
    return load(name)
