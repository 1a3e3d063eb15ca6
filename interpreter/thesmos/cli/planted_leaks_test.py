"""`thesmos soak` finds what is planted in any place where players are shown states: each leak once.

German Whist is sound; each case makes one place show what only another player may know.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.cli import soak as command
from thesmos.play.decision import Decision
from thesmos.play.session import Session
from thesmos.play.situation import Situation
from thesmos.play.state import State
from thesmos.tools import library_surface
from thesmos.tools.alike_pairs import NODE
from thesmos.tools.leak import UNDONE_EVERY
from thesmos.web.build import built
from thesmos_conform.judging.answers import view_failure
from thesmos_conform.report import report_surface
from thesmos_rulebook.boards import board_surface
from thesmos_rulebook.boards.files import board_script
from thesmos_rulebook.examples import sentence_surface

POSITION = {
    "hands": [
        ["ca", "c5", "d2", "d5", "d6", "d7", "d8", "h3", "h6", "h7", "h8", "s2", "s3"],
        ["c3", "c4", "c6", "d4", "d9", "dj", "h5", "h9", "hj", "s4", "s5", "s6", "sk"],
    ],
    "seen": ["s9"], "turned_up": "s9", "trump": "spades", "tricks": [0, 0], "to_move": 1,
}  # fmt: skip
Patch = Callable[[pytest.MonkeyPatch], None]
LIBRARY, PLAY, BOARDS = "the JavaScript library", "`thesmos play`", "boards on pages"
REPORTS, SENTENCES = "reports on views", "sentences of the rule book"


def truth(state: Situation) -> int:
    """A number that depends on everything in a state."""
    return zlib.crc32(repr(state.vector).encode())


def events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(State, "events_for", lambda state, _: state.events)


def options(patch: pytest.MonkeyPatch) -> None:
    pending = Situation._pending

    def telling(state: Situation, step: Any) -> Any:
        decision = pending(state, step)
        texts = [
            replace(option, text=f"{option.text} {truth(state)}") for option in decision.options
        ]
        return Decision(
            decision.player, decision.step, decision.power, tuple(texts), decision.may_skip
        )

    patch.setattr(Situation, "_pending", telling)


def undo(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("thesmos.tools.surfaces.reveals", lambda before, *_: truth(before) % 2)


def saves(patch: pytest.MonkeyPatch) -> None:
    def whole(session: Session, _player: int, game: str, setup: Any) -> Any:
        return session.save(game, setup)

    patch.setattr("thesmos.cli.play_surface.seat_save", whole)


def reports(patch: pytest.MonkeyPatch) -> None:
    def whole(place: Any, before: Any, state: State, *about: Any) -> Any:
        return replace(view_failure(place, before, state, *about), after=state.position())  # type: ignore[type-var]

    patch.setattr(report_surface, "view_failure", whole)


def sentences(patch: pytest.MonkeyPatch) -> None:
    reasons = sentence_surface._reasons

    def telling(localizer: Any, state: State, pair: Any) -> Any:
        for name, said in reasons(localizer, state, pair):
            yield name, [*said, truth(state)]

    patch.setattr(sentence_surface, "_reasons", telling)


def library(patch: pytest.MonkeyPatch) -> None:
    def telling(*about: Any) -> dict[str, bytes]:
        files = built(*about)
        changed = changed_once(
            files["match.mjs"].decode(),
            "if (!(name in this.functions)) return vector;", "return vector;",
        )  # fmt: skip
        return files | {"match.mjs": changed.encode()}

    patch.setattr(library_surface, "built", telling)


def pages(patch: pytest.MonkeyPatch) -> None:
    shown = "const position = view.position();"
    script = changed_once(board_script(), shown, shown.replace("view", "state"))
    patch.setattr(board_surface, "board_script", lambda: script)


def changed_once(text: str, part: str, instead: str) -> str:
    assert text.count(part) == 1
    return text.replace(part, instead)


needs_node = pytest.mark.skipif(NODE is None, reason="needs Node.js")
LEAKS = [
    pytest.param(events, [], "the events what was done", id="events"),
    pytest.param(options, [], "the options what is hidden", id="options"),
    pytest.param(undo, [], "undo what is hidden", id="undo"),
    pytest.param(saves, [PLAY], "what is saved for a seat what is hidden", id="saves"),
    pytest.param(reports, [REPORTS], "a report as ", id="reports"),
    pytest.param(sentences, [SENTENCES], "the reasons for or against ", id="sentences"),
    pytest.param(library, [LIBRARY], "the position what is hidden", id="library", marks=needs_node),
    pytest.param(pages, [BOARDS], "beside what is hidden", id="pages", marks=needs_node),
]


def soaked(patch: pytest.MonkeyPatch, surfaces: Sequence[str], undone_every: int) -> list[str]:
    """What the command reports of a game, in which these surfaces are looked at often.

    undone_every: of so many choices one is tried to be undone, which takes longer than all else.
    """
    present = [surface for surface in command.surfaces() if surface.name in surfaces]
    assert len(present) == len(surfaces)
    patch.setattr(command, "surfaces", lambda: present)
    patch.setattr("thesmos.tools.soak.LIMIT", 14)
    patch.setattr("thesmos.tools.soak.EVERY_HIDDEN", 1)
    patch.setattr("thesmos.tools.leak.SHOWN_EVERY", 2)
    patch.setattr("thesmos.tools.leak.UNDONE_EVERY", undone_every)
    patch.setattr("thesmos.tools.alike_pairs.TRIED_EVERY", 1)
    words = ["soak", "german-whist", "--games", "1", "--jobs", "1", "--json"]
    result = CliRunner().invoke(cli, [*words, "--position", json.dumps(POSITION)])
    faults = [fault["what"] for fault in json.loads(result.stdout)["faults"]]
    assert result.exit_code == bool(faults)
    return faults


@pytest.mark.parametrize(("plant", "surfaces", "place"), LEAKS)
def test_a_planted_leak_is_found(
    plant: Patch, surfaces: list[str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    (fault, *_) = soaked(monkeypatch, surfaces, undone_every=1 if plant is undo else UNDONE_EVERY)
    assert f"can tell from {place}" in fault
    assert all(f"by {name}, player " in fault for name in surfaces)


def test_none_is_found_where_none_is_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert soaked(monkeypatch, [REPORTS, SENTENCES, PLAY], undone_every=1) == []
