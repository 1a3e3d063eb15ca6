"""Cases in an equivalent form: what is answered stays what it was, and the reference agrees."""

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
from thesmos_conform.protocol.messages import LEVELS, Answer, Json
from thesmos_conform.reference.oracle import Oracle, keys_of
from thesmos_conform.reference.reference import answer
from thesmos_conform.runner.compare import ComparisonScope, differences

ORACLE = Oracle()
GAME = "santorini"
AREAS = sorted(area.name for area in (scenarios_dir() / GAME).iterdir() if area.is_dir())


def cases(area: str) -> Iterator[Case]:
    folder = scenarios_dir() / GAME / area
    game = ORACLE.game(GAME)
    return scenario_cases(read_scenarios([folder], game), game, ORACLE)


def turned_answer(turner: SymmetryMapper, told: Answer) -> Answer:
    """What is said of a transformed place, if the rules are alike."""
    seats = turner.form.players
    result = told.result
    if result is not None:
        who = {key: sorted(seats[p] for p in result[key]) for key in ("winners", "eliminated")}
        result = {**result, **who}
    held = turner.by_player(list(told.held or ()))
    return replace(
        told,
        player=seats.get(told.player or 0, told.player),
        turn_of=seats.get(told.turn_of or 0, told.turn_of),
        options=None if told.options is None else tuple(map(turner.text, told.options)),
        position=turner.position(told.position or {}),
        held=tuple(held),
        result=result,
        events=None if told.events is None else tuple(turned_event(turner, e) for e in told.events),
    )


def turned_event(turner: SymmetryMapper, event: Json) -> Json:
    made: dict[str, Any] = {}
    for key, value in event.items():
        made[key] = turner.text(value) if isinstance(value, str) else value
    if "player" in event:
        made["player"] = turner.form.players[event["player"]]
    return made


def unlike(case: Case, form: Symmetry) -> list[str]:
    """What differs between the answer to a transformed question and the transformed answer."""
    turner = SymmetryMapper(form, ORACLE.match(case.looks[0].place).program)
    found = []
    for look in case.looks:
        began = not look.place.choices
        state = ORACLE.path(look.place).last
        path = ORACLE.path(turner.place(look.place))
        if path.refused is not None:
            found.append(f"{case.id} {form.name}: choice {path.refused} refused")
            continue
        expected = turned_answer(turner, answer(state, began=began))
        told = answer(path.last, began=began)
        wrong = differences(expected, told, ComparisonScope(LEVELS, keys_of(state)))
        found += [f"{case.id} {form.name} {look.place.choices}: {one}" for one in wrong]
    return found


@pytest.mark.parametrize("area", AREAS)
def test_the_reference_answers_turned_questions_alike(area: str) -> None:
    found = []
    for number, case in enumerate(one for one in cases(area) if can_be_transformed(one)):
        able = symmetries(ORACLE.game(GAME), ORACLE.match(case.looks[0].place), case.from_position)
        assert able
        found += unlike(case, able[number % len(able)])
    assert [] == found


def test_a_square_board_lies_on_itself_in_seven_other_ways() -> None:
    match = ORACLE.game(GAME).match(["apollo", "athena"])
    made = symmetries(ORACLE.game(GAME), match, from_position=False)
    assert list(SQUARE) == [form.name for form in made]
    assert 7 == len({tuple(form.cells.values()) for form in made})
    assert {"A1": "E1", "C3": "C3", "B2": "D2"}.items() <= made[0].cells.items()


def test_seats_are_swapped_only_where_a_position_is_given() -> None:
    match = ORACLE.game(GAME).match(["apollo", "athena"])
    at_position = symmetries(ORACLE.game(GAME), match, from_position=True)
    assert "with the seats swapped" in [form.name for form in at_position]
    assert 15 == len(at_position)


def test_more_than_two_players_keep_their_seats() -> None:
    """What several opponents require is heard in the order of their seats."""
    match = ORACLE.game(GAME).match(["persephone", "hypnus", None])
    assert 7 == len(symmetries(ORACLE.game(GAME), match, from_position=True))


def test_a_swapped_position_is_the_other_players() -> None:
    match = ORACLE.game(GAME).match(["apollo", None])
    form = next(f for f in symmetries(ORACLE.game(GAME), match, True) if f.name.startswith("with"))
    turner = SymmetryMapper(form, match.program)
    position = {"levels": "1" + "0" * 24, "workers": ["A1 1f", "B2 2m"], "to_move": 1}
    expected = {"levels": "1" + "0" * 24, "workers": ["A1 2f", "B2 1m"], "to_move": 2}
    assert expected == turner.position(position)
    assert [None, "apollo"] == turner.by_player(list(setup_of(match)["powers"]))


def test_digits_and_cells_go_the_same_way() -> None:
    match = ORACLE.game(GAME).match([None, None])
    form = symmetries(ORACLE.game(GAME), match, True)[0]
    turner = SymmetryMapper(form, match.program)
    position = {"levels": "1" + "0" * 24, "domes": ["A1"], "workers": ["B1 1f"]}
    expected = {"levels": "0000100000000000000000000", "domes": ["E1"], "workers": ["D1 1f"]}
    assert expected == turner.position(position)
    assert "D1-E2" == turner.text("B1-A2")


def test_a_board_whose_sides_differ_is_never_turned() -> None:
    game = Oracle().game("pook")
    match = game.match([None, None])
    assert [] == [form for form in symmetries(game, match, True) if form.cells]
