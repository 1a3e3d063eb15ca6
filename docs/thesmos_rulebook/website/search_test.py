"""What the search of a built site finds: its worker runs in Node.js, as it would in a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_rulebook.testing.shared import BuiltSite
from thesmos_rulebook.website import output

NODE = shutil.which("node")
WORKER = """
const fs = require("fs"), path = require("path"), vm = require("vm");
const [site, query] = process.argv.slice(1);
const folder = path.join(site, "assets/javascripts/workers");
const run = (name) => vm.runInContext(fs.readFileSync(path.join(folder, name), "utf8"), context);
let tell, found;
const context = vm.createContext({
  console, URL, setTimeout, location: {href: "file:///workers/search.js"},
  addEventListener: (_, listener) => { tell = listener; },
  postMessage: (message) => { found = message.data; },
  importScripts: (...names) => names.forEach(run),
});
context.self = context.global = context;
run(fs.readdirSync(folder).find((name) => /^search\\..*js$/.test(name)));
const index = fs.readFileSync(path.join(site, "search/search_index.json"), "utf8");
(async () => {
  await tell({data: {type: 0, data: {...JSON.parse(index), options: {}}}});
  await tell({data: {type: 2, data: query}});
  setTimeout(() => console.log(JSON.stringify(found.items.map(([page]) => page.location))), 20);
})();
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js: see .ci/run")


def search(site: BuiltSite, language: str, query: str) -> list[str]:
    """Return the pages that a search finds."""
    folder = site.folder / language
    words = [str(NODE), "-e", WORKER, str(folder), query]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("language", "page", "queries"),
    [
        ("es", "pook/powers/knight/", ["ningún", "ningun", "NINGUN", "níngun"]),
        ("", "pook/powers/orc/", ["knocks", "knócks"]),
    ],
)
def test_the_search_finds_words_with_and_without_accents(
    site: BuiltSite, language: str, page: str, queries: list[str]
) -> None:
    first, *others = [search(site, language, query) for query in queries]
    assert page in first
    assert [first] * len(others) == others


def test_a_theme_whose_search_works_otherwise_is_reported(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    with pytest.raises(UsageError, match="has 0 search workers, not one"):
        output._search_without_accents(tmp_path)
