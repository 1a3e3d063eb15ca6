"""Processes with a mark are found and ended wherever they have gone, and no others."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from thesmos_conform.adapters.leftovers import NAME, end_marked, marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def sleeper(env: dict[str, str]) -> subprocess.Popen[bytes]:
    """A process in a session of its own."""
    return subprocess.Popen(["sleep", "600"], env=os.environ | env, start_new_session=True)


def test_one_with_the_mark_is_ended_and_one_with_another_is_not() -> None:
    mark, env = marked({})
    other, theirs = marked({})
    with sleeper(env) as ours, sleeper(theirs) as another:
        assert end_marked(mark)
        assert -9 == ours.wait(10)
        assert another.poll() is None
        assert end_marked(other)


def test_without_any_there_is_nothing_to_end() -> None:
    assert not end_marked(marked({})[0])


def test_what_a_marked_program_marks_keeps_the_outer_mark() -> None:
    outer, env = marked({})
    inner, nested = marked(env)
    assert f"{outer}:{inner}" == nested[NAME]
    with sleeper(nested) as process:
        assert end_marked(outer)
        assert -9 == process.wait(10)


def test_a_mark_elsewhere_in_the_environment_is_none() -> None:
    mark, _ = marked({})
    with sleeper({"MINE": mark}) as process:
        assert not end_marked(mark)
        process.kill()
