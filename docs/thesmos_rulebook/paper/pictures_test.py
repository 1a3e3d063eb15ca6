from __future__ import annotations

from thesmos.render.css import BOARD_CSS, LIGHT
from thesmos_rulebook.paper.pictures import on_paper

PICTURE = f'<svg><style>{BOARD_CSS}</style><rect fill="var(--b-light)"/></svg>'


def test_colours_are_written_out() -> None:
    result = on_paper(PICTURE)
    assert "var(" not in result
    assert f'<rect fill="{LIGHT["light"]}"/>' in result


def test_paper_has_no_dark_mode() -> None:
    assert "@media" not in on_paper(PICTURE)
    assert "data-md-color-scheme" not in on_paper(PICTURE)


def test_rules_for_shapes_are_kept() -> None:
    assert f".thesmos-board .ground{{fill:{LIGHT['ground']};" in on_paper(PICTURE)
