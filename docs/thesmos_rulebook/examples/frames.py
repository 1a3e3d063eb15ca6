"""Scenarios played frame by frame: positions, the options, and why others are not on offer.

Frames are the same in every language.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.diagnostics import Location, UsageError
from thesmos.link.geometry import adjacent, grid_of
from thesmos.play.choice import find_choice, not_offered, take
from thesmos.play.protocols import Match, State
from thesmos.play.state import Decision
from thesmos.program.node import Ref
from thesmos.render.scene import Scene, scene_of
from thesmos.render.text_board import Picture, picture_of
from thesmos.scenario.reader import Given, Scenario, ScenarioStep, texts
from thesmos.scenario.runner import Runner, begun
from thesmos.syntax.yaml_nodes import YamlMap
from thesmos.syntax.yaml_values import get, pairs
from thesmos_rulebook.examples.deciding_clauses import DecidingClauses

MAX_SEEN = 60  # frames of a recording, with its branches; later ones are not shown
MAX_BRANCHES = 4
MAX_TRIES = 60  # options tried at a decision to find out why they are not on offer
SILENT = ("note", "turn")  # events that change nothing on the board


@dataclass(frozen=True)
class BarredOption:
    """An option that is not on offer, the cell it leads to, and the first clause against it."""

    text: str
    cell: str
    because: str


@dataclass(frozen=True)
class ScenarioFrame:
    """A moment of a scenario: a position and the decision in it.

    taken: the option that led here, empty at the start.
    events: what it did.
    player: who decides (0: chance), None after the end.
    targets: the cells that options lead to.
    agreed: whether a draft ended with an agreement on what is played.
    action: for a step that a card adds, the id of its action.
    clauses: those that took part in the choice that led here.
    over: whether the game is over if nobody decides; otherwise the decision is not known.
    """

    position: Mapping[str, Any]
    taken: str
    events: tuple[Mapping[str, str], ...]
    arrows: tuple[tuple[str, str], ...]
    player: int | None
    step: str
    power: str | None = None
    options: tuple[str, ...] = ()
    may_skip: bool = False
    targets: tuple[str, ...] = ()
    barred: tuple[BarredOption, ...] = ()
    winners: tuple[int, ...] = ()
    agreed: bool = False
    action: str = ""
    clauses: tuple[str, ...] = ()
    over: bool = True


@dataclass(frozen=True)
class Recording:
    """A scenario as frames: a trunk, and branches that start at its end.

    held: the powers at the start.
    start: how a board on a page begins there: see boards/element.py; empty if none can.
    branches: each with its name by language. There are at most MAX_BRANCHES, and at most MAX_SEEN
        frames in all.
    """

    id: str
    titles: Mapping[str, str]
    cites: tuple[str, ...]
    picture: Picture
    held: tuple[tuple[str, ...], ...]
    trunk: tuple[ScenarioFrame, ...]
    branches: tuple[tuple[dict[str, str], tuple[ScenarioFrame, ...]], ...] = field(default=())
    start: Mapping[str, Any] = field(default_factory=dict)
    _scenes: dict[int, Scene] = field(default_factory=dict, init=False, repr=False, compare=False)

    def scene(self, frame: ScenarioFrame) -> Scene:
        """Return what is on the boards in one of its frames; pages ask for it again and again."""
        if id(frame) not in self._scenes:
            self._scenes[id(frame)] = scene_of(self.picture, frame.position)
        return self._scenes[id(frame)]


def record_scenario(scenario: Scenario, runner: Runner, similar: bool = True) -> Recording:
    """Play a scenario and record its frames. Raises UsageError if it can't be played.

    similar: whether to tell also of options like those on offer why they are not.
    """
    setup = scenario.given
    with _at(setup.location):
        match = runner.match(scenario)
        start = begun(match, setup)
    recorder = FrameRecorder(match, similar)
    trunk, last = recorder.follow(start, scenario.steps, first=True)
    branches = []
    for branch in scenario.branches[:MAX_BRANCHES]:
        if recorder.remaining:
            frames, _ = recorder.follow(last, branch.steps)
            branches.append((branch.names, tuple(frames)))
    held = tuple(tuple(powers) for powers in start.held)
    cites = tuple(cited.value for cited in scenario.clauses)
    return Recording(
        scenario.id, scenario.titles, cites, recorder.picture, held, tuple(trunk), tuple(branches),
        _board_start(setup, match, start),
    )  # fmt: skip


def _board_start(setup: Given, match: Match, start: State) -> dict[str, Any]:
    """Return the mode, the cards and the position with which a board on a page begins.

    Empty if only other boards could: with options, or a position that no game reaches.
    """
    if setup.options or setup.any_match_up or setup.impossible:
        return {}
    begins = {"mode": match.linked.mode.slug, "position": start.position(whole=True)}
    cards = {"powers": [*setup.powers], "setup": dict(setup.setup)}
    return begins | {name: value for name, value in cards.items() if value}


class FrameRecorder:
    """Records frames of one match.

    remaining: how many frames may still be recorded.
    similar: whether to tell also of options like those on offer why they are not.
    """

    def __init__(self, match: Match, similar: bool = True) -> None:
        self.similar = similar
        self.picture = picture_of(match.linked)
        self.game = match.linked
        self.deciding = DecidingClauses(match)
        self.near = _adjacent(match)
        self.remaining = MAX_SEEN
        names = [name for board in self.picture.boards for name in board.names]
        ways = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.cell = re.compile(rf"(?<![A-Za-z0-9,])(?:{ways or '(?!)'})(?![0-9,])")

    def follow(
        self, state: State, steps: Iterable[ScenarioStep], first: bool = False
    ) -> tuple[list[ScenarioFrame], State]:
        """Return the frames of some steps from a state, and the state after the last step.

        first: whether the given state gets a frame too.
        """
        frames: list[ScenarioFrame] = []
        walked = list(steps)
        if first:
            expected = walked[0].then if walked and not walked[0].when else None
            frames.append(self.frame(state, "", expected))
        for step in walked:
            for number, text in enumerate(step.when, 1):
                if not self.remaining:
                    return frames, state
                with _at(text.location):
                    state, clauses = self.choose(state, text.value)
                expected = step.then if number == len(step.when) else None
                frames.append(replace(self.frame(state, text.value, expected), clauses=clauses))
        return frames, state

    def choose(self, state: State, text: str) -> tuple[State, tuple[str, ...]]:
        """Return the state after a choice, and its clauses. Raises UsageError."""
        choice = find_choice(state, text)
        if choice is None:
            raise not_offered(state, text)
        after = take(state, choice)
        return after, self.deciding.of(state, choice, after)

    def frame(self, state: State, taken: str, expected: YamlMap | None) -> ScenarioFrame:
        """Record the frame of a state.

        expected: what the scenario says about it.
        """
        self.remaining -= 1
        events = [event for event in state.events if event.get("e") not in SILENT] if taken else []
        did = tuple({key: str(value) for key, value in event.items()} for event in events)
        arrows = tuple(
            (str(event["from"]), str(event["to"]))
            for event in events
            if "from" in event and "to" in event
        )
        shown = state.position()
        decision, result = state.decision, state.result
        if decision is None:
            won = tuple(result.winners) if result else ()
            agreed = state.match_up is not None
            return ScenarioFrame(shown, taken, did, arrows, None, "", winners=won, agreed=agreed)
        offered = tuple(option.text for option in decision.options)
        barred = tuple(self.barred(state, offered, expected)) if decision.player else ()
        targets = tuple(dict.fromkeys(cell for text in offered if (cell := self.target(text))))
        return ScenarioFrame(
            shown, taken, did, arrows, decision.player, decision.step,
            decision.power, offered, decision.may_skip, targets if decision.player else (), barred,
            action=self.action(decision),
        )  # fmt: skip

    def action(self, decision: Decision) -> str:
        """Return the id of the action of a card's step; empty for a step of the game.

        Several steps of a card can have one name in records: the one with the roles of the
        options is meant.
        """
        actions: list[Ref] = []
        for card in self.game.cards:
            slug = card.card.slug
            owner = None if slug == self.game.mode.slug else slug
            for step in card.card.steps:
                if (step.shown, owner) == (decision.step, decision.power):
                    actions += step.actions
        roles = {*decision.options[0].roles} if decision.options else set()
        alike = [
            action
            for action in actions
            if roles == {role.name for role in self.game.actions[action].roles}
        ]
        return str(next(iter([*alike, *actions]), ""))

    def target(self, text: str) -> str:
        """Return the cell that an option leads to: the last one in its text."""
        cells = self.cell.findall(text)
        return cells[-1] if cells else ""

    def barred(
        self, state: State, offered: tuple[str, ...], expected: YamlMap | None
    ) -> Iterator[BarredOption]:
        """Yield options that are not on offer: those the scenario names, and similar ones.

        Only one for each cell and origin is kept: the one with the fewest reasons against
        it.
        """
        named = {
            key.value: {reason.value for reason in texts(value)}
            for key, value in pairs(get(expected, "illegal"))
        }
        barred: dict[tuple[str, str], BarredOption] = {}
        tries = self.tries(offered or tuple(named)) if self.similar else ()
        for text in [*named, *tries]:
            *origins, cell = self.cell.findall(text) or [""]
            key = (origins[0] if origins else "", cell or text)
            if text in offered or (key in barred and text not in named):
                continue
            try:
                because = [finding.id for finding in state.why_not(text) if not finding.holds]
            except UsageError:
                continue
            if because and (origins or text in named or len(because) == 1):
                first = next(
                    (clause for clause in because if clause in named.get(text, ())), because[0]
                )
                barred[key] = BarredOption(text, cell, first)
        yield from barred.values()

    def tries(self, offered: Iterable[str]) -> Iterator[str]:
        """Return options like those on offer, to each neighbour of the cell they start from.

        Options that are only a cell are tried for every cell.
        """
        result: dict[str, None] = {}
        for text in offered:
            cells = list(self.cell.finditer(text))
            begin = cells[0].group() if len(cells) > 1 else ""
            alone = len(cells) == 1 and len(text) <= len(cells[0].group()) + 1
            for cell in self.near.get(begin, self.near if alone else ()):
                result[f"{text[: cells[-1].start()]}{cell}{text[cells[-1].end() :]}"] = None
        return iter(list(result)[:MAX_TRIES])


@contextmanager
def _at(location: Location) -> Iterator[None]:
    """Add a location in a scenario to every UsageError raised inside."""
    try:
        yield
    except UsageError as error:
        hint = f"`thesmos test {shlex.quote(location.file)}` shows how far it goes"
        raise UsageError(f"{location}: {error.message}", hint) from error


def _adjacent(match: Match) -> dict[str, list[str]]:
    """Return the names of each cell's neighbours."""
    result: dict[str, list[str]] = {}
    for board in match.linked.game.boards:
        names = board.cells
        for cell, name in enumerate(names):
            result[name] = [names[near] for near in adjacent(grid_of(board), cell)]
    return result
