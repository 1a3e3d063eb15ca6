"""Cases in an equivalent form: answers stay the same, and the reference agrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from thesmos.record.recorder import setup_of
from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import Case
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.cases.symmetry import (
    SQUARE,
    Symmetry,
    SymmetryMapper,
    can_be_transformed,
    symmetries,
)
from thesmos_conform.judging.compare import ComparisonScope, answer_differences
from thesmos_conform.protocol.messages import LEVELS, Answer, Json
from thesmos_conform.reference.oracle import Oracle, keys_of
from thesmos_conform.reference.reference import answer

ORACLE = Oracle()
GAME = "santorini"
FEW = ("base", "charybdis", "chaos", "gaea", "hecate")  # tokens, chance, interrupts, views
AREAS = sorted(area.name for area in (scenarios_dir() / GAME).iterdir() if area.is_dir())


def cases(area: str) -> Iterator[Case]:
    folder = scenarios_dir() / GAME / area
    game = ORACLE.game(GAME)
    return scenario_cases(read_scenarios([folder], game), game, ORACLE)


def mapped_answer(mapper: SymmetryMapper, reply: Answer) -> Answer:
    """The answer about a transformed place, if the rules are the same there."""
    seats = mapper.symmetry.players
    result = reply.result
    if result is not None:
        who = {key: sorted(seats[p] for p in result[key]) for key in ("winners", "eliminated")}
        result = {**result, **who}
    held = mapper.by_player(list(reply.held or ()))
    return replace(
        reply,
        player=seats.get(reply.player or 0, reply.player),
        turn_of=seats.get(reply.turn_of or 0, reply.turn_of),
        options=None if reply.options is None else tuple(map(mapper.text, reply.options)),
        position=mapper.position(reply.position or {}),
        held=tuple(held),
        result=result,
        events=None
        if reply.events is None
        else tuple(mapped_event(mapper, e) for e in reply.events),
    )


def mapped_event(mapper: SymmetryMapper, event: Json) -> Json:
    made: dict[str, Any] = {}
    for key, value in event.items():
        made[key] = mapper.text(value) if isinstance(value, str) else value
    if "player" in event:
        made["player"] = mapper.symmetry.players[event["player"]]
    return made


def unlike(case: Case, form: Symmetry) -> list[str]:
    """What differs between the answer to a transformed question and the transformed answer."""
    mapper = SymmetryMapper(form, ORACLE.match(case.looks[0].place).linked)
    found = []
    for look in case.looks:
        began = not look.place.choices
        state = ORACLE.path(look.place).last
        path = ORACLE.path(mapper.place(look.place))
        if path.refused is not None:
            found.append(f"{case.id} {form.name}: choice {path.refused} refused")
            continue
        expected = mapped_answer(mapper, answer(state, began=began))
        reply = answer(path.last, began=began)
        wrong = answer_differences(expected, reply, ComparisonScope(LEVELS, keys_of(state)))
        found += [f"{case.id} {form.name} {look.place.choices}: {one}" for one in wrong]
    return found


@pytest.mark.parametrize(
    "area",
    [area if area in FEW else pytest.param(area, marks=pytest.mark.slow) for area in AREAS],
)
def test_the_reference_answers_equivalent_questions_alike(area: str) -> None:
    found = []
    for number, case in enumerate(one for one in cases(area) if can_be_transformed(one)):
        able = symmetries(ORACLE.match(case.looks[0].place), case.from_position)
        assert able
        found += unlike(case, able[number % len(able)])
    assert [] == found


def test_a_square_board_has_seven_symmetries() -> None:
    match = ORACLE.game(GAME).match(["apollo", "athena"])
    made = symmetries(match, from_position=False)
    assert list(SQUARE) == [form.name for form in made]
    assert 7 == len({tuple(form.cells.values()) for form in made})
    assert {"A1": "E1", "C3": "C3", "B2": "D2"}.items() <= made[0].cells.items()


def test_seats_are_swapped_only_at_a_position() -> None:
    match = ORACLE.game(GAME).match(["apollo", "athena"])
    at_position = symmetries(match, from_position=True)
    assert "with the seats swapped" in [form.name for form in at_position]
    assert 15 == len(at_position)


def test_more_than_two_players_keep_their_seats() -> None:
    """What several opponents require is heard in the order of their seats."""
    match = ORACLE.game(GAME).match(["persephone", "hypnus", None])
    assert 7 == len(symmetries(match, from_position=True))


def test_swapping_seats_gives_the_position_to_the_other_player() -> None:
    match = ORACLE.game(GAME).match(["apollo", None])
    form = next(f for f in symmetries(match, True) if f.name.startswith("with"))
    mapper = SymmetryMapper(form, match.linked)
    position = {"levels": "1" + "0" * 24, "workers": ["A1 1f", "B2 2m"], "to_move": 1}
    expected = {"levels": "1" + "0" * 24, "workers": ["A1 2f", "B2 1m"], "to_move": 2}
    assert expected == mapper.position(position)
    assert [None, "apollo"] == mapper.by_player(list(setup_of(match)["powers"]))


def test_digits_and_cells_are_mapped_alike() -> None:
    match = ORACLE.game(GAME).match([None, None])
    form = symmetries(match, True)[0]
    mapper = SymmetryMapper(form, match.linked)
    position = {"levels": "1" + "0" * 24, "domes": ["A1"], "workers": ["B1 1f"]}
    expected = {"levels": "0000100000000000000000000", "domes": ["E1"], "workers": ["D1 1f"]}
    assert expected == mapper.position(position)
    assert "D1-E2" == mapper.text("B1-A2")


def test_a_board_that_is_not_symmetric_is_never_transformed() -> None:
    game = Oracle().game("pook")
    match = game.match([None, None])
    assert [] == [form for form in symmetries(match, True) if form.cells]


@pytest.mark.parametrize(
    ("game", "swapped"), [("reversi", True), ("tic-tac-toe", False), ("draughts", False)]
)
def test_seats_are_not_alike_where_the_rules_name_a_player(game: str, swapped: bool) -> None:
    match = ORACLE.game(game).match([None, None])
    found = [one.name for one in symmetries(match, from_position=True)]
    assert swapped == any("seats" in name for name in found)
