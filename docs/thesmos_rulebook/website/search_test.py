"""What ordinary questions find: pages of Santorini, indexed as on the site, searched in Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.card_pages import power_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.index_pages import rulings_page
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.website import output
from thesmos_rulebook.website.assets import own_assets
from thesmos_rulebook.website.mkdocs_hook import found_by_search
from thesmos_rulebook.website.search_words import SEARCH_WORDS

NODE = shutil.which("node")
SEARCHER = Path(__file__).parent / "search_test.mjs"
QUESTIONS = {  # each with the page that answers it
    "en": {
        "can I build under myself": "powers/zeus",
        "push a worker": "powers/minotaur",
        "lord of the lyre": "powers/apollo",
        "may I make a second move?": "powers/artemis",
        "build twice": "powers/demeter",
        "who wins with five towers": "powers/chronus",
        "can I build a dome at any level": "powers/atlas",
        "what happens when chaos turns up a card": "powers/chaos",
        "hidden workers": "powers/hecate",
        "fall two levels and win": "powers/pan",
        "turn to stone": "powers/medusa",
        "win on the perimeter": "powers/hera",
    },
    "es": {
        "¿me puedo construir debajo?": "powers/zeus",
        "empujar a un trabajador": "powers/minotaur",
        "señor de la lira": "powers/apollo",
        "senor de la lira": "powers/apollo",
        "perímetro": "powers/hera",
        "¿quién gana con cinco torres?": "powers/chronus",
        "se vuelven piedra": "powers/medusa",
        "construir dos veces": "powers/demeter",
    },
}

pytestmark = pytest.mark.skipif(
    NODE is None or find_spec("pagefind") is None, reason="needs Node.js and pagefind: see .ci/run"
)


def pages_of(source: BookSource, language: str) -> dict[str, str]:
    """Return the cards and the rulings as HTML, by their paths below the game's folder."""
    markdown = pytest.importorskip("markdown")
    site_map, localizer = SiteMap(source), Localizer(source, language)
    result = {}
    for slug, card in source.powers.items():
        path = site_map.page(slug)
        result[path] = power_page(PageContext(localizer, site_map, path, {}), card)
    path = site_map.index("rulings")
    result[path] = rulings_page(PageContext(localizer, site_map, path, {}))
    return {
        path: markdown.markdown(text, extensions=["attr_list", "def_list", "md_in_html", "tables"])
        for path, text in result.items()
    }


@pytest.fixture(scope="module")
def indexed(larger: BookSource, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of these pages with its search."""
    site = tmp_path_factory.mktemp("search")
    for language in QUESTIONS:
        for path, html in pages_of(larger, language).items():
            page = SimpleNamespace(meta={}, file=SimpleNamespace(src_uri=path))
            whole = f'<html lang="{language}"><body><article >{html}</article></body></html>'
            file = site / language / path.replace(".md", "/index.html")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(found_by_search(whole, page), encoding="utf-8")
    output._make_search(site)
    (site / "assets").mkdir()
    (site / "assets/search.js").write_text(own_assets(["en"])["search.js"], encoding="utf-8")
    return site


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_question_finds_the_page_that_answers_it(indexed: Path, language: str) -> None:
    expected = QUESTIONS[language]
    words = json.dumps(SEARCH_WORDS[language])
    command = [str(NODE), str(SEARCHER), str(indexed), language, words, "santorini", *expected]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    first = [next(iter(pages), "") for pages in json.loads(done.stdout)]
    assert dict(zip(expected, first, strict=True)) == {
        question: f"/{language}/santorini/{page}/" for question, page in expected.items()
    }


def test_the_words_of_the_search_have_no_accents() -> None:
    for words in SEARCH_WORDS.values():
        assert all(word.isascii() for word in [*words["empty"], *chain(*words["same"])])


def test_every_word_has_one_meaning() -> None:
    for words in SEARCH_WORDS.values():
        grouped = [word for group in words["same"] for word in group]
        assert len(grouped) == len({*grouped})
