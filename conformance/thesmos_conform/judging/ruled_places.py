"""Where our rulings depart from the recorded original, to be recognized in any game.

A ruling describes choices after which it departs, and names places of scenarios. Random games reach
the same states by other choices, and other states in which the same rules forbid what the original
allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from thesmos.play.protocols import State
from thesmos.play.state import State as PlayedState
from thesmos.scenario.reader import scenario_id
from thesmos_conform.cases.case import Look
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases, scenario_folders
from thesmos_conform.judging.result import AnswerDifference
from thesmos_conform.protocol.messages import Place
from thesmos_conform.reference.clause_trace import ClauseTrace
from thesmos_conform.reference.oracle import Oracle, linked_of
from thesmos_conform.reference.ruled_choices import led_to
from thesmos_conform.reference.rulings import CitedRuling


@dataclass(frozen=True)
class RuledPlace:
    """A state of a match-up in which our ruling decides.

    key: the state, as `_key` makes it.
    step: the pending step.
    refused: the rules and clauses that forbid what the original allowed, if the scenario names any.
    cards: those whose clauses implement the ruling.
    """

    match_up: Hashable
    key: Hashable
    ruling: CitedRuling
    step: str
    refused: frozenset[str]
    cards: frozenset[str]


class RuledPlaces:
    """The ruled places of an oracle's games, each read when it is first asked about."""

    def __init__(self, oracle: Oracle, trace: ClauseTrace) -> None:
        self.oracle = oracle
        self.trace = trace
        self._known: dict[str, tuple[RuledPlace, ...]] = {}

    def at(self, place: Place, state: State) -> CitedRuling | None:
        """Return our ruling that decides in a state of a place; None if none does."""
        with self.oracle.lock:
            ruled = self._named(place, state)
            return self._after_choice(place.game, [state]) if ruled is None else ruled.ruling

    def opens(self, place: Place, state: State) -> CitedRuling | None:
        """Return our ruling that decides in a state without naming what it forbids, if any.

        There the original would be in another state.
        """
        with self.oracle.lock:
            ruled = self._named(place, state)
            if ruled is not None:
                return None if ruled.refused else ruled.ruling
            return self._after_choice(place.game, [state])

    def may_open(self, place: Place, state: State) -> bool:
        """Return whether a ruling can decide so in a match-up. state: any of its states."""
        match_up = _match_up(place, state)
        cards = {linked.card.slug for linked in linked_of(state).cards}
        described = self.oracle.rulings(place.game).choices
        return any(ruled.match_up == match_up for ruled in self.of(place.game)) or any(
            choice.card in cards for choice, _ in described
        )

    def _named(self, place: Place, state: State) -> RuledPlace | None:
        """Return the ruled place with the state of a place; None if it is not a ruled place."""
        every = self.of(place.game)
        key = _key(place, state) if every else None
        return next((ruled for ruled in every if ruled.key == key), None)

    def _after_choice(self, slug: str, states: Sequence[State]) -> CitedRuling | None:
        """Return our ruling that describes a choice that led to one of some states, if any."""
        described = self.oracle.rulings(slug).choices
        played = [state for state in states if isinstance(state, PlayedState)]
        rulings = (
            ruling for choice, ruling in described for state in played if led_to(choice, state)
        )
        return next(rulings, None)

    def behind(self, place: Place, differences: Sequence[AnswerDifference]) -> CitedRuling | None:
        """Return our ruling behind differences at a place; None if there is none.

        There is one if it decides in that state without naming what it forbids, if it has decided
        earlier in the turn, or if the only differences are extra options, offered to a player who
        has one of its cards, and everything that forbids them also forbids something at its place.
        """
        with self.oracle.lock:
            states = self.oracle.path(place).states
            state = states[-1]
            begun = max(
                (n for n, difference in enumerate(states[:-1]) if difference.turns_begun), default=0
            )
            ruling = self.opens(place, state) or self._after_choice(place.game, states[begun + 1 :])
            if ruling is not None:
                return ruling
            extra = [text for difference in differences for text in difference.extra]
            if not extra or any(
                difference.key != "options" or difference.missing for difference in differences
            ):
                return None
            ids: set[str] = set()
            for text in extra:
                forbid = self.trace.forbidding(state, [text])
                if not forbid:  # a text that can't be an option of this step
                    return None
                ids |= {*forbid}
            return self.forbidding(state, ids, self.of(place.game))

    def with_options(self, place: Place, accepted: Callable[[Place], bool]) -> CitedRuling | None:
        """Return our ruling that names options with which an answer is accepted as a whole.

        place: what was asked about. accepted: whether the answer is accepted at another place.
        None if there is no such ruling about a card in play.
        """
        chosen = place.setup.get("options", {})
        with self.oracle.lock:
            cards = {linked.card.slug for linked in self.oracle.match(place).linked.cards}
            for options, ruling in self.oracle.rulings(place.game).options:
                if not chosen.keys().isdisjoint(options):  # the engine was asked about one of them
                    continue
                if not ruling.concerns(cards):
                    continue
                setup = place.setup | {"options": {**chosen, **options}}
                if accepted(replace(place, setup=setup)):
                    return ruling
        return None

    def forbidding(
        self, state: State, ids: Collection[str], every: Iterable[RuledPlace]
    ) -> CitedRuling | None:
        """Return the first ruling at whose place all of these rules and clauses forbid something.

        ids: the rules and clauses that forbid options in a state. every: the places to look at. The
        player who decides in the state must have one of the ruling's cards. None if there is no
        such ruling, or if there are no ids.
        """
        decision = state.decision
        if not ids or decision is None or not decision.player:
            return None
        held = {*state.held[decision.player - 1]}
        rulings = (
            ruled.ruling
            for ruled in every
            if ruled.refused.issuperset(ids) and not held.isdisjoint(ruled.cards)
        )
        return next(rulings, None)

    def of(self, slug: str) -> tuple[RuledPlace, ...]:
        """Return the ruled places of a game."""
        if slug not in self._known:
            self._known[slug] = tuple(self._read(slug))
        return self._known[slug]

    def _read(self, slug: str) -> Iterator[RuledPlace]:
        game, book = self.oracle.game(slug), self.oracle.rulings(slug)
        if not book.against_original:
            return
        scenarios = read_scenarios(
            scenario_folders(game),
            game,
            self.oracle.read_scenario,
            lambda file, _: scenario_id(file) not in book.against_original,
        )
        for case in scenario_cases(scenarios, game, self.oracle):
            begin = case.looks[0].place
            looks = {look.place.choices: look for look in case.looks}
            for choices, ruling in book.against_original.get(case.id, ()):
                place = Place(begin.game, begin.setup, begin.position, choices)
                look = looks.get(choices, Look(place))
                refused = frozenset(id for illegal in look.refuse for id in illegal.ids)
                by = (clause for clause, rulings in book.by_clause.items() if ruling in rulings)
                cards = frozenset(clause.partition(".")[0] for clause in by)
                state = self.oracle.path(place).last
                step = "" if state.decision is None else state.decision.step
                match_up = _match_up(place, state)
                yield RuledPlace(match_up, _key(place, state), ruling, step, refused, cards)


def _key(place: Place, state: State) -> Hashable:
    """Return a key that is the same for equal states of a match-up, however they came about."""
    return _match_up(place, state), state.key()


def _match_up(place: Place, state: State) -> Hashable:
    return linked_of(state).mode.slug, tuple(place.setup["powers"])
