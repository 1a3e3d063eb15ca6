"""What the compiler does not do yet."""

from __future__ import annotations

from thesmos.diagnostics import UsageError


class NotCompiled(UsageError):  # noqa: N818 - it says what is missing
    """A game uses something that the compiler does not know yet.

    construct: what; section: of docs/pages/language/semantics.md, where it is explained.
    """

    def __init__(self, construct: str, section: str) -> None:
        super().__init__(
            f"{construct} can't be compiled yet (Semantics §{section})",
            "play it with the interpreter",
        )
        self.construct, self.section = construct, section
