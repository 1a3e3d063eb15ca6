"""The pages say what is so: examples stand in the specs, consoles run, no construct is missing.

How a block of a page is tested depends on what stands above or inside it:

- a title that begins with a folder of the repository: it stands in that file, as it stands here
  but for indentation;
- any other title: it is written to that file of the page's working folder;
- `console`: its commands are run there; the lines below each are among those it prints, in order;
  a comment above may tell another exit code than 0, `exit 1`, and what is `needs node`;
- `pycon`: it is run as a doctest;
- a comment above, `effects`, `clauses` or `expr`: it can be parsed as that.

A page in another language has the blocks of the English one, word for word, and its code and links.
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

import click
import pytest
from click.testing import CliRunner

from thesmos.check.calls import SPECIAL
from thesmos.check.names import CORE
from thesmos.cli import cli
from thesmos.diagnostics import Location
from thesmos.engine.effects import _EFFECTS
from thesmos.engine.expressions import _MAKERS
from thesmos.engine.sets import _MEMBERS
from thesmos.play.game import load
from thesmos.record.replay import KINDS
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlText
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.page_settings import english_only, read_settings
from thesmos_rulebook.translations.page_texts import pages_of, sections

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("spec/", "grammar/", "conformance/", "interpreter/", "docs/")
DOCS = ROOT / "docs" / "pages"
SETTINGS = read_settings(DOCS)
OUTSIDE = (  # pages that are not below DOCS
    "README",
    "CONTRIBUTING",
    "SECURITY",
    "conformance/protocol/README",
    "conformance/records/README",
    "conformance/scenarios/README",
)
NODE = "needs node"  # in the comment above a block
FENCE = re.compile(
    r"(?:^<!-- (?P<note>[^>]*) -->\n)?^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]*)\")?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, with what is told about it."""

    page: str
    line: int
    kind: str
    note: str
    title: str
    text: str

    @property
    def notes(self) -> list[str]:
        """What the comment above says, part by part."""
        return self.note.split(", ")

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    return [*(ROOT / f"{name}.md" for name in OUTSIDE), *sorted(DOCS.rglob("*.md"))]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(path: Path) -> Iterator[Block]:
    text = path.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        note, title = found["note"] or "", found["title"] or ""
        name = str(path.relative_to(ROOT))
        yield Block(name, line, found["kind"], note.strip(), title, found["text"])


ALL = [block for path in pages() for block in blocks(path)]
QUOTED = [block for block in ALL if block.title.startswith(FOLDERS)]
PARSED = [block for block in ALL if block.note in ("clauses", "effects", "expr")]
# What a translated page shows is what the English one shows, which is run.
RUN = sorted(
    {
        b.page
        for b in ALL
        if b.kind in ("console", "pycon") and not b.page.startswith("docs/pages/es/")
    }
)
TRANSLATED = [
    (DOCS / name, path)
    for language in language_codes()
    if language != ENGLISH
    for name, path in pages_of(DOCS, language).items()
]


# ------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize("block", QUOTED, ids=str)
def test_a_quoted_example_stands_in_its_file(block: Block) -> None:
    lines = textwrap.dedent(block.text).splitlines()
    for indent in _indents(ROOT / block.title, lines[0]):
        if "\n".join((indent + line).rstrip() for line in lines) in page(block.title):
            return
    if len(lines) == 1 and lines[0] in page(block.title):  # a part of a line
        return
    pytest.fail(f"{block}: this does not stand in {block.title}:\n{block.text}")


def _indents(path: Path, line: str) -> set[str]:
    """The indentations with which a line stands in a file."""
    found = path.read_text(encoding="utf-8").splitlines()
    return {row[: len(row) - len(row.lstrip())] for row in found if row.strip() == line.strip()}


@pytest.mark.parametrize("block", PARSED, ids=str)
def test_an_example_of_the_language_can_be_parsed(block: Block) -> None:
    parse = {"clauses": parse_clauses, "effects": parse_effects, "expr": parse_expr}[block.note]
    text = block.text.strip() if block.note == "expr" else block.text
    _, diagnostics = parse(YamlText(Location(block.page, block.line, 1), text, "literal"))
    assert diagnostics == []


def test_every_example_of_the_language_is_tested() -> None:
    reference = [block for block in ALL if block.page.startswith("docs/pages/language/")]
    assert len(reference) > 50
    assert [b for b in reference if b not in QUOTED and b not in PARSED] == []


# ------------------------------------------------------------------------------------ completeness


def words_of(name: str) -> set[str]:
    """What stands in backticks or blocks of a page, as words."""
    text = page(name)
    code = re.findall(r"`([^`\n]+)`", text) + [b.text for b in ALL if b.page == name]
    return set(re.findall(r"[a-z_]+|\"[^\"]+\"", " ".join(code)))


def keywords() -> set[str]:
    """The words that the grammar spells out, and those inside its tokens."""
    grammar = re.sub(r"//.*", "", page("grammar/clause.lark"))
    tokens = [line for line in grammar.splitlines() if re.match(r"[A-Z_]+(\.\d)?:", line)]
    spelled = set(re.findall(r'"([a-z_]+)"', grammar))
    inside = re.sub(r"\[[^]]*\]|\\.", " ", " ".join(t.partition(":")[2] for t in tokens))
    return spelled | {word for word in re.findall(r"[a-z]{2,}", inside) if word != "Za"}


def test_the_reference_has_every_word_of_the_grammar() -> None:
    found = keywords()
    assert {"permit", "while", "instead", "teammate", "possible", "mod"} <= found
    assert found - words_of("docs/pages/language/reference.md") == set()


def test_the_reference_has_every_core_function_with_its_help() -> None:
    text = page("docs/pages/language/reference.md")
    rows = {
        f"| `{name}` | {', '.join(core.takes)} | {core.gives} | {core.help} |"
        for name, core in CORE.items()
    }
    assert {row for row in rows if row not in text} == set()
    assert {name for name in SPECIAL if f"| `{name}` |" not in text} == set()


@pytest.mark.parametrize("name", ["game", "power", "mode", "rulings", "words"])
def test_the_pages_have_every_key_of_the_documents(name: str) -> None:
    schema = json.loads(page(f"grammar/{name}.schema.json"))
    text = page("docs/pages/language/reference.md") + page("docs/pages/rulings.md")
    told = set(re.findall(r"`([a-z][a-z -]*)[:`]", text))
    assert set(_keys(schema)) - told == set()


def _keys(schema: Any) -> Iterator[str]:
    """The keys that a schema allows, at any depth; not those that it forbids."""
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        yield from (key for key, value in properties.items() if value is not False)
        for value in schema.values():
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def test_the_semantics_have_every_section_that_the_code_cites() -> None:
    text = page("docs/pages/language/semantics.md")
    sections = set(re.findall(r"^## (\d+) ", text, re.MULTILINE))
    cited = {
        number
        for path in (ROOT / "interpreter").rglob("*.py")
        for number in re.findall(r"semantics §(\d+)", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited - sections == set()
    assert (
        set(re.findall(r"§(\d+)", text + page("docs/pages/language/reference.md"))) - sections
        == set()
    )


def test_the_semantics_list_the_words_of_typed_code() -> None:
    appendix = page("docs/pages/language/semantics.md").partition("## Appendix")[2]
    told = set(re.findall(r"`([^`]+)`", appendix))
    assert {*_MAKERS, *_MEMBERS, *_EFFECTS} - told == set()


TOLD = [
    ("README.md", "en", "apollo.your-move.1"),
    ("docs/pages/index.md", "en", "minotaur.your-move.1"),
    ("docs/pages/es/index.md", "es", "minotaur.your-move.1"),
]


@pytest.mark.parametrize(("name", "language", "clause"), TOLD)
def test_the_sentence_beside_a_card_is_the_one_made_from_it(
    name: str, language: str, clause: str
) -> None:
    text = " ".join(page(name).replace("\n> ", "\n").split())
    assert f"*{GameSentences(load('santorini'), language).clause(clause)}*" in text


def test_the_readme_names_every_command() -> None:
    listed = page("README.md").partition("## Commands")[2].partition("[Command line]")[0]
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        parts = command.list_commands(context) if isinstance(command, click.Group) else [""]
        assert [] == [part for part in parts if f"`{f'{name} {part}'.strip()}`" not in listed]


def test_the_command_line_page_has_every_command_and_option() -> None:
    text = page("docs/pages/cli.md")
    context = click.Context(cli)
    for name in cli.list_commands(context):
        assert f"## {name}" in text
        command = cli.get_command(context, name)
        assert command is not None
        group = [command]
        if isinstance(command, click.Group):
            found = (command.get_command(context, part) for part in command.list_commands(context))
            group = [one for one in found if one is not None]
        for option in (o for c in group for p in c.params for o in p.opts if o.startswith("--")):
            assert option in text, f"{name} {option}"
    assert {kind for kind in KINDS if f"`{kind}`" not in text} == set()
    assert {kind for kind in KINDS if f"`{kind}`" not in page("docs/pages/traces.md")} == set()


@pytest.mark.parametrize("path", pages(), ids=str)
def test_links_lead_somewhere(path: Path) -> None:
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        assert not file.startswith(("http:", "/")), target
        other = in_english(path.parent / file) if file else path
        assert other.is_file() or (other.is_dir() and DOCS not in path.parents), target
        if anchor:
            there = sections(other.read_text(encoding="utf-8"))
            assert anchor in {section.anchor for section in there}, target


def in_english(page: Path) -> Path:
    """The English page where a translated one is missing on purpose."""
    for root in (DOCS / language for language in language_codes() if language != ENGLISH):
        if root in page.parents and not page.exists():
            name = page.relative_to(root)
            return DOCS / name if english_only(SETTINGS, name.as_posix()) else page
    return page


def test_pages_name_modules_that_exist() -> None:
    roots = [ROOT / name for name in ("interpreter", "conformance", "docs")]
    modules = {f"/{path.relative_to(ROOT).as_posix()}" for r in roots for path in r.rglob("*.py")}
    named = [
        (str(path.relative_to(ROOT)), name)
        for path in pages()
        for name in re.findall(r"`([a-z_/]+\.py)`", path.read_text(encoding="utf-8"))
    ]
    assert len(named) > 50
    assert [one for one in named if not any(m.endswith(f"/{one[1]}") for m in modules)] == []


def test_pages_name_folders_and_files_that_exist() -> None:
    named = [
        (str(path.relative_to(ROOT)), name)
        for path in pages()
        for name in re.findall(
            r"`((?:spec|grammar|conformance|interpreter|docs|thesmos_\w+)/[a-z_./-]+)`",
            path.read_text(encoding="utf-8"),
        )
    ]
    places = (ROOT, ROOT / "conformance", ROOT / "docs")
    assert len(named) > 50
    assert [one for one in named if not any((place / one[1]).exists() for place in places)] == []


# ---------------------------------------------------------------------------------- translations


@pytest.mark.parametrize(("english", "other"), TRANSLATED, ids=str)
def test_a_translated_page_has_the_code_the_links_and_the_tables_of_the_english_one(
    english: Path, other: Path
) -> None:
    for ours, theirs in zip(_shapes(english), _shapes(other), strict=True):
        assert ours == theirs


@pytest.mark.parametrize(("english", "other"), TRANSLATED, ids=str)
def test_a_translated_page_has_the_examples_and_their_notes(english: Path, other: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (english, other)]
    ours, theirs = ([found.group() for found in FENCE.finditer(text)] for text in texts)
    assert ours == theirs


@dataclass(frozen=True)
class Shape:
    """What a section has in every language: the words that are code, the links, the rows."""

    anchor: str
    code: frozenset[str]
    links: tuple[str, ...]
    rows: int


def _shapes(path: Path) -> list[Shape]:
    made = []
    for section in sections(path.read_text(encoding="utf-8")):
        text = FENCED.sub("", section.text)
        code = frozenset(re.findall(r"`([^`]+)`", " ".join(text.split())))
        links = tuple(sorted(re.findall(r"\]\(([^)]+)\)", text)))
        made.append(Shape(section.anchor, code, links, len(re.findall(r"^\|", text, re.MULTILINE))))
    return made


# ------------------------------------------------------------------------------------------ running


@pytest.mark.parametrize("name", RUN)
def test_a_page_runs_as_it_says(name: str, tmp_path: Path) -> None:
    for folder in ("spec", "conformance"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    places: dict[str, Any] = {}
    left_out = [b for b in ALL if b.page == name and NODE in b.notes and not shutil.which("node")]
    for block in (block for block in ALL if block.page == name and block not in left_out):
        if block.title and block not in QUOTED:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            _run_console(block, tmp_path)
        elif block.kind == "pycon":
            _run_python(block, places)
    if left_out:
        pytest.skip(f"needs Node.js: {', '.join(map(str, left_out))}")


def _run_python(block: Block, places: dict[str, Any]) -> None:
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, places, str(block), block.page, block.line)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append, clear_globs=False)
    places.update(test.globs)
    assert "".join(told) == ""


def _run_console(block: Block, folder: Path) -> None:
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    wanted = next((int(note[5:]) for note in block.notes if note.startswith("exit ")), 0)
    for part in parts:
        call, *expected = part.rstrip("\n").split("\n")
        done = _run(call, folder)
        printed = iter((done.stdout + done.stderr).splitlines())
        assert done.returncode == wanted, f"{block}: {call}\n{done.stdout}{done.stderr}"
        for line in expected:
            said = f"{block}: `{call}` does not print: {line}\n{done.stdout}{done.stderr}"
            assert any(_shown(line, row, folder) for row in printed), said


def _shown(line: str, row: str, folder: Path) -> bool:
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
