from __future__ import annotations

import pytest

from thesmos.diagnostics import UsageError
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.paper import pdf as pdf_module
from thesmos_rulebook.paper.card_sheet import ON_A_PAGE, sheet_body
from thesmos_rulebook.paper.pdf import check_installed, pdf
from thesmos_rulebook.paper.printing import CARDS, printed


def test_each_power_has_a_card_in_the_language(larger: BookSource) -> None:
    localizer = Localizer(larger, "es")
    body = sheet_body(localizer, {})
    assert body.count("<article") == len(larger.powers)
    assert body.count('class="sheet"') == -(-len(larger.powers) // ON_A_PAGE)
    for slug in larger.powers:
        assert f"<h2>{localizer.title(slug)}</h2>" in body


def test_without_weasyprint_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_module, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="paper needs WeasyPrint") as error:
        check_installed()
    assert error.value.hint == "pip install 'thesmos[pdf]'"


def test_a_sheet_of_cards_is_the_same_each_time(source: BookSource) -> None:
    pytest.importorskip("weasyprint")
    [(name, first)] = printed(source, "es", {}, (CARDS,))
    [(_, again)] = printed(source, "es", {}, (CARDS,))
    assert name == f"{source.slug}-es-cards.pdf"
    assert first.startswith(b"%PDF-")
    assert first == again


def test_nothing_but_the_book_is_read() -> None:
    pytest.importorskip("weasyprint")
    body = '<img src="file:///etc/hostname"><img src="book:en/a.svg">'
    shown = pdf(body, "", "en", {}, "book")
    assert b"/Image" not in shown
