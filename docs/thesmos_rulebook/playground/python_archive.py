"""The archive of the Python that runs in the page: what its entry imports, and no more."""

from __future__ import annotations

import ast
import gzip
import io
import tarfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from thesmos.resources import grammar_dir
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.prose import languages

ENTRY = "thesmos_rulebook.playground.browser.host"
SHIPPED = ("thesmos", "thesmos_rulebook", "yaml")
# What a page never needs: the tables of the grammar are shipped, so that Lark need not make them.
LEFT_OUT = ("thesmos.cli", "thesmos.tools", "thesmos.syntax.clause_tables")


def python_archive() -> tuple[bytes, list[str]]:
    """Return an archive of modules and data, and the names of all modules that these import.

    It is a TAR file packed by gzip: as a whole it becomes a third smaller than file by file.
    """
    modules, imported = _closure()
    files = {_inside(name, path): path.read_bytes() for name, path in modules.items()}
    files |= {_inside(name, path): path.read_bytes() for name, path in _languages()}
    grammar = grammar_dir()
    for path in grammar.glob("*"):
        if path.is_file() and path.suffix in {".lark", ".json"}:
            files[f"thesmos/data/grammar/{path.relative_to(grammar).as_posix()}"] = (
                path.read_bytes()
            )
    # The folder by which the shipped games are known; their files come one by one.
    files |= {f"thesmos/data/spec/{slug}/.shipped": b"" for slug in shipped_slugs()}
    buffer = io.BytesIO()
    # Every file is from the same time, so that the same files give the same archive.
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for name in sorted(files):
            about = tarfile.TarInfo(name)
            about.size = len(files[name])
            archive.addfile(about, io.BytesIO(files[name]))
    return buffer.getvalue(), sorted(imported)


def _closure() -> tuple[dict[str, Path], set[str]]:
    """Return the files of the modules that the entry imports, also later, and all names."""
    modules: dict[str, Path] = {}
    imported: set[str] = set()
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        imported.add(name)
        if name in modules or name.partition(".")[0] not in SHIPPED or name.startswith(LEFT_OUT):
            continue
        path = _file_of(name)
        if path is None:  # a name inside a module, not a module
            continue
        modules[name] = path
        waiting += [name.rpartition(".")[0]] if "." in name else []
        waiting += _imports(name, path)
    return modules, imported


def _languages() -> Iterator[tuple[str, Path]]:
    """Yield the modules of the languages of sentences, which are imported by their codes."""
    folder = Path(languages.__path__[0])
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        inner = [*parts[:-1], *([] if parts[-1] == "__init__" else [parts[-1]])]
        if not path.stem.endswith("_test"):
            yield ".".join([languages.__name__, *inner]), path


def _file_of(name: str) -> Path | None:
    """Return the source of a module; None if there is none in Python."""
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError):
        return None
    path = None if spec is None or spec.origin is None else Path(spec.origin)
    return path if path is not None and path.suffix == ".py" else None


def _imports(name: str, path: Path) -> Iterator[str]:
    """Yield the names that a module may import, at its top or inside functions."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            base = ".".join(above[: len(above) - node.level + 1]) if node.level else ""
            whole = ".".join(filter(None, (base, node.module or "")))
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in node.names)


def _inside(name: str, path: Path) -> str:
    """Return the path of a module in the archive."""
    folder = name.replace(".", "/")
    return f"{folder}/__init__.py" if path.name == "__init__.py" else f"{folder}.py"
