"""The page's Python says the same about damaged files as Python on this machine.

`python -m thesmos_rulebook.playground.testing.agreement [DAMAGES [SEED]]` damages so many files of
every shipped game (200 of each by default), and compares all that is said about them.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.playground.browser.workbench import Workbench
from thesmos_rulebook.playground.build import packages_folder
from thesmos_rulebook.playground.games import playground_games
from thesmos_rulebook.playground.python_archive import python_archive

HERE = Path(__file__).parent
OF_EACH = 200
SECONDS = 3600
WORD = re.compile(r"\w+")
SIGNS = "{}[]:,|#-'\"& \t0\u00e9"

Json = dict[str, Any]


def damaged(text: str, chance: random.Random) -> str:
    """Return a text with one mistake: a word, a line or a sign gone, twice, moved or replaced."""
    lines, words = text.splitlines(keepends=True), [*WORD.finditer(text)]
    if not words:
        return text + "?"
    line, word, other = chance.randrange(len(lines)), chance.choice(words), chance.choice(words)
    at = chance.randrange(len(text))
    mistakes = (
        lambda: text[:at] + text[at + 1 :],
        lambda: text[:at] + chance.choice(SIGNS) + text[at:],
        lambda: text[: word.start()] + text[word.end() :],
        lambda: text[: word.start()] + other[0] + text[word.end() :],
        lambda: text[: word.end() - 1] + text[word.end() :],
        lambda: "".join(lines[:line] + lines[line + 1 :]),
        lambda: "".join([*lines[: line + 1], *lines[line:]]),
        lambda: "".join([*lines[:line], " ", *lines[line:]]),
    )
    return chance.choice(mistakes)()


def questions(slugs: Sequence[str], of_each: int, seed: int) -> list[Json]:
    """Return the files of games, and damages of them; see agreement.mjs."""
    chance, listed = random.Random(seed), list[Json]()
    for game in playground_games(slugs):
        contents = game.contents()["files"]
        files = {file: text for file, text in contents.items() if "scenarios/" not in file}
        names = [file for file in sorted(files) if not file.startswith("draft/")]
        damages = [
            {"file": file, "text": damaged(files[file], chance)}
            for file in (chance.choice(names) for _ in range(of_each))
        ]
        listed.append({"slug": game.slug, "files": files, "damages": damages})
    return listed


def desktop_answers(games: Iterable[Json]) -> list[Json]:
    """Return what Python on this machine says about each damage, as `host.call` does."""
    result = []
    for game in games:
        bench = Workbench(Path("/desk") / game["slug"], game["files"])
        bench.check_game()
        for damage in game["damages"]:
            bench.write(damage["file"], damage["text"])
            result.append({"value": json.loads(json.dumps(bench.check_game()))})
            bench.write(damage["file"], game["files"][damage["file"]])
    return result


def page_answers(games: Sequence[Json]) -> list[Json]:
    """Return what the Python of the page says about each damage; it runs in Node.js."""
    with tempfile.TemporaryDirectory() as folder:
        archive, file = Path(folder) / "thesmos.archive", Path(folder) / "questions.json"
        archive.write_bytes(python_archive()[0])
        file.write_text(json.dumps(games), encoding="utf-8")
        pyodide = packages_folder() / "node_modules" / "pyodide"
        words = ["node", str(HERE / "agreement.mjs"), str(pyodide), str(archive), str(file)]
        done = subprocess.run(words, capture_output=True, check=True, timeout=SECONDS)  # noqa: S603 - ours
    answers: list[Json] = json.loads(done.stdout)
    return answers


@dataclass(frozen=True)
class Comparison:
    """What is said about a damage, on the desktop and in the page."""

    slug: str
    file: str
    desktop: Json
    page: Json

    def __str__(self) -> str:
        return f"{self.slug}/{self.file}: on the desktop {self.desktop}, in the page {self.page}"


def comparisons(games: Sequence[Json]) -> list[Comparison]:
    """Return what is said about each damage. games: as `questions` returns them."""
    every = [(game["slug"], damage["file"]) for game in games for damage in game["damages"]]
    answers = zip(every, desktop_answers(games), page_answers(games), strict=True)
    return [Comparison(*names, desktop, page) for names, desktop, page in answers]


def main(of_each: int = OF_EACH, seed: int = 1) -> int:
    """Compare, print what differs, and return 1 if anything does."""
    every = comparisons(questions(shipped_slugs(), of_each, seed))
    wrong = [compared for compared in every if compared.desktop != compared.page]
    for slug in shipped_slugs():
        of_game = [compared for compared in every if compared.slug == slug]
        errors = sum(not compared.desktop["value"]["sound"] for compared in of_game)
        differ = sum(compared.slug == slug for compared in wrong)
        sys.stdout.write(f"{slug}: {len(of_game)} damages, {errors} with errors, {differ} differ\n")
    sys.stdout.writelines(f"{str(compared)[:2000]}\n" for compared in wrong)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
