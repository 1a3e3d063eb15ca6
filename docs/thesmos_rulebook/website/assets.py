"""The files that all pages share, in every language: style sheets, scripts, icons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from thesmos.render.css import BOARD_CSS
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.website.search_words import SEARCH_WORDS
from thesmos_rulebook.website.shared_shapes import rules_for_shapes

FOLDER = Path(__file__).resolve().parent / "theme"
ICONS = {  # of the frame, by the names that the theme has for them
    "menu": "menu", "system": "brightness-auto", "light": "weather-sunny", "dark": "weather-night",
    "prev": "arrow-left", "next": "arrow-right", "up": "arrow-up",
}  # fmt: skip
_SOURCE_MAP = re.compile(r"(?://|/\*)# sourceMappingURL=\S*(?: ?\*/)?\s*$")


def own_assets() -> dict[str, str]:
    """Return the book's own files by name: its style sheet, scripts and logo."""
    names = ("book.css", "book.js", "frame.js", "search.js", "logo.svg")
    files = {name: (FOLDER / name).read_text(encoding="utf-8") for name in names}
    files["book.css"] = rules_for_shapes(f"{BOARD_CSS}\n{files['book.css']}")
    return files


def search_words(languages: Iterable[str]) -> str:
    """Return the script with what the search knows of each language: see search.js."""
    words = {
        language: {
            **SEARCH_WORDS.get(language, {"empty": [], "same": []}),
            "none": phrases(language)["nothing found"],
        }
        for language in languages
    }
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False)};\n"


def theme_assets() -> dict[str, str]:
    """Return the theme's style sheet and script by name. The theme has to be installed."""
    spec = find_spec("material")
    assert spec is not None
    assert spec.origin is not None
    templates = Path(spec.origin).parent / "templates"

    def part(pattern: str) -> str:
        (file,) = (templates / "assets").glob(pattern)
        return _SOURCE_MAP.sub("", file.read_text(encoding="utf-8"))

    styles = [part(f"stylesheets/{name}.*.min.css") for name in ("main", "palette")]
    drawn = {
        name: (templates / ".icons" / "material" / f"{icon}.svg").read_text(encoding="utf-8")
        for name, icon in ICONS.items()
    }
    rules = [
        f".icon-{name}{{--icon:url('data:image/svg+xml,{quote(svg.strip(), safe=' =/:')}')}}"
        for name, svg in drawn.items()
    ]
    return {
        "theme.css": "\n".join([*styles, *rules, ""]),
        "theme.js": part("javascripts/bundle.*.min.js"),
    }
