"""A site whose game is hostile: all its texts are shown as text, and none becomes markup."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from thesmos.resources import spec_dir
from thesmos_rulebook.testing.shared import Once
from thesmos_rulebook.website.build import BuildRequest, build
from thesmos_rulebook.website.output import can_build

WORDS = (
    "</div ><script >alert('PWNED')</script ><img src=data:x onerror=alert(1) >"
    " & &lt; ` \\ *x* _y_ #z"
)
TEXT = (
    f'{WORDS} "q" </title></textarea></code>```` ](javascript:alert(2)) [x][y]'
    " {: onclick=alert(3) } {{ 7*7 }} ![i](data:x) ~~~ ??? | a ! b <!-- c"
)
LINES = (
    f"{TEXT}\n\n</div>\n```\n<script>alert('PWNED')</script>\n````\n# head {{: onclick=alert(4) }}"
)
NAME = (
    "<img src=data:x onerror=alert(5) >|`{:onclick=x}"  # the name of a piece, which is in options
)
CARD = "orc1a"  # the piece that gets the name
BUT_CLOSED = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not can_build(), reason="needs mkdocs")]


class Page(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in BUT_CLOSED:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{self.getpos()}: </{tag}>")

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data

    def values(self, name: str, of: str) -> list[str]:
        """Return the values of an attribute in one kind of tags."""
        return [value for tag, key, value in self.attributes if (tag, key) == (of, name)]


def spoiled(node: Any, inside: tuple[str, ...] = ()) -> Any:
    """Return a document with all texts replaced; in words, the attack is appended."""
    if isinstance(node, list):
        return [spoiled(one, inside) for one in node]
    if not isinstance(node, dict):
        return node
    if node and set(node) <= {"en", "es"}:
        return {language: _text(text, inside) for language, text in node.items()}
    return {key: spoiled(value, (*inside, key)) for key, value in node.items()}


def _text(text: str, inside: tuple[str, ...]) -> str:
    if "says" not in inside:
        return LINES if inside[0] == "text" else TEXT
    return ", ".join(f"{form} {WORDS}" for form in text.split(", "))


def _rewrite(file: Path, change: Callable[[Any], Any]) -> None:
    _write(file, change(yaml.load(file.read_text("utf-8"), yaml.BaseLoader)))


def _write(file: Path, document: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        yaml.dump(document, Dumper=_BlockStyleDumper, sort_keys=False, width=9999), "utf-8"
    )


class _BlockStyleDumper(yaml.SafeDumper):
    """Writes multi-line texts in block style, as specs must have them."""


_BlockStyleDumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, "|" if "\n" in text else None
    ),
)


def _game(document: Any) -> Any:
    result = spoiled(document)
    if result.get("thesmos") == "game":
        result |= {"slug": "foe", "title": {"en": TEXT}, "tags": {"sly": {"en": TEXT, "es": TEXT}}}
    if result.get("thesmos") == "rulings":
        result["game"] = "foe"
        for number, ruling in enumerate(result["rulings"]):
            prose = f"`{TEXT.replace('`', '')}` and {TEXT}" if number % 2 else TEXT
            ruling |= {
                "title": {"en": TEXT, "es": TEXT},
                "card": {"en": prose, "es": prose},
                "clauses": ["orc.when-played.1"],
                "scenarios": ["orc/may-decline"],
            }
    if result.get("slug") == "orc":
        result["clauses"] = {
            heading: f"# ````\n# </div><script>alert('PWNED')</script>\n{text}"
            for heading, text in result["clauses"].items()
        }
    if result.get("slug") == "three-players":
        result["needs"] = "fox"
    return result


def _power(slug: str, other: str) -> Any:
    """Return a power that is banned with another one."""
    texts = {name: {"en": TEXT, "es": TEXT} for name in ("title", "subtitle")}
    more = {"tags": ["sly"], "banned": [other], "text": {"Pig": {"en": LINES, "es": LINES}}}
    return {"thesmos": "power", "slug": slug, **texts, **more}


def _scenario() -> Any:
    """Return a scenario with two branches: the power is declined, or used."""
    return {
        "thesmos": "scenario",
        "title": {"en": WORDS, "es": WORDS},
        "clauses": ["orc.when-played.1"],
        "source": TEXT,
        "tags": ["show"],
        "given": {
            "game": "foe",
            "powers": ["fox", "none"],
            "mode": "two-players",
            "to_move": 1,
            "position": {
                "pig": "3,3",
                "cards": {"3,4": "knight2a"},
                "up": ["knight2a"],
                "hands": [
                    [NAME, "viking1b", "viking2a", "viking2b", "viking3a", "viking3b"],
                    ["mage3a", "orc2a", "orc2b", "orc3a", "orc3b", "viking1a"],
                ],
                "pacts": [["knight-orc"], ["mage-viking"]],
            },
        },
        "steps": [{"when": ["skip", f"{NAME} warrior 3,5"], "then": {"step": "use"}}],
        "each": [
            {"name": WORDS, "when": "skip", "then": {"step": "pig"}},
            {"name": WORDS, "when": "3,4", "then": {"step": "pig"}},
        ],
    }


def _named(node: Any) -> Any:
    if isinstance(node, dict):
        return {_named(key): _named(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_named(one) for one in node]
    return node.replace(CARD, NAME) if isinstance(node, str) else node


@pytest.fixture(scope="module")
def pages(once: Once) -> dict[str, Page]:
    """The pages of the site, parsed, by their paths."""
    site: Path = once("hostile", hostile_site)
    return {
        path.relative_to(site).as_posix(): Page(path.read_text("utf-8"))
        for path in site.rglob("*.html")
    }


def hostile_site(here: Path) -> Path:
    """Build the site of a game whose texts are attacks."""
    game = here / "foe"
    shutil.copytree(spec_dir() / "pook", game)
    _write(game / "scenarios" / "orc" / "may-decline.yaml", _scenario())
    _rewrite(game / "cards.yaml", _named)
    for file in (game / "game.yaml", game / "rulings.yaml"):
        _rewrite(file, _game)
    for folder in ("powers", "modes"):
        for file in (game / folder).glob("*.yaml"):
            _rewrite(file, _game)
    for slug, other in (("fox", "goat"), ("goat", "fox")):
        _write(game / "powers" / f"{slug}.yaml", _power(slug, other))
    site = build(BuildRequest((str(game),), here / "out"), allow_missing=True).site
    assert site is not None
    return site


def flat(text: str) -> str:
    """Return a text as a page shows it, with runs of spaces collapsed."""
    return " ".join(text.split())


def test_no_script_runs_but_the_books_own(pages: dict[str, Page]) -> None:
    scripts = [text for page in pages.values() for text in page.texts.get("script", ())]
    assert scripts
    assert [] == [text for text in scripts if "PWNED" in text]
    sources = [value for page in pages.values() for value in page.values("src", "script")]
    assert [] == [value for value in sources if "assets/" not in value]


def test_no_attribute_and_no_link_runs_script(pages: dict[str, Page]) -> None:
    found = [one for page in pages.values() for one in page.attributes]
    assert [] == [one for one in found if one[1].startswith("on")]
    links = {value for _, name, value in found if name in ("href", "src", "action")}
    assert set() == {one for one in links if one.startswith("javascript:")} - {"javascript:void(0)"}


def test_no_picture_comes_from_a_text(pages: dict[str, Page]) -> None:
    sources = [value for page in pages.values() for value in page.values("src", "img")]
    assert {"logo.svg"} == {value.rpartition("/")[2] for value in sources}


def test_no_text_closes_a_tag(pages: dict[str, Page]) -> None:
    assert {} == {name: page.wrong for name, page in pages.items() if page.wrong}
    assert {} == {name: page.open for name, page in pages.items() if page.open}


def test_a_title_is_shown_in_the_window_as_it_is(pages: dict[str, Page]) -> None:
    names = ["index", "foe/index", "foe/powers/orc/index"]
    titles = {name: flat(pages[f"{name}.html"].texts["title"][0]) for name in names}
    assert {} == {name: title for name, title in titles.items() if flat(TEXT) not in title}


def test_the_text_is_shown_as_it_is(pages: dict[str, Page]) -> None:
    names = [
        "index", "foe/index", "foe/powers/index", "foe/powers/orc/index", "foe/rulings/index",
        "foe/modes/three-players/index", "foe/coverage/index", "foe/bans/index",
        "foe/powers/fox/index", "foe/glossary/index",
    ]  # fmt: skip
    texts = {name: flat(pages[f"{name}.html"].texts["article"][0]) for name in names}
    assert [] == [name for name, text in texts.items() if flat(TEXT) not in text]


def test_code_is_shown_as_it_is(pages: dict[str, Page]) -> None:
    found = {flat(text) for page in pages.values() for text in page.texts.get("code", ())}
    assert flat(TEXT.replace("`", "")) in found
    assert any(NAME in text for text in found)
    assert any("# </div><script>alert('PWNED')</script>" in text for text in found)
