"""Processes with a tag are found and killed in any session, and no others."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from thesmos_conform.adapters.leftovers import NAME, kill_tagged, tagged

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def sleeper(env: dict[str, str]) -> subprocess.Popen[bytes]:
    """A process in its own session."""
    return subprocess.Popen(["sleep", "600"], env=os.environ | env, start_new_session=True)


def test_a_process_with_the_tag_is_killed_and_one_with_another_is_not() -> None:
    tag, env = tagged({})
    other, theirs = tagged({})
    with sleeper(env) as ours, sleeper(theirs) as another:
        assert kill_tagged(tag)
        assert -9 == ours.wait(10)
        assert another.poll() is None
        assert kill_tagged(other)


def test_without_tagged_processes_nothing_is_killed() -> None:
    assert not kill_tagged(tagged({})[0])


def test_a_nested_tag_keeps_the_outer_one() -> None:
    outer, env = tagged({})
    inner, nested = tagged(env)
    assert f"{outer}:{inner}" == nested[NAME]
    with sleeper(nested) as process:
        assert kill_tagged(outer)
        assert -9 == process.wait(10)


def test_a_tag_elsewhere_in_the_environment_does_not_count() -> None:
    tag, _ = tagged({})
    with sleeper({"MINE": tag}) as process:
        assert not kill_tagged(tag)
        process.kill()
