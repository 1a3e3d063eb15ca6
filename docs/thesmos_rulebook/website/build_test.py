"""Building and serving a book: what is written, what is reported."""

from __future__ import annotations

import json
import re
import shutil
import socket
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos import check
from thesmos.cli import cli
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.cli import build_request
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.sources import Sources
from thesmos_rulebook.pages.book import make_book
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.resources import catalogs_dir
from thesmos_rulebook.testing.shared import BuiltSite, hashes_of
from thesmos_rulebook.website import build as building
from thesmos_rulebook.website import output
from thesmos_rulebook.website.build import BuildRequest, build
from thesmos_rulebook.website.output import can_build, prepare
from thesmos_rulebook.website.serve import serve, watched_files

pytestmark = pytest.mark.slow

BUILD = "docs", "build", "--jobs", "1", "--game"  # another process would load everything again
TITLE = "title: {en: Pook, es: Pook}"
SPEC = "title: {en: Orc, es: Orco}"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A custom game, outside of the repository."""
    result = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", result)
    return result


def test_without_a_name_there_is_a_book_of_each_game_and_of_it_with_each_module(
    tmp_path: Path,
) -> None:
    request = build_request((), (), tmp_path)
    games = [name.partition("+")[0] for name in request.games]
    assert shipped_slugs() == list(dict.fromkeys(games))
    (with_module,) = (name for name in request.games if "+" in name)
    source = BookSource(load(with_module))
    assert SiteMap(source).page(source.slug) == f"{with_module}/index.md"


def test_without_mkdocs_only_pages_are_written(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "can_build", lambda: False)
    out = tmp_path / "out"
    words = [*BUILD, str(game), "--out", str(out), "--allow-untranslated"]
    done = CliRunner().invoke(cli, words)
    assert 0 == done.exit_code
    assert "pip install 'thesmos[docs]'" in done.output
    assert (out / "pages" / "es" / "pook" / "powers" / "orc.md").is_file()
    assert not (out / "site").exists()


def test_missing_translations_are_reported_and_no_site_is_built(game: Path, tmp_path: Path) -> None:
    file = game / "powers" / "orc.yaml"
    text = file.read_text("utf-8")
    assert SPEC in text
    file.write_text(text.replace(SPEC, "title: {en: Orc}"), encoding="utf-8")
    words = [*BUILD, str(game), "--out", str(tmp_path / "out"), "--json"]
    done = CliRunner().invoke(cli, words)
    assert 1 == done.exit_code
    reported = json.loads(done.stdout)
    (missing,) = reported["untranslated"]
    assert missing["file"].endswith("orc.yaml")
    assert [3, 8, "`title` is not translated into `es`"] == [
        missing[key] for key in ("line", "column", "message")
    ]
    assert reported["site"] is None


def test_a_spec_with_errors_is_not_built(game: Path, tmp_path: Path) -> None:
    file = game / "powers" / "orc.yaml"
    file.write_text(file.read_text("utf-8").replace("next turn_down", "next turndown"), "utf-8")
    words = [*BUILD, str(game), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(cli, words)
    assert 2 == done.exit_code
    assert "turndown" in done.output


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(UsageError, match="contains other files"):
        prepare(tmp_path)


def test_a_folder_with_other_files_is_reported_before_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    monkeypatch.setattr(building, "make_book", lambda *_: pytest.fail("the book was written"))
    with pytest.raises(UsageError, match="contains other files"):
        build(BuildRequest(("pook",), tmp_path))


def test_a_folder_below_a_file_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    words = [*BUILD, "pook", "--out", str(tmp_path / "file" / "below")]
    done = CliRunner().invoke(cli, words)
    assert 2 == done.exit_code
    assert f"the book can't be written to {tmp_path / 'file' / 'below'}" in done.output
    assert "hint: give another folder with --out" in done.output


def test_a_file_in_place_of_the_pages_folder_is_reported(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "pages").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="can't be written"):
        build(BuildRequest(("pook",), tmp_path))


def test_a_scenario_that_cannot_be_played_is_reported_with_its_location(
    game: Path, tmp_path: Path
) -> None:
    file = game / "scenarios" / "shown.yaml"
    file.parent.mkdir()
    known = scenarios_dir() / "pook" / "orc" / "turns-a-warrior-down.yaml"
    text = known.read_text("utf-8").replace('- when: "3,4"', "- when: nonsense")
    number = next(n for n, line in enumerate(text.splitlines(), 1) if "nonsense" in line)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as reported:
        build(BuildRequest((str(game),), tmp_path / "out"))
    assert f"{file}:{number}:11: `nonsense` is not offered in use" == reported.value.message
    assert f"`thesmos test {file}` shows how far it goes" == reported.value.hint


def test_a_site_with_broken_links_does_not_replace_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mkdocs_makes(text: str) -> None:
        def run(files: Sequence[Path], dirty: bool) -> list[str]:
            for file in files:
                page = tmp_path / "settings" / f"site-{file.stem}" / "index.html"
                page.parent.mkdir(exist_ok=True)
                page.write_text(text, encoding="utf-8")
            return []

        monkeypatch.setattr(output.mkdocs_runner, "run", run)

    mkdocs_makes("<html><p>whole")
    output.build_site({"en": {}}, tmp_path)
    before = hashes_of(tmp_path / "site")
    mkdocs_makes('<a href="../gone/">')
    with pytest.raises(UsageError) as reported:
        output.build_site({"en": {}}, tmp_path)
    assert "the site has broken links:\n  index.html: ../gone/" == reported.value.message
    assert reported.value.hint is not None
    assert "fix them" in reported.value.hint
    assert before == hashes_of(tmp_path / "site")


def test_several_processes_make_the_same_book() -> None:
    sources = Sources(("nim", "tic-tac-toe")).ordered()
    by_game, _ = building._parts(sources, frozenset(), 2)
    alone, together = make_book(sources), make_book(sources, by_game=by_game)
    assert together.files == alone.files
    assert together.missing == alone.missing


def titled(game: Path, title: str) -> str:
    """Give the game another title; return its path."""
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    assert TITLE in text
    file.write_text(text.replace(TITLE, f"title: {title}"), encoding="utf-8")
    return str(game)


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_a_book_in_one_language_begins_at_the_root_of_its_site(game: Path, tmp_path: Path) -> None:
    words = [*BUILD, titled(game, "{es: Pook}"), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(cli, [*words, "--allow-untranslated"])
    assert 0 == done.exit_code, done.output
    index = tmp_path / "out" / "site" / "index.html"
    assert f"the site is {index}\n" in done.output
    assert '<html lang="es"' in index.read_text("utf-8")


def test_a_title_in_an_unsupported_language_is_reported_and_gets_no_pages(
    game: Path, tmp_path: Path
) -> None:
    name = titled(game, "{en: Pook, xx: Puck}")
    words = [*BUILD, name, "--out", str(tmp_path / "out"), "--json"]
    done = CliRunner().invoke(cli, words)
    assert 1 == done.exit_code
    (reported,) = json.loads(done.stdout)["untranslated"]
    assert ("W405", "a book can't be built in `xx`", 6) == (
        reported["code"], reported["message"], reported["line"]
    )  # fmt: skip
    assert ["en"] == [folder.name for folder in (tmp_path / "out" / "pages").iterdir()]


def test_a_book_without_a_supported_language_is_refused(game: Path, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match="the title of pook is in none of the languages"
    ) as reported:
        build(BuildRequest((titled(game, "{xx: Puck}"),), tmp_path / "out"))
    assert "give `title` in one of: en, es" == reported.value.hint
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_games_of_one_book_may_be_in_different_languages(tmp_path: Path) -> None:
    games = (small(tmp_path, "one", "{en: One}"), small(tmp_path, "two", "{en: Two, es: Dos}"))
    result = build(BuildRequest(games, tmp_path / "out"), allow_missing=True)
    assert result.site is not None
    assert (result.site / "es" / "two" / "index.html").is_file()
    assert '"//es/' not in (result.site / "404.html").read_text("utf-8")  # a host of that name


def small(folder: Path, slug: str, title: str) -> str:
    """Copy a small game with another slug and title; return its path."""
    game = folder / slug
    shutil.copytree(Path(check.__file__).parent / "samples" / "base", game)
    file = game / "game.yaml"
    text = file.read_text("utf-8").replace("slug: base", f"slug: {slug}")
    file.write_text(text.replace("title: Base", f"title: {title}"), encoding="utf-8")
    return str(game)


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_two_builds_give_the_same_bytes(site: BuiltSite, tmp_path: Path) -> None:
    again = build(BuildRequest(("pook",), tmp_path / "again"), allow_missing=True).site
    assert again is not None
    assert site.hashes == hashes_of(again)


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_a_served_book_is_rebuilt_and_survives_errors(game: Path, tmp_path: Path) -> None:
    file = game / "powers" / "orc.yaml"
    text = file.read_text("utf-8")
    said: list[str] = []
    seen: list[str] = []
    edits = iter([text.replace(SPEC, "title: {en: Ork, es: Orko}"), text.replace(SPEC, "titel: x")])

    def page() -> str:
        found = re.search(r"http://\S+?/", said[2])
        assert found is not None
        with urllib.request.urlopen(f"{found[0]}pook/powers/orc/") as answer:
            return str(answer.read().decode("utf-8"))

    def rounds() -> bool:
        seen.append(page())
        edit = next(edits, None)
        if edit is not None:
            file.write_text(edit, encoding="utf-8")
        return edit is not None

    request = BuildRequest((titled(game, "{en: Pook}"),), tmp_path / "out")
    serve(request, 0, said.append, rounds)
    assert '<h1 id="orc">Orc' in seen[0]
    assert ">Ork" in seen[1]
    assert said[3].startswith("pages made in ")
    assert "The book can&#x27;t be built" in seen[2] or "The book can't be built" in seen[2]
    assert "titel" in seen[2]


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_the_head_of_a_page_leads_to_the_page_in_other_languages(site: BuiltSite) -> None:
    for page, language, to in (
        ("pook/powers/orc", "es", "../../../es/pook/powers/orc/"),
        ("es/pook/powers/orc", "en", "../../../../pook/powers/orc/"),
    ):
        text = (site.folder / page / "index.html").read_text("utf-8")
        assert f'<link rel="alternate" hreflang="{language}" href="{to}">' in text


def test_a_book_is_rebuilt_when_a_translation_changes(game: Path, tmp_path: Path) -> None:
    (game / "es.po").write_text("", encoding="utf-8")
    watched = {file for file, _ in watched_files(BuildRequest((str(game),), tmp_path / "out"))}
    assert {str(game / "es.po"), str(catalogs_dir() / "es.po")} < watched


def test_a_port_in_use_is_reported_before_the_build(game: Path, tmp_path: Path) -> None:
    said: list[str] = []
    request = BuildRequest((str(game),), tmp_path / "out")
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UsageError, match="port"):
        serve(request, taken.getsockname()[1], said.append)
    assert [] == said


def test_only_the_catalogs_of_the_given_scenarios_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "more"
    shutil.copytree(scenarios_dir() / "pook" / "orc", folder)
    titles = len([*folder.glob("*.yaml")])
    words = ["docs", "translated", "--scenarios", str(folder), "--language", "es"]
    assert f"{folder}: {titles} entries changed\n" == CliRunner().invoke(cli, words).output
    assert ["es.po"] == [file.name for file in folder.glob("*.po")]


def test_a_stale_translation_is_marked_and_confirmed_from_the_command_line(game: Path) -> None:
    words = ["docs", "translated", str(game)]
    CliRunner().invoke(cli, words)
    file = game / "powers" / "orc.yaml"
    file.write_text(file.read_text("utf-8").replace("en: Orc,", "en: Ork,"), encoding="utf-8")
    said = [CliRunner().invoke(cli, [*words, *more]).output for more in ([], [], ["--confirm"])]
    assert [f"{game}: {n} changed\n" for n in ("1 entry", "0 entries", "1 entry")] == said


def test_a_language_is_named_by_two_letters(game: Path) -> None:
    done = CliRunner().invoke(cli, ["docs", "translated", str(game), "--language", "../fr"])
    assert 2 == done.exit_code
    assert "`../fr` is not a language" in done.output
    assert [] == [*game.glob("*.po")]


@pytest.mark.skipif(not can_build(), reason="needs mkdocs")
def test_a_site_for_a_disk_has_no_link_to_a_folder(tmp_path: Path) -> None:
    request = BuildRequest(("tic-tac-toe",), tmp_path / "out", files=True)
    result = build(request)
    assert result.site is not None
    pages = [page for page in result.site.rglob("*.html") if page.name != "404.html"]
    links = {
        target
        for page in pages
        for target in re.findall(r'href="([^"#:]*)[#"]', page.read_text("utf-8"))
        if target.endswith("/") or target.rpartition("/")[2] in (".", "..")
    }
    assert set() == links
    assert (result.site / "es" / "tic-tac-toe" / "glossary.html").is_file()


def test_an_address_that_is_none_is_refused() -> None:
    done = CliRunner().invoke(cli, ["docs", "build", "--game", "nim", "--url", "example"])
    assert 2 == done.exit_code
    assert "`example` is not the address of a site" in done.output
