"""Cases from whole games: recorded ones, and random ones.

A whole game is one question, with an answer for every decision. An implementation that can't begin
at the set-up is asked about single turns instead.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play import protocols
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.random_play import play
from thesmos.play.state import State
from thesmos.record.comparing import DifferenceFound
from thesmos.record.format import Record, read_records
from thesmos.record.matches import is_of, match_from_setup
from thesmos.record.recorder import setup_of
from thesmos.record.replay import ReplayCursor, replay
from thesmos_conform.cases.case import (
    MEMORY,
    RANDOM,
    RECORDS,
    Case,
    Look,
    position_of,
    powers_of,
    protocol_setup,
)
from thesmos_conform.cases.met_clauses import counting, met_clauses
from thesmos_conform.cases.profile import modes_of
from thesmos_conform.protocol.messages import Claim, Json, Place
from thesmos_conform.reference.exclusions import why_left_out
from thesmos_conform.reference.oracle import Oracle

DECISIONS = 120  # decisions of a recorded game, at most: its answers must fit into one line
LONG = 600  # decisions of a random game, at most
LINE = 400_000  # characters of the answers to a game, at most: they must fit into one line
OFTEN = 3  # games in which a clause must be met, by default
GAMES = range(8, 48)  # how many games that takes: at least, and at most
PLAYED = 4000  # decisions after which no further game begins
TURNS = 6  # positions of a random game from which single turns are played
TURN = 12  # decisions of such a turn, at most


# ----------------------------------------------------------------------------------- records


def record_cases(files: Iterable[Path], game: Game, oracle: Oracle) -> Iterator[Case]:
    """Yield a case for each recorded game of a game. Raises UsageError if it can't be replayed."""
    for file in files:
        for record in read_records(file):
            if not is_of(record, game):
                continue
            yield _recorded(f"{file.name}#{record['id']}", record, game, oracle)


def _recorded(name: str, record: Record, game: Game, oracle: Oracle) -> Case:
    with oracle.lock:
        match = match_from_setup(game, record["setup"])
        try:
            cursor = ReplayCursor(match, record)
            while cursor.at < len(cursor.decisions) and len(cursor.taken) < DECISIONS:
                cursor.choose()
        except DifferenceFound as stop:
            raise UsageError(
                f"{name} can't be played by these rules: {stop.got}",
                "`thesmos replay` shows the details",
            ) from None
        _, difference = replay(match, record)
    choices = tuple(cursor.taken[:DECISIONS])
    modules = game.records.modules  # other programs record these, but our set-ups do not
    setup = {key: value for key, value in record["setup"].items() if key not in modules}
    place = Place(game.slug, protocol_setup(setup, game), None, choices)
    unmet = f"decision {difference.decision}: {difference.kind} differs" if difference else ""
    return replace(_whole(name, RECORDS, place, match, game), unmet=unmet)


# ------------------------------------------------------------------------------------ random


def random_cases(
    game: Game, claim: Claim, count: int | None, seed: int, oracle: Oracle, *, alone: bool = False
) -> Iterator[Case]:
    """Yield random games of claimed match-ups. Raises UsageError if none is claimed.

    count: how many; None for none if scenarios can be asked about, and otherwise for as many as it
    takes to meet each clause that they reach in OFTEN games, within GAMES and PLAYED.
    alone: whether there are no scenarios; they need an implementation that can begin at positions.
    """
    if count == 0 or (count is None and "position" in claim.begins and not alone):
        return  # listing all match-ups takes a moment
    with oracle.lock:
        seats = list(claimed_match_ups(game, claim))
        counted = game.by(counting)
    if not seats and count is None:
        return
    if not seats:
        raise UsageError("the adapter claims no match-up in which a random game could be played")
    met, decisions = Counter[str](), 0
    for number in range(GAMES.stop if count is None else count):
        often = min(met.values(), default=0) >= OFTEN or decisions >= PLAYED
        if count is None and number >= GAMES.start and often:
            return
        dice = Rng(seed + number)
        seating = seats[dice.below(len(seats))]
        with oracle.lock:
            match = counted.match(
                seating.powers, seating.mode, dict(seating.options), dict(seating.setup)
            )
            case = _random(f"random:{seed}:{number}", match, seating, game, claim, dice)
        met.update(case.meets)
        decisions += sum(len(look.place.choices) for look in case.looks)
        yield case


def claimed_match_ups(game: Game, claim: Claim) -> Iterator[Seating]:
    """Yield the match-ups with only claimed powers, or none, in claimed modes, by options."""
    modes = modes_of(game, claim)
    for chosen in claimed_options(game, claim):
        played = game.default_options | dict(chosen)
        for seating in (*match_ups_without_powers(game), *allowed_match_ups(game)):
            named = {*seating.powers, *(slug for _, slug in seating.setup)} - {None}
            if seating.mode not in modes or why_left_out(claim, named, seating.mode, played):
                continue
            if claim.powers is None or named <= claim.powers:
                yield replace(seating, options=chosen)


def claimed_options(game: Game, claim: Claim) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the options to play with: those claimed first, then each other value by itself.

    Only values that are not the default ones are named.
    """
    default = game.default_options
    claimed = {name: values for name, values in claim.options or () if name in default}
    first = {name: values[0] for name, values in claimed.items()}
    others = [{**first, name: value} for name, values in claimed.items() for value in values[1:]]
    for chosen in (first, *others):
        yield tuple((name, value) for name, value in chosen.items() if value != default[name])


def _random(name: str, match: Match, seating: Seating, game: Game, claim: Claim, dice: Rng) -> Case:
    setup = cast(Json, setup_of(match, seating.mode, dict(seating.options), dict(seating.setup)))
    begin = Place(game.slug, setup)
    states, choices = _played(match, dice)
    meets = met_clauses(match, states)
    if "start" in claim.begins:
        place = begin.after(*choices[: _fitting(states)])
        return replace(_whole(name, RANDOM, place, match, game), meets=meets)
    looks = tuple(_turns(begin, match, states, dice, remembers=claim.memory))
    needs = frozenset(
        {MEMORY} if any(MEMORY in (look.place.position or {}) for look in looks) else ()
    )
    case = _whole(name, RANDOM, begin, match, game)
    return replace(case, looks=looks, needs=needs, meets=meets)


def _played(match: Match, dice: Rng) -> tuple[Sequence[State], list[str]]:
    played = list(play(match.start(), dice, LONG))
    return [state for state, _ in played], [choice.text for _, choice in played]


def _fitting(states: Iterable[State]) -> int:
    """Return how many of a game's answers fit into one line."""
    length = 0
    for number, state in enumerate(states):
        decision = state.decision
        length += len(json.dumps(state.position()))
        options = decision.options if decision is not None else ()
        length += sum(len(option.text) + 4 for option in options)
        if length > LINE:
            return number
    return LONG


def _turns(
    begin: Place, match: Match, states: Sequence[State], dice: Rng, *, remembers: bool
) -> Iterator[Look]:
    """Yield places at the end of single random turns, each begun at a position of the game.

    remembers: whether positions include what cards remember.
    """
    starts = [number for number, state in enumerate(states) if state.turns_begun]
    for start in sorted({starts[dice.below(len(starts))] for _ in range(TURNS)} if starts else ()):
        position = position_of(states[start], remembers=remembers)
        choices: list[str] = []
        for at, choice in play(match.load(position), dice, TURN):
            if choices and at.turns_begun:
                break
            choices.append(choice.text)
        yield Look(replace(begin, position=position).after(*choices))


def _whole(name: str, source: str, place: Place, match: protocols.Match, game: Game) -> Case:
    return Case(
        id=name,
        source=source,
        game=game.slug,
        mode=match.linked.mode.slug,
        powers=powers_of(game, match),
        looks=(Look(place),),
        title=_title(source, place.setup["powers"]),
        whole=True,
    )


def _title(source: str, powers: Sequence[str | None]) -> str:
    """Return what a whole game is called: who plays it, where there are powers."""
    if any(powers):
        return ", ".join(power or "none" for power in powers)
    return "a random game" if source == RANDOM else "a recorded game"
