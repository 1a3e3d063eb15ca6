"""What specs, scenarios, rulings and code cite is published, in this repository.

A citation is a page below `docs/pages` and a section of it, `facts/pook.md#knight`, or a file of
rulings and one of them, `spec/pook/rulings.yaml#frame`. A scenario's `source` is a list of
citations separated by semicolons, each with a note in brackets if need be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from thesmos_rulebook.translations.page_texts import sections

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "pages"
CITATION = re.compile(r"([a-z0-9/_-]+\.(?:md|yaml)#[a-z0-9-]+)(?: \(.+\))?")
BETWEEN = re.compile(r"; (?=[a-z0-9/_-]+\.(?:md|yaml)#)")
IN_TEXT = re.compile(r"\b(?:facts|language|spec)/[a-z0-9/_-]+\.(?:md|yaml)#[a-z0-9-]+")
# Documents that are not in this repository.
PRIVATE = re.compile(
    r"\bproven §|\bfacts §|\bDESIGN\b|\bfact sheet §|santorini-(?:bga|proven|editions) §?\d"
    r"|language-(?:notes|review|sketch)|conformance-notes"
)
TEXTS = {".py", ".md", ".yaml", ".lark", ".json", ".toml", ".js", ".css"}


def test_the_source_of_every_scenario_resolves() -> None:
    wrong = []
    for path in sorted((ROOT / "conformance" / "scenarios").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"^source: .*", text, re.MULTILINE):
            source = yaml.safe_load(line)["source"]
            wrong += [f"{path.relative_to(ROOT)}: {one}" for one in unresolved(source)]
    assert wrong == []


def test_the_evidence_of_every_ruling_resolves() -> None:
    wrong = []
    for path in sorted((ROOT / "spec").glob("*/rulings.yaml")):
        for ruling in yaml.safe_load(path.read_text(encoding="utf-8"))["rulings"]:
            cited = [one for one in ruling["evidence"] if one.startswith("facts")]
            wrong += [f"{ruling['id']}: {one}" for one in cited if not resolves(one)]
    assert wrong == []


def test_citations_in_other_texts_resolve() -> None:
    """Comments of specs, docstrings, pages."""
    wrong = [
        f"{path.relative_to(ROOT)}: {citation}"
        for path, text in texts()
        for citation in IN_TEXT.findall(text)
        if not resolves(citation)
    ]
    assert wrong == []


def test_nothing_cites_a_document_that_is_not_in_the_repository() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {found}"
        for path, text in texts()
        for found in PRIVATE.findall(text)
    ]
    assert wrong == []


def unresolved(source: str) -> list[str]:
    """The parts of a source that cite nothing."""
    parts = ((part, CITATION.fullmatch(part)) for part in BETWEEN.split(source))
    return [part for part, found in parts if found is None or not resolves(found[1])]


@cache
def resolves(citation: str) -> bool:
    """Whether the page or file of a citation exists and has that section or ruling."""
    name, _, anchor = citation.partition("#")
    path = (PAGES if name.endswith(".md") else ROOT) / name
    return path.is_file() and anchor in anchors(path)


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of the sections of a page, or the ids in a file of rulings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return frozenset(section.anchor for section in sections(text))
    return frozenset(ruling["id"] for ruling in yaml.safe_load(text)["rulings"])


def texts() -> Iterator[tuple[Path, str]]:
    """The text files of the repository, except this one and the changelog."""
    for folder in ("spec", "grammar", "interpreter", "conformance", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in TEXTS and path != Path(__file__).resolve():
                yield path, path.read_text(encoding="utf-8", errors="replace")
