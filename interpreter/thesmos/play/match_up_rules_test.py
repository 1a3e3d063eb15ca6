"""Match-ups that the rules never allow are refused, and all others are not."""

from __future__ import annotations

import pytest

from testing.draws import santorini
from testing.suite import RECORDS_DIR, needs_records
from thesmos.diagnostics import UsageError
from thesmos.record.format import extra_setup, read_records
from thesmos.record.matches import game_of

NEVER = [
    (["adonis", "hermes"], {}, "adonis and hermes may not be played together"),
    (["hermes", "adonis"], {}, "hermes and adonis may not be played together"),
    (["nyx", None, None], {}, "nyx is for 2 players"),
    ([None, "clio", None, None], {}, "clio is for 2 or 3 players"),
    (["apollo", "bia"], {}, "bia always begins"),
    ([None, "tartarus"], {}, "tartarus always begins"),
    (["hecate", "apollo"], {}, "hecate never begins"),
    (["nyx", "apollo"], {}, "nyx needs a night_power"),
    (["nyx", "apollo"], {"night_power": "athena"}, "athena can't be the night_power"),
    (["nyx", "hades"], {"night_power": "pan"}, "hades and pan may not be played together"),
    ([None, None], {"golden_fleece": "athena"}, "athena can't be the golden_fleece"),
]


@pytest.mark.parametrize(("powers", "setup", "why"), NEVER)
def test_what_the_rules_never_allow_is_refused(
    powers: list[str | None], setup: dict[str, str], why: str
) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        santorini().match(powers, setup=setup)
    assert caught.value.hint is not None
    assert caught.value.hint.endswith("or allow any match-up")


@pytest.mark.parametrize(("powers", "setup", "why"), NEVER)
def test_any_match_up_is_played_on_request(
    powers: list[str | None], setup: dict[str, str], why: str
) -> None:
    match = santorini().match(powers, setup=setup, any_match_up=True)
    assert match.start().decision is not None, why


@pytest.mark.parametrize(
    ("powers", "setup"),
    [
        ([None, "athena"], {}),
        (["bia", None, None, None], {}),
        (["bia", "hecate"], {}),
        (["nyx", "apollo"], {"night_power": "bia"}),
        ([None, None], {"golden_fleece": "bia"}),
    ],
)
def test_everything_else_may_be_played(powers: list[str | None], setup: dict[str, str]) -> None:
    assert santorini().match(powers, setup=setup).start().decision is not None


@needs_records
def test_no_recorded_game_would_be_refused() -> None:
    """They were made by the rules: Bia and Tartarus begin, Hecate does not, no ban is broken."""
    found = set()
    for path in sorted(RECORDS_DIR.glob("*.gz")):
        for record in read_records(path):
            game = game_of(record)
            setup, own = record["setup"], extra_setup(record["setup"])
            mode = game.mode(setup.get("mode"), setup["players"], own)
            refused = game.match_up_error(setup["powers"], mode, own)
            if refused is not None:
                found.add(f"{record['id']}: {refused}")
    assert found == set()
