"""A book of a small game, and of a shipped one: every page says what it must, in each language."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError
from thesmos.render.text_board import Picture
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.event_text import describe_event, events_as_chips
from thesmos_rulebook.examples.frames import Frame, record_scenario
from thesmos_rulebook.examples.off_board import describe_off_board
from thesmos_rulebook.examples.renderer import ExampleRenderer
from thesmos_rulebook.examples.selection import MAX_EXAMPLES, choose_examples, examples_of
from thesmos_rulebook.examples.thumbnail import thumbnail
from thesmos_rulebook.pages.book import Book, make_book
from thesmos_rulebook.pages.card_pages import mode_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.game_page import draft_page
from thesmos_rulebook.pages.legend import notation_legend
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.website.link_checker import broken_links
from thesmos_rulebook.website.output import save

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#([^)\s]+))?\)")
PLACE = re.compile(r'<a id="([^"]+)"|\{#([^}]+)\}')


@pytest.fixture(scope="module")
def source() -> BookSource:
    return read_source("pook")


@pytest.fixture(scope="module")
def book(source: BookSource) -> Book:
    return make_book([source])


def markdown(book: Book) -> dict[str, str]:
    return {name: text for name, text in book.files.items() if name.endswith(".md")}


def test_every_card_has_a_page_in_every_language(book: Book, source: BookSource) -> None:
    for language in ("en", "es"):
        for slug in source.powers:
            assert f"{language}/pook/powers/{slug}.md" in book.files
        for slug in source.modes:
            assert f"{language}/pook/modes/{slug}.md" in book.files
        for name in ("index", "powers/index", "bans", "glossary", "rulings", "coverage"):
            assert f"{language}/pook/{name}.md" in book.files


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
    assert "{#knight-coins}" in text
    assert "`facts/pook.md#knight-coins`" in text


def test_a_ruling_quotes_the_translated_words_of_a_card(book: Book) -> None:
    quoted = "[Vikingo](viking.md): Puedes dar la vuelta"
    assert quoted in book.files["es/pook/powers/knight.md"]


def test_a_ruling_about_the_game_itself_is_on_its_page(book: Book) -> None:
    assert "### Who begins {#first-player}" in book.files["en/pook/index.md"]


def test_a_ruling_that_quotes_no_card_is_reported_with_its_location(tmp_path: Path) -> None:
    game = tmp_path / "pook"
    shutil.copytree(spec_dir() / "pook", game)
    file = game / "rulings.yaml"
    text = file.read_text("utf-8").replace("viking.when-played", "viking.when-plaid")
    file.write_text(text, "utf-8")
    with pytest.raises(SpecError) as raised:
        read_source(str(game))
    reported = raised.value.diagnostics[0]
    assert "no card has words at `viking.when-plaid`" == reported.message
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
    reported = make_book([read_source(str(game))]).missing
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
    file.write_text(text.replace("en: Orc,", "en: Ork,"), encoding="utf-8")
    (reported,) = make_book([read_source(str(game))]).missing
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
    assert "first letter of its name: pig.]" in book.files["en/pook/index.md"]


def test_few_examples_are_chosen_and_one_of_them_has_a_move(source: BookSource) -> None:
    chosen = choose_examples(source.citing("orc"), "orc", source.clauses_of("orc"))
    assert 1 <= len(chosen) <= MAX_EXAMPLES
    assert any(step.when for scenario in chosen for step in scenario.steps)


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
    file = game / "words.yaml"
    kept = [line for line in file.read_text("utf-8").split("\n") if "pacts.open:" not in line]
    file.write_text("\n".join(kept), encoding="utf-8")
    result = make_book([read_source(str(game))])
    assert "- open `open`" in result.files["es/pook/index.md"]
    assert [
        "there are no words for the option `pacts.open` in `en`",
        "there are no words for the option `pacts.open` in `es`",
    ] == [diagnostic.message for diagnostic in result.missing]


def test_the_glossary_has_the_facts_of_the_game(book: Book) -> None:
    reported = "A cell is empty if no card lies on that cell and the pig is not on that cell."
    assert reported in book.files["en/pook/glossary.md"]


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
    result = make_book([read_source("pook")]).files["en/pook/coverage.md"]
    row = next(line for line in result.splitlines() if f"#{clause})" in line)
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


def test_the_board_legend_has_only_the_shapes_of_the_game(book: Book) -> None:
    drawn = {name for name in book.files if name.startswith("en/pook/index/key-")}
    shapes = {name.removeprefix("en/pook/index/key-").removesuffix(".svg") for name in drawn}
    assert {"card", "figure", "stop", "target", "barred", "changed"} == shapes


def test_the_glossary_has_the_common_terms_that_apply(book: Book) -> None:
    text = book.files["en/pook/glossary.md"]
    assert "**Opponent**: a player of another side." in text
    assert "**Dead end**" not in text  # here a step without options is passed over


def test_the_glossary_names_headings_in_the_other_language(book: Book) -> None:
    assert "| Heading | Español |" in book.files["en/pook/glossary.md"]
    assert "| Al jugarla | When Played |" in book.files["es/pook/glossary.md"]


def test_a_step_is_named_by_its_action_and_a_thing_by_its_noun(source: BookSource) -> None:
    localizer = Localizer(source, "en")
    assert "swap of the pig" == localizer.step_name("pig")
    assert "pig" == localizer.names["pig"]


@pytest.fixture(scope="module")
def around() -> BookSource:
    """A game with powers for some numbers of players, with kinds, teams and a draft."""
    return read_source("santorini")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "move", "from": "C3", "to": "D3"}, "C3 se mueve a D3"),
        ({"e": "build", "from": "D3", "at": "C3", "what": "block"}, "D3 construye un bloque en C3"),
        ({"e": "power gained", "player": "2", "power": "pan"}, "el jugador 2 recibe Pan"),
        ({"e": "remove", "from": "D3"}, "retirada: D3"),
    ],
)
def test_an_event_is_described_by_its_actions_words(
    around: BookSource, event: dict[str, str], words: str
) -> None:
    assert words == describe_event(Localizer(around, "es"), event)


def test_a_cards_step_is_named_by_its_action(around: BookSource) -> None:
    english, spanish = Localizer(around, "en"), Localizer(around, "es")
    assert (english.action_name("odysseus.exile"), spanish.action_name("odysseus.exile")) == (
        "exile",
        "destierro",
    )
    assert spanish.action_name("golden-fleece.lead") == "llegada del Carnero"


def test_each_notation_has_an_example(around: BookSource) -> None:
    lines = [*notation_legend(Localizer(around, "en"))]
    assert "- `C3-D3`: move" in lines
    assert "- `skip`: the step is skipped" in lines
    assert any(line.startswith("- `C3+D3^` (if the piece is a dome") for line in lines)


def test_off_board_parts_are_described_by_name(source: BookSource, around: BookSource) -> None:
    empty = Picture((), ())
    assert [
        *describe_off_board(
            Localizer(around, "es"), empty, {"on_card": {"1m": 2, "coin": 1}, "ram": ""}
        )
    ] == ["en la carta: 2 × hombre (jugador 1), 1 × Moneda"]
    printed = {"orc1a": {"faction": "orc", "level": "1"}}
    picture = Picture((), (), printed)
    assert [*describe_off_board(Localizer(source, "es"), picture, {"hands": [[], ["orc1a"]]})] == [
        "manos (jugador 2: Orco 1)"
    ]


def test_the_mode_says_who_begins_unless_the_game_decides_it(
    source: BookSource, around: BookSource
) -> None:
    assert "Player 2 takes the first turn." in mode(around, "golden-fleece")
    texts = [mode(source, slug) for slug in source.modes]
    assert all("Chance decides who takes the first turn." in text for text in texts)


def mode(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/modes/{slug}.md", {}
    )
    return mode_page(context, source.modes[slug])


def test_a_mode_lists_its_sides_and_its_powers(
    around: BookSource,
) -> None:
    text = mode(around, "four-players")
    assert "- Side 1: players 1, 3.\n- Side 2: players 2, 4." in text
    assert "*[Apollo](../powers/apollo.md)*{.chip}" in text
    assert "](../powers/achilles.md)" not in text  # meant for two


def test_a_mode_named_like_a_tag_lists_the_powers_with_it(around: BookSource) -> None:
    text = mode(around, "golden-fleece").partition("{#powers}")[2]
    assert "](../powers/apollo.md)" in text
    assert "](../powers/athena.md)" not in text


@pytest.fixture(scope="module")
def draft(around: BookSource) -> str:
    """The page of a draft: a game without a board."""
    source = around.draft
    assert source is not None
    runner = Runner(lambda name: source.game)
    recordings = {one.id: record_scenario(one, runner) for one in examples_of(source, source.slug)}
    localizer = Localizer(source, "es", around=Localizer(around, "es").names)
    return draft_page(
        PageContext(
            localizer, SiteMap(source, "santorini/draft.md"), "santorini/draft.md", recordings
        )
    )


def test_an_example_without_a_board_shows_who_has_what_by_name(draft: str) -> None:
    assert "1.  **Oferta**: *Apolo*{.chip} *Atlas*{.chip}" in draft
    assert "**Tomados** (jugador 1): *Apolo*{.chip}" in draft
    assert "Todo está decidido: la partida puede empezar." in draft


def test_a_barred_name_links_to_a_rule_of_the_page(draft: str) -> None:
    assert "*Hermes*{.chip} *Circe*{.chip}: [`offer.bans`](#offer.bans)" in draft
    assert '<a id="offer.bans"></a>' in draft
    assert ".svg" not in draft


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"e": "power lost", "player": "2", "power": "orc", "why": "mage"},
            "player 2 loses Orc (Mage)",
        ),
        ({"e": "lose", "player": "1", "reason": "blocked"}, "player 1 loses the game"),
        ({"e": "swap", "from": "3,3", "to": "3,4"}, "swap of the pig: 3,3 → 3,4"),
        ({"e": "power lost", "player": "1", "power": "orc", "why": "orc"}, "player 1 loses Orc"),
    ],
)
def test_core_events_are_described(source: BookSource, event: dict[str, str], words: str) -> None:
    assert words == describe_event(Localizer(source, "en"), event)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "lose", "player": "1", "reason": "blocked"}, "Player 1 loses the game"),
        ({"cell": "3,3", "e": "swap"}, "Swap of the pig: *3,3*{.chip}"),
    ],
)
def test_events_without_a_board_are_described_alike(
    source: BookSource, event: dict[str, str], words: str
) -> None:
    frame = Frame({}, "3,3", (event,), (), None, "")
    assert words == events_as_chips(Localizer(source, "en"), frame)


def test_unchanged_files_are_not_written_again(tmp_path: Path) -> None:
    save({"a/b.md": "one", "c.md": "two"}, tmp_path)
    before = (tmp_path / "a" / "b.md").stat().st_mtime_ns
    save({"a/b.md": "one"}, tmp_path)
    assert (tmp_path / "a" / "b.md").stat().st_mtime_ns == before
    assert not (tmp_path / "c.md").exists()


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<p id="here"><a href="a/">A</a><a href="#here">H</a><a href="#there">T</a>', "utf-8"
    )
    (tmp_path / "a" / "index.html").write_text(
        '<a href="../b/">B</a><a href="https://x.y">', "utf-8"
    )
    assert ["a/index.html: ../b/", "index.html: #there"] == sorted(broken_links(tmp_path))


def test_the_name_of_a_branch_is_translated(source: BookSource) -> None:
    renderer = ExampleRenderer(Localizer(source, "es"), {}, "x")
    assert "Subiendo" == renderer.branch({"en": "up", "es": "subiendo"}, ())
    assert "" == renderer.branch({"en": "up"}, ())
