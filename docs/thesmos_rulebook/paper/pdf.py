"""Make a PDF of HTML with WeasyPrint, which can read no file and no address by itself."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos_rulebook.paper.pictures import on_paper

SCHEME = "book:"  # of the addresses of pictures: the path below the folder of all languages follows
STYLE = Path(__file__).with_name("paper.css")
IDENTIFIER = b"thesmos"  # by default, it would be another one each time


def check_installed() -> None:
    """Raise UsageError if WeasyPrint, or a library that it needs, is missing."""
    if find_spec("weasyprint") is None:
        raise UsageError("paper needs WeasyPrint", "pip install 'thesmos[pdf]'")
    try:
        import weasyprint  # noqa: F401 - it loads Pango when it is imported
    except OSError as error:
        hint = "install Pango, as WeasyPrint's page about its installation says"
        raise UsageError(f"WeasyPrint can't be used: {error}".splitlines()[0], hint) from error


def pdf(body: str, title: str, language: str, files: Mapping[str, str], kind: str) -> bytes:
    """Return a PDF; the same input gives the same bytes. Raises UsageError without WeasyPrint.

    body: HTML, whose pictures have addresses that begin with SCHEME.
    title: plain text. language: its code.
    files: the pictures (SVG) by path.
    kind: the class of the body, for the style sheet.
    """
    document = _rendered(body, title, language, files, kind)
    return bytes(document.write_pdf(pdf_identifier=IDENTIFIER))


def page_count(body: str, title: str, language: str, files: Mapping[str, str], kind: str) -> int:
    """Return how many pages the PDF has that `pdf` would return for the same."""
    return len(_rendered(body, title, language, files, kind).pages)


def _rendered(body: str, title: str, language: str, files: Mapping[str, str], kind: str) -> Any:
    check_installed()
    from weasyprint import CSS, HTML
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Pictures(URLFetcher):  # type: ignore[misc]
        """Gives the pictures of the book, and reads nothing else."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002 - as inherited
            if not url.startswith(SCHEME) or url.removeprefix(SCHEME) not in files:
                raise ValueError(f"{url} is not in the book")
            picture = on_paper(files[url.removeprefix(SCHEME)]).encode()
            return URLFetcherResponse(url, picture, {"Content-Type": "image/svg+xml"})

    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    text = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<title>{escape(title)}</title></head><body class="{kind}">{body}</body></html>'
    )
    document = HTML(string=text, url_fetcher=Pictures())
    return document.render(stylesheets=[CSS(string=STYLE.read_text(encoding="utf-8"))])
