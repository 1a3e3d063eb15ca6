"""Shapes that pictures of a page share are written once, and what is shown stays the same."""

from __future__ import annotations

import re

from thesmos_rulebook.website.shared_shapes import rules_for_shapes, with_shared_shapes

GROUND = "".join(f'<rect class="ground" x="{x}" y="4" width="60" height="60"/>' for x in (4, 64))


def page(*shapes: str) -> str:
    """Return a page with a picture for each text of shapes."""
    pictures = "".join(f'<svg class="thesmos-board"><g>{text}</g></svg>' for text in shapes)
    return f"<body><p>{pictures}</p></body>"


def resolved(html: str) -> str:
    """Return a page with what its pictures use put where they use it."""
    hidden = re.search(r'<svg class="shapes"[^>]*>(.*?)</svg>', html)
    assert hidden is not None
    shapes = dict(re.findall(r'<g id="([^"]+)" class="shape">(.*?)</g>(?=<g id=|$)', hidden[1]))
    html = html.replace(hidden[0], "")
    while "<use" in html:  # a shape can use others
        html = re.sub(r'<use href="#([^"]+)"/>', lambda use: shapes[use.group(1)], html)
    return html


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
    css = ".thesmos-board{--x:1}.thesmos-board .ground,.thesmos-board .edge{fill:var(--x)}"
    assert rules_for_shapes(css) == (
        ".thesmos-board{--x:1}:is(.thesmos-board,.shape) .ground,"
        ":is(.thesmos-board,.shape) .edge{fill:var(--x)}"
    )
