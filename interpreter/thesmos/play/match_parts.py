"""What all states of a match share: the linked game, its backend, and how its texts are written."""

from __future__ import annotations

import functools
import pickle
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from thesmos import arguments
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.link.layout import HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.link.revealing import seen_from_behind
from thesmos.notation.events import Events
from thesmos.notation.options import OptionTexts
from thesmos.notation.positions import Positions
from thesmos.notation.possible import BrokenCondition, broken_conditions
from thesmos.notation.recorded import RecordedGame
from thesmos.notation.table import NotationTable
from thesmos.notation.texts import Texts
from thesmos.notation.unseen import Unseen
from thesmos.play.backend import Backend, Vector, backend_named, name_of
from thesmos.play.canonical import Canonical
from thesmos.play.options import Options
from thesmos.play.renumbering import Renumbering
from thesmos.play.rules_hash import rules_of
from thesmos.play.ways import Ways
from thesmos.program.declarations import Step
from thesmos.program.node import AttributeRef
from thesmos.program.recorded import PLAIN, RecordNotation

if TYPE_CHECKING:
    from thesmos.play.observing.observer import Observer
    from thesmos.play.observing.spec import ObservationSpec
    from thesmos.play.states_backend import StatesBackend
    from thesmos.render.text_board import Picture

CardTexts = Mapping[str, Any]


@dataclass(frozen=True)
class ShownStep:
    """What a decision tells of its step: its name, and the first power that declares an action.

    power: None for a step of the game.
    plain: whether no option of it has a weight, a suggestion or values.
    """

    name: str
    power: str | None
    plain: bool


class MatchParts:
    """The parts of a match that its states use. It is compiled when it is first played.

    linked: what takes part, and the layout of a state.
    texts: by slug, the `title` and the printed `text` of the cards in play; not needed for playing.
    """

    def __init__(
        self,
        linked: LinkedGame,
        texts: Mapping[str, CardTexts] | None = None,
        again: Callable[[], MatchParts] | None = None,
        make_backend: Callable[[LinkedGame], Backend] = CompiledMatch,
        records: RecordNotation = PLAIN,
    ) -> None:
        """again: finds or makes the same match in another process; None if that is impossible.

        make_backend: makes the backend that plays the linked game.
        records: how other programs write records of it.
        """
        self.linked = linked
        self.texts = texts or {}
        self._records = records
        self._again, self._make_backend = again, make_backend
        self._lock = threading.Lock()
        self._backend: Backend | None = None
        self._by_backend: dict[str, Self] = {}

    def __repr__(self) -> str:
        game = self.linked.game
        cards = ", ".join(power or "none" for power in self.powers)
        return f"<Match of {game.slug}: {cards or self.mode}>"

    @property
    def game_slug(self) -> str:
        """The game's name in files and commands, without its version."""
        return self.linked.game.slug

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.linked.players

    @property
    def mode(self) -> str:
        """The name of the mode."""
        return self.linked.mode.slug

    @property
    def powers(self) -> tuple[str | None, ...]:
        """The power that each player has at first; empty in a game without powers."""
        if not self.linked.game.cards:
            return ()
        begin = {card.holder: card.card.slug for card in self.linked.cards if not card.common}
        return tuple(begin.get(player) for player in range(self.players))

    @property
    def options(self) -> dict[str, str]:
        """The value chosen for each option of the game, by its name."""
        return self.linked.options

    @property
    def has_chance(self) -> bool:
        """Whether chance decides in a step."""
        return any(step.chooser == "chance" for step in self.linked.steps)

    @property
    def has_hidden(self) -> bool:
        """Whether a part of a state may be hidden from a player."""
        return self.linked.can_hide

    @property
    def code_count(self) -> int:
        """How many codes options can have; they are numbered from 0."""
        return self.backend.codes.count

    def __reduce__(self) -> tuple[Callable[..., MatchParts], tuple[Callable[[], MatchParts], str]]:
        """Pickle what the match is made from, and the hash of its rules."""
        if self._again is None:
            raise pickle.PicklingError("the game of this match exists only in this process")
        return same_match, (self._again, self.rules)

    @property
    def backend(self) -> Backend:
        """The backend that plays the match; it works on vectors and codes."""
        if self._backend is None:
            with self._lock:  # make it only once
                if self._backend is None:
                    self._backend = self._make_backend(self.linked)
        return self._backend

    @property
    def backend_name(self) -> str:
        """The name of the backend, as `compile` takes it; empty for one without."""
        return name_of(self._make_backend)

    @functools.cached_property
    def rules(self) -> str:
        """A hash of everything that a saved state depends on."""
        return rules_of(self.linked)

    @functools.cached_property
    def holders(self) -> list[tuple[int, str]]:
        """For each card in play, the slot that says who holds it, and its slug."""
        entries = self.linked.layout.by_meaning
        cards = self.linked.cards
        return [(entries[HoldersOf(card.number)].first, card.card.slug) for card in cards]

    @functools.cached_property
    def seen_from_behind(self) -> frozenset[AttributeRef]:
        """The attributes that everybody knows of hidden pieces."""
        return seen_from_behind(self.linked)

    @functools.cached_property
    def value_texts(self) -> Texts:
        """Writes values of the match as text."""
        return Texts(NotationTable(self.linked))

    @functools.cached_property
    def events(self) -> Events:
        """Writes and reads events of the match."""
        return Events(self.value_texts.table)

    @functools.cached_property
    def option_texts(self) -> OptionTexts:
        """Writes options of the match as text."""
        return OptionTexts(self.value_texts)

    @functools.cached_property
    def written_options(self) -> Options:
        """Makes options with their texts."""
        return Options(self.option_texts, self.backend)

    @functools.cached_property
    def shown_steps(self) -> tuple[ShownStep, ...]:
        """What decisions tell of each step, by number."""
        return tuple(map(self._shown_step, self.linked.steps))

    def _shown_step(self, step: Step) -> ShownStep:
        card = next((action.card for action in step.actions if action.card), "")
        power = card if card and card != self.linked.mode.slug else None
        plain = self.written_options.differing.isdisjoint(step.actions)
        return ShownStep(step.shown, power, plain)

    @functools.cached_property
    def positions(self) -> Positions:
        """Writes and reads positions in the game's notation."""
        return Positions(self.value_texts, self.backend.view)

    @functools.cached_property
    def unseen(self) -> Unseen:
        """Counts the pieces that a player can't see."""
        return Unseen(self.value_texts.table)

    @functools.cached_property
    def picture(self) -> Picture:
        """What pictures of its positions are made from."""
        from thesmos.render.text_board import picture_of  # playing draws nothing

        return picture_of(self.linked)

    @functools.cached_property
    def ways(self) -> Ways:
        """Finds out what happens between states, and what players learn of it."""
        return Ways(self.linked, self.events, self.backend.view)

    @functools.cached_property
    def many(self) -> StatesBackend:
        """Plays many states in one call."""
        from thesmos.play.states_backend import many_of  # most matches need none

        return many_of(self.backend)

    @functools.cached_property
    def observer(self) -> Observer:
        """Makes observations of its states."""
        from thesmos.play.observing.observer import Observer  # most matches need none

        return Observer(self.linked, self.unseen)

    @property
    def observation_spec(self) -> ObservationSpec:
        """The form of the observations of its states: the parts, by name."""
        return self.observer.spec

    @functools.cached_property
    def canonical(self) -> Canonical:
        """Makes keys that are equal for states that play the same."""
        return Canonical(self.linked)

    @functools.cached_property
    def renumbering(self) -> Renumbering:
        """Numbers equal pieces anew in what a player sees."""
        return Renumbering(self.canonical)

    @functools.cached_property
    def recorded(self) -> RecordedGame:
        """How other programs write records of the match."""
        return RecordedGame(self._records, self.value_texts, self.backend.recorded)

    def broken(self, vector: Vector) -> list[BrokenCondition]:
        """Return the conditions that a state breaks, as sentences; none in play."""
        return [*broken_conditions(self.value_texts, self.backend.broken(vector), vector)]

    def by(self, make_backend: Callable[[LinkedGame], Backend]) -> Self:
        """Return the same match with another backend. make_backend: such as `Semantics`."""
        return type(self)(self.linked, self.texts, self._again, make_backend, self._records)

    def compile(self, backend: str) -> Self:
        """Return the same match with another backend: `python`, `native` or `semantics`.

        Raises UsageError if there is no such backend. If llvmlite is not installed, `native` raises
        it when the match is first played.
        """
        backend = arguments.text(backend, "backend", "native")
        make_backend = backend_named(backend)
        with self._lock:
            if backend not in self._by_backend:
                again = functools.partial(_compiled, self._again, backend) if self._again else None
                self._by_backend[backend] = type(self)(
                    self.linked, self.texts, again, make_backend, self._records
                )
            return self._by_backend[backend]


def _compiled(again: Callable[[], MatchParts], backend: str) -> MatchParts:
    """Find or make a match again, with a backend."""
    return again().compile(backend)


def same_match(again: Callable[[], MatchParts], rules: str) -> MatchParts:
    """Unpickle a match. Raises UsageError if its rules are different here."""
    match = again()
    if match.rules != rules:
        raise UsageError(
            "this state belongs to other rules", "use the same version of the spec everywhere"
        )
    return match
