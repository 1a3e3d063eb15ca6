"""A hook for mkdocs: inline pictures, and links to the same page in other languages.

The Markdown shows pictures as files, which any renderer can do. On the site they are inlined, so
that they follow its light and dark modes.
"""

from __future__ import annotations

import posixpath
import re
from html import escape
from pathlib import Path
from typing import Any

_IMAGE = re.compile(r'<img alt="[^"]*" src="([^":]+\.svg)"\s*/?>')
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
MAX_BYTES = 1 << 20


def on_page_context(context: dict[str, Any], *, page: Any, config: Any, **_: Any) -> None:
    """Tell the template which other languages have this page: not every game is in all of them."""
    pages = Path(config["docs_dir"]).parent
    others = [other["lang"] for other in config["extra"]["alternate"]]
    context["shared"] = [one for one in others if (pages / one / page.file.src_uri).is_file()]


def on_post_page(output: str, *, page: Any, config: Any) -> str:
    """Return the page with its pictures inlined."""
    docs = Path(config["docs_dir"])

    def inline(found: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(page.url, found.group(1)))
        file = docs / name
        if ".." in name.split("/") or not file.is_file() or file.stat().st_size > MAX_BYTES:
            return found.group()
        drawn = _STYLE.sub("", file.read_text(encoding="utf-8")).strip()
        return f'<span class="board" data-picture="{escape(found.group(1))}">{drawn}</span>'

    return _IMAGE.sub(inline, output)
