"""The interpreter as a peer: what the rules say, in the terms of the protocol.

`thesmos serve` serves it, and `doctor` shows its answers as the right ones. The runner takes states
from an `Oracle`, too, and turns them into answers with the same function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from thesmos.diagnostics import UsageError
from thesmos.notation.reading import NoSuchPart
from thesmos.perft.counting import perft
from thesmos.play.game import Game
from thesmos.play.protocols import CONCEDE, Setup, State
from thesmos.record.comparing import result_json
from thesmos.record.format import ShapeError, check_setup, extra_setup
from thesmos_conform.protocol.messages import (
    LEVELS,
    Answer,
    Claim,
    ErrorReply,
    Hello,
    Json,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos_conform.reference.oracle import Oracle, StatePath

NAME = "thesmos"


class Reference:
    """The rules as a `Peer`: it claims everything and answers within this process.

    games: names of shipped games, or folders. They are loaded by the first question, which may
    therefore raise SpecError. version: the version of thesmos to report in `hello`. oracle: the
    source of states; by default its own.
    """

    def __init__(
        self, games: Iterable[str], version: str = "", oracle: Oracle | None = None
    ) -> None:
        self.oracle = oracle or Oracle()
        self._version = version
        self._games: dict[str, Game] = {}
        self._names = list(games)

    def games(self) -> dict[str, Game]:
        """Load all games and return them by slug.

        Raises SpecError for a game with errors, UsageError for two games with one slug.
        """
        with self.oracle.lock:
            while self._names:
                game = self.oracle.use_game(self._names[0])
                self._games[game.slug] = game
                del self._names[0]
        return self._games

    # ------------------------------------------------------------------ the peer

    def hello(self) -> Hello:
        """Return the claims: everything in all games."""
        claims = {slug: self._claim(game) for slug, game in self.games().items()}
        return Hello(NAME, self._version, "Python", "", claims)

    def _claim(self, game: Game) -> Claim:
        return Claim(
            editions=(game.checked.written.edition,),
            modes=tuple(sorted(game.checked.modes)),
            powers=None,
            levels=LEVELS,
            memory=True,
            impossible=True,
        )

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Return the decision at a place.

        viewer: the player whose view to give; None for the whole state. why: an option that is not
        offered; the answer explains it.
        """
        with self.oracle.lock:
            path = self._whole_path(place)
            if not isinstance(path, StatePath):
                return path
            return _answer(path, len(place.choices), viewer, why)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Return the answers at the beginning and after each choice; the last may be a refusal."""
        with self.oracle.lock:
            path = self._path(place)
            if not isinstance(path, StatePath):
                return [path]
            answers = [_answer(path, number, viewer) for number in range(len(path.states))]
            return answers if path.refused is None else [*answers, Refused(path.refused)]

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Return the number of positions `depth` turns later, as `tools/perft.py` counts them."""
        with self.oracle.lock:
            path = self._whole_path(place)
            if not isinstance(path, StatePath):
                return path
            return perft(path.last, depth).nodes

    def close(self) -> None:
        """Drop what is cached."""
        self.oracle.forget()

    # ------------------------------------------------------------------ checking requests

    def _path(self, place: Place) -> StatePath | Unsupported | ErrorReply:
        """Return the states up to a place, or the reason why there are none."""
        try:
            place = replace(place, setup=dict(check_setup(place.setup)))
            lacking = self._lacking(place)
            return Unsupported(lacking) if lacking else self.oracle.path(place)
        except ShapeError as error:
            return ErrorReply(str(error))
        except NoSuchPart as error:
            return Unsupported(error.message)
        except UsageError as error:
            return ErrorReply(_sentence(error))

    def _whole_path(self, place: Place) -> StatePath | Unsupported | ErrorReply | Refused:
        """Return the states up to a place, or the reason why they do not lead to it."""
        path = self._path(place)
        if isinstance(path, StatePath) and path.refused is not None:
            return Refused(path.refused)
        return path

    def _lacking(self, place: Place) -> str:
        """Return what a place needs that the game does not have; empty if nothing."""
        game = self.games().get(place.game)
        if game is None:
            return f"game {place.game}"
        setup = cast(Setup, place.setup)
        for power in setup["powers"]:
            if power is not None and power not in game.powers:
                return f"power {power}"
        mode = setup.get("mode")
        if mode is not None and mode not in game.checked.modes:
            return f"mode {mode}"
        words = (word for word, value in extra_setup(setup).items() if value)
        return next((f"set-up {word}" for word in words if word not in game.setup_words), "")


def _answer(
    path: StatePath, number: int, viewer: int | None, why: str | None = None
) -> Answer | ErrorReply:
    """Return the answer after that many choices. why: ignored if the viewer does not decide."""
    state = path.states[number]
    if viewer is not None and not 1 <= viewer <= len(state.held):
        return ErrorReply(f"there is no player {viewer}")
    decides = viewer is None or (state.decision is not None and state.decision.player == viewer)
    try:
        ids = forbidding(state, why) if why is not None and decides else None
    except UsageError as error:
        return ErrorReply(_sentence(error))
    return answer(state, viewer, ids, began=not number, in_turn=path.in_turn(number))


def forbidding(state: State, text: str) -> tuple[str, ...]:
    """Return the ids of the rules and clauses that forbid a choice; none if it is on offer.

    Raises UsageError for a text that can't be an option here.
    """
    decision = state.decision
    if decision is not None and decision.player and text == CONCEDE:
        return ()
    return tuple(finding.id for finding in state.why_not(text))


def answer(
    state: State,
    viewer: int | None = None,
    why: tuple[str, ...] | None = None,
    began: bool = False,
    in_turn: bool = True,
    placed: bool = True,
) -> Answer:
    """Return the answer for a state.

    viewer: the player who sees it. What they can't see is unknown, events are told as far as they
    learn of them, and other players' options are left out, since these would reveal it. why: the
    clause ids that the question asked for. began: whether no choice led here, so that there are no
    events. in_turn: whether the first turn has begun. placed: whether the position is wanted.
    """
    seen = state if viewer is None else state.view(viewer)
    held = tuple(tuple(powers) for powers in state.held)
    events: tuple[Json, ...] | None = None
    if not began:
        happened = state.events if viewer is None else state.events_for(viewer)
        events = tuple(dict(event) for event in happened)
    position = seen.position() if placed else None
    decision = state.decision
    if decision is None:
        result = result_json(state)
        return Answer(position=position, held=held, result=result, events=events, why=why)
    sees_options = viewer is None or viewer == decision.player
    probabilities = {text: str(share) for text, share in decision.probabilities.items()}
    return Answer(
        player=decision.player,
        options=tuple(sorted(option.text for option in decision.options)) if sees_options else None,
        may_skip=decision.may_skip if sees_options else None,
        turn_of=state.turn_of if state.turn_of and in_turn else None,
        step=decision.step,
        power=decision.power,
        values=decision.values or None if sees_options else None,
        probabilities=probabilities or None if sees_options else None,
        position=position,
        held=held,
        events=events,
        why=why,
    )


def _sentence(error: UsageError) -> str:
    return f"{error.message}; {error.hint}" if error.hint else error.message
