"""The recipes for an engine's own CI are well formed, and call commands that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos_conform.adapters.config import read_adapter

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORKFLOW = (HERE / "conformance.yml").read_text(encoding="utf-8")
GITLAB = yaml.safe_load((HERE / "gitlab-ci.yml").read_text(encoding="utf-8"))
SHELL = (HERE / "conformance.sh").read_text(encoding="utf-8")
CONTAINER = (HERE / "Containerfile").read_text(encoding="utf-8")
INSTRUCTIONS = {"FROM", "ARG", "RUN", "COPY", "USER", "WORKDIR", "ENTRYPOINT"}


def steps() -> Iterator[dict[str, Any]]:
    """The steps of all jobs of the workflow."""
    for job in yaml.safe_load(WORKFLOW)["jobs"].values():
        yield from job["steps"]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile: the word and the rest."""
    lines = [line for line in CONTAINER.splitlines() if not line.startswith("#")]
    text = "\n".join(lines).replace("\\\n", " ")
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in text.splitlines() if line]


def scripts() -> list[str]:
    """What the recipes give to a shell."""
    return [
        *(step["run"] for step in steps() if "run" in step),
        *(rest for word, rest in instructions() if word == "RUN"),
        *(line for job in GITLAB.values() for line in job.get("script", job.get("before_script"))),
        SHELL,
    ]


def calls() -> list[list[str]]:
    """The commands of Thesmos in the recipes, without its name."""
    of_workflow = (shlex.split(s)[1:] for s in scripts() if s.startswith("thesmos "))
    found = re.search(r"conformance \\\n#\s+(conform .*)", CONTAINER)
    assert found is not None
    of_shell = re.findall(r"^\.thesmos/bin/thesmos (.*)", SHELL, re.MULTILINE)
    return [*of_workflow, shlex.split(found[1]), *map(shlex.split, of_shell)]


def test_no_variable_has_to_be_set_by_hand() -> None:
    set_by_the_service = {"GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "PACKAGES"}
    for script in scripts():
        assert set(re.findall(r"\$\{?([A-Z_]+)", script)) <= set_by_the_service
    assert "vars." not in WORKFLOW


def test_a_job_has_what_a_workflow_asks_for() -> None:
    jobs = yaml.safe_load(WORKFLOW)["jobs"]
    assert {"conform", "fuzz"} == set(jobs)
    for job in jobs.values():
        assert {"runs-on", "steps", "timeout-minutes"} <= job.keys()
    for step in steps():
        assert 1 == len({"uses", "run"} & step.keys()), step
        assert step.keys() <= {"uses", "run", "name", "with", "env", "if"}
        assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/checkout@v4"))


@pytest.mark.parametrize("script", scripts())
def test_a_shell_can_read_it(script: str) -> None:
    done = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("call", calls(), ids=lambda call: call[0])
def test_a_command_has_these_options(call: list[str]) -> None:
    done = CliRunner().invoke(cli, [*call, "--help"])
    assert 0 == done.exit_code, done.output


def test_an_image_is_made_of_what_there_is() -> None:
    assert {word for word, _ in instructions()} <= INSTRUCTIONS
    for word, rest in instructions():
        if word == "COPY":
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources), rest


def test_an_adapter_in_a_container_is_a_valid_adapter() -> None:
    assert "my-engine" == read_adapter(HERE / "container.toml").command[-1]
