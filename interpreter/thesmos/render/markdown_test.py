"""Text of strangers in Markdown: no sign of it is markup, and all of it can be read."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos.render.markdown import code, escaped, fenced

TEXTS = st.text(alphabet="a 1&;<>/\"'`\\*_{}[]()|#!~:=-\n\r\u2028é", max_size=40)
MARKUP = re.compile(r"[<>`\\*_{}\[\]|!~\n\r]|#(?!\d+;)|&(?!#\d+;|amp;|lt;|gt;)")


@given(TEXTS)
def test_escaped_text_has_no_markup_and_reads_as_it_was(text: str) -> None:
    made = escaped(text)
    assert None is MARKUP.search(made)
    assert re.sub("\r\n|[\n\r\u2028]", " ", text) == unescape(made)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("up(card) := no", "`up(card) := no`"),
        ("a > b & c", "`a > b & c`"),
        ("a < b", "<code>a &lt; b</code>"),
        ("a|b", "<code>a&#124;b</code>"),
        ("`</div>", "<code>&#96;&lt;/div&gt;</code>"),
        (" ", "<code> </code>"),
        ("two\nlines", "`two lines`"),
    ],
)
def test_code_is_put_between_backticks_where_they_can_contain_it(text: str, expected: str) -> None:
    assert expected == code(text)


@given(TEXTS)
def test_nothing_in_a_block_of_code_ends_it(text: str) -> None:
    first, *inner, last, _ = fenced(text)
    assert text.splitlines() == inner
    assert first == f"{last}text"
    assert not any(last in one for one in inner)
