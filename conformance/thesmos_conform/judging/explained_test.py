"""What a difference is explained by: the card that would have made it, the rule that tells it."""

from __future__ import annotations

from dataclasses import replace

from thesmos.cli.rule_sentences import RuleSentences
from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.protocol.messages import Answer, Claim, Json, Place, Reply
from thesmos_conform.testing.ends import BY_POSITIONS
from thesmos_conform.testing.fakes import EVERYTHING, Change, Fake
from thesmos_conform.testing.scenarios import GAME, ORACLE

LEVELS = "0200001000" + "0" * 15  # B1 and B2 can be gone up or down to
OPEN: Json = {"levels": LEVELS, "workers": ["A1 1f", "B2 1m", "E5 2f", "E4 2m"], "to_move": 1}
WALLED: Json = {"levels": "02000" + "22000" + "0" * 15, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


def clauses(
    wrong: Change,
    position: Json,
    choices: tuple[str, ...] = (),
    powers: tuple[str, ...] = (),
    claim: Claim = EVERYTHING,
) -> tuple[str, ...]:
    """Return what the first difference of an implementation is explained by."""
    held = [*(power or None for power in powers), None, None][:2]
    setup: Json = {"players": 2, "teams": [1, 2], "powers": held}
    return explained(wrong, Place(GAME, setup, position, choices), claim)


def explained(wrong: Change, place: Place, claim: Claim = EVERYTHING) -> tuple[str, ...]:
    """Return what the first difference of an implementation at a place is explained by."""
    looks, cards = (Look(place),), frozenset(filter(None, place.setup["powers"]))
    case = Case("explained", "random", GAME, "two-players", cards, looks)
    result = CaseJudge(ORACLE, claim, probes=0).judge(case, Fake(wrong, claim))
    assert result.failure is not None
    return result.failure.differences[0].clauses


def never(*texts: str) -> Change:
    """Return a change that never offers some options."""

    def change(_: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.options is None:
            return reply
        return replace(reply, options=tuple(o for o in reply.options if o not in texts))

    return change


def test_a_missing_option_is_explained_by_the_rule_that_tells_it_from_the_others() -> None:
    """From B2, on level 1, everything but B1, on level 2, and A1 is a step down."""
    assert clauses(never("B2-B1"), OPEN) == ("move.climb",)


def test_a_missing_option_like_the_others_is_explained_by_all_its_rules() -> None:
    named = clauses(never("B2-C3"), OPEN)
    assert {*named} == {"move.who", "move.near", "move.free", "move.climb"}


def test_a_missing_option_is_explained_first_by_the_card_that_would_forbid_it() -> None:
    """Athena's worker has not moved up, and yet nobody may."""
    named = clauses(never("B2-B1"), OPEN, powers=("", "athena"))
    assert named == ("athena.opponents-turn.1", "move.climb")


def test_a_card_that_would_forbid_everything_does_not_explain_what_is_missing() -> None:
    named = clauses(never("B2-C3"), OPEN, powers=("", "athena"))
    assert "athena.opponents-turn.1" not in named


def test_options_of_another_step_are_explained_by_the_card_that_adds_a_step() -> None:
    """Artemis' worker moves a third time."""

    def once_more(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and len(place.choices) == 2:
            return replace(reply, options=("D3-D4", "D3-E3"))
        return reply

    named = clauses(once_more, OPEN, ("B2-C2", "C2-D3"), ("artemis",))
    assert named[0] == "artemis.your-move.1"


def test_the_loss_of_who_can_not_move_is_explained_by_the_step() -> None:
    def goes_on(_: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.result is None:
            return reply
        return replace(reply, result={"winners": [1]})

    named = clauses(goes_on, WALLED)
    assert named == ("step.move",)
    assert "loses" in RuleSentences(ORACLE.game(GAME), "en").of("step.move")


def test_it_is_so_for_an_engine_that_knows_only_positions() -> None:
    def wins(_: Place, reply: Reply) -> Reply:
        return Answer(result={"winners": [1]})

    assert clauses(wins, WALLED, claim=BY_POSITIONS) == ("step.move",)


def wins(winner: int) -> Change:
    """Return a change that lets one player win what is over."""

    def change(_: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.result is None:
            return reply
        return replace(reply, result={**reply.result, "winners": [winner]})

    return change


def test_the_loss_of_who_concedes_is_explained_by_a_sentence() -> None:
    named = clauses(wins(1), OPEN, ("concede",))
    assert named == ("concede",)
    assert "concedes loses" in RuleSentences(ORACLE.game(GAME), "en").of("concede")


def test_the_win_of_the_last_side_is_explained_by_the_card_that_makes_the_others_lose() -> None:
    """Player 3 gives up, and player 2's Worker on D3 comes to stand between two of player 1."""
    workers = ["C3 1f", "E4 1m", "D3 2f", "A1 2m", "A5 3f", "A3 3m"]
    place = Place(
        GAME,
        {"players": 3, "teams": [1, 2, 3], "powers": ["maenads", None, None]},
        {"levels": "0" * 25, "workers": workers, "to_move": 3},
        ("concede", "E4-E3", "E3+E4"),
    )
    assert explained(wins(2), place) == ("maenads.end-of-your-turn.1", "last standing")
    assert RuleSentences(ORACLE.game(GAME), "en").of("last standing")


def without(part: str) -> Change:
    """Return a change that leaves out a part of positions."""

    def change(_: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.position is None:
            return reply
        return replace(reply, position={k: v for k, v in reply.position.items() if k != part})

    return change


def test_what_is_wrong_before_any_choice_is_explained_by_the_card_that_acts_there() -> None:
    """Morpheus adds a coin, also where nobody can move any more."""
    nobody = {"levels": "0" * 25, "coins": 1, "to_move": 2}
    named = clauses(without("coins"), nobody, powers=("", "morpheus"))
    assert "morpheus.start-of-your-turn.1" in named
    assert {"morpheus"} == {id.partition(".")[0] for id in named}


def test_what_is_wrong_after_a_choice_is_explained_by_the_card_that_permits_it() -> None:
    named = clauses(without("domes"), OPEN, ("A1-A2", "A2+A1^"), ("atlas",))
    assert named == ("atlas.your-build.1", "build")
    assert "atlas.your-build.1" not in clauses(
        without("levels"), OPEN, ("A1-A2", "A2+A1"), ("atlas",)
    )


def test_a_win_too_early_for_the_reason_of_a_card_is_explained_by_its_clause() -> None:
    def wins_already(_: Place, reply: Reply) -> Reply:
        return Answer(result={"winners": [2], "reason": "power:chronus"})

    place = Place(GAME, {"players": 2, "teams": [1, 2], "powers": [None, "chronus"]}, OPEN)
    case = Case("explained", "random", GAME, "two-players", frozenset({"chronus"}), (Look(place),))
    result = CaseJudge(ORACLE, EVERYTHING, probes=0).judge(case, Fake(wins_already, EVERYTHING))
    assert result.failure is not None
    by_key = {difference.key: difference.clauses for difference in result.failure.differences}
    assert ("chronus.win-condition.1",) == by_key["result"]
