"""What long work says on stderr: lines now and then where there is no terminal, or one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from thesmos.cli import output

Tick = Callable[[float], None]


@pytest.fixture
def tick(monkeypatch: pytest.MonkeyPatch) -> Tick:
    """Lets seconds go by."""
    clock = [1000.0]
    monkeypatch.setattr(output, "monotonic", lambda: clock[0])

    def pass_by(seconds: float) -> None:
        clock[0] += seconds

    return pass_by


def test_short_work_says_nothing(tick: Tick, capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress("playing", 10) as move:
        for done in range(10):
            tick(0.9)
            move(done, "games")
    assert ("", "") == capsys.readouterr()


def test_long_work_says_how_far_it_has_come(tick: Tick, capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress("playing", 200) as move:
        tick(12)
        move(50, "3 found")
    assert ("", "playing: 25 %, 3 found, 12 s\n") == capsys.readouterr()


def test_without_a_known_end_no_percentage_is_shown(
    tick: Tick, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.progress("counting", None) as move:
        tick(10)
        move(7, "7 of 9 turns")
    assert "counting: 7 of 9 turns, 10 s\n" == capsys.readouterr().err


def test_lines_become_rarer_up_to_one_a_minute(
    tick: Tick, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.progress("playing", None) as move:
        for _ in range(300):
            tick(1)
            move(0, "")
    times = [line.removeprefix("playing: ") for line in capsys.readouterr().err.splitlines()]
    assert ["10 s", "30 s", "70 s", "130 s", "190 s", "250 s"] == times


def test_what_an_adapter_calls_itself_steers_no_log(
    tick: Tick, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.progress("asking \x1b[2J", None) as move:
        tick(10)
        move(0, "")
    assert "\x1b" not in capsys.readouterr().err


class Clock:
    """A timer that is due when the test says so."""

    daemon = False

    def __init__(self, seconds: float, then: Callable[..., None], given: tuple[str, ...]) -> None:
        self.seconds, self.then, self.given, self.waits = seconds, then, given, False

    def start(self) -> None:
        self.waits = True

    def cancel(self) -> None:
        self.waits = False

    def due(self) -> None:
        if self.waits:
            self.then(*self.given)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> list[Clock]:
    """The timers that are made."""
    made: list[Clock] = []

    def clock(seconds: float, then: Callable[..., None], given: tuple[str, ...]) -> Clock:
        made.append(Clock(seconds, then, given))
        return made[-1]

    monkeypatch.setattr(output, "Timer", clock)
    return made


def test_work_that_takes_long_is_named(
    clocks: list[Clock], capsys: pytest.CaptureFixture[str]
) -> None:
    with output.announced("compiling"):
        assert "" == capsys.readouterr().err
        clocks[0].due()
    assert ("", "compiling …\n") == capsys.readouterr()


def test_work_that_is_soon_done_is_not_named(
    clocks: list[Clock], capsys: pytest.CaptureFixture[str]
) -> None:
    with output.announced("compiling"):
        pass
    clocks[0].due()
    assert ("", "") == capsys.readouterr()
