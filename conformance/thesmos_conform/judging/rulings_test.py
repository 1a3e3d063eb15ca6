"""Where we rule otherwise than the recorded original, an engine that follows it is not wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.messages import (
    Answer,
    Place,
    Reply,
)
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.fakes import EVERYTHING, Fake
from thesmos_conform.testing.scenarios import (
    GAME,
    ORACLE,
    case,
)


def _as_in_records(place: Place, reply: Reply) -> Reply:
    """The Talus may be put onto a Whirlpool, as in recorded games."""
    if isinstance(reply, Answer) and reply.step == "use" and reply.options is not None:
        return replace(reply, options=(*reply.options, "@D4"))
    return reply


TALUS = "europa-talus/not-onto-a-whirlpool"


def test_who_plays_as_the_recorded_original_is_not_wrong() -> None:
    made = CaseJudge(ORACLE, EVERYTHING).judge(case(TALUS), Fake(_as_in_records))
    assert ("our ruling", "ruling talus-and-tokens") == (made.status, made.reason.split(":")[0])
    assert made.failure is not None


@pytest.mark.parametrize("source", ["scenarios", "random"])
def test_where_a_ruling_forbids_an_option_no_other_difference_is_excused(source: str) -> None:
    def blind(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and reply.step == "use":
            return replace(reply, options=())
        return reply

    asked = replace(case(TALUS), source=source)
    assert "fail" == CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(blind)).status


def test_elsewhere_in_such_a_scenario_a_wrong_answer_is_wrong() -> None:
    def blind(place: Place, reply: Reply) -> Reply:
        return replace(reply, options=()) if isinstance(reply, Answer) else reply

    name = "proteus/back-where-it-came-from"
    assert "fail" == CaseJudge(ORACLE, EVERYTHING).judge(case(name), Fake(blind)).status


RULED = {"levels": "0" * 25, "workers": ["C3 1f", "E5 2f"], "on_card": {"talus": 1, "whirlpool": 1}}
ON_A_WHIRLPOOL = {**RULED, "tokens": ["D4 whirlpool 0"], "to_move": 1}


def _talus_in_random_game(*offered: str, **how: str) -> CaseResult:
    """The result of an engine that offers options too many where the Talus is put.

    The place is none of the ruling's scenario, but nothing else forbids D4 there.
    """

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and reply.step == "use" and reply.options is not None:
            return replace(reply, options=(*reply.options, *offered))
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["europa-talus", "charybdis"]}
    place = Place(GAME, setup, ON_A_WHIRLPOOL, ("C3-C4", "C4+C3"))
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    return CaseJudge(ORACLE, EVERYTHING, **how).judge(asked, Fake(change))


def test_in_random_games_too_who_plays_as_the_recorded_original_is_not_wrong() -> None:
    made = _talus_in_random_game("@D4")
    assert ("our ruling", "ruling talus-and-tokens") == (made.status, made.reason.split(":")[0])


def test_what_other_rules_forbid_as_well_is_wrong_in_spite_of_a_ruling() -> None:
    assert "fail" == _talus_in_random_game("@A1").status


NONSENSE = tuple(f"@{number}" for number in range(20))


@pytest.mark.parametrize("offered", [("@D4", "@Z9"), ("@D4", *NONSENSE), (*NONSENSE, "@D4")])
def test_a_ruling_excuses_no_text_that_is_no_option_at_all(offered: tuple[str, ...]) -> None:
    assert "fail" == _talus_in_random_game(*offered).status


def test_who_follows_the_original_is_not_told_of_rulings() -> None:
    made = _talus_in_random_game("@D4", follow="original")
    assert ("left out", "ruling talus-and-tokens, so not asked") == (made.status, made.reason)
    assert "fail" == _talus_in_random_game("@A1", follow="original").status


def test_a_state_that_a_ruling_names_is_recognized_however_a_game_comes_to_it() -> None:
    (look,) = case(TALUS).looks
    begin = replace(look.place, choices=("C3-C4",))
    asked = replace(case(TALUS), id="random:1:1", source="random", whole=True)
    assert begin.choices == look.place.choices[:1]
    peer = Fake()
    followed = CaseJudge(ORACLE, EVERYTHING, follow="original").judge(asked, peer)
    assert ("left out", 2) == (followed.status, followed.decisions)


def _back_by_whirlpool(choices: tuple[str, ...]) -> CaseResult:
    """The result of an engine in which Proteus must force a Worker even onto an occupied space.

    Two whirlpools, on C2 and D2, may bring the mover back to where it was.
    """

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and place.choices:
            return replace(reply, step="use", options=("A1-D2", "E5-D2"), power="proteus")
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["charybdis", "proteus"]}
    begin = {
        "levels": "0" * 25,
        "workers": ["B1 1f", "A4 1m", "D2 2f", "A1 2m", "E5 2m"],
        "tokens": ["C2 whirlpool 0", "D2 whirlpool 0"],
        "to_move": 2,
    }
    place = Place(GAME, setup, begin, choices)
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    return CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(change))


def test_after_a_choice_that_a_ruling_describes_the_original_may_be_followed() -> None:
    made = _back_by_whirlpool(("D2-C2",))
    assert ("our ruling", "ruling two-on-a-space") == (made.status, made.reason.split(":")[0])


def test_after_another_choice_what_a_ruling_describes_is_wrong() -> None:
    assert "fail" == _back_by_whirlpool(("D2-D1", "A1-D2")).status


BESIDE = {
    "levels": "0" * 25,
    "workers": ["C3 1m", "E1 1f", "B2 2m", "A1 2f"],
    "to_move": 1,
}
ONLY_THE_BOUND = ("B2-B3", "B2-C2")
THE_OTHER_TOO = ("A1-A2", "A1-B1")  # while the two are neighbours, as the authors corrected it


def _bound_by_adonis(*offered: str, **chosen: str) -> CaseResult:
    """The result of an engine that offers these moves in a random game with Adonis."""

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and reply.step == "move" and reply.options is not None:
            return replace(reply, options=offered)
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["adonis", None], "options": chosen}
    place = Place(GAME, setup, BESIDE, ("E1-E2", "E2+E1", "C3 B2"))
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),))
    return CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(change))


def test_who_plays_as_with_options_that_a_ruling_names_is_not_wrong() -> None:
    made = _bound_by_adonis(*ONLY_THE_BOUND, *THE_OTHER_TOO)
    assert ("our ruling", "ruling adonis-who-moves") == (made.status, made.reason.split(":")[0])


@pytest.mark.parametrize(
    "offered",
    [
        (*ONLY_THE_BOUND, *THE_OTHER_TOO, "B2-A3"),
        (*ONLY_THE_BOUND, "A1-A2"),
        (*THE_OTHER_TOO, "B2-B3"),
    ],
    ids=["more", "not all", "less"],
)
def test_what_no_option_offers_is_wrong_in_spite_of_a_ruling(offered: tuple[str, ...]) -> None:
    assert "fail" == _bound_by_adonis(*offered).status


def test_who_was_told_of_the_option_has_to_play_it() -> None:
    assert "fail" == _bound_by_adonis(*ONLY_THE_BOUND, *THE_OTHER_TOO, faults="ruled").status


def test_a_choice_that_is_offered_again_is_wrong_in_spite_of_a_ruling() -> None:
    """What follows a choice is compared where it is made: there it is on offer."""

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and place.choices[-1:] == ("C3+B3",) and reply.options:
            return replace(reply, options=(*reply.options, "C3+B3"))
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["demeter", None]}
    place = Place(GAME, setup, {**BESIDE, "workers": ["C2 1f", "E5 2f"]}, ("C2-C3", "C3+B3"))
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    assert "fail" == CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(change)).status


AUGUST = "santorini@2020-08"


class _Original(Fake):
    """An engine of edition 2020-08 that plays its faults without being told so."""

    def __init__(self) -> None:
        super().__init__(game=AUGUST)

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        return super().look(_with_faults(place), viewer=viewer, why=why)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        return super().path(_with_faults(place), viewer=viewer)


def _with_faults(place: Place) -> Place:
    return replace(place, setup={**place.setup, "options": {"faults": "original"}})


def _after_an_ordinary_dome(engine: Fake, *choices: str, **how: str) -> CaseResult:
    """The result of an engine where Heracles has built a dome on a tower of three blocks."""
    oracle = Oracle()
    oracle.use_game(AUGUST)
    setup = {"players": 2, "teams": [1, 2], "powers": ["heracles", None]}
    begin = {
        "levels": "0000000000003300000000000",
        "workers": ["C3 1f", "A1 1m", "E5 2f", "E1 2m"],
        "to_move": 1,
    }
    place = Place(GAME, setup, begin, ("C3-C2", "C2+D3", *choices))
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),))
    return CaseJudge(oracle, EVERYTHING, **how).judge(asked, engine)


def test_a_turn_that_ends_where_a_ruling_lets_it_go_on_is_not_wrong() -> None:
    made = _after_an_ordinary_dome(_Original())
    assert ("our ruling", "ruling faults-heracles") == (made.status, made.reason.split(":")[0])
    made = _after_an_ordinary_dome(_Original(), follow="original")
    assert ("left out", "ruling faults-heracles, so not asked") == (made.status, made.reason)


def test_who_goes_on_past_a_turn_that_a_ruling_lengthens_is_not_wrong() -> None:
    assert "our ruling" == _after_an_ordinary_dome(_Original(), "E5-E4").status


def test_a_turn_that_ends_there_otherwise_than_in_the_original_is_wrong() -> None:
    class Forgetful(_Original):
        def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
            reply = super().look(place, viewer=viewer, why=why)
            assert isinstance(reply, Answer)
            return replace(reply, held=((), ()))  # the card is lost, which the original kept

    assert "fail" == _after_an_ordinary_dome(Forgetful()).status
