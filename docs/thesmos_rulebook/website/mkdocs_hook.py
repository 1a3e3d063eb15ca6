"""A hook for mkdocs: inline pictures, the languages that have a page, descriptions.

The Markdown shows pictures as files, which any renderer can do. On the site they are inlined, so
that they follow its light and dark modes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from thesmos_rulebook.website.shared_shapes import with_shared_shapes

_EXCLUDED = re.compile(r'data-search-exclude(?:="(?:data-search-exclude)?")?')
_IMAGE = re.compile(r'<img alt="[^"]*" src="([^":]+\.svg)"\s*/?>')
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'  # which is understood in a page
_UNTITLED = "<title></title>"
_EMPTY_HEADER = "<th></th>"  # which is none to those who hear a table
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_ARTICLE = "<article "
_KINDS = {"powers": "card", "modes": "mode", "pieces": "card"}  # by the folder of a page
_TEXT = re.compile(r"<(dd|p)\b[^>]*>(.*?)</\1>", re.DOTALL)
_CHIP = 'class="chip"'  # in what only lists marks
_DATA = re.compile(r"""( data-[a-z]+)="([{[]&quot;[^"]*)\"""")
_VERBATIM = re.compile(
    r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)", re.DOTALL
)
_INDENT = re.compile(r"[ \t]*\n\s*")
_TAG = re.compile(r"<[^>]*>")
_INLINED: set[str] = set()  # the pictures that are inlined in the pages of this build
_PICTURES: dict[str, Callable[[], object]] = {}  # how to copy each picture to the site
_OF_A_FILE = re.compile(
    r"(?P<game>[a-z0-9-]+)/(?:index|(?P<card>(?:powers|modes)/(?!index)[a-z0-9-]+))\.md"
)
MAX_BYTES = 1 << 20
LENGTH = range(40, 300)  # characters of a description


def on_nav(nav: Any, *, files: Any, **_: Any) -> Any:
    """Put each page that is not listed under the nearest listed index page of a folder.

    The site then shows it as a page of that part.
    """
    listed = {page.file.src_uri: page for page in nav.pages}
    for file in files.documentation_pages():
        if file.src_uri in listed:
            continue
        folders = PurePosixPath(file.src_uri).parents
        above = (listed.get(str(folder / "index.md")) for folder in folders)
        first = next((page for page in above if page is not None), None)
        if first is not None:
            file.page.parent = first.parent
    return nav


def on_page_context(context: dict[str, Any], *, page: Any, config: Any, **_: Any) -> None:
    """Tell the template which other languages have this page: not every game is in all of them."""
    pages = Path(config["docs_dir"]).parent
    context["shared"] = [
        other
        for other in config["extra"]["alternate"]
        if (pages / other["lang"] / page.file.src_uri).is_file()
    ]
    page.meta.setdefault("description", _description(page.content))
    context["written_in"] = _written_in(page.file.src_uri)


def _written_in(page: str) -> dict[str, str]:
    """Return the game and the file that a page is made from, if it is of a game, mode or power."""
    match = _OF_A_FILE.fullmatch(page)
    if match is None:
        return {}
    return {"game": match["game"], "file": f"{match['card'] or 'game'}.yaml"}


def _description(content: str) -> str:
    """Return the first meaningful text of a page: the words of a card, or a paragraph."""
    texts = (
        " ".join(unescape(_TAG.sub("", match[2])).split())
        for match in _TEXT.finditer(content)
        if _CHIP not in match[2]
    )
    first = next((text for text in texts if len(text) >= LENGTH.start), "")
    short = first if len(first) < LENGTH.stop else first[: LENGTH.stop].rpartition(" ")[0] + "…"
    return escape(short)


def on_post_page(output: str, *, page: Any, config: Any) -> str:
    """Return the page with its pictures inlined."""
    docs = Path(config["docs_dir"])

    def inline(match: re.Match[str]) -> str:
        folder = posixpath.dirname(unquote(page.url))  # a game with modules has a `+` in its name
        name = posixpath.normpath(posixpath.join(folder, unquote(unescape(match.group(1)))))
        file = docs / name
        if ".." in name.split("/") or not file.is_file() or file.stat().st_size > MAX_BYTES:
            return match.group()
        drawn = _STYLE.sub("", file.read_text(encoding="utf-8")).strip()
        _INLINED.add(name)
        if _UNTITLED in drawn:  # the text beside it says what it shows
            drawn = drawn.replace(_UNTITLED, "", 1).replace('role="img"', 'aria-hidden="true"', 1)
        return f'<span class="board">{drawn.replace(_NAMESPACE, "", 1)}</span>'

    output = _DATA.sub(_in_single_quotes, found_by_search(output, page))
    output = output.replace(_EMPTY_HEADER, "<td></td>")
    return with_shared_shapes(_IMAGE.sub(inline, without_indents(output)))


def _in_single_quotes(attribute: re.Match[str]) -> str:
    """Return an attribute that holds JSON without an escape for each quote: a third is that."""
    value = attribute[2].replace("'", "&#39;").replace("&quot;", '"')
    return f"{attribute[1]}='{value}'"


def found_by_search(output: str, page: Any) -> str:
    """Return a page with what the search should know of it; nothing if it is not to be found."""
    output = _EXCLUDED.sub("data-pagefind-ignore", output)
    if page.meta.get("search", {}).get("exclude"):
        return output
    game, *rest = page.file.src_uri.split("/")
    kind = _kind(rest) if rest else "docs"
    meta = f"game:{escape(game)}, kind:{kind}"
    return output.replace(_ARTICLE, f'{_ARTICLE}data-pagefind-body data-pagefind-meta="{meta}" ', 1)


def _kind(parts: list[str]) -> str:
    """Return what a page of a game is, by its path below the game's folder."""
    if len(parts) > 1:
        return "docs" if parts[0] not in _KINDS or parts[1] == "index.md" else _KINDS[parts[0]]
    name = parts[0].removesuffix(".md")
    return {"index": "game", "rulings": "rulings"}.get(name, "other")


def without_indents(html: str) -> str:
    """Return a page without the white space at the ends of its lines, where that means nothing.

    It is a quarter of what the theme writes.
    """
    parts = _VERBATIM.split(html)  # every second part is to be kept as it is
    parts[::2] = [_INDENT.sub("\n", part) for part in parts[::2]]
    return "".join(parts)


def on_files(files: Any, *, config: Any, **_: Any) -> None:
    """Begin a build: nothing is inlined yet, and pictures are not copied until that is known.

    The theme's own files are among the assets that all languages share.
    """
    _INLINED.clear()
    _PICTURES.clear()
    for file in [*files]:
        if file.src_dir != config["docs_dir"]:
            files.remove(file)
    for file in files.media_files():
        if file.src_uri.endswith(".svg"):
            _PICTURES[file.src_uri] = file.copy_file
            file.copy_file = _do_nothing


def on_post_build(**_: Any) -> None:
    """Copy the pictures that no page has inlined, such as the logo."""
    for name, copy in _PICTURES.items():
        if name not in _INLINED:
            copy()


def _do_nothing(*_: Any, **__: Any) -> None:
    """Take the place of a method whose work is done later, or not at all."""
