"""Play a spec at random, and find what must not happen in a spec that `check` accepts.

At each decision: the state is one, with every slot in its range; no two options are the same or
have one text; the chooser's own view offers the same, and every player's can be asked; the state
comes back from its own save, and its position can be read. Beside the semantics, generated code
must say the same in everything.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testing.random_specs.draw import Draw
from thesmos.compile.optimize.checked import IndexOutOfRange
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.notation.reading import place_position
from thesmos.notation.value_table import Table
from thesmos.play.backend import Semantics, Vector
from thesmos.play.choice import take
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.random_play import play as random_play
from thesmos.play.saved import is_state
from thesmos.play.state import State
from thesmos.program.clauses import Hide
from thesmos.semantics import play
from thesmos.semantics.history import Log
from thesmos.semantics.state import StructuredState as Logged
from thesmos.semantics.vector import option_from, vector_of

MOST_GAMES = 40
DRAFTED = 20  # decisions of drafts
SAY_ALL = ("value", "byPlayer", "digits", "cells", "map")
SKIPPING, CONCEDING = 40, 1  # per cent, where it is possible


class Fault(Exception):  # noqa: N818 - what is looked for
    """What must not happen. about: the same for equal faults."""

    def __init__(self, about: str, detail: str) -> None:
        super().__init__(f"{about}: {detail}" if detail else about)
        self.about = about


@dataclass
class Played:
    """What has been played of a spec. fault: None if all was well.

    fired: the ids of the clauses found to hold; clauses: of all that could have been.
    """

    decisions: int = 0
    games: int = 0
    fault: Fault | None = None
    fired: set[str] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)


def play_game(
    game: Game,
    powers: Sequence[str | None],
    seed: int,
    decisions: int,
    beside: bool,
    checked: bool = False,
) -> Played:
    """Play random games of a match-up.

    beside: whether the semantics play along. checked: whether generated code tests every index.
    """
    made = Played()
    try:
        _Player(game, powers, seed, beside, checked).play(decisions, made)
    except Fault as fault:
        made.fault = fault
    except Exception as error:  # noqa: BLE001 - any exception is a fault to report
        made.fault = Fault(about_error(error), str(error)[:300])
    return made


def play_draft(game: Game, seed: int, beside: bool, checked: bool = False) -> Played:
    """Play random drafts of a game; whatever match-up one leads to must begin, or be refused."""
    players = game.drafting.mode(None, 2).players
    made = play_game(game.drafting, [None] * players, seed, DRAFTED, beside, checked)
    if made.fault is None:
        try:
            _play_what_is_drafted(game, seed)
        except Exception as error:  # noqa: BLE001 - as above
            made.fault = Fault(about_error(error), str(error)[:300])
    return made


def _play_what_is_drafted(game: Game, seed: int) -> None:
    state = game.draft().start()
    for at, choice in random_play(state, Rng(seed), DRAFTED):
        state = take(at, choice)
    if state.match_up is not None:
        try:
            game.after(state).start()
        except UsageError:  # never allowed (14.4)
            return


def about_error(error: BaseException) -> str:
    """What is the same for equal errors: the kind of error, and where it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    file = Path(last.filename)
    return f"{type(error).__name__} in {file.parent.name}/{file.name} {last.name}"


class _Player:
    def __init__(
        self, game: Game, powers: Sequence[str | None], seed: int, beside: bool, checked: bool
    ) -> None:
        self.draw, self.beside = Draw(seed), beside
        mode = game.mode(None, len(powers))
        linked = game.link(powers, mode, {})
        self.compiled = CompiledMatch(linked, counted=True, checked=checked)
        self.match = Match(linked, make_backend=lambda _: self.compiled)
        self.linked, self.semantics = linked, Semantics(linked)

    def play(self, decisions: int, made: Played) -> None:
        """Play until so many decisions have been made, in as many games as that takes."""
        try:
            while made.decisions < decisions and made.games < MOST_GAMES:
                made.games += 1
                for _ in self._game(decisions, made):
                    made.decisions += 1
        except IndexOutOfRange as error:
            where = error.named(self.linked.layout.entries)
            raise Fault("a number is out of its range", where) from error
        finally:
            counted = zip(self.linked.clauses, self.compiled.counts, strict=True)
            for (_, clause), count in counted:
                if not isinstance(clause, Hide):  # which is not counted
                    made.clauses.add(clause.id)
                    made.fired |= {clause.id} if count else set()

    def _game(self, decisions: int, made: Played) -> Iterator[None]:
        """Play a game, and yield at each decision."""
        state = self._begun()
        logged = play.start(self.linked, Log(self.linked)).state if self.beside else None
        while state.result is None and made.decisions < decisions:
            self._look(state)
            yield
            state, logged = self._next(state, logged)
        self._look(state)

    def _begun(self) -> State:
        state = self.match.start()
        if self.beside:
            self._same("the first state", state.vector, self.semantics.start())
        return state

    def _next(self, state: State, logged: Logged | None) -> tuple[State, Logged | None]:
        """The state after a random choice; with a log, also by the semantics."""
        codes, vector = state.codes, state.vector
        chance = vector[self.linked.layout.core("chooser")] < 0
        if state.may_skip and (not codes or self.draw.chance(SKIPPING)):
            after = state.skip()
            if logged is not None:
                self._same("a skip", after.vector, self.semantics.after_skipping(vector)[0])
                logged = play.skip(logged, checked=False).state
        elif not codes or (not chance and self.draw.below(1000) < CONCEDING * 10):
            if chance:
                raise Fault("chance has no outcome", "")
            after = state.concede()
            if logged is not None:
                self._same("a concession", after.vector, self.semantics.after_conceding(vector)[0])
                logged = play.concede(logged).state
        else:
            code = self.draw.one(codes)
            after = state.take(code)
            if logged is not None:
                self._same("an option", after.vector, self.semantics.after(vector, code)[0])
                option = option_from(self.linked, *self.compiled.codes.option(code))
                logged = play.choose(logged, option, checked=False).state
        if logged is not None:
            self._same("the past by a log", after.vector, vector_of(logged))
        return after, logged

    # ------------------------------------------------------------------------- one state

    def _look(self, state: State) -> None:
        """Look at a state."""
        if not is_state(self.linked, state.vector):
            raise Fault("a slot is out of its range", ", ".join(self._wrong_slots(state.vector)))
        codes = list(state.codes)
        if codes != sorted(set(codes)):
            raise Fault("an option is offered twice, or out of order", str(codes))
        decision = state.decision
        if decision is not None:
            texts = decision.texts
            if len(set(texts)) != len(texts):
                twice = sorted({text for text in texts if texts.count(text) > 1})
                raise Fault("two options have one text", ", ".join(twice))
            if decision.player:
                seen = state.view(decision.player)
                if (seen.codes, seen.may_skip) != (state.codes, state.may_skip):
                    raise Fault("the chooser's view offers something else", f"{decision}")
            if self.linked.can_hide:
                for player in range(1, self.linked.players + 1):
                    _ = state.view(player).decision  # which must be there for whoever looks
        again = self.match.from_json(state.to_json())
        if (again, again.codes, again.may_skip) != (state, state.codes, state.may_skip):
            raise Fault("a saved and restored state differs", "")
        self._read_again(state)
        if self.beside:
            self._compare(state)

    def _read_again(self, state: State) -> None:
        """Read the position of a state, which must then be written as it was.

        From its whole position exactly this state is read.
        """
        position = json.loads(json.dumps(state.position()))
        placed = [*self.linked.initial]
        place_position(self.match.positions, placed, position)
        positions = self.match.positions
        for entry in positions.entries:
            written = positions.entry(entry, state.vector)
            if self._says_all(entry) and positions.entry(entry, placed) != written:
                raise Fault("a position is not read as it was written", ".".join(entry["path"]))
        self.match.load(position, allow_impossible=True)
        whole = json.loads(json.dumps(state.position(whole=True)))
        if self.match.load(whole, allow_impossible=True) != state:
            raise Fault("a state is not read back from its whole position", "")

    def _says_all(self, entry: Table) -> bool:
        """Whether an entry says all of an attribute, in a way that is the same for all pieces."""
        if entry["omitEmpty"] or entry["is"] not in SAY_ALL:
            return False
        return "piece" not in self.match.positions.table.types[entry["type"]]

    def _compare(self, state: State) -> None:
        """Compare what generated code and the semantics say about a state."""
        vector, codes = state.vector, list(state.codes)
        self._same("the options", codes, self.semantics.options(vector))
        self._same("may skip", state.may_skip, self.semantics.may_skip(vector))
        for player in range(self.linked.players):
            seen = self.compiled.view(vector, player)
            self._same(f"the view of {player}", seen, self.semantics.view(vector, player))
            offered = self.semantics.options(seen)
            self._same(f"the options in the view of {player}", self.compiled.options(seen), offered)
        chooser = vector[self.linked.layout.core("chooser")]
        seen = vector if chooser < 0 else self.compiled.view(vector, chooser)
        for code in codes:
            numbers = self.compiled.shown(seen, chooser, code)
            self._same("what is shown", numbers, self.semantics.shown(seen, chooser, code))
            weight = self.compiled.weight(vector, code)
            self._same("a weight", weight, self.semantics.weight(vector, code))
            suggested = self.compiled.suggested(vector, code)
            self._same("what is suggested", suggested, self.semantics.suggested(vector, code))

    def _same(self, about: str, compiled: object, semantics: object) -> None:
        if compiled != semantics:
            detail = f"compiled {compiled}, the semantics {semantics}"
            if isinstance(compiled, tuple) and isinstance(semantics, tuple):
                detail = ", ".join(self._different(compiled, semantics))
            raise Fault(f"generated code and the semantics differ: {about}", detail)

    # ----------------------------------------------------------------------- names of slots

    def _wrong_slots(self, vector: Vector) -> Iterator[str]:
        """The slots out of their range; none of them if they only do not fit together."""
        for entry in self.linked.layout.entries:
            for slot in entry.slots:
                value = vector[slot]
                empty = value == self.linked.layout.none
                if not (entry.none if empty else entry.low <= value <= entry.high):
                    yield f"{entry.meaning} is {value}"

    def _different(self, one: Vector, other: Vector) -> Iterator[str]:
        size = self.linked.layout.size
        for entry in self.linked.layout.entries:
            for slot in entry.slots:
                for half in range(len(one) // size):
                    a, b = one[slot + half * size], other[slot + half * size]
                    if a != b:
                        yield f"{entry.meaning}{' (kept)' * half} is {a}, and {b}"
