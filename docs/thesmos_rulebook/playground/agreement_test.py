"""In the page, the same is said about damaged files as on the desktop: a share for CI.

`python -m thesmos_rulebook.playground.testing.agreement` compares 200 damages of every game.
"""

import pytest

from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.playground.build import why_no_playground
from thesmos_rulebook.playground.testing.agreement import comparisons, questions

OF_EACH = 11  # so that there are more than 226 in all games

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(why_no_playground()), reason="needs npm: see .ci/run"),
]


def test_damages_of_all_games_are_described_alike() -> None:
    every = comparisons(questions(shipped_slugs(), OF_EACH, 7))
    assert not [str(compared) for compared in every if compared.desktop != compared.page]
    assert any(not compared.desktop["value"]["sound"] for compared in every)
