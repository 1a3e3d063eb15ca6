"""Commands come from the core and from other packages, and none can do harm by being there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from thesmos.cli import plugins
from thesmos.cli.plugins import GROUP, WORK, CommandInfo, commands, extension, find

STRANGERS = (
    CommandInfo("shout", "Say it louder.", "Have fun", "stranger.shout"),
    CommandInfo("play", "Play something else.", WORK, "stranger.play"),
)


@pytest.fixture
def entry_points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points that are installed, for a test to fill."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(plugins, "entry_points", lambda **_: points)
    commands.cache_clear()
    yield points
    commands.cache_clear()


def test_a_package_adds_commands_in_a_section_of_its_own(entry_points: list[EntryPoint]) -> None:
    entry_points.append(EntryPoint("fun", f"{__name__}:STRANGERS", GROUP))
    assert list(commands())[-1] == "shout"


def test_a_package_takes_no_command_of_the_core_away(entry_points: list[EntryPoint]) -> None:
    entry_points.append(EntryPoint("fun", f"{__name__}:STRANGERS", GROUP))
    assert commands()["play"].module == "thesmos.cli.play"


def test_a_command_of_the_core_is_found_without_asking_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda **_: pytest.fail("a package was asked"))
    commands.cache_clear()
    found = find("play")
    assert found is not None
    assert found.module == "thesmos.cli.play"


def test_a_command_of_a_package_is_found_by_its_name(entry_points: list[EntryPoint]) -> None:
    entry_points.append(EntryPoint("fun", f"{__name__}:STRANGERS", GROUP))
    assert find("shout") == STRANGERS[0]
    assert find("whisper") is None


def test_a_package_that_cannot_be_loaded_is_reported_and_left_out(
    entry_points: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    entry_points.append(EntryPoint("broken", "no_such_package:COMMANDS", GROUP))
    assert "play" in commands()
    assert "warning: no_such_package:COMMANDS can't be loaded" in capsys.readouterr().err


def test_an_extension_that_is_not_installed_is_none(entry_points: list[EntryPoint]) -> None:
    assert extension("thesmos.perft", "adapter") is None
    assert entry_points == []
