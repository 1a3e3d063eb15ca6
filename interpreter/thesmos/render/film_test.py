"""A film shows its pictures in order, and no caption becomes markup."""

from __future__ import annotations

import re

from thesmos.render.film import MAX_FRAMES, film


def test_the_last_picture_is_shown_until_somebody_moves() -> None:
    html = film([("<svg>1</svg>", "a"), ("<svg>2</svg>", "b")])
    assert re.findall(r"<div data-frame( hidden)?>", html) == [" hidden", ""]
    assert 'max="1" value="1"' in html


def test_captions_are_text() -> None:
    assert "<figcaption>&lt;b&gt;</figcaption>" in film([("<svg></svg>", "<b>")])


def test_one_picture_has_no_slider() -> None:
    assert "<input" not in film([("<svg></svg>", "")])


def test_a_long_film_has_some_of_its_pictures() -> None:
    captions = re.findall(
        "<figcaption>(.*?)</figcaption>", film([("", str(n)) for n in range(999)])
    )
    assert len(captions) == MAX_FRAMES
    assert captions[0] == "0"
    assert captions[-1] == "998"
