"""The library for pages, too, shows a player the same in states that look the same to them."""

from __future__ import annotations

import pytest

from testing.alike import BESIDE_HIDDEN, alike_pairs
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.tools import alike_pairs as pairs
from thesmos.tools import library_surface
from thesmos.tools.alike_pairs import NODE, AlikePairs
from thesmos.tools.library_surface import LIBRARY

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")


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
    noted = alike_pairs(name, powers)
    assert noted.pairs
    assert noted.told_apart(load(name), LIBRARY) is None


SHOWS_ALL = "learns({ roles }) { return { whole: true, roles }; } never(happening, viewer) {"


def test_a_library_that_tells_of_hidden_things_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apollo's player is told that a worker is forced away that only Hecate's player sees."""
    build = library_surface.built

    def built(*about: object) -> dict[str, bytes]:
        files = build(*about)  # type: ignore[arg-type]
        library = files["match.mjs"].decode()
        assert library.count("learns(happening, viewer) {") == 1
        changed = library.replace("learns(happening, viewer) {", SHOWS_ALL)
        return files | {"match.mjs": changed.encode()}

    monkeypatch.setattr(library_surface, "built", built)
    monkeypatch.setattr(pairs, "TRIED_EVERY", 1)
    monkeypatch.setattr(pairs, "PAIRS", 100)
    game = load("santorini")
    noted, dice = AlikePairs(game.match(["apollo", "hecate"])), Rng(4)
    state = noted.match.load(BESIDE_HIDDEN)
    for _ in range(200):
        noted.follow(state, "a game", dice)
    message = noted.told_apart(game, LIBRARY)
    assert message is not None
    assert message.startswith("a game: by the JavaScript library, player ")
    assert "can tell from the events what is hidden" in message
