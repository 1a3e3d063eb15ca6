"""Slugs name pages and clauses: they are unique, and none is the name of another page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.check.reading import read
from thesmos.syntax.spec_folder import shipped_games

BASE = Path(__file__).parents[1] / "samples" / "base"


def slug_errors(folder: Path, old: str, new: str, slug: str) -> list[tuple[str, str]]:
    """File and message of each error about slugs, in a copy of the base with a renamed file."""
    game = folder / "base"
    shutil.copytree(BASE, game)
    text = (game / old).read_text("utf-8").replace(f"slug: {Path(old).stem}", f"slug: {slug}")
    (game / old).unlink()
    (game / new).write_text(text, encoding="utf-8")
    _, _, diagnostics = read(str(game))
    return [
        (Path(f.location.file).name, f.message)
        for f in diagnostics
        if f.location and f.code == "E373"
    ]


@pytest.mark.parametrize(
    ("old", "folder", "slug", "message"),
    [
        ("powers/wing.yaml", "powers", "index", "is the page that lists all powers"),
        ("modes/two-players.yaml", "modes", "index", "is the page that lists all modes"),
        ("powers/wing.yaml", "powers", "base", "is already the slug of the game"),
        ("powers/wing.yaml", "powers", "two-players", "is already the slug of a power"),
    ],
)
def test_a_slug_must_not_be_the_name_of_another_page(
    tmp_path: Path, old: str, folder: str, slug: str, message: str
) -> None:
    found = slug_errors(tmp_path, old, f"{folder}/{slug}.yaml", slug)
    assert [slug] == [file.removesuffix(".yaml") for file, _ in found]
    assert found[0][1].startswith(f"`{slug}` {message}")


@pytest.mark.parametrize("slug", ["glossary", "rulings", "draft", "es"])
def test_a_slug_may_be_the_name_of_a_page_in_another_folder(tmp_path: Path, slug: str) -> None:
    assert [] == slug_errors(tmp_path, "powers/wing.yaml", f"powers/{slug}.yaml", slug)


@pytest.mark.parametrize("name", shipped_games())
def test_the_shipped_games_have_unique_slugs(name: str) -> None:
    assert [] == [diagnostic for diagnostic in read(name)[2] if diagnostic.code == "E373"]
