"""The rule of what counts as the same, as a program in JavaScript that shares no code with ours."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from testing.comparisons import BY_PLAYER, ROWS, TABLE
from thesmos_conform.protocol.canonical import canonical

ASK = """
import { readFileSync } from "node:fs";
import { normal, text } from "MODULE";
const byPlayer = BY_PLAYER;
for (const line of readFileSync("TABLE", "utf8").split("\\n").filter(Boolean)) {
  const { expected, got } = JSON.parse(line);
  const [right, given] = [expected, got].map((side) => text(normal(side, byPlayer)));
  console.log(JSON.stringify([right, given, text(expected) === text(got)]));
}
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs the command node")
def test_javascript_agrees_with_the_table() -> None:
    module = Path(__file__).parent / "javascript" / "same.mjs"
    program = ASK.replace("MODULE", module.as_uri()).replace("TABLE", str(TABLE))
    program = program.replace("BY_PLAYER", json.dumps(sorted(BY_PLAYER)))
    command = ["node", "--input-type=module", "--eval", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(ROWS)
    for row, (expected, got, alike) in zip(ROWS, answers, strict=True):
        assert [expected, got] == [
            canonical(row.expected, BY_PLAYER),
            canonical(row.got, BY_PLAYER),
        ]
        assert ((expected == got), alike) == (row.position, row.elsewhere), str(row)
