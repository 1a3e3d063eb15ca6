"""An example of object files whose every access to memory AddressSanitizer looks at.

A C compiler instruments only what it compiles itself, so each load and store of the object is
preceded by a call of the function of AddressSanitizer's library that tests an address.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from testing.object_match import COMPILER, linked, written
from thesmos.compile.machine.native.engine import object_file
from thesmos.compile.machine.native.failures import FAILURE
from thesmos.compile.machine.native.object_file import object_files
from thesmos.link.linked import LinkedGame

SANITIZER = "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"
_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8}
_ACCESS = re.compile(r"\b(load|store) (i\d+|ptr)\b.*?, ptr ([%@][\w.]+)")
_LOCAL = re.compile(r"(%[\w.]+) = alloca")
_BLOCK = re.compile(r"call void @llvm\.mem(\w+)\.\S+\(ptr ([%@][\w.]+), \w+ (\S+), i64 (\S+), ")
_TESTS = [f"{how}{count}" for how in ("load", "store") for count in (*_BYTES.values(), "N")]
_DECLARED = "\n".join(
    f"declare void @__asan_{test}(ptr{', i64' * test.endswith('N')})"
    for test in dict.fromkeys(_TESTS)
)
# Ends the example with an error if a checked object has noted an index out of its range.
_WATCH = f"""\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
extern int64_t {FAILURE}[6];
__attribute__((destructor)) static void watch(void) {{
    if ({FAILURE}[0]) {{
        fprintf(stderr, "an index is out of its range\\n");
        _Exit(1);
    }}
}}
"""


def has_sanitizer(folder: Path) -> bool:
    """Return whether the C compiler can link programs with AddressSanitizer."""
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    command = [COMPILER or "cc", *SANITIZER, "-o", "empty", "empty.c"]
    ended = subprocess.run(  # noqa: S603 - our own file
        command, cwd=folder, check=False, capture_output=True
    )
    return ended.returncode == 0


def sanitized_example(
    game: LinkedGame, folder: Path, change: Callable[[str], str] = lambda text: text
) -> Path:
    """Write the checked object of a match with its example, and return the example, linked.

    change: called with the text in LLVM's language, and returns what to compile in its place.
    """

    def instrumented_object(text: str, triple: str | None) -> bytes:
        return object_file(instrumented(change(text)), triple)

    with patch(f"{object_files.__module__}.object_file", instrumented_object):
        written(game, folder, checked=True)
    (folder / "watch.c").write_text(_WATCH)
    linked(folder, *SANITIZER, "-o", "example", "example.c", "watch.c", "match.o")
    return folder / "example"


def instrumented(text: str) -> str:
    """Return a module in which the address of each load and store is tested, but for locals."""
    lines: list[str] = []
    locals_: set[str] = set()
    for line in text.splitlines():
        if line.startswith("define"):
            locals_ = set()
        locals_.update(_LOCAL.findall(line))
        lines += _tests(line, locals_)
        lines.append(line)
    return "\n".join([*lines, _DECLARED, ""])


def _tests(line: str, locals_: set[str]) -> Iterator[str]:
    """Yield the tests of a line."""
    if access := _ACCESS.search(line):
        how, kind, address = access.groups()
        if address not in locals_:
            yield f"call void @__asan_{how}{_BYTES[kind]}(ptr {address})"
    elif block := _BLOCK.search(line):
        name, to, source, count = block.groups()
        if name != "set":
            yield f"call void @__asan_loadN(ptr {source}, i64 {count})"
        yield f"call void @__asan_storeN(ptr {to}, i64 {count})"
