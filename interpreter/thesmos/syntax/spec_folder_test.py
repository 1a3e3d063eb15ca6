"""A game's folder is read, or rejected with diagnostics: no exception, no endless loop."""

from __future__ import annotations

import os
import random
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thesmos import resources
from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.play.game import Game
from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.syntax.spec_folder import find_game, read_folder

BASE = Path(__file__).parents[1] / "check" / "samples" / "base"
POWERS = 4  # how many powers of a shipped game a test keeps
SECONDS = 20  # of CPU time that reading a game may take
ODD = (
    *(
        "none",
        "0",
        "-1",
        "99999",
        "Nobody",
        "yes",
        "no",
        "you",
        "active",
        "place",
        "zone",
        "{",
        "}",
    ),
    *("9..3", "0..999", "[]", "~", "end", "set of", "or none", "1e9", "∞", "first", "all", "every"),
    *("Side", "Player", "Power", "Direction", "last", "count", "self", "99x99", "", "\t", "\x00"),
)


def files_of(folder: Path) -> dict[str, bytes]:
    """The files of a game's folder, with a few of its powers."""
    found = {f.relative_to(folder).as_posix(): f.read_bytes() for f in folder.rglob("*.yaml")}
    powers = sorted(name for name in found if name.startswith("powers/"))
    for name in powers[POWERS:]:
        del found[name]
    return found


GAMES = [files_of(f) for f in (BASE, *(g.parent for g in resources.spec_dir().glob("*/game.yaml")))]


def write(files: dict[str, bytes], folder: Path) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def diagnostics_of(files: dict[str, bytes], *, play: bool = True) -> list[Diagnostic]:
    """The diagnostics of a game; a game without errors is played for a few decisions."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        root = write(files, Path(folder))
        _, checked, diagnostics = read(str(root))
        for diagnostic in diagnostics:
            diagnostic.render()
        assert time.process_time() - began < SECONDS
        if checked is None or any(f.severity == "error" for f in diagnostics):
            return diagnostics
        game = Game(checked, root)
        try:
            _ = game.records
        except SpecError as wrong:
            return [*diagnostics, *wrong.diagnostics]
        if play:
            _play(game)
        return diagnostics


def _play(game: Game) -> None:
    chance = random.Random(1)
    for mode in game.checked.modes.values():
        powers: list[str | None] = [*game.powers][: mode.players]
        powers += [None] * (mode.players - len(powers))
        try:
            state = game.match(powers, mode.slug).start()
        except UsageError:
            continue
        for _ in range(6):
            decision = state.decision
            if decision is None or not decision.options:
                break
            state.position()
            state = state.apply(chance.choice(decision.options))


# ----------------------------------------------------------------------- finding games


def test_a_shipped_game_is_found_by_name_folder_and_file() -> None:
    folder = find_game("pook")
    assert folder == find_game(str(folder)) == find_game(str(folder / "game.yaml"))


@pytest.mark.parametrize("name", ["", "santorin", "../spec", "/", "a\x00b", "a" * 5000, "no/such"])
def test_a_name_that_is_not_a_game_is_a_usage_error(name: str) -> None:
    with pytest.raises(UsageError):
        find_game(name)


def test_a_folder_is_read_with_all_its_documents() -> None:
    folder = read_folder(BASE)
    assert [] == folder.diagnostics
    assert (["anchor", "wing"], ["two-players"]) == (sorted(folder.cards), sorted(folder.modes))
    assert folder.game is not None
    assert ["one", "two"] == [supply.name for supply in folder.game.pieces[1].supply]


def test_the_errors_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path / "base")
    for name, old, new in (
        ("game.yaml", "moments:", "momentos:"),
        ("powers/wing.yaml", "permit walk", "permitt walk"),
        ("modes/two-players.yaml", "players: 2", "players: two"),
        ("chips.yaml", "zone: box}\n", "zone: box, count: many}\n"),
    ):
        file = tmp_path / "base" / name
        file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    folder = read_folder(tmp_path / "base")
    assert {"game.yaml", "wing.yaml", "two-players.yaml"} <= {
        Path(diagnostic.location.file).name
        for diagnostic in folder.diagnostics
        if diagnostic.location
    }
    assert all(diagnostic.source_line for diagnostic in folder.diagnostics)


# ------------------------------------------------------------------------ broken files


@pytest.mark.slow
@given(st.sampled_from(GAMES), st.randoms(use_true_random=False))
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_any_mutation_of_a_game_is_read_or_rejected(
    files: dict[str, bytes], chance: random.Random
) -> None:
    """Some words or bytes of one file are deleted, doubled, moved or replaced."""
    name = chance.choice([*files, *["game.yaml"] * len(files)])
    mutate = chance.choice([_words, _words, _words, _lines, _bytes])
    diagnostics_of({**files, name: mutate(files[name], chance)})


def _words(content: bytes, chance: random.Random) -> bytes:
    text = content.decode()
    found = list(re.finditer(r"\w+|[^\s\w]+", text))
    for _ in range(chance.choice([1, 1, 2])):
        at, other = chance.choice(found), chance.choice(found)
        new = chance.choice(["", other.group(), other.group(), chance.choice(ODD)])
        text = text[: at.start()] + new + text[at.end() :]
    return text.encode()


def _lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    new = chance.choice([[], [lines[other]], [lines[at], lines[at]], [b"  " + lines[at]]])
    return b"\n".join([*lines[:at], *new, *lines[at + 1 :]])


def _bytes(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    width = chance.choice([0, 1, 1, 30])
    return content[:at] + chance.randbytes(chance.choice([0, 1, 2])) + content[at + width :]


def _deep(open_: str, close: str = "") -> Callable[[str], str]:
    return lambda text: text.replace("where flown < 2", f"where {open_ * 900}a{close * 900}")


HOSTILE: dict[str, Callable[[str], str]] = {
    "parentheses": _deep("(", ")"),
    "unclosed": _deep("("),
    "not": _deep("not "),
    "minus": _deep("-"),
    "calls": _deep("f(", ")"),
    "conditions": _deep("a if b else "),
    "sets": _deep("{", "}"),
    "brackets": lambda text: text + "x: " + "[" * 50_000,
    "braces": lambda text: text + "x: " + "{a: " * 50_000,
    "nested ifs": lambda text: text.replace(
        "    permit walk",
        "\n".join(f"    {' ' * n}if yes:" for n in range(70)) + "\n    permit walk",
    ),
    "elif": lambda text: text.replace(
        "flown += 1", "\n" + "        if yes: counts\n" + "        elif yes: counts\n" * 180
    ),
    "number": lambda text: text.replace("flown < 2", "flown < " + "9" * 3000),
    "range": lambda text: text.replace("0..2", "0.." + "9" * 3000),
    "two megabytes": lambda text: text + "# " + "x" * 2_000_000,
    "long clause": lambda text: text.replace("flown < 2", "flown < 2 or " * 4000 + "yes"),
    "many clauses": lambda text: text + "    forbid walk where flown = 1\n" * 3000,
    "many keys": lambda text: text + "".join(f"k{n}: 1\n" for n in range(10_000)),
    "alias bomb": lambda text: (
        text + "a: &a [x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(60))
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_rejected_quickly(name: str) -> None:
    files = files_of(BASE)
    changed = HOSTILE[name](files["powers/wing.yaml"].decode())
    assert changed != files["powers/wing.yaml"].decode()
    diagnostics = diagnostics_of({**files, "powers/wing.yaml": changed.encode()})
    assert diagnostics or name in ("parentheses", "nested ifs", "elif")


SECRET = "key of another: do not show"


@pytest.fixture
def linked(tmp_path: Path) -> tuple[Path, Path]:
    """A game's folder, and a file outside of it."""
    secret = tmp_path / "secret" / "some.yaml"
    secret.parent.mkdir()
    secret.write_text(SECRET)
    return write(files_of(BASE), tmp_path / "game"), secret


@pytest.mark.parametrize(
    "name", ["game.yaml", "chips.yaml", "powers/extra.yaml", "modes/extra.yaml"]
)
def test_a_link_out_of_the_folder_is_rejected_and_what_it_leads_to_not_shown(
    linked: tuple[Path, Path], name: str
) -> None:
    folder, secret = linked
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(secret)
    diagnostics = game_diagnostics(str(folder))
    found = [one for one in diagnostics if one.code == "E113"]
    assert [str(folder / name)] == [one.location.file for one in found if one.location]
    shown = "".join(one.render() for one in diagnostics)
    assert "leads out of" in shown
    assert SECRET not in shown
    assert not any(SECRET in str(one.as_json()) for one in diagnostics)


def test_a_linked_folder_of_powers_is_rejected(linked: tuple[Path, Path]) -> None:
    folder, secret = linked
    shutil.rmtree(folder / "powers")
    (folder / "powers").symlink_to(secret.parent)
    found = game_diagnostics(str(folder))
    assert ["E113"] == [one.code for one in found if one.severity == "error"]


def test_a_link_inside_the_folder_and_one_to_the_folder_are_followed(
    linked: tuple[Path, Path],
) -> None:
    folder, _ = linked
    power = next((folder / "powers").iterdir())
    power.rename(folder / "kept.yaml")
    power.symlink_to("../kept.yaml")
    (folder.parent / "other").symlink_to(folder)
    for path in (folder, folder.parent / "other"):
        assert [] == [one for one in game_diagnostics(str(path)) if one.severity == "error"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_among_the_powers_is_not_read(linked: tuple[Path, Path]) -> None:
    """Not even to show a line of it, which would block forever."""
    folder, _ = linked
    os.mkfifo(folder / "powers" / "extra.yaml")
    assert ["E113"] == [one.code for one in game_diagnostics(str(folder))]


@pytest.mark.parametrize("content", [b"", b"\x00", b"\xff\xfe", b"- a", b"a", b"thesmos: power"])
@pytest.mark.parametrize("name", ["game.yaml", "chips.yaml", "modes/two-players.yaml"])
def test_a_file_with_other_content_is_rejected(name: str, content: bytes) -> None:
    assert diagnostics_of({**files_of(BASE), name: content})


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("grid: 3x3", "grid: 99x99", "E382"),
        ("zone: hand}", "zone: hand, count: 999}", "E382"),
        ("{is: 0..3}", "{is: -200..3}", "E383"),
        ("start: 1", "start: none", "E384"),
        ("owner: side,", "owner: 7,", "E384"),
        ("colour: red", "color: red", "E306"),
        ("    on: Cell", "    on: Sell", "E301"),
        ("{digits: height}", "{digits: height, omit: always}", "E395"),
        ("{place} {owner}", "{owner} {owner}", "E396"),
        ("pieces: Pawn", "pieces: Chip", "E396"),
        ("to: Cell, high", "to: set of Cell, high", "E388"),
    ],
)
def test_what_could_not_be_linked_is_rejected(old: str, new: str, code: str) -> None:
    files = files_of(BASE)
    changed = files["game.yaml"].decode().replace(old, new, 1).encode()
    assert changed != files["game.yaml"]
    assert code in {
        diagnostic.code for diagnostic in diagnostics_of({**files, "game.yaml": changed})
    }
