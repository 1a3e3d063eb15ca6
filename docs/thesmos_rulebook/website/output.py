"""The output folder: pages, and the website that mkdocs makes of them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

from thesmos.diagnostics import UsageError
from thesmos_rulebook.website import mkdocs_runner
from thesmos_rulebook.website.link_checker import broken_links

HERE = Path(__file__).resolve().parent
PAGES, SITE, SETTINGS, ASSETS = "pages", "site", "settings", "assets"
SHOWN = 20  # broken links at most
MAX_SECONDS = 300  # for making the search
MARK = ".thesmos-book"  # marks a folder that this program created and may empty


def can_build() -> bool:
    """Return whether mkdocs and its theme are installed."""
    return find_spec("mkdocs") is not None and find_spec("material") is not None


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Turn an OSError raised inside into a UsageError about the output folder."""
    try:
        yield
    except OSError as error:
        text = f"{error.filename or out}: {error.strerror or error}"
        message = f"the book can't be written to {out}: {text}"
        raise UsageError(message, "give another folder with --out") from error


def prepare(out: Path) -> None:
    """Create the output folder, or check that it is empty or was made by an earlier build.

    Raises UsageError.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is not a folder", "give a folder with --out")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise UsageError(
            f"{out} contains other files, and the book would overwrite them",
            "give an empty or a new folder with --out",
        )
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).write_text("made by `thesmos docs build`\n", encoding="utf-8")


def language_folder(language: str, languages: Sequence[str]) -> str:
    """Return the folder of a language below the site's root; the first one is at the root."""
    return "" if language == languages[0] else f"{language}/"


def build_site(
    all_settings: Mapping[str, Mapping[str, Any]],
    out: Path,
    dirty: bool = False,
    more: Sequence[Path] = (),
) -> None:
    """Run mkdocs for all languages at the same time, and combine the results.

    more: folders that become part of the site, under their own names.

    An existing site is kept until the new one is complete. Raises UsageError with the output of
    mkdocs, or with the broken links.
    """
    languages, files = [*all_settings], []
    for language, settings in all_settings.items():
        file = out / SETTINGS / f"{language}.yml"
        file.parent.mkdir(exist_ok=True)
        text = yaml.safe_dump(dict(settings), sort_keys=False, allow_unicode=True)
        file.write_text(text, encoding="utf-8")
        files.append(file)
    if wrong := mkdocs_runner.run(files, dirty):
        raise UsageError(
            "\n".join(["mkdocs could not build the site:", *wrong]),
            f"fix what it names, in the sources of {out / PAGES}",
        )
    whole = out / SETTINGS / SITE
    shutil.rmtree(whole, ignore_errors=True)
    for language in languages:
        result = out / SETTINGS / f"site-{language}"
        folder = whole / language_folder(language, languages)
        shutil.copytree(result, folder, dirs_exist_ok=True)
    for folder in more:
        shutil.copytree(folder, whole / folder.name)
    with ThreadPoolExecutor(1) as meanwhile:
        search = meanwhile.submit(_make_search, whole)
        _check_links(whole)
        search.result()
    shutil.rmtree(out / SITE, ignore_errors=True)
    whole.rename(out / SITE)


def _make_search(site: Path) -> None:
    """Make the search of a site, in all its languages, from its pages. Raises UsageError."""
    if find_spec("pagefind") is None:
        return
    words = [sys.executable, "-m", "pagefind", "--site", str(site)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=MAX_SECONDS)  # noqa: S603 - our own command
    if done.returncode:
        raise UsageError(
            f"pagefind could not make the search: {done.stderr.strip() or done.stdout.strip()}",
            "install the version that pyproject.toml asks for: pip install 'thesmos[docs]'",
        )
    for file in (site / "pagefind").glob("pagefind-*ui.*"):
        file.unlink()  # boxes for sites that have none of their own
    entry = site / "pagefind" / "pagefind-entry.json"
    languages = json.loads(entry.read_bytes())  # in any order
    entry.write_text(json.dumps(languages, sort_keys=True), encoding="utf-8")


def _check_links(site: Path) -> None:
    """Raise UsageError with the first broken links of a site, if there are any."""
    broken = broken_links(site)
    if broken:
        more = len(broken) - SHOWN
        listed = [f"  {link}" for link in broken[:SHOWN]] + ([f"  and {more} more"] * (more > 0))
        raise UsageError(
            "\n".join(["the site has broken links:", *listed]),
            "fix them in the sources of the page, and build again",
        )


def save(files: Mapping[str, str], folder: Path) -> None:
    """Write files below a folder; unchanged files are left alone, all others are removed."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        content = text.encode("utf-8")
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
