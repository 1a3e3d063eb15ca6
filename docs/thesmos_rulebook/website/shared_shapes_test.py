"""Shapes that pictures of a page share are written once, and what is shown stays the same."""

from __future__ import annotations

import re

from thesmos_rulebook.website.shared_shapes import rules_for_shapes, with_shared_shapes

GROUND = "".join(f'<rect class="ground" x="{x}" y="4" width="60" height="60"/>' for x in (4, 64))


USE = re.compile(r'<use href="#(-\w+)"(?: x="([^"]*)" y="([^"]*)")?/>')


def page(*shapes: str) -> str:
    """Return a page with a picture for each text of shapes."""
    pictures = "".join(f'<svg class="thesmos-board"><g>{text}</g></svg>' for text in shapes)
    return f"<body><p>{pictures}</p></body>"


def resolved(html: str) -> str:
    """Return a page with what its pictures use put where they use it."""
    hidden = re.search(r'<svg class="shapes"[^>]*>(.*?)</svg>', html)
    assert hidden is not None
    texts = re.split(r'<g id="(-\w+)">', hidden[1])
    shapes = {
        name: text.removesuffix("</g>") for name, text in zip(texts[1::2], texts[2::2], strict=True)
    }
    html = html.replace(hidden[0], "")
    while "<use" in html:  # a shape can use others
        html = USE.sub(lambda use: placed(shapes[use[1]], use), html)
    return html


def placed(shape: str, use: re.Match[str]) -> str:
    return f'<g transform="translate({use[2]} {use[3]})">{shape}</g>' if use[2] else shape


def test_what_two_pictures_share_is_written_once() -> None:
    before = page(f"{GROUND}<g><circle/></g>", f"{GROUND}<g><path/></g>")
    after = with_shared_shapes(before)
    assert after.count('x="64"') == 1
    assert resolved(after) == before


def test_the_ground_of_a_board_is_shared_even_if_what_stands_on_it_differs() -> None:
    ground = "".join(
        f'<g data-cell="A{y}" transform="translate(4 {y})"><rect width="60" height="60"/></g>'
        for y in (4, 64)
    )
    before = page(f'{ground}<g transform="translate(4 4)"><circle/></g>', f"{ground}<path/>")
    after = with_shared_shapes(before)
    assert after.count('data-cell="A4"') == 1
    assert resolved(after) == before


def test_a_piece_is_drawn_once_wherever_it_stands() -> None:
    piece = f'<g fill="none" stroke="black" stroke-width="3"><g><path d="{"M1 2" * 20}"/></g></g>'
    before = page(*(f'<g transform="translate({x} 4)">{piece}</g>' for x in (4, 64, 124)))
    after = with_shared_shapes(before)
    assert after.count('stroke-width="3"') == 1
    assert resolved(after) == before


def test_what_is_short_is_not_worth_a_name() -> None:
    before = page("<g><circle/></g>", "<g><circle/></g>")
    assert with_shared_shapes(before) == before


def test_what_only_one_picture_has_stays_in_it() -> None:
    before = page(GROUND, "<circle/>")
    assert with_shared_shapes(before) == before


def test_shapes_outside_of_boards_are_left_alone() -> None:
    before = f"<body><svg>{GROUND}</svg><svg>{GROUND}</svg></body>"
    assert with_shared_shapes(before) == before


def test_rules_for_boards_hold_for_shared_shapes() -> None:
    css = ".thesmos-board{--x:1}.thesmos-board .ground,.thesmos-board text{fill:var(--x)}"
    assert rules_for_shapes(css) == (
        ".thesmos-board{--x:1}:is(.thesmos-board,[id^='-']) .ground,"
        ":is(.thesmos-board,[id^='-']) text{fill:var(--x)}"
    )


def test_what_is_in_a_group_is_written_once_wherever_the_group_stands() -> None:
    inside = f'<path d="{"M1 2" * 20}"/><circle r="9" cx="30" cy="30" fill="none"/>'
    before = page(*(f'<g transform="translate({x} 4)">{inside}</g>' for x in (4, 64)))
    after = with_shared_shapes(before)
    assert after.count("<circle") == 1
    assert after.count(' x="64" y="4"/>') == 1
    assert resolved(after) == before


def test_boards_that_differ_in_one_cell_share_what_is_before_and_after_it() -> None:
    def board(marked: int) -> str:
        return "".join(
            f'<rect class="{"target" if x == marked else "ground"}" x="{x}" width="60"/>'
            for x in range(40)
        )

    before = page(*(board(marked) for marked in range(40)))
    after = with_shared_shapes(before)
    assert len(after) * 4 < len(before)
    assert resolved(after) == before


def test_words_about_a_picture_stay_in_it() -> None:
    words = f"<title>{'a board ' * 20}</title>"
    before = page(*[GROUND] * 3).replace("<g>", f"{words}<g>")
    after = with_shared_shapes(before)
    assert after.count(words) == 3
    assert resolved(after) == before
