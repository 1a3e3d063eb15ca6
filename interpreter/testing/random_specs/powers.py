"""Random powers for a game that there is already."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from testing.random_specs.additions import random_card
from testing.random_specs.cards import Cards
from testing.random_specs.draw import Draw
from testing.random_specs.positions import marks_of
from testing.random_specs.texts import Spec
from testing.random_specs.vocabulary import Vocabulary, vocabulary_of
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game, load

SLUG = "zzz"


def random_power(draw: Draw, game: Game) -> Spec:
    """The game with a power that player 1 holds, and no others than always take part.

    Raises UsageError for a game without headings, for which there can be no powers.
    """
    if not game.checked.written.headings:
        raise UsageError(f"{game.slug} has no headings, so it has no powers", None)
    turn = game.checked.written.flow.get("turn", ())
    rewinds = any(word == "rewind" for word, _ in turn)
    enums = {name: dict(words) for name, words in game.checked.written.enums.items()}
    names = _vocabulary(game.path)
    document = random_card(Cards(draw, rewinds), SLUG, names, marks_of(enums))
    mode = min(game.checked.modes.values(), key=lambda mode: (mode.players, mode.needs))
    held = (SLUG, *[None] * (mode.players - 1))
    return Spec({f"powers/{SLUG}.yaml": document}, held, _files(game))


@lru_cache(maxsize=1)
def _vocabulary(path: Path) -> Vocabulary:
    """What a game names without the powers that only some matches have.

    The action of a step that every turn comes to is the last one.
    """
    with tempfile.TemporaryDirectory(prefix="random-spec-") as folder:
        Spec({}, (), _files(load(str(path)))).write(Path(folder))
        game = load(folder)
    names, flow = vocabulary_of(game.checked.names), game.checked.written.flow
    named = [step for word, step in flow.get("turn", ()) if word == "steps"]
    steps = tuple(
        replace(step, regular=step.name in named, skip=game.checked.names.steps[step.name].skip)
        for step in names.steps
    )
    regular = [action for step in steps if step.regular for action in step.actions]
    actions = sorted(names.actions, key=lambda action: action.name in regular[:1])
    return replace(names, steps=steps, actions=tuple(actions))


def _files(game: Game) -> dict[str, str]:
    """The files of the game, without the powers that only some matches have."""
    modes = game.checked.modes.values()
    needed = {*game.checked.written.always, *(slug for mode in modes for slug in mode.always)}
    paths = [*game.path.glob("*.yaml"), *game.path.glob("modes/*.yaml")]
    paths += [*game.path.glob("parts/*.yaml"), *game.path.glob("words/*.yaml")]
    paths += [path for path in game.path.glob("powers/*.yaml") if path.stem in needed]
    return {_name(path, game.path): path.read_text(encoding="utf-8")
            for path in sorted(paths) if path.name != "rulings.yaml"}  # fmt: skip


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
