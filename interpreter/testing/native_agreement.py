"""How far machine code and generated Python agree: a command that plays by volume.

    python -m testing.native_agreement [--with KIND…] [GAME…] [--awkward N] [--each N]
    python -m testing.native_agreement [--with KIND…] --random N

With `--with checked`, machine code tests every index. With `--with wasm` it is WebAssembly that is
compared, which Node.js plays, and with it the reasons and what texts are made of; with `--with
object` it is an object file, linked by `cc`. Several are compared in turn. Both say all that a
backend is asked, at every decision of random games. Without GAME every shipped game is played: so
many decisions of each awkward match-up, and of each other pair and mode. With --random it is so
many random specs instead.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from testing.agreement_tasks import MADE_UP, SHIPPED, seatings
from testing.awkward import AWKWARD
from testing.object_match import ObjectMatch
from testing.random_specs.running import LoadedSpec, random_spec
from testing.walks import GAMES
from testing.wasm_match import wasm_match
from thesmos.compile.machine.native.match import NativeMatch
from thesmos.compile.python.explained_match import ExplainedMatch
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import SpecError
from thesmos.dice import UNIFORM, WEIGHTS, Rng
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import After, Backend
from thesmos.play.game import load
from thesmos.play.match import Match

AWKWARD_DECISIONS, EACH, OF_RANDOM = 20_000, 1_000, 60
SKIPS, CONCEDES = 5, 500  # one choice of so many, where it is possible
PLAYED_OUT = 500  # decisions of a game that each plays alone
MAX_CHECKED = 5  # options of a decision whose weights are compared


class PrintersDiffer(Exception):  # noqa: N818 - a result, not an error of the program
    """Generated Python and another backend differ: about what, and what each says."""

    def __init__(self, about: str, python: object, native: object) -> None:
        super().__init__(f"{about}: Python {python}, the other {native}")


def compare(game: LinkedGame, decisions: int, seed: int = 1, *, checked: bool = False) -> int:
    """Play random games of a match in both, and return how many decisions agreed.

    checked: whether machine code tests every index. Raises PrintersDiffer at the first difference.
    """
    return compare_with(NativeMatch(game, checked=checked), decisions, seed)


def compare_with(native: Backend, decisions: int, seed: int = 1) -> int:
    """The same with another backend in place of machine code."""
    game = native.game
    python, dice, made = CompiledMatch(game), Rng(seed), 0
    over, chooser = game.layout.core("winners"), game.layout.core("chooser")
    first = python.after_entering(game.initial)[0]
    for chance in (WEIGHTS, UNIFORM):
        played = [backend.playout(first, seed, PLAYED_OUT, chance) for backend in (python, native)]
        if played[0] != played[1]:
            raise PrintersDiffer(f"random game, {chance}", *(lengths for _, lengths in played))
    while made < decisions:
        after = _both("start", python, native, lambda one: one.after_entering(game.initial))
        if after[0][over]:  # before anybody decides, as every game of the match is then
            return made
        while not after[0][over] and made < decisions:
            made += 1
            following = _next(python, native, after, dice, after[0][chooser] < 0)
            if following is None:  # chance has no outcome
                return made
            after = following
    return made


def _next(
    python: CompiledMatch, native: Backend, after: After, dice: Rng, chance: bool
) -> After | None:
    """What follows a random choice; None if there is none."""
    vector, codes, _ = after
    same = _asked(python, native, after, dice)
    if same and (not codes or dice.below(SKIPS) == 0):
        return _both("skip", python, native, lambda one: one.after_skipping(vector))
    if not chance and (not codes or dice.below(CONCEDES) == 0):
        return _both("concede", python, native, lambda one: one.after_conceding(vector))
    if not codes:
        return None
    code = codes[dice.below(len(codes))]
    return _both(f"option {code}", python, native, lambda one: one.after(vector, code))


def _asked(python: CompiledMatch, native: Backend, after: After, dice: Rng) -> bool:
    """Ask both what can be asked of a state; return whether the step may be skipped."""
    vector, codes, _ = after
    if native.options(vector) != codes:
        raise PrintersDiffer("options", codes, native.options(vector))
    for player in range(python.game.players):
        if python.view(vector, player) != native.view(vector, player):
            raise PrintersDiffer(f"view of {player}", python.view(vector, player), vector)
    for _ in range(min(MAX_CHECKED, len(codes))):
        code = codes[dice.below(len(codes))]
        for ask in (Backend.weight, Backend.suggested):
            said = [getattr(one, ask.__name__)(vector, code) for one in (python, native)]
            if said[0] != said[1]:
                raise PrintersDiffer(f"{ask.__name__} of {code}", *said)
    if not isinstance(native, ExplainedMatch):
        _asked_besides(python, native, after, dice)
    skips = python.may_skip(vector)
    if native.may_skip(vector) != skips:
        raise PrintersDiffer("may skip", skips, not skips)
    return skips


def _asked_besides(python: CompiledMatch, other: Backend, after: After, dice: Rng) -> None:
    """Ask both what generated Python answers for most backends: what texts and reasons need."""
    vector, codes, _ = after
    chooser = vector[python.game.layout.core("chooser")]
    seen = vector if chooser < 0 else python.view(vector, chooser)
    questions: list[tuple[str, tuple[Any, ...]]] = [
        ("explain_skip", (vector,)),
        ("scores", (vector,)),
        ("broken", (vector,)),
    ]
    for code in {codes[dice.below(len(codes))] for _ in range(min(2, len(codes)))}:
        questions += [
            ("wordings", (seen, chooser, [code])),
            ("shown", (seen, chooser, code)),
        ]
        questions.append(("explain", (vector, code)))
    questions.append(("explain", (vector, dice.below(python.codes.count))))
    for name, given in questions:
        said = [getattr(one, name)(*given) for one in (python, other)]
        if said[0] != said[1]:
            raise PrintersDiffer(f"{name}{given[1:]}", *said)


def _both(about: str, python: CompiledMatch, native: Backend, follow: object) -> After:
    """What follows, of which both must say the same."""
    assert callable(follow)
    first, second = follow(python), follow(native)
    if first != second:
        slots = [
            (slot, *pair)
            for slot, pair in enumerate(zip(first[0], second[0], strict=True))
            if pair[0] != pair[1]
        ]
        raise PrintersDiffer(f"{about}: slots {slots}", first[1:], second[1:])
    made: After = first
    return made


# ------------------------------------------------------------------------- by volume


def match_ups(
    names: list[str], awkward: int, each: int
) -> Iterator[tuple[str, Callable[[], Match], int]]:
    """What is compared: its name, what makes the match, and how many decisions of it."""
    for one in AWKWARD if not names else ():
        game = load(one.game)
        mode = game.mode(None, len(one.powers), dict(one.setup)).slug
        given = one.powers, mode, dict(one.options), dict(one.setup)
        yield f"{one.game} {one.powers}", partial(game.match, *given, any_match_up=True), awkward
    for name in names or (*SHIPPED, *MADE_UP):
        game = load(str(GAMES / name) if name in MADE_UP else name)
        for seating, options in seatings(game):
            given = seating.powers, seating.mode, dict(options), dict(seating.setup)
            made = partial(game.match, *given, any_match_up=True)
            yield f"{name} {seating} {options}", made, each


def compare_wasm(game: LinkedGame, decisions: int, seed: int = 1) -> int:
    """The same as `compare`, with WebAssembly."""
    with wasm_match(game) as match:
        return compare_with(match, decisions, seed)


def compare_object(
    game: LinkedGame, decisions: int, seed: int = 1, *, checked: bool = False
) -> int:
    """The same as `compare`, with an object file."""
    with TemporaryDirectory() as folder:
        return compare_with(ObjectMatch(game, Path(folder), checked=checked), decisions, seed)


Compared = Callable[[LinkedGame, int, int], int]
SEEDS = 20  # of random specs, of which at least one is accepted

KINDS: dict[str, Compared] = {
    "native": compare,
    "checked": partial(compare, checked=True),
    "wasm": compare_wasm,
    "object": compare_object,
}


def compare_random(compared: Compared, seed: int) -> int:
    """Compare some decisions of a random spec; none if it is refused. Raises PrintersDiffer."""
    spec = random_spec(seed)
    try:
        with LoadedSpec(spec) as game:
            mode = game.mode(None, len(spec.powers))
            return compared(game.link(spec.powers, mode, {}), OF_RANDOM, seed)
    except SpecError:
        return 0


def compare_accepted(compared: Compared, seed: int) -> int:
    """Compare some decisions of the first accepted spec of some seeds. Raises PrintersDiffer.

    seed: that of the first spec; those of another one don't overlap with these.
    """
    seeds = range(seed * SEEDS, (seed + 1) * SEEDS)
    return next(filter(None, (compare_random(compared, number) for number in seeds)))


def main() -> int:
    """Compare what the command line names. Returns 1 if there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--with", dest="kinds", nargs="+", choices=KINDS, default=["native"])
    parser.add_argument("--awkward", type=int, default=AWKWARD_DECISIONS)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--part", default="1/1", help="N/M: every M-th match-up, from the N-th on")
    given = parser.parse_args()
    number, parts = map(int, given.part.split("/"))
    wrong = matches = decisions = 0
    start = time.monotonic()
    tasks: Iterator[tuple[str, Callable[[Compared, int], int]]] = (
        (name, lambda compared, at, make=make, wanted=wanted: compared(make().linked, wanted, at))  # type: ignore[misc]
        for name, make, wanted in match_ups(given.games, given.awkward, given.each)
    )
    if given.random:
        tasks = ((f"seed {seed}", compare_random) for seed in range(given.random))
    for place, (name, task) in enumerate(tasks):
        if place % parts != number - 1:
            continue
        matches += 1
        for kind in given.kinds:
            try:
                decisions += task(KINDS[kind], place)
            except PrintersDiffer as difference:
                wrong += 1
                click.echo(f"{name}, {kind}: {difference}")
        taken = time.monotonic() - start
        click.echo(
            f"\r{matches} match-ups, {decisions} decisions, {taken:.0f} s", nl=False, err=True
        )
    click.echo(f"\n{matches} match-ups, {decisions} decisions, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
