"""The Markdown of a book, rendered as on its site: text is never markup."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thesmos_rulebook.markdown import code, escaped, indented, link, prose, table
from thesmos_rulebook.website.output import can_build
from thesmos_rulebook.website.settings import EXTENSIONS

PIECES = st.sampled_from(
    [*"ab1 <>&`\\*_{}[]()|#!~:=.-/\"'", "</div>", "<script>x()</script>", "{: onclick=x }", "&lt;"]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=12).map("".join).map(str.strip).filter(bool)
FOE = "</div ><script>x()</script > ` {: onclick=x }"


def test_code_in_a_text_stays_code() -> None:
    assert "in `x` there" == prose("in\n`x`\nthere")
    assert "with `a: b` and `c`, x&#42;y" == prose("with `a: b` and `c`, x*y")


@pytest.mark.parametrize("text", ["odd ` <b>", "` <b>", "a `b` c ` <b>", "``<b>", "<b>`"])
def test_a_stray_backtick_leaves_nothing_raw(text: str) -> None:
    assert "<b>" not in prose(text)
    assert "`" not in prose(text).replace("`b`", "")
    assert text == unescape(prose(text))


class _Read(HTMLParser):
    """The tags and the texts of what was made, each text by the tag around it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data


def rendered(lines: list[str]) -> Any:
    """What the site makes of some lines."""
    markdown = pytest.importorskip("markdown")
    names = [one for one in EXTENSIONS if isinstance(one, str)]
    return _Read(markdown.markdown("\n".join(lines), extensions=names))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.skipif(not can_build(), reason="needs the site's Markdown")
@pytest.mark.parametrize("write", [escaped, code], ids=["text", "code"])
@given(text=TEXTS)
@example(text=FOE)
@example(text="---")
@example(text="- a")
@example(text="1. a")
@example(text="]:")
def test_escaped_text_is_never_markup(write: Any, text: str) -> None:
    result = write(text)
    lines = [
        '<div class="card" markdown>',
        "",
        f"## a {result} {{#x}}",
        "",
        f"**{result}**",
        f": {result}",
    ]
    lines += ["", f"-   [{result}](a.md){{.b}}", *indented([f"b {result}"]), ""]
    lines += [f"{link(result, 'a.md')}", "", *table(["a", "b"], [(result, result)]), "", "</div>"]
    found = rendered(lines)
    allowed = {
        "div", "h2", "strong", "dl", "dt", "dd", "ul", "li", "p", "a", "table", "thead", "tbody",
        "tr", "th", "td", "code",
    }  # fmt: skip
    assert set() == found.tags - allowed
    assert set() == found.names - {"class", "id", "href"}
    read = [flat(one) for one in found.texts if flat(text) in flat(one)]
    assert len(read) >= 7
