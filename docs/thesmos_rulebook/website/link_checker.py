"""Check that every link of a finished site leads to an existing file and anchor."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

_LINKING = re.compile(r"""<(?:a|link|script|img)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>""")
_ATTRIBUTE = re.compile(r"""\s([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ID = re.compile(r'\s(?:id|name)="?([^"\s>]+)"?')
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//")
NOT_FOUND_PAGE = "404.html"  # its links are absolute because it is shown at any address


def broken_links(site: Path) -> list[str]:
    """Return `page: link` for every broken link within the site."""
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pages = {name for name in files if name.endswith(".html")}
    texts = {name: (site / name).read_text(encoding="utf-8") for name in sorted(pages)}
    places = {name: set(_ID.findall(text)) for name, text in texts.items()}
    broken = []
    for name, text in texts.items():
        if posixpath.basename(name) == NOT_FOUND_PAGE:
            continue
        for target in dict.fromkeys(_targets(text)):
            if not _SCHEME.match(target) and not _resolves(name, target, files, places):
                broken.append(f"{name}: {target}")
    return broken


def _targets(text: str) -> Iterator[str]:
    """Yield the link targets in a page's tags, ignoring the text of other attributes."""
    for inner in _LINKING.findall(text):
        for name, *values in _ATTRIBUTE.findall(inner):
            if name in ("href", "src") and (target := "".join(values)):
                yield target


def _resolves(name: str, target: str, files: set[str], places: dict[str, set[str]]) -> bool:
    """Return whether a link leads to an existing file, and to an existing anchor if it has one."""
    path, _, place = unquote(target).partition("#")
    path = path.partition("?")[0]
    file = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if file == "." or file + "/index.html" in files:
        file = posixpath.normpath(f"{file}/index.html")
    if file not in files:
        return False
    return not place or place == "__tabbed" or place in places.get(file, {place})
