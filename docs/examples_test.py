"""The examples on the pages are true: quotes are in their files, code parses, consoles run.

How a block is tested depends on its title, its kind, and the comment above it:

- a title that begins with a folder of the repository: the block is in that file, as it is here but
  for indentation;
- any other title: the block is written to that file of the page's working folder; after a comment
  `part`, what it declares is added to that file, or put in the place of what has its name;
- `console`: its commands are run there. The lines below each are the beginnings of lines that it
  prints, in this order. A comment above may give an exit code (`exit 1`) and say `needs node`;
- `pycon`: it is run as a doctest;
- a comment `suite GAME`: it is a line of what `thesmos suite GAME` writes, but for spaces;
- a comment `effects`, `clauses` or `expr`: it can be parsed as that.
"""

from __future__ import annotations

import contextlib
import doctest
import json
import re
import shlex
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.diagnostics import Location
from thesmos.play.game import load
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlText
from thesmos_conform.adapters import config
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.testing.repository_pages import (
    DOCS,
    ROOT,
    Block,
    blocks,
    lines,
    name_of,
    read,
)

NODE = "needs node"
PATIENCE = 60.0  # seconds for an adapter to answer
PART = "part"
SUITE = "suite "
PARSERS = {"clauses": parse_clauses, "effects": parse_effects, "expr": parse_expr}
# A translated page has the examples of the English one, which are run.
TRANSLATED = tuple(f"{name_of(path)}/" for path in DOCS.iterdir() if len(path.name) == 2)
RUN = sorted(
    {
        block.page
        for block in blocks()
        if block.kind in ("console", "pycon") and not block.page.startswith(TRANSLATED)
    }
)


def test_quoted_examples_are_in_their_files() -> None:
    quoted = [block for block in blocks() if block.quoted]
    assert len(quoted) > 100
    wrong = [f"{block}: not in {block.title}" for block in quoted if not _is_in_file(block)]
    assert not wrong, lines(wrong)


def _is_in_file(block: Block) -> bool:
    text = read(block.title)
    rows = textwrap.dedent(block.text).splitlines()
    if len(rows) == 1 and rows[0] in text:  # perhaps a part of a line
        return True
    return any(
        "\n".join((indent + row).rstrip() for row in rows) in text
        for indent in _indents(text, rows[0])
    )


def _indents(text: str, line: str) -> set[str]:
    """Return the indentations with which a line occurs in a text."""
    found = (row for row in text.splitlines() if row.strip() == line.strip())
    return {row[: len(row) - len(row.lstrip())] for row in found}


def test_examples_of_the_language_can_be_parsed() -> None:
    parsed = [block for block in blocks() if block.note in PARSERS]
    assert parsed
    wrong = [f"{block}: {found}" for block in parsed for found in _syntax_errors(block)]
    assert not wrong, lines(wrong)


def _syntax_errors(block: Block) -> Iterator[str]:
    text = block.text.strip() if block.note == "expr" else block.text
    source = YamlText(Location(block.page, block.line, 1), text, "literal")
    _, diagnostics = PARSERS[block.note](source)
    yield from (one.message for one in diagnostics)


def test_examples_of_a_suite_are_lines_of_it() -> None:
    shown = [block for block in blocks() if block.note.startswith(SUITE)]
    assert shown
    wrong = [str(block) for block in shown if json.loads(block.text) not in _suite(block.note)]
    assert not wrong, lines(wrong)


def _suite(command: str) -> list[object]:
    done = CliRunner().invoke(cli, command.split())
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_example_of_the_language_is_tested() -> None:
    shown = [block for block in blocks() if block.page.startswith("docs/pages/language/")]
    assert len(shown) > 50
    untested = [block for block in shown if not block.quoted and block.note not in PARSERS]
    assert not untested, lines(untested)


@pytest.mark.parametrize(
    ("name", "language", "clause"),
    [
        ("README.md", "en", "apollo.your-move.1"),
        ("docs/pages/index.md", "en", "minotaur.your-move.1"),
        ("docs/pages/es/index.md", "es", "minotaur.your-move.1"),
    ],
)
def test_the_sentence_beside_a_card_is_generated_from_it(
    name: str, language: str, clause: str
) -> None:
    text = " ".join(read(name).replace("\n> ", "\n").split())
    assert f"*{GameSentences(load('santorini'), language).clause(clause)}*" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
def test_the_examples_of_a_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("STARTUP", "TIMEOUT"):  # the answers are tested, not the speed
        monkeypatch.setattr(config, limit, PATIENCE)
    for folder in ("spec", "conformance"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    found = [block for block in blocks() if block.page == name]
    left_out = [block for block in found if NODE in block.notes and not shutil.which("node")]
    names: dict[str, Any] = {}
    for block in (block for block in found if block not in left_out):
        if block.title and not block.quoted:
            file = tmp_path / block.title
            text = _with_part(file.read_text(), block.text) if PART in block.notes else block.text
            file.write_text(text, encoding="utf-8")
        elif block.kind == "console":
            _run_console(block, tmp_path)
        elif block.kind == "pycon":
            _run_python(block, names)
    if left_out:
        pytest.skip(f"needs Node.js: {', '.join(map(str, left_out))}")


def _with_part(text: str, part: str, indent: int = 0) -> str:
    """A YAML file with what another one declares, down to two levels."""
    made = _declared(text, indent)
    for new in _declared(part, indent):
        key = new.partition(":")[0]
        at = next((n for n, one in enumerate(made) if one.partition(":")[0] == key), len(made))
        old, below = _without_comments_below(made[at]) if at < len(made) else ("", "")
        head, _, body = new.partition("\n")
        inside = old and indent == 0 and head.endswith(":")
        if inside:
            _, _, old_body = old.partition("\n")
            body = _with_part(old_body, body, 2)
        whole = f"{head}\n{body}" if inside else new
        made[at : at + 1] = [whole.rstrip("\n") + "\n" + below]
    return "".join(made)


def _declared(text: str, indent: int) -> list[str]:
    """The declarations at an indentation, each with all lines up to the next one."""
    found = re.split(rf"^(?=[ ]{{{indent}}}[^\s#])", text, flags=re.MULTILINE)
    return [one for one in found if one]


def _without_comments_below(text: str) -> tuple[str, str]:
    """A declaration, and the empty lines and comments after it, which belong to the next one."""
    rows = text.splitlines(keepends=True)
    written = (n for n, row in enumerate(rows, 1) if row.strip() and not row.startswith("#"))
    end = max(written, default=0)
    return "".join(rows[:end]), "".join(rows[end:])


def _run_python(block: Block, names: dict[str, Any]) -> None:
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, names, str(block), block.page, block.line)
    failures: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=failures.append, clear_globs=False)
    names.update(test.globs)
    assert "".join(failures) == ""


def _run_console(block: Block, folder: Path) -> None:
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    expected_code = next((int(note[5:]) for note in block.notes if note.startswith("exit ")), 0)
    for part in parts:
        call, *expected = part.rstrip("\n").split("\n")
        done = _run(call, folder)
        printed = done.stdout + done.stderr
        assert done.returncode == expected_code, f"{block}: {call}\n{printed}"
        rows = iter(printed.splitlines())
        for line in expected:
            missing = f"{block}: `{call}` does not print: {line}\n{printed}"
            assert any(_begins(row, line, folder) for row in rows), missing


def _begins(row: str, line: str, folder: Path) -> bool:
    row = row.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "")
    return row.rstrip().startswith(line.rstrip())


@dataclass(frozen=True)
class Done:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def _run(call: str, folder: Path) -> Done:
    """Run a command of a console: `thesmos` in this process, others as they are."""
    words = shlex.split(call)
    with contextlib.chdir(folder):
        if words[0] == "thesmos":
            result = CliRunner().invoke(cli, words[1:], prog_name="thesmos")
            return Done(result.exit_code, result.stdout, result.stderr)
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)
