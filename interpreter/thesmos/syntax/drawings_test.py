from pathlib import Path

import pytest

from thesmos.syntax.drawings import FILE, MAX_DRAWING, read_drawings
from thesmos.syntax.sources import Sources

PATH = Path("toy") / FILE
HEAD = '<svg xmlns="http://www.w3.org/2000/svg">'
SYMBOL = '<symbol id="pieces" viewBox="0 0 60 60">'


def read(inside: str) -> tuple[dict[str, str], list[str]]:
    """Read a file with one symbol; return its drawings as code, and its errors as texts."""
    text = f"{HEAD}{SYMBOL}{inside}</symbol></svg>"
    drawings, wrong = read_drawings(PATH, sources=Sources({PATH: text}))
    return {name: drawing.code for name, drawing in drawings.items()}, [
        f"{one.code} {one.message}" for one in wrong
    ]


def test_a_drawing_is_kept_without_its_symbol() -> None:
    assert ({"pieces": '<circle cx="1" r="2.5"/>'}, []) == read('<circle cx="1" r="2.5"/>')


def test_a_colour_by_name_follows_the_scheme_of_the_page() -> None:
    drawings, _ = read('<path d="M0 0h9" stroke="var(--ink)" fill="none"/>')
    assert '<path d="M0 0h9" stroke="var(--b-ink)" fill="none"/>' == drawings["pieces"]


def test_what_a_drawing_uses_is_put_in_its_place() -> None:
    text = (
        f'{HEAD}<defs><path id="foot" d="M0 0h9"/></defs>'
        f'{SYMBOL}<use href="#foot" x="3" y="4" fill="none"/></symbol></svg>'
    )
    drawings, wrong = read_drawings(PATH, sources=Sources({PATH: text}))
    assert [] == wrong
    used = '<g fill="none" transform="translate(3 4)"><path d="M0 0h9"/></g>'
    assert used == drawings["pieces"].code


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<style>* {fill: red}</style>",
        '<image href="https://example.org/a.png"/>',
        '<foreignObject width="9" height="9"/>',
        '<animate attributeName="x"/>',
        '<path d="M0 0" onclick="alert(1)"/>',
        '<path d="M0 0" style="fill: url(https://example.org)"/>',
        '<path d="M0 0" class="target"/>',
        '<path d="M0 0" fill="url(#paint)"/>',
        '<path d="M0 0" fill="var(--nothing)"/>',
        '<path d="M0 0" transform="matrix(9 9)"/>',
        '<path d="url(x)"/>',
        '<circle r="1e9"/>',
        '<circle r="100%"/>',
        '<a href="#pieces"/>',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<p xmlns="http://www.w3.org/1999/xhtml"/>',
        "words",
    ],
)
def test_what_could_load_run_or_style_is_refused(inside: str) -> None:
    drawings, wrong = read(inside)
    assert {} == drawings
    assert wrong
    assert all(error.startswith("E130") for error in wrong)


@pytest.mark.parametrize("target", ["other.svg#a", "https://example.org/#a", "javascript:alert(1)"])
def test_only_drawings_of_the_same_file_can_be_used(target: str) -> None:
    drawings, wrong = read(f'<use href="{target}"/>')
    assert ({}, 1) == (drawings, len(wrong))


def test_a_declaration_is_refused_before_its_entities_grow() -> None:
    text = f'<!DOCTYPE svg [<!ENTITY a "aaaa">]>{HEAD}<text>&a;</text></svg>'
    drawings, wrong = read_drawings(PATH, sources=Sources({PATH: text}))
    assert {} == drawings
    assert ["E129"] == [one.code for one in wrong]


def test_a_text_is_written_as_text() -> None:
    drawings, _ = read('<text x="30" y="40">1 &lt; 2</text>')
    assert '<text x="30" y="40">1 &lt; 2</text>' == drawings["pieces"]


def test_a_drawing_that_uses_itself_is_refused() -> None:
    assert ["E131 `pieces` uses itself"] == read('<use href="#pieces"/>')[1]


def test_uses_that_multiply_are_cut_off() -> None:
    steps = "".join(
        f'<g id="s{n}">{f"<use href=&quot;#s{n - 1}&quot;/>" * 9}</g>'.replace("&quot;", '"')
        for n in range(1, 15)
    )
    defs = f'<defs><path id="s0" d="M0 0"/>{steps}</defs>'
    text = f'{HEAD}{defs}{SYMBOL}<use href="#s14"/></symbol></svg>'
    drawings, wrong = read_drawings(PATH, sources=Sources({PATH: text}))
    assert {} == drawings
    assert ["the drawing `pieces` is too large"] == [one.message for one in wrong]
    assert str(MAX_DRAWING) in str(wrong[0].hint)


def test_an_error_is_located_where_its_element_begins() -> None:
    text = f"{HEAD}\n  {SYMBOL}\n    <script/></symbol></svg>"
    _, wrong = read_drawings(PATH, sources=Sources({PATH: text}))
    assert [(3, 5)] == [(one.location.line, one.location.column) for one in wrong if one.location]


def test_without_a_file_there_are_no_drawings(tmp_path: Path) -> None:
    assert ({}, []) == read_drawings(tmp_path / FILE)


def test_a_link_out_of_the_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{HEAD}</svg>", encoding="utf-8")
    game = tmp_path / "game"
    game.mkdir()
    (game / FILE).symlink_to(tmp_path / "secret")
    _, wrong = read_drawings(game / FILE, game)
    assert ["E113"] == [one.code for one in wrong]


def test_a_long_number_is_read_in_linear_time() -> None:
    """By trying each way to split it, this test would take minutes."""
    drawings, wrong = read(f'<rect x="{"1" * 150_000}x" y="0"/>')
    assert ({}, 1) == (drawings, len(wrong))
