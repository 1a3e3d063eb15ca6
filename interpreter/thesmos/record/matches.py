"""The game and the match that a recorded game was played in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from thesmos.check.documents.rulings import ORIGINAL
from thesmos.diagnostics import UsageError
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game, MatchKey, load
from thesmos.play.protocols import Match, Setup
from thesmos.record.format import Record, extra_setup
from thesmos.syntax.spec_folder import find_version
from thesmos.syntax.versions import AS_WRITTEN, slugs_in


def match_of(
    record: Record,
    spec: str | None = None,
    options: Mapping[str, str] | None = None,
    backend: str = PYTHON,
) -> Match:
    """The match that a record was played in, cached for each set-up.

    spec: the game to use instead of the one that the record names.
    options: added to those of the record, and override them.
    backend: its name.

    Raises UsageError for an unknown game, edition, module, power or set-up.
    """
    setup = json.dumps(with_options(record["setup"], options), sort_keys=True)
    return _linked(*_version_of(record, spec), setup, backend)


def options_beside(
    setup: Setup, game: Game, options: Mapping[str, str] | None, follow: str
) -> dict[str, str]:
    """Return the options that a recorded game is played with beside those of its set-up.

    options: those that override the set-up's.
    follow: ORIGINAL adds those with which the original played, where the set-up chooses none.
    """
    chosen = setup.get("options", {})
    original = game.program.original_options.items() if follow == ORIGINAL else ()
    return {name: value for name, value in original if name not in chosen} | dict(options or {})


def with_options(setup: Setup, options: Mapping[str, str] | None) -> Setup:
    """Return a set-up with options added or replaced."""
    if not options:
        return setup
    changed = setup.copy()
    changed["options"] = setup.get("options", {}) | dict(options)
    return changed


def game_of(record: Record, spec: str | None = None, backend: str = PYTHON) -> Game:
    """The game that a record was played in, cached, in its edition and with its modules.

    spec: the name or folder of a game to use instead of the one that the record names. If it names
    a version, that is played whatever the record says; if it lacks the record's edition, its own is
    played. Raises UsageError for an unknown game, edition or module, SpecError for a game with
    errors.
    """
    return _loaded(*_version_of(record, spec), backend)


def is_of(record: Record, game: Game) -> bool:
    """Return whether a record belongs to this version of this game."""
    editions = {*_editions_in(game.path), game.program.edition}
    edition = record.get("edition", "")
    same = edition == game.program.edition or edition not in editions
    if record["game"] != game.slug or not same:
        return False
    true = {key for key, value in extra_setup(record["setup"]).items() if value is True}
    named = (game.records.modules[key] for key in true if key in game.records.modules)
    return tuple(sorted(record.get("modules", named))) == game.version.modules


def _version_of(record: Record, spec: str | None) -> tuple[str, str | None, tuple[str, ...]]:
    """The name of a game, its edition if it is not the game's own, and modules."""
    if spec is None:
        edition = record.get("edition")
        return record["game"], edition, _modules_of(record, record["game"], edition)
    path, named = _found(spec)
    if named != AS_WRITTEN:
        return spec, None, ()
    editions = _editions_in(path)
    edition = record.get("edition", "") if record.get("edition", "") in editions else None
    return spec, edition, _modules_of(record, spec, edition)


def _modules_of(record: Record, name: str, edition: str | None) -> tuple[str, ...]:
    """The modules of a record: named by it, or those whose keys in the set-up are true."""
    true = [key for key, value in extra_setup(record["setup"]).items() if value is True]
    if "modules" in record or not true:
        return tuple(record.get("modules", ()))
    modules = _loaded(name, edition, ()).records.modules
    return tuple(sorted(modules[key] for key in true if key in modules))


_found = lru_cache(maxsize=4)(find_version)  # like _loaded: not searched for at every record


@lru_cache(maxsize=4)
def _editions_in(folder: Path) -> frozenset[str]:
    return frozenset(slugs_in(folder, "edition"))


@lru_cache(maxsize=4)  # consecutive records often have the same set-up
def _linked(
    name: str, edition: str | None, modules: tuple[str, ...], setup: str, backend: str
) -> Match:
    return match_from_setup(_loaded(name, edition, modules, backend), json.loads(setup))


def match_from_setup(game: Game, setup: Setup) -> Match:
    """The match for a record's set-up. Raises UsageError if there is none.

    A match-up that the rules forbid is allowed, since it was played.
    """
    return game.match_of(key_from_setup(game, setup))


def key_from_setup(game: Game, setup: Setup) -> MatchKey:
    """Return the key of the match for a record's set-up. Raises UsageError as `Game.key_of`."""
    modules = game.records.modules  # already part of the game's version
    extra = {key: value for key, value in extra_setup(setup).items() if key not in modules}
    for key, value in extra.items():
        if value and not isinstance(value, str):
            text = f"the set-up says {json.dumps({key: value})}, which {game.slug} does not know"
            words = ", ".join(sorted({*modules, *game.setup_words})) or "nothing of this kind"
            raise UsageError(text, f"known here: {words}")
    return game.key_of(
        powers=setup["powers"],
        mode=setup.get("mode"),
        options=setup.get("options"),
        setup={**extra, "teams": setup["teams"]},
        any_match_up=True,
    )


@lru_cache(maxsize=4)
def _loaded(
    name: str, edition: str | None, modules: tuple[str, ...], backend: str = PYTHON
) -> Game:
    return load(name, edition=edition, modules=modules).by(backend_named(backend))
