"""An editor talks to `thesmos lsp` over its standard input and output."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from testing.editor import COMMAND, Editor
from thesmos.resources import scenarios_dir, spec_dir

pytest.importorskip("pygls")

NAME, FACT = "waiving free", "meets_foe"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game, without the versions of which only saving a file tells."""
    folder = tmp_path_factory.mktemp("games") / "santorini"
    left_out = shutil.ignore_patterns("draft", "editions", "rulings.yaml")
    shutil.copytree(spec_dir() / "santorini", folder, ignore=left_out)
    return folder


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as editor:
        yield editor


@pytest.fixture(scope="module")
def card(editor: Editor, game: Path) -> str:
    uri = editor.open(game / "powers" / "minotaur.yaml")
    editor.diagnostics_of(uri, set())
    return uri


@pytest.fixture(scope="module")
def text(game: Path) -> str:
    return (game / "powers" / "minotaur.yaml").read_text("utf-8")


def where(text: str, word: str) -> tuple[int, int]:
    before = text[: text.index(word, text.index("clauses:"))]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_the_server_says_what_it_can(editor: Editor) -> None:
    able = editor.capabilities["capabilities"]
    assert {
        "completionProvider", "hoverProvider", "definitionProvider", "referencesProvider",
        "renameProvider", "documentSymbolProvider", "documentFormattingProvider",
        "codeActionProvider", "semanticTokensProvider",
    } <= able.keys()  # fmt: skip


def test_an_error_is_told_with_its_range_and_mended_by_a_quick_fix(
    editor: Editor, card: str, text: str
) -> None:
    editor.change(card, text.replace("waiving free", "waiving fre"))
    (wrong,) = editor.diagnostics_of(card, {"E343"})
    line, begin = where(text, "free")
    assert wrong["code"] == "E343"
    assert wrong["range"]["start"] == {"line": line, "character": begin}
    assert wrong["range"]["end"] == {"line": line, "character": begin + 3}
    (action,) = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": card}, range=wrong["range"], context={"diagnostics": [wrong]},
    )  # fmt: skip
    (edit,) = action["edit"]["changes"][card]
    assert edit == {"range": wrong["range"], "newText": "free"}
    editor.change(card, text)
    editor.diagnostics_of(card, set())


def test_an_error_in_another_file_is_told_there(editor: Editor, card: str, game: Path) -> None:
    whole = (game / "game.yaml").read_text("utf-8")
    uri = editor.open(game / "game.yaml", whole.replace("meets_foe(", "meets_enemy("))
    (wrong,) = editor.diagnostics_of(card, {"E306"})
    assert "meets_foe" in wrong["message"]
    editor.change(uri, whole)
    editor.diagnostics_of(card, set())


def test_an_unsaved_scenario_is_played(editor: Editor, card: str, game: Path) -> None:
    written = (
        "thesmos: scenario\ntitle: Workers are placed\nclauses: [place.free]\nsource: none\n"
        "given: {game: santorini, powers: [minotaur, none], start: setup}\n"
        "steps: [{when: ['@A1', '@B2', '@B2']}]\n"
    )
    uri = editor.open(game / "scenarios" / "base" / "set-up.yaml", written)
    (wrong,) = editor.diagnostics_of(uri, {"E606"})
    assert wrong["range"]["start"] == {"line": 5, "character": 31}
    editor.change(uri, written.replace(", '@B2']", ", '@C2']").replace("place.", "plaice."))
    editor.diagnostics_of(uri, {"E604"})
    editor.close(uri)
    editor.diagnostics_of(uri, set())


def test_a_shipped_scenario_belongs_to_the_game_beside_it(editor: Editor) -> None:
    path = min(scenarios_dir().glob("hex/*/*.yaml"))
    uri = editor.open(path, path.read_text("utf-8").replace("clauses: [", "clauses: [nothing, "))
    editor.diagnostics_of(uri, {"E604"})
    editor.close(uri)
    editor.diagnostics_of(uri, set())


def test_the_errors_of_a_game_are_taken_back_when_its_last_file_is_closed(
    editor: Editor, tmp_path: Path
) -> None:
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(spec_dir() / "tic-tac-toe", folder)
    (folder / "game.yaml").write_text("thesmos: game\n")
    uri = editor.open(folder / "game.yaml")
    editor.diagnostics_of(uri, {"E122"})
    editor.close(uri)
    editor.diagnostics_of(uri, set())


def test_words_are_completed(editor: Editor, card: str, text: str) -> None:
    items = editor.ask_at("completion", card, *where(text, "free"))
    assert [item["label"] for item in items] == ["who", "near", "free", "climb"]


def test_a_clause_is_explained_by_its_sentence(editor: Editor, card: str, text: str) -> None:
    shown = editor.ask_at("hover", card, *where(text, "permit"))
    assert "Your Worker may move" in shown["contents"]["value"]


def test_a_name_leads_to_its_declaration(editor: Editor, card: str, text: str, game: Path) -> None:
    (place,) = editor.ask_at("definition", card, *where(text, FACT))
    line = place["range"]["start"]["line"]
    assert place["uri"].endswith("/game.yaml")
    assert (game / "game.yaml").read_text("utf-8").splitlines()[line].strip().startswith(FACT)


def test_a_name_is_renamed_wherever_it_is(editor: Editor, card: str, text: str, game: Path) -> None:
    edit = editor.ask_at("rename", card, *where(text, FACT), newName="meets_rival")
    files = {uri.rpartition("/")[2] for uri in edit["changes"]}
    assert files == {"game.yaml", "minotaur.yaml", "apollo.yaml"}
    with pytest.raises(RuntimeError, match="can't be the name"):
        editor.ask_at("rename", card, *where(text, FACT), newName="permit")


def test_the_outline_has_what_is_declared(editor: Editor, card: str) -> None:
    outline = editor.ask("textDocument/documentSymbol", textDocument={"uri": card})
    assert [symbol["name"] for symbol in outline] == ["Your Move"]


def test_words_have_colours(editor: Editor, card: str) -> None:
    legend = editor.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = editor.ask("textDocument/semanticTokens/full", textDocument={"uri": card})["data"]
    kinds = [legend[kind] for kind in data[3::5]]
    assert kinds[:4] == ["keyword", "method", "keyword", "property"]


def test_a_file_is_formatted(editor: Editor, card: str, text: str) -> None:
    editor.change(
        card, text.replace("clear(straight_on(from, to))", "clear( straight_on(from,to) )")
    )
    (edit,) = editor.ask(
        "textDocument/formatting",
        textDocument={"uri": card}, options={"tabSize": 2, "insertSpaces": True},
    )  # fmt: skip
    assert edit["newText"] == text
    editor.change(card, text)


def test_columns_are_utf_16_units(editor: Editor, card: str, text: str) -> None:
    marked = text.replace("title: {en: Minotaur", 'title: {en: "🐂", xx: y, de: Minotaur')
    editor.change(card, marked.replace("xx: y", "xxx: y"))
    (wrong,) = editor.diagnostics_of(card, {"E125"})
    line = next(row for row in marked.split("\n") if row.startswith("title"))
    begin = line.index("xx:")
    assert wrong["range"]["start"]["character"] == begin + 1  # 🐂 takes two
    editor.change(card, text)


@pytest.mark.parametrize("damage", ["thesmos", "clauses: [[[", "\x00", "", "\u202e: 1", "- - -"])
def test_no_text_ends_the_server(editor: Editor, card: str, text: str, damage: str) -> None:
    editor.change(card, damage)
    editor.ask_at("completion", card, 0, 1)
    editor.ask_at("hover", card, 5, 500)
    editor.ask("textDocument/documentSymbol", textDocument={"uri": card})
    editor.change(card, text)
    assert editor.ask_at("hover", card, *where(text, "permit")) is not None


def test_a_message_that_is_too_long_is_passed_over(editor: Editor, card: str, text: str) -> None:
    length = 9_000_000
    editor.raw(b"Content-Length: %d\r\n\r\n" % length + b" " * length)
    assert editor.ask_at("hover", card, *where(text, "permit")) is not None


def test_a_file_of_no_game_is_left_alone(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text("a: 1\n")
    uri = editor.open(path)
    assert editor.ask_at("completion", uri, 0, 1) == []
    assert editor.ask_at("hover", uri, 0, 1) is None


@pytest.mark.parametrize(
    "uri", ["untitled:a", "file:///a%00b/game.yaml", f"file:///{'x' * 5000}/y"]
)
def test_an_address_of_no_file_is_left_alone(editor: Editor, uri: str) -> None:
    assert editor.ask_at("completion", uri, 0, 1) == []
    assert editor.ask("textDocument/documentSymbol", textDocument={"uri": uri}) == []


def test_a_file_that_is_not_there_is_not_formatted(editor: Editor, game: Path) -> None:
    uri = (game / "powers" / "nobody.yaml").as_uri()
    edits = editor.ask(
        "textDocument/formatting",
        textDocument={"uri": uri}, options={"tabSize": 2, "insertSpaces": True},
    )  # fmt: skip
    assert edits == []


def test_what_is_no_message_is_reported_in_one_line() -> None:
    garbage = b"garbage\r\n\r\nContent-Length: 5\r\n\r\n{{{{{"
    done = subprocess.run(COMMAND, input=garbage, capture_output=True, check=True)
    lines = done.stderr.decode().splitlines()
    assert [line for line in lines if "Unable to handle message" in line]
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("method", "params", "error"),
    [
        ("no/such", {}, "Method Not Found"),
        ("textDocument/hover", {}, "Invalid Params"),
        ("textDocument/hover", {"textDocument": 5}, "Invalid Params"),
    ],
)
def test_a_request_of_a_wrong_form_is_answered(
    editor: Editor, method: str, params: dict[str, object], error: str
) -> None:
    with pytest.raises(RuntimeError, match=error):
        editor.ask(method, **params)


def test_the_server_ends_well_while_its_input_is_open() -> None:
    with Editor() as editor:
        pass
    assert editor.process.returncode == 0
