"""Pages, too, show a player the same in states that look the same to them."""

from __future__ import annotations

import pytest

from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.random_play import play
from thesmos.tools import page_leak
from thesmos.tools.page_leak import NODE, PageLeaks

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")


def leaks(name: str, powers: list[str | None] | None) -> PageLeaks:
    """What some states of a random game are noted in."""
    match = load(name).match(powers)
    noted, dice = PageLeaks(match), Rng(4)
    for state, _ in play(match.start(), Rng(3), 90):
        noted.follow(state, "a game", dice)
    return noted


@pytest.fixture(autouse=True)
def every_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_leak, "TRIED_EVERY", 2)


@pytest.mark.parametrize(
    ("name", "powers"),
    [
        ("santorini", ["apollo", "hecate"]), ("santorini", ["tartarus", "minotaur"]),
        ("german-whist", None), ("pook", [None, None]),
    ],
)  # fmt: skip
def test_what_is_hidden_from_a_player_changes_nothing_that_a_page_shows_them(
    name: str, powers: list[str | None] | None
) -> None:
    assert leaks(name, powers).message() is None


BESIDE_HIDDEN = {
    "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
    "secret": {"workers": ["D3 2f", "C2 2m"]}, "to_move": 1,
}  # fmt: skip
SHOWS_ALL = "learns({ roles }) { return { whole: true, roles }; } never(happening, viewer) {"


def test_a_library_that_tells_of_hidden_things_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apollo's player is told that a worker is forced away that only Hecate's player sees."""
    build = page_leak.built

    def built(*about: object) -> dict[str, bytes]:
        files = build(*about)  # type: ignore[arg-type]
        library = files["match.mjs"].decode()
        assert library.count("learns(happening, viewer) {") == 1
        changed = library.replace("learns(happening, viewer) {", SHOWS_ALL)
        return files | {"match.mjs": changed.encode()}

    monkeypatch.setattr(page_leak, "built", built)
    monkeypatch.setattr(page_leak, "TRIED_EVERY", 1)
    monkeypatch.setattr(page_leak, "PAIRS", 100)
    noted, dice = PageLeaks(load("santorini").match(["apollo", "hecate"])), Rng(4)
    state = noted.match.load(BESIDE_HIDDEN)
    for _ in range(200):
        noted.follow(state, "a game", dice)
    message = noted.message()
    assert message is not None
    assert message.startswith("a game: on a page, player ")
    assert "can tell from the events what is hidden" in message
