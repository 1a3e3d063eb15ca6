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
LABELS = {  # of what the scripts of all pages add, by the names that these have for them
    "back": "walk back", "next": "walk on", "all": "walk all", "one": "walk one", "of": "walk of",
    "here": "play here", "search": "search", "toLight": "to default", "toDark": "to slate",
    "toSystem": "to system",
}  # fmt: skip
# Class names that thousands of pages would repeat for each entry of their lists, and what selects
# the same, with equal weight. Only the theme's script needs one of them, in the contents of a page.
_BY_PLACE = {
    "md-tabs__item": ".md-tabs__list>:where(li)",
    "md-tabs__link": ".md-tabs__list :where(a)",
    "md-nav__item": ".md-nav__list>:where(li)",
    "md-nav__link": ".md-nav__link,.md-nav__list :where(li>a)",
}
_CONTENTS = (
    "document.querySelectorAll('[data-md-component=toc] a')"
    ".forEach((link) => link.classList.add('md-nav__link'));"
)
_COPYING = '("nav",{class:"md-code__nav"})'  # a landmark without a name for each piece of code
NO_LABELS = "globalThis.bookLabels = {}"
_SOURCE_MAP = re.compile(r"(?://|/\*)# sourceMappingURL=\S*(?: ?\*/)?\s*$")


def own_assets(languages: Iterable[str]) -> dict[str, str]:
    """Return the book's own files by name: its style sheet, scripts and logo."""
    names = ("book.css", "book.js", "frame.js", "search.js", "logo.svg")
    files = {name: (FOLDER / name).read_text(encoding="utf-8") for name in names}
    files["book.css"] = rules_for_shapes(f"{BOARD_CSS}\n{_by_place(files['book.css'])}")
    labels = {
        language: {key: phrases(language)[name] for key, name in LABELS.items()}
        for language in languages
    }
    written = json.dumps(labels, ensure_ascii=False)
    files["frame.js"] = files["frame.js"].replace(NO_LABELS, f"{NO_LABELS[:-2]}{written}", 1)
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
    script = part("javascripts/bundle.*.min.js")
    assert _COPYING in script
    script = script.replace(_COPYING, _COPYING.replace("nav", "div", 1))
    return {
        "theme.css": _by_place("\n".join([*styles, *rules, ""])),
        "theme.js": f"{_CONTENTS}\n{script}",
    }


def _by_place(css: str) -> str:
    """Return a style sheet that needs no class names for the entries of lists: see _BY_PLACE."""
    for name, place in _BY_PLACE.items():
        css = re.sub(rf"\.{name}(?![\w-])", f":is({place})", css)
    return css
