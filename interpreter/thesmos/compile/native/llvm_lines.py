"""The lines of a function in LLVM's text form: instructions, labels and variables."""

from __future__ import annotations


class Lines:
    """The lines of a function, as they are written one after the other.

    ended: whether the block that is being written has its last instruction already. variables: what
    is reserved on the stack; LLVM makes registers of those that are not arrays.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.variables: list[str] = []
        self.ended = False
        self._count = 0
        self._block = "entry"

    def name(self) -> str:
        """A name that is new in the function, without the sign before it."""
        self._count += 1
        return f"t{self._count}"

    def do(self, text: str) -> None:
        """Write an instruction without a result. After the end of a block nothing is written."""
        if not self.ended:
            self.lines.append(f"  {text}")

    def get(self, text: str) -> str:
        """Write an instruction and return its result."""
        name = f"%{self.name()}"
        self.do(f"{name} = {text}")
        return name

    def variable(self, kind: str) -> str:
        """Reserve a variable of a type on the stack; return its address."""
        name = f"%{self.name()}"
        self.variables.append(f"  {name} = alloca {kind}, align 16")
        return name

    # ---------------------------------------------------------------------- blocks

    def jump(self, label: str) -> None:
        """End the block by a jump."""
        self.do(f"br label %{label}")
        self.ended = True

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """End the block by a jump to one of two labels."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}")
        self.ended = True

    def leave(self, text: str) -> None:
        """End the block by another instruction."""
        self.do(text)
        self.ended = True

    def block(self, label: str) -> str:
        """Begin a block, to which the block before goes on; return the label."""
        if not self.ended:
            self.jump(label)
        self.lines.append(f"{label}:")
        self.ended, self._block = False, label
        return label

    @property
    def here(self) -> str:
        """The label of the block that is being written."""
        return self._block

    # --------------------------------------------------------------------- numbers

    def resized(self, value: str, before: int, after: int) -> str:
        """A set, as a register of another size."""
        if before == after or value.lstrip("-").isdigit():
            return value
        word = "zext" if after > before else "trunc"
        return self.get(f"{word} i{before} {value} to i{after}")

    def address(self, base: str, kind: str, index: str) -> str:
        """The address of an element of an array."""
        return self.get(f"getelementptr inbounds {kind}, ptr {base}, i64 {index}")
