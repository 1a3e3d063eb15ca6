"""Turns of Santorini up to their last move, written from the pages of facts alone.

For tests that compare rules which look ahead in a turn with a search: nothing here asks the spec or
the interpreter. A space is a number from 0 (A1) to 24 (E5); a choice is written as in records.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SKIP = "skip"
SIDE = 5  # spaces of the board
TOP = 3  # the highest level
EARLY_BUILDERS = ("achilles", "prometheus")
MOVES_ALL = ("castor-pollux", "terpsichore")


def name(space: int) -> str:
    """The name of a space, such as `B3`."""
    return "ABCDE"[space % 5] + str(space // 5 + 1)


def space(text: str) -> int:
    """The space that has a name."""
    return "ABCDE".index(text[0]) + 5 * (int(text[1]) - 1)


def shifted(start: int, columns: int, rows: int) -> int | None:
    """The space so many columns and rows away; None if it is off the board."""
    column, row = start % 5 + columns, start // 5 + rows
    return column + SIDE * row if 0 <= column < SIDE and 0 <= row < SIDE else None


def straight_on(start: int, through: int) -> int | None:
    """The space as far beyond `through` as `start` is before it; None if it is off the board."""
    return shifted(through, through % 5 - start % 5, through // 5 - start // 5)


STEPS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]
NEIGHBORS = [
    [other for step in STEPS if (other := shifted(start, *step)) is not None] for start in range(25)
]
WRAPPED = [
    [(start % 5 + x) % 5 + 5 * ((start // 5 + y) % 5) for x, y in STEPS] for start in range(25)
]
EDGE = frozenset(start for start in range(25) if len(NEIGHBORS[start]) < len(STEPS))
CORNERS = frozenset((0, 4, 20, 24))


@dataclass(frozen=True)
class Setting:
    """What stays the same in a turn.

    power: of the player to move. owners, women: of each Worker. closed: spaces that a token closes.
    pools: spaces of the whirlpools on the board. kept_back: the Worker that Eris may not move.
    """

    power: str
    side: int
    owners: tuple[int, ...]
    women: tuple[bool, ...]
    closed: frozenset[int] = frozenset()
    pools: tuple[int, ...] = ()
    kept_back: int | None = None


@dataclass(frozen=True)
class Turn:
    """A turn at one of its decisions; `step` is `build` or `over` after its last move.

    places: of each Worker, None if it is not on the board. moved: the Workers that moved. mover:
    the last of them. origin: where Artemis set out. vacated: the space that the last move left.
    bearer: the only Worker that may move. forced: those that Odysseus has forced. built: whether
    there was an early build. used: whether the power was used. won: whether the last move won.
    rise: the levels that the last choice went up, 0 if it was no move.
    """

    setting: Setting
    levels: tuple[int, ...]
    domes: frozenset[int]
    places: tuple[int | None, ...]
    step: str = "move"
    moved: frozenset[int] = frozenset()
    mover: int | None = None
    origin: int | None = None
    vacated: int | None = None
    bearer: int | None = None
    forced: frozenset[int] = frozenset()
    built: bool = False
    used: bool = False
    won: bool = False
    rise: int = 0

    @property
    def power(self) -> str:
        """The power of the player to move."""
        return self.setting.power

    @property
    def own(self) -> list[int]:
        """The Workers on the board of the side to move."""
        return [w for w in self._on_board() if self.setting.owners[w] == self.setting.side]

    @property
    def foes(self) -> list[int]:
        """The Workers on the board of the other side."""
        return [w for w in self._on_board() if self.setting.owners[w] != self.setting.side]

    def _on_board(self) -> Iterator[int]:
        return (w for w, place in enumerate(self.places) if place is not None)

    def place(self, worker: int) -> int:
        """The space of a Worker that is on the board."""
        place = self.places[worker]
        assert place is not None
        return place

    def level(self, worker: int) -> int:
        """The level on which a Worker stands."""
        return self.levels[self.place(worker)]

    def are_near(self, worker: int, other: int) -> bool:
        """Whether two Workers are on the board and neighbours."""
        place = self.places[worker]
        return place is not None and self.places[other] in NEIGHBORS[place]

    def is_free(self, at: int | None) -> bool:
        """Whether a space is on the board and unoccupied."""
        return (
            at is not None
            and at not in self.domes
            and at not in self.places
            and at not in self.setting.closed
        )

    def after(self, step: str, places: dict[int, int | None], **changes: object) -> Turn:
        """The turn with Workers elsewhere, at another decision."""
        there = tuple(places.get(worker, place) for worker, place in enumerate(self.places))
        changes = {"rise": 0} | changes
        return dataclasses.replace(self, step=step, places=there, **changes)  # type: ignore[arg-type]


Way = tuple[str, Turn]


def begun(turn: Turn) -> Turn:
    """The turn at its first decision."""
    if turn.power in EARLY_BUILDERS:
        return turn.after("early", {})
    if turn.power == "jason" and None in turn.places:
        return turn.after("land", {})
    if turn.power == "charon" and [*_ferries(turn)]:
        return turn.after("ferry", {})
    if turn.power == "odysseus" and [*_exiles(turn)]:
        return turn.after("exile", {})
    return turn


def ways(turn: Turn) -> list[Way]:
    """All choices of a decision, `skip` included, each with the turn that follows."""
    choices = [*_CHOICES[turn.step](turn)]
    if (following := _skipped(turn)) is not None:
        choices.append((SKIP, following))
    return choices


def _skipped(turn: Turn) -> Turn | None:
    if turn.step in ("early", "ferry", "land", "exile"):
        return turn.after("move", {})
    if turn.step == "drag":
        return turn.after("build", {})
    if turn.step == "move" and (
        turn.power in ("hermes", "castor-pollux")
        or (turn.power in ("artemis", "triton", "atalanta") and turn.mover is not None)
    ):
        return turn.after("build", {})
    return None


def _early_builds(turn: Turn) -> Iterator[Way]:
    for worker in turn.own:
        for at in NEIGHBORS[turn.place(worker)]:
            if turn.is_free(at):
                dome = turn.levels[at] == TOP
                levels = (*turn.levels[:at], min(turn.levels[at] + 1, TOP), *turn.levels[at + 1 :])
                text = f"{name(turn.place(worker))}+{name(at)}"
                yield (
                    text,
                    turn.after(
                        "move",
                        {},
                        levels=levels,
                        domes=turn.domes | ({at} if dome else set()),
                        bearer=worker,
                        built=True,
                        used=True,
                    ),
                )


def _ferries(turn: Turn) -> Iterator[Way]:
    for worker in turn.own:
        for other in turn.foes:
            to = straight_on(turn.place(other), turn.place(worker))
            if turn.are_near(worker, other) and turn.is_free(to):
                text = f"{name(turn.place(worker))} {name(turn.place(other))}"
                yield text, turn.after("move", {other: to}, bearer=worker, used=True)


def _exiles(turn: Turn) -> Iterator[Way]:
    for other in turn.foes:
        if other in turn.forced or not any(turn.are_near(worker, other) for worker in turn.own):
            continue
        forced = turn.forced | {other}
        for to in sorted(CORNERS):
            if turn.is_free(to):
                step = "exile" if set(turn.foes) - forced else "move"
                text = f"{name(turn.place(other))}-{name(to)}"
                yield text, turn.after(step, {other: to}, forced=forced, used=True)


def _landings(turn: Turn) -> Iterator[Way]:
    worker = turn.places.index(None)
    for at in sorted(EDGE):
        if turn.is_free(at) and turn.levels[at] == 0:
            yield f"@{name(at)}", turn.after("move", {worker: at}, bearer=worker, used=True)


def _flows(turn: Turn) -> Iterator[Way]:
    assert turn.vacated is not None
    for worker in turn.own:
        if worker != turn.mover:
            text = f"{name(turn.place(worker))}-{name(turn.vacated)}"
            yield text, turn.after("build", {worker: turn.vacated})


def _drags(turn: Turn) -> Iterator[Way]:
    assert turn.vacated is not None
    for other in turn.foes:
        if turn.place(other) in NEIGHBORS[turn.vacated]:
            text = f"{name(turn.place(other))}-{name(turn.vacated)}"
            yield text, turn.after("build", {other: turn.vacated})


def movers(turn: Turn) -> list[int]:
    """The Workers that may move now."""
    if turn.bearer is not None:
        return [turn.bearer]
    if turn.power in ("artemis", "triton", "atalanta") and turn.mover is not None:
        return [turn.mover]
    if turn.power in MOVES_ALL:
        return [worker for worker in turn.own if worker not in turn.moved]
    if turn.power == "eris":
        return turn.own + [worker for worker in turn.foes if worker != turn.setting.kept_back]
    return turn.own


def _climb(turn: Turn) -> int:
    """How many levels a move may go up."""
    if turn.power == "prometheus" and turn.built:
        return 0
    return {"bellerophon": 2, "pegasus": 3}.get(turn.power, 1)


def targets(turn: Turn, worker: int) -> Iterator[tuple[int, dict[int, int | None]]]:
    """Yield where a Worker can move, each with the Workers that are elsewhere then."""
    start = turn.place(worker)
    foes = {turn.place(other): other for other in turn.foes}
    for to in (WRAPPED if turn.power == "urania" else NEIGHBORS)[start]:
        rise = turn.levels[to] - turn.levels[start]
        if rise > _climb(turn) or to in turn.domes or to in turn.setting.closed:
            continue
        if turn.is_free(to):
            yield to, {worker: to}
        elif to in foes and turn.power == "apollo":
            yield to, {worker: to, foes[to]: start}
        elif to in foes and turn.power == "minotaur":
            behind = straight_on(start, to)
            if turn.is_free(behind):
                yield to, {worker: to, foes[to]: behind}
    if turn.power == "iris":
        for over in NEIGHBORS[start]:
            behind = straight_on(start, over)
            if over in turn.places and turn.is_free(behind):
                assert behind is not None
                yield behind, {worker: behind}


def _moves(turn: Turn) -> Iterator[Way]:
    for worker in movers(turn):
        start = turn.place(worker)
        for to, places in targets(turn, worker):
            rise = turn.levels[to] - turn.levels[start]
            if turn.power == "hermes" and turn.moved and rise != 0:
                continue
            if turn.power == "artemis" and to == turn.origin:
                continue
            if (
                turn.power == "hippolyta"
                and not turn.setting.women[worker]
                and (to % 5 == start % 5 or to // 5 == start // 5)
            ):
                continue
            yield f"{name(start)}-{name(to)}", _moved(turn, worker, to, places)


def _moved(turn: Turn, worker: int, to: int, places: dict[int, int | None]) -> Turn:
    start = turn.place(worker)
    rise, height = turn.levels[to] - turn.levels[start], turn.levels[to]
    beyond = straight_on(start, to)
    if turn.power == "bia" and beyond is not None and beyond in turn.places:
        victim = turn.places.index(beyond)
        if victim in turn.foes:
            places = places | {victim: None}
    pools, way_out = turn.setting.pools, None
    won = rise > 0 and height == TOP and worker in turn.own
    if turn.power == "charybdis" and to in pools and len(pools) > 1:
        way_out = pools[1 - pools.index(to)]
    if way_out is not None and turn.is_free(way_out):
        places = places | {worker: way_out}
        won = turn.levels[way_out] == TOP
    won = won and not (turn.power == "pegasus" and rise > 1)
    following = turn.after(
        "over",
        places,
        rise=rise,
        moved=turn.moved | {worker},
        mover=worker,
        origin=start if turn.power == "artemis" and turn.mover is None else None,
        vacated=start if turn.power in ("proteus", "scylla") else None,
        used=turn.used
        or (turn.power == "atalanta" and turn.mover is not None)
        or (turn.power == "bellerophon" and rise > 1),
        won=won,
    )
    step = "over" if won else _step_after(following, turn, to, rise)
    return dataclasses.replace(following, step=step)


def _step_after(turn: Turn, before: Turn, to: int, rise: int) -> str:
    """The decision after a move."""
    goes_on = {
        "artemis": before.mover is None,
        "triton": to in EDGE,
        "atalanta": True,
        "hermes": rise == 0,
        "castor-pollux": bool(set(turn.own) - turn.moved),
        "terpsichore": bool(set(turn.own) - turn.moved),
    }
    if goes_on.get(turn.power):
        return "move"
    if turn.power == "castor-pollux" and len(turn.moved) > 1:
        return "over"
    if turn.is_free(turn.vacated):
        if turn.power == "proteus" and len(turn.own) > 1:
            return "flow"
        if turn.power == "scylla" and [*_drags(turn)]:
            return "drag"
    return "build"


_CHOICES: dict[str, Callable[[Turn], Iterator[Way]]] = {
    "early": _early_builds,
    "ferry": _ferries,
    "exile": _exiles,
    "land": _landings,
    "move": _moves,
    "flow": _flows,
    "drag": _drags,
    "build": lambda _: iter(()),
    "over": lambda _: iter(()),
}


def leads_to(start: Turn, fulfilled: Callable[[Turn, Turn], bool]) -> bool:
    """Whether some choices from here on contain one, from a turn to the next, that fulfils."""
    seen, waiting = {start}, [start]
    while waiting:
        turn = waiting.pop()
        for _, following in ways(turn):
            if fulfilled(turn, following):
                return True
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False
