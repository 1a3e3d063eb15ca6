"""A link of the playground brings everything back, and nothing that strangers pack does harm."""

from __future__ import annotations

import base64
import json
import subprocess
import zlib
from typing import Any

import pytest

from testing.wasm_match import NODE
from thesmos_rulebook.playground.build import PAGE

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")
SCRIPT = """
const { fromLink, linkOf } = await import(process.argv[1]);
const links = JSON.parse(process.argv[2]);
const read = async (link) => {
  try {
    return await fromLink(typeof link === "string" ? link : `#${await linkOf(link)}`);
  } catch (error) {
    return { error: error.message };
  }
};
console.log(JSON.stringify(await Promise.all(links.map(read))));
"""
CONTENTS = {
    "version": "1", "game": "nim", "file": "game.yaml", "files": {"powers/ä.yaml": "a: 🐂\n"},
    "powers": ["a", None], "mode": "two", "options": {"size": "9"}, "position": {"turn": 1},
}  # fmt: skip
REFUSED = [
    [], None, 1, {}, {"game": "nim"}, CONTENTS | {"game": 1}, CONTENTS | {"files": {"a": 1}},
    CONTENTS | {"files": {"../a": ""}}, CONTENTS | {"files": {"a/../../b": ""}},
    CONTENTS | {"files": {"/a": ""}}, CONTENTS | {"files": {"..\\a": ""}},
    CONTENTS | {"powers": "ab"}, CONTENTS | {"powers": [1]}, CONTENTS | {"mode": {}},
    CONTENTS | {"options": ["a"]}, CONTENTS | {"position": "a"},
]  # fmt: skip


def read(links: list[Any]) -> list[Any]:
    """What the page reads of links, or of the links that it makes of contents."""
    assert NODE
    words = [NODE, "--input-type=module", "-e", SCRIPT, (PAGE / "src" / "links.js").as_uri()]
    done = subprocess.run(
        [*words, json.dumps(links)], check=True, timeout=60, capture_output=True, text=True
    )
    result: list[Any] = json.loads(done.stdout)
    return result


def packed(text: bytes) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(text) + squeezer.flush()
    return "#1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_link_brings_everything_back() -> None:
    assert read([CONTENTS]) == [CONTENTS]


def test_an_address_without_a_link_holds_nothing() -> None:
    assert read(["", "#", "#begin"]) == [None, None, None]


def test_what_the_page_does_not_pack_is_refused() -> None:
    links = [packed(json.dumps(contents).encode()) for contents in REFUSED]
    assert [[*answer] for answer in read(links)] == [["error"]] * len(REFUSED)


def test_a_link_that_unpacks_to_too_much_is_refused() -> None:
    (answer,) = read([packed(b" " * 30_000_000)])
    assert "are not read" in answer["error"]


def test_what_is_no_link_is_refused() -> None:
    assert [[*answer] for answer in read(["#1.%%%", "#2.abc", "#1.abc"])] == [["error"]] * 3
