"""The book of a small game: what its pages contain, in each language."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer, untranslated_texts
from thesmos_rulebook.examples.frames import record_scenario
from thesmos_rulebook.examples.renderer import ExampleRenderer
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.examples.thumbnail import thumbnail
from thesmos_rulebook.pages.book import Book, make_book
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.index_pages import coverage_page
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.translations import corpus_of_game, update

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#([^)\s]+))?\)")
PLACE = re.compile(r'<a id="([^"]+)"|\{#([^}]+)\}')


def markdown(book: Book) -> dict[str, str]:
    return {name: text for name, text in book.files.items() if name.endswith(".md")}


def test_every_card_has_a_page_in_every_language(book: Book, source: BookSource) -> None:
    for language in ("en", "es"):
        for slug in source.powers:
            assert f"{language}/pook/powers/{slug}.md" in book.files
        for slug in source.modes:
            assert f"{language}/pook/modes/{slug}.md" in book.files
        for name in ("index", "powers/index", "glossary", "rulings", "coverage"):
            assert f"{language}/pook/{name}.md" in book.files
        assert f"{language}/pook/bans.md" not in book.files  # no powers are banned together


def test_every_clause_has_an_anchor_on_its_cards_page(book: Book, source: BookSource) -> None:
    places = {
        place for text in book.files.values() for pair in PLACE.findall(text) for place in pair
    }
    assert set(source.clauses) - places == set()


def test_every_link_between_pages_works(book: Book) -> None:
    pages = markdown(book)
    for name, text in pages.items():
        for target, place in LINK.findall(text):
            path = Path(name).parent / target
            resolved = str(Path("/", path).resolve())[1:]
            assert resolved in book.files, f"{name}: {target}"
            if place and resolved in pages:
                found = {one for pair in PLACE.findall(pages[resolved]) for one in pair}
                assert place in found, f"{name}: {target}#{place}"


def test_the_words_of_the_card_are_translated(book: Book) -> None:
    assert "Puedes dar la vuelta a un guerrero contiguo" in book.files["es/pook/powers/orc.md"]
    assert "You may turn a warrior next to the Orc over" in book.files["en/pook/powers/orc.md"]


def test_a_ruling_is_on_the_pages_of_its_cards_with_its_evidence(book: Book) -> None:
    text = book.files["en/pook/powers/knight.md"]
    assert "{#knight-coins data-search-exclude}" in text
    assert "`facts/pook.md#knight-coins`" in text


def test_a_ruling_quotes_the_translated_words_of_a_card(book: Book) -> None:
    quoted = "[Vikingo](viking.md): Puedes dar la vuelta"
    assert quoted in book.files["es/pook/powers/knight.md"]


def test_a_ruling_about_the_game_itself_is_on_its_page(book: Book) -> None:
    assert "### Who begins {#first-player data-search-exclude}" in book.files["en/pook/index.md"]


def test_the_numbers_of_players_are_named_once(book: Book) -> None:
    for_two = make_book([read_source("nim")])
    assert "Players: 2 ·" in for_two.files["en/nim/index.md"]
    assert "Players: 2-4 ·" in book.files["en/pook/index.md"]


def test_a_ruling_that_quotes_no_card_is_reported_with_its_location(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "rulings.yaml"
    text = file.read_text("utf-8").replace("viking.when-played", "viking.when-plaid")
    file.write_text(text, "utf-8")
    with pytest.raises(SpecError) as raised:
        read_source(str(game))
    reported = raised.value.diagnostics[0]
    assert "no card has a text at `viking.when-plaid`" == reported.message
    assert "did you mean 'viking.when-played'?" == reported.hint
    assert reported.location is not None
    assert "viking.when-plaid" in text.splitlines()[reported.location.line - 1]


def test_examples_show_options_and_the_clauses_against_others(book: Book) -> None:
    text = book.files["en/pook/powers/knight.md"]
    assert "On offer:" in text
    assert "`3,4`: [`viking.turn_up.guard`](viking.md#viking.turn_up.guard)" in text


def test_two_books_of_one_source_are_equal(book: Book, source: BookSource) -> None:
    assert book.files == make_book([read_source(source.slug)]).files


def test_a_missing_translation_is_reported(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "powers" / "orc.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("title: {en: Orc, es: Orco}", "title: {en: Orc}"), "utf-8")
    reported = untranslated_texts(read_source(str(game)))
    assert [("orc.yaml", 3, 8, "`title` is not translated into `es`")] == [
        (Path(one.location.file).name, one.location.line, one.location.column, one.message)
        for one in reported
        if one.location
    ]


def test_a_stale_translation_is_reported(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "powers" / "orc.yaml"
    text = file.read_text("utf-8")
    update(corpus_of_game(game))
    file.write_text(text.replace("en: Orc,", "en: Ork,"), encoding="utf-8")
    (reported,) = untranslated_texts(read_source(str(game)))
    assert "the English of `title` changed" in reported.message


def test_a_title_in_one_language_makes_a_book_in_that_language(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("title: {en: Pook, es: Pook}", "title: {en: Pook}"), "utf-8")
    result = make_book([read_source(str(game))])
    assert {"en"} == {name.partition("/")[0] for name in result.files}


def test_scenarios_in_a_custom_game_are_read_with_it(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    (game / "scenarios").mkdir()
    (game / "scenarios" / "bad.yaml").write_text("thesmos: scenario\n", encoding="utf-8")
    with pytest.raises(SpecError):
        read_source(str(game))


def test_a_scenario_may_name_a_custom_game_by_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(spec_dir() / "pook", "mine")
    file = scenarios_dir() / "pook" / "orc" / "turns-a-warrior-down.yaml"
    own = tmp_path / "mine" / "scenarios" / "mine.yaml"
    own.parent.mkdir()
    own.write_text(file.read_text("utf-8").replace("game: pook", "game: mine"), "utf-8")
    assert own.name in {Path(s.file).name for s in read_source("mine").citing("orc")}


def test_the_board_legend_names_the_pieces(book: Book) -> None:
    assert "![Pig](index/key-pig.svg)" in book.files["en/pook/index.md"]


def test_a_recording_has_each_decision_with_its_options(source: BookSource) -> None:
    scenario = next(s for s in source.scenarios if s.id == "pook/orc/turns-a-warrior-down")
    seen = record_scenario(scenario, Runner(lambda name: source.game))
    assert seen.trunk[0].taken == ""
    for frame, after in zip(seen.trunk, seen.trunk[1:], strict=False):
        assert after.taken in (*frame.options, "skip", "concede")


def test_a_failed_rule_is_shown_as_a_requirement(book: Book) -> None:
    orc = book.files["en/pook/powers/orc.md"]
    assert "required: “" in orc
    assert "required: “" not in book.files["es/pook/powers/orc.md"]
    assert "hace falta: “" in book.files["es/pook/powers/orc.md"]


def test_game_options_are_shown_in_words_and_as_written(book: Book) -> None:
    pook = book.files["en/pook/index.md"]
    assert "- **Pacts** `pacts`" in pook
    assert "- open `open`" in pook
    assert "- abiertos `open`" in book.files["es/pook/index.md"]


def test_a_game_option_without_words_is_shown_by_its_key_and_reported(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    assert "open: {says: {en: open, es: abiertos}}" in text
    file.write_text(text.replace("open: {says: {en: open, es: abiertos}}", "open: {}"), "utf-8")
    result = make_book([read_source(str(game))])
    assert "- open `open`" in result.files["es/pook/index.md"]
    assert [
        "there are no words for the option `pacts.open` in `en`",
        "there are no words for the option `pacts.open` in `es`",
    ] == [diagnostic.message for diagnostic in result.missing]


def test_the_glossary_has_the_facts_of_the_game(book: Book) -> None:
    fact = "A cell is empty if no card lies on that cell and the pig is not on that cell."
    assert fact in book.files["en/pook/glossary.md"]


def test_strength_that_was_not_measured_has_no_column(book: Book) -> None:
    assert "| Clause | Scenarios that cite it |" in book.files["en/pook/coverage.md"]


def test_measured_strength_is_shown_beside_the_clause(
    source: BookSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = source.scenarios[0].id
    clause = next(iter(source.clauses))
    covered = {"covers": [{"id": clause, "asserted_by": shown}]}
    changed = {"units": [{"id": clause, "mutants": 9, "killed": 8}]}
    (tmp_path / "pook.coverage.json").write_text(json.dumps(covered), encoding="utf-8")
    (tmp_path / "pook.json").write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr("thesmos_rulebook.content.book_source.strength_dir", lambda: tmp_path)
    measured = read_source("pook")
    site_map = SiteMap(measured)
    page = coverage_page(
        PageContext(Localizer(measured, "en"), site_map, site_map.index("coverage"), {})
    )
    row = next(line for line in page.splitlines() if f"#{clause})" in line)
    assert row.endswith("| 8 / 9 |")
    assert f"`{shown.removeprefix('pook/')}`" in row


def test_every_power_is_listed_with_its_picture_and_its_words(book: Book) -> None:
    listed = book.files["en/pook/powers/index.md"]
    assert "**[Orc](orc.md)** *Knocks warriors over*{.subtitle}" in listed
    assert "**When Played.** You may turn a warrior next to the Orc over" in listed
    assert "](orc/card.svg)" in listed
    assert "en/pook/powers/orc/card.svg" in book.files


def test_the_list_of_games_shows_the_thumbnail(book: Book, source: BookSource) -> None:
    runner = Runner(lambda name: source.game)
    recordings = [record_scenario(one, runner) for one in examples_of(source, "pook")]
    assert "![Pook](pook/index/card.svg)" in book.files["en/index.md"]
    assert thumbnail(recordings, Localizer(source, "en"))[1] == book.files["en/pook/index/card.svg"]


def test_the_first_game_plays_itself_on_the_home_page_in_place_of_its_picture(book: Book) -> None:
    home = book.files["en/index.md"]
    _, _, showing = home.partition('<div class="showing"')
    assert "&quot;game&quot;:&quot;pook&quot;" in showing.partition(">")[0]
    assert "![Pook](pook/index/card.svg)" in showing.partition("</div>")[0]


def test_the_board_legend_has_only_the_shapes_of_the_game(book: Book) -> None:
    drawn = {name for name in book.files if name.startswith("en/pook/index/key-")}
    shapes = {name.removeprefix("en/pook/index/key-").removesuffix(".svg") for name in drawn}
    assert {"card", "cards", "pig", "stop", "target", "barred", "changed"} == shapes


def test_the_glossary_has_the_common_terms_that_apply(book: Book) -> None:
    text = book.files["en/pook/glossary.md"]
    assert "**Opponent**: a player of another side." in text
    assert "**Dead end**" not in text  # here a step without options is passed over


def test_the_glossary_names_headings_in_the_other_language(book: Book) -> None:
    assert "| Heading | Español |" in book.files["en/pook/glossary.md"]
    assert "| Al jugarla | When Played |" in book.files["es/pook/glossary.md"]


def test_the_name_of_a_branch_is_translated(source: BookSource) -> None:
    renderer = ExampleRenderer(Localizer(source, "es"), {}, "x")
    assert "Subiendo" == renderer.branch({"en": "up", "es": "subiendo"}, ())
    assert "" == renderer.branch({"en": "up"}, ())
