"""Read a game's folder: game.yaml, powers, modes, words, tables of cards, drawings."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from thesmos import resources
from thesmos.diagnostics import Diagnostic, Location, UsageError, clipped, suggest
from thesmos.kept import Kept
from thesmos.syntax import documents as d
from thesmos.syntax import yaml_values as y
from thesmos.syntax.additions import (
    ADDS,
    additions_of,
    owners_of_entries,
    with_additions,
)
from thesmos.syntax.bans import with_both_sides, without_bans
from thesmos.syntax.changes import emptied, with_changes
from thesmos.syntax.declaration_reader import POWERS
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.parts import GAME
from thesmos.syntax.plain_modes import plain_modes
from thesmos.syntax.power_table import with_powers
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.spec_files import Rewrite, SpecFiles
from thesmos.syntax.versions import AS_WRITTEN, Version, layers_in, layers_of, slugs_in, split_name
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText

DRAFT = "draft"  # the folder of a game's draft, inside the game's own folder


@dataclass
class Folder:
    """The documents of a version of a game, and all errors in them.

    roots: the documents as trees, by their paths below the folder.
    rewrite: changed each file before it was read, if given.
    sources: where the files were read from.
    """

    path: Path
    game: d.GameDocument | None = None
    cards: dict[str, d.CardDocument] = field(default_factory=dict)
    modes: dict[str, d.ModeDocument] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    version: Version = AS_WRITTEN
    roots: dict[str, YamlMap] = field(default_factory=dict)
    rewrite: Rewrite | None = None
    sources: Sources = DISK


def shipped_games() -> list[str]:
    """Return the names of the games of this installation, including drafts."""
    root = resources.spec_dir()
    files = [*root.glob("*/game.yaml"), *root.glob(f"*/{DRAFT}/game.yaml")]
    return sorted(file.parent.relative_to(root).as_posix() for file in files)


def shipped_slugs() -> list[str]:
    """Return the slugs of the shipped games, without their drafts."""
    return [name for name in shipped_games() if "/" not in name]


def find_game(name: str) -> Path:
    """Find a game's folder by name or path. Raises UsageError if there is none."""
    return find_version(name)[0]


def find_version(name: str) -> tuple[Path, Version]:
    """Find a game's folder by name or path, and the version that follows the name.

    Raises UsageError if there is no such game, or if a name means a shipped game and a folder too.
    """
    bare, written = split_name(name)
    for folder, version in ((name, AS_WRITTEN), (bare, written)):  # a folder may be named `a+b`
        path = _folder_of(folder)
        if path is not None:
            return path, version
    shipped = shipped_games()
    hint = (
        suggest(bare, shipped)
        or f"the games are {', '.join(shipped)}; or give a folder with a game.yaml"
    )
    raise UsageError(f"there is no game `{clipped(bare)}`", hint)


def _folder_of(name: str) -> Path | None:
    path = Path(name)
    if name in shipped_games():
        shipped = resources.spec_dir() / name
        if (path / GAME).is_file() and not path.samefile(shipped):
            raise UsageError(
                f"`{name}` is a shipped game, and a folder here too",
                f"write `./{name}` for the folder; give it another name, to play the shipped game",
            )
        return shipped
    try:
        path = path.parent if path.is_file() else path
        if (path / GAME).is_file():
            return path
    except (OSError, ValueError):  # too long, or with characters that no file name can contain
        pass
    return None


def name_of_folder(folder: Path) -> str:
    """Return the name by which a folder is found, even where a shipped game is called the same."""
    return str(folder) if folder.is_absolute() else f".{os.sep}{folder}"


def bounds(path: Path) -> Path | None:
    """Return the folder that no link below it may leave: the folder itself, unless it is trusted.

    Return None for folders of this installation, since some installers make all files links.
    """
    ours = (resources.spec_dir(), resources.folder("conformance/scenarios"))
    return None if any(path.is_relative_to(folder) for folder in ours) else path


def read_folder(
    path: Path,
    around: Folder | None = None,
    rewrite: Rewrite | None = None,
    version: Version = AS_WRITTEN,
    without: Collection[str] = (),
    sources: Sources = DISK,
) -> Folder:
    """Read a game's folder; the errors of all files are in `.diagnostics`.

    around: for a draft, the folder of the game that it belongs to, if it has already been read.
    rewrite: changes each file before it is read, for example to add texts in more languages.
    version: the edition and the modules.
    without: the slugs of powers to leave out.
    sources: where the files are read from.

    Raises UsageError if the game does not have them.
    """
    within = bounds(around.path if around is not None else path)
    files = SpecFiles(path, within=within, rewrite=rewrite, without=without, sources=sources)
    folder = Folder(path, version=version, roots=files.roots, rewrite=rewrite, sources=sources)
    root = files.game()
    _no_words(folder)
    if root is not None:
        outer = game_around(path, sources)
        if outer is not None and around is None:
            around = read_folder(outer, rewrite=rewrite, version=version, sources=sources)
            folder.diagnostics += around.diagnostics
        version = folder.version = _lay_over(files, root, version, around)
    changed = None if root is None else files.game_changed(root)
    powers = [*files.documents("powers", "power")]
    modes = [*files.documents("modes", "mode")]
    if not modes and changed is not None:
        modes = [*plain_modes(changed)]
    games = _GameReader(files, [*powers, *modes])
    kept = sources.kept
    if changed is not None:
        game, drawings = games.read(changed), files.drawings()
        chosen, emptied = folder.version, files.emptied
        game = kept.of(
            "game with drawings",
            lambda: replace(
                game,
                modules=chosen.modules,
                emptied=emptied,
                drawings=drawings,
                edition=chosen.edition or game.edition,
            ),
            game,
            len(drawings),
            *itertools.chain(*drawings.items()),
            *chosen.modules,
            chosen.edition,
            *itertools.chain(*emptied.items()),
        )
        folder.game = _filled(game, files, around)
    for root in powers:
        card, of_card = kept.of("card", partial(card_of, root, kept), root)
        files.diagnostics += of_card
        folder.cards[card.slug] = card
    gone = {name.value for name in files.removed("powers")} | set(without)
    both = _with_banned(kept, folder.cards, with_both_sides(folder.cards))
    folder.cards, wrong = without_bans(both, files.removed_bans(), gone)
    files.diagnostics += wrong
    for root in modes:
        mode, of_mode = kept.of("mode", partial(mode_of, root, kept), root)
        files.diagnostics += of_mode
        folder.modes[mode.slug] = _with_game(folder, games, mode, root)
    folder.diagnostics = with_lines(
        dict.fromkeys([*folder.diagnostics, *files.diagnostics]), sources
    )
    return folder


def card_of(root: YamlMap, kept: Kept) -> tuple[d.CardDocument, list[Diagnostic]]:
    """Return a power's document, and the errors in its clause texts. kept: as for the reader."""
    reader = DocumentReader(kept)
    return reader.card(root), reader.diagnostics


def mode_of(root: YamlMap, kept: Kept) -> tuple[d.ModeDocument, list[Diagnostic]]:
    """Return a mode's document, and the errors in its clause texts. kept: as for the reader."""
    reader = DocumentReader(kept)
    return reader.mode(root), reader.diagnostics


def _with_banned(
    kept: Kept, cards: Mapping[str, d.CardDocument], completed: Mapping[str, d.CardDocument]
) -> dict[str, d.CardDocument]:
    """Return cards that were completed with the bans of others, the same ones as long as they are.

    cards: those before; only bans differ.
    """
    same = {}
    for slug, card in completed.items():
        bans = (part for slug, at in card.banned for part in (slug, str(at)))
        same[slug] = kept.of("card with bans", lambda card=card: card, cards[slug], *bans)  # type: ignore[misc]
    return same


def editions_of(path: Path) -> list[str]:
    """Return the names of the editions of the game in a folder: its own, and those laid over it."""
    root = SpecFiles(path, within=bounds(path)).game()
    own = "" if root is None else y.text(root.get("edition"))
    return sorted({own, *slugs_in(path, "edition")} - {""})


def game_around(path: Path, sources: Sources = DISK) -> Path | None:
    """Return the folder of the game that a draft's folder belongs to; None if it is not a draft."""
    outer = path.resolve().parent
    is_draft = path.resolve().name == DRAFT and sources.is_file(outer / GAME)
    return outer if is_draft else None


def _no_words(folder: Folder) -> None:
    """Report a file words.yaml, which games had before `says`."""
    if folder.sources.is_file(folder.path / "words.yaml"):
        text = "the words of a game are no longer in words.yaml"
        hint = (
            "write what each thing is called under `says` where it is declared; or in a file for "
            "each language, such as words/en.yaml; delete words.yaml"
        )
        location = Location(str(folder.path / GAME), 1, 1)
        folder.diagnostics.append(Diagnostic("E119", text, location, hint))


def _lay_over(files: SpecFiles, root: YamlMap, version: Version, around: Folder | None) -> Version:
    """Lay the folders of a version over that of the game; return the version.

    A draft has the version of its game, and only folders for the editions and modules it needs.
    """
    edition = y.text(root.get("edition"))
    if around is None:
        folders = layers_of(files.path, version, edition, files.sources)
        version = replace(version, edition="" if version.edition == edition else version.edition)
    else:
        version, folders = around.version, layers_in(files.path, around.version, files.sources)
    for kind, path in folders:
        files.lay_over(kind, path)
    return version


@dataclass(frozen=True)
class _GameReader:
    """Reads documents of a game, with the additions of its powers and modes."""

    files: SpecFiles
    adding: list[YamlMap]

    def read(self, root: YamlMap) -> d.GameDocument:
        """Read the document of the game, or a mode's variant of it."""
        kept = self.files.sources.kept
        adding = [additions_of(document, kept) for document in self.adding if document.get(ADDS)]
        whole, wrong = kept.of("whole", lambda: with_additions(root, adding), root, *adding)
        tables = {
            table.value: self.files.table(table.value, root.location)
            for _, kind in y.pairs(whole.get("pieces"))
            if isinstance(table := y.get(kind, "table"), YamlText) and table.value != POWERS
        }
        game, of_game = kept.of(
            "game", lambda: _game_of(whole, tables, adding, kept), whole, *tables.values()
        )
        self.files.diagnostics += [*wrong, *of_game]
        return game


def _game_of(
    root: YamlMap, tables: Mapping[str, YamlNode | None], adding: Iterable[YamlMap], kept: Kept
) -> tuple[d.GameDocument, list[Diagnostic]]:
    reader = DocumentReader(kept)
    game = reader.game(root, tables.get, owners_of_entries(adding))
    return game, reader.diagnostics


def _filled(game: d.GameDocument, files: SpecFiles, around: Folder | None) -> d.GameDocument:
    """Return a draft with the powers of its game as pieces, named after that game."""
    if not any(kind.powers for kind in game.pieces):
        return game
    if around is None:
        location = game.place("pieces")
        text = "its pieces are the powers of a game, but this is not the draft of a game"
        hint = f"put a draft into the folder `{DRAFT}` of its game"
        files.diagnostics.append(Diagnostic("E116", text, location, hint))
    if around is None or around.game is None:
        return game
    return replace(with_powers(game, around.cards), slug=f"{around.game.slug}/{game.slug}")


def _with_game(
    folder: Folder, games: _GameReader, mode: d.ModeDocument, root: YamlMap
) -> d.ModeDocument:
    """Return a mode with its variant of the game, if it replaces parts of the game."""
    replaces, game = root.key("replaces"), folder.roots.get(GAME)
    if replaces is None or game is None or folder.game is None:
        return mode
    only = replace(root, items=tuple(pair for pair in root.items if pair[0] is replaces))
    changed, wrong = with_changes(game, only)
    games.files.diagnostics += wrong
    variant = games.read(changed)
    full = {kind.name: kind for kind in folder.game.pieces if kind.powers}  # with the powers
    pieces = tuple(full.get(kind.name, kind) for kind in variant.pieces)
    identity = {
        name: getattr(folder.game, name) for name in ("slug", "edition", "modules", "drawings")
    }
    gone = dict.fromkeys(emptied(game, changed), f"the mode `{mode.slug}`")
    variant = replace(variant, pieces=pieces, emptied=folder.game.emptied | gone, **identity)
    return replace(mode, game=variant)
