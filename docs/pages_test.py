"""The pages are complete and consistent: every construct, every option, every link, every language.

Their examples are tested by `examples_test.py`, their citations by `citations_test.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from thesmos.check.names.names import CORE
from thesmos.check.typing.calls import SPECIAL
from thesmos.choice_words import FIRST_WORDS, WHOLE_TEXTS
from thesmos.cli import cli
from thesmos.record.replay import KINDS
from thesmos_rulebook.testing.repository_pages import (
    DOCS,
    FENCE,
    ROOT,
    blocks,
    lines,
    name_of,
    other_languages,
    pages,
    read,
    translated_pages,
)
from thesmos_rulebook.translations.page_settings import english_only, read_settings
from thesmos_rulebook.translations.page_texts import sections

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
REFERENCE = "docs/pages/language/reference.md"
SEMANTICS = "docs/pages/language/semantics.md"

# ------------------------------------------------------------------------------------ completeness


def test_the_reference_has_every_word_of_the_grammar() -> None:
    found = keywords()
    assert {"permit", "while", "instead", "teammate", "possible", "mod"} <= found
    assert found - words_of(REFERENCE) == set()


def keywords() -> set[str]:
    """Return the words that the grammar spells out, and those inside its tokens."""
    grammar = re.sub(r"//.*", "", read("grammar/clause.lark"))
    tokens = [line for line in grammar.splitlines() if re.match(r"[A-Z_]+(\.\d)?:", line)]
    spelled = set(re.findall(r'"([a-z_]+)"', grammar))
    inside = re.sub(r"\[[^]]*\]|\\.", " ", " ".join(t.partition(":")[2] for t in tokens))
    return spelled | {word for word in re.findall(r"[a-z]{2,}", inside) if word != "Za"}


def words_of(name: str) -> set[str]:
    """Return the words in the backticks and blocks of a page."""
    code = re.findall(r"`([^`\n]+)`", read(name)) + [b.text for b in blocks() if b.page == name]
    return set(re.findall(r"[a-z_]+|\"[^\"]+\"", " ".join(code)))


def test_the_reference_has_every_core_function_with_its_types() -> None:
    text = read(REFERENCE)
    rows = {
        f"| `{name}` | {', '.join(core.takes)} | {core.gives} | " for name, core in CORE.items()
    }
    assert {row for row in rows if row not in text} == set()
    assert {name for name in SPECIAL if f"| `{name}` |" not in text} == set()


def test_the_reference_has_every_text_that_no_option_can_have() -> None:
    start = read(REFERENCE).index("The text of an option can't be a word")
    listed = read(REFERENCE)[start:].partition(" `check` refuses")[0]
    assert [*WHOLE_TEXTS, *FIRST_WORDS] == re.findall(r"`([^`]+)`", listed.split("`thesmos")[0])


def test_the_pages_have_every_key_of_the_documents() -> None:
    text = read(REFERENCE) + read("docs/pages/rulings.md") + read("docs/pages/traces.md")
    named = set(re.findall(r"`([a-z][a-z -]*)[:`]", text))
    for document in ("game", "part", "power", "mode", "words", "rulings", "records"):
        schema = json.loads(read(f"grammar/{document}.schema.json"))
        assert set(_keys(schema)) - named == set(), document


def test_the_reference_says_which_keys_must_be_there() -> None:
    text = read(REFERENCE)
    table = text.partition("## 2 The game")[2].partition("###")[0]
    rows = re.findall(r"^\| (`[^|]*) \| (yes)? ?\|", table, re.MULTILINE)
    marked = {key for keys, yes in rows if yes for key in re.findall(r"`([^`]+)`", keys)}
    assert marked == required("game")
    listed = re.findall(r"(`thesmos[^.\n]*) must be there[;,]", text)
    named = [{key.partition(":")[0] for key in re.findall(r"`([^`]+)`", keys)} for keys in listed]
    assert named == [required(one) for one in ("power", "mode", "edition")]
    assert required("edition") == required("module")


def required(document: str) -> set[str]:
    """Return the keys that a kind of document must have."""
    return set(json.loads(read(f"grammar/{document}.schema.json"))["required"])


def _keys(schema: Any) -> Iterator[str]:
    """Yield the keys that a schema allows, at any depth, without those that it forbids."""
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        yield from (key for key, value in properties.items() if value is not False)
        for value in schema.values():
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def test_the_semantics_have_every_section_that_is_cited() -> None:
    text = read(SEMANTICS)
    numbers = set(re.findall(r"^## (\d+) ", text, re.MULTILINE))
    in_code = {
        number
        for path in (ROOT / "interpreter").rglob("*.py")
        for number in re.findall(r"semantics §(\d+)", read(path))
    }
    in_pages = set(re.findall(r"§(\d+)", text + read(REFERENCE)))
    assert in_code
    assert (in_code | in_pages) - numbers == set()


def test_the_readme_names_every_command() -> None:
    listed = read("README.md").partition("## Commands")[2].partition("[Command line]")[0]
    names = [name for name, command in commands() if not isinstance(command, click.Group)]
    assert [name for name in names if f"`{name}`" not in listed] == []


def test_the_command_line_page_has_every_command_and_option() -> None:
    text = read("docs/pages/cli.md")
    names = {name.split()[0] for name, _ in commands()}
    assert [name for name in names if f"\n## {name}" not in text] == []
    options = [
        (name, option)
        for name, command in commands()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--")
    ]
    missing = [one for one in options if one[1] not in text]
    assert not missing, lines(missing)


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command by its name, also those of groups (`new power`)."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for part in command.list_commands(context):
                inner = command.get_command(context, part)
                assert inner is not None
                yield f"{name} {part}", inner


def test_the_pages_have_every_kind_of_disagreement() -> None:
    for name in ("docs/pages/cli.md", "docs/pages/traces.md"):
        assert {kind for kind in KINDS if f"`{kind}`" not in read(name)} == set(), name


# --------------------------------------------------------------------------------------- references


def test_links_lead_somewhere() -> None:
    dead = [
        f"{name_of(path)}: {target}"
        for path in pages()
        for target in re.findall(r"\]\(([^)]+)\)", FENCED.sub("", read(path)))
        if not leads_somewhere(path, target)
    ]
    assert not dead, lines(dead)


def leads_somewhere(path: Path, target: str) -> bool:
    """Return whether a link of a page leads to a file of the repository, and to a section of it."""
    file, _, anchor = target.partition("#")
    other = in_english(path.parent / file) if file else path
    if other.is_dir():  # a repository shows folders, a site does not
        return DOCS not in path.parents
    there = other.is_file() and not file.startswith("/")
    return there and (not anchor or anchor in {one.anchor for one in sections(read(other))})


def in_english(page: Path) -> Path:
    """Return the English page in place of one that is not translated on purpose."""
    settings = read_settings(DOCS)
    for root in (DOCS / language for language in other_languages()):
        if root in page.parents and not page.exists():
            name = page.relative_to(root)
            return DOCS / name if english_only(settings, name.as_posix()) else page
    return page


def test_pages_name_modules_that_exist() -> None:
    roots = [ROOT / name for name in ("interpreter", "conformance", "docs")]
    modules = [f"/{name_of(path)}" for root in roots for path in root.rglob("*.py")]
    named = list(in_backticks(r"[a-z_/]+\.py"))
    assert len(named) > 50
    missing = [one for one in named if not any(m.endswith(f"/{one[1]}") for m in modules)]
    assert not missing, lines(missing)


def test_pages_name_folders_and_files_that_exist() -> None:
    first = r"(?:spec|grammar|conformance|interpreter|docs|thesmos_\w+)"
    named = list(in_backticks(rf"{first}/[a-z_./-]+"))
    places = (ROOT, ROOT / "conformance", ROOT / "docs")
    assert len(named) > 50
    missing = [one for one in named if not any((place / one[1]).exists() for place in places)]
    assert not missing, lines(missing)


def in_backticks(pattern: str) -> Iterator[tuple[str, str]]:
    """Yield every code span of that form, after the name of its page."""
    for path in pages():
        for name in re.findall(f"`({pattern})`", read(path)):
            yield name_of(path), name


# ---------------------------------------------------------------------------------- translations


@dataclass(frozen=True)
class Shape:
    """What is the same in every language: the code, links and number of table rows of a section."""

    anchor: str
    code: frozenset[str]
    links: tuple[str, ...]
    rows: int


def test_translated_pages_have_the_code_links_and_tables_of_the_english_ones() -> None:
    different = [
        (name_of(other), ours, theirs)
        for english, other in translated_pages()
        for ours, theirs in zip(shapes(english), shapes(other), strict=True)
        if ours != theirs
    ]
    assert not different, lines(different)


def shapes(path: Path) -> list[Shape]:
    """Return the shapes of the sections of a page."""
    return [shape(one.anchor, FENCED.sub("", one.text)) for one in sections(read(path))]


def shape(anchor: str, text: str) -> Shape:
    """Return the shape of a section without its blocks."""
    code = frozenset(re.findall(r"`([^`]+)`", " ".join(text.split())))
    links = tuple(sorted(re.findall(r"\]\(([^)]+)\)", text)))
    return Shape(anchor, code, links, len(re.findall(r"^\|", text, re.MULTILINE)))


def test_translated_pages_have_the_examples_of_the_english_ones() -> None:
    different = [
        name_of(other) for english, other in translated_pages() if fenced(english) != fenced(other)
    ]
    assert not different, lines(different)


def fenced(path: Path) -> list[str]:
    """Return the blocks of a page with the comments above them."""
    return [found.group() for found in FENCE.finditer(read(path))]
