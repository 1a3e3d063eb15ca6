"""The lines of a function in LLVM's text form: instructions, labels and variables."""

from __future__ import annotations

_PURE = {  # instructions that give the same result for the same operands
    "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "and", "or", "xor", "shl", "lshr",
    "icmp", "zext", "sext", "trunc", "bitcast", "select", "getelementptr", "inttoptr", "ptrtoint",
    "insertelement", "shufflevector",
}  # fmt: skip
Mark = tuple[int, int]


class Lines:
    """The lines of a function, as they are written one after the other.

    What has already been computed on every path to a place is not computed again there. ended:
    whether the block being written already has its last instruction. variables: what is reserved on
    the stack; LLVM turns those that are not arrays into registers. changing: whether the function
    may change the state.
    """

    def __init__(self, *, changing: bool = True) -> None:
        self.lines: list[str] = []
        self.variables: list[str] = []
        self.ended = False
        self._changing, self._changes = changing, 0
        self._count = 0
        self._block = "entry"
        self._known: dict[str, str] = {}  # results by instruction, in the order written
        self._forgotten = 0  # how often all results were forgotten

    def name(self) -> str:
        """Return a name that is new in the function, without the `%` before it."""
        self._count += 1
        return f"t{self._count}"

    def do(self, text: str) -> None:
        """Write an instruction without a result. After the end of a block nothing is written."""
        if not self.ended:
            self.lines.append(f"  {text}")
            if text.startswith("call"):
                self.change()

    def get(self, text: str) -> str:
        """Write an instruction and return its result, or return the result of an earlier one."""
        word = text.partition(" ")[0]
        if word in _PURE:
            return self._once(text, text)
        if word == "call":
            self.change()
        return self._new(text)

    def count(self, word: str, size: int, operands: str) -> str:
        """Write a call of one of LLVM's functions that count bits or compare; return its result."""
        text = f"call i{size} @llvm.{word}.i{size}({operands})"
        return self._once(text, text)

    def read(self, text: str) -> str:
        """Write a load from the state; it is written only once until the state changes."""
        return self._once(text, f"{self._changes} {text}")

    def change(self) -> None:
        """Forget what was read from the state, which may change from here on."""
        self._changes += self._changing

    def _once(self, text: str, key: str) -> str:
        found = self._known.get(key)
        if found is None:
            found = self._new(text)
            if not self.ended:
                self._known[key] = found
        return found

    def _new(self, text: str) -> str:
        name = f"%{self.name()}"
        if not self.ended:
            self.lines.append(f"  {name} = {text}")
        return name

    def variable(self, kind: str) -> str:
        """Reserve a variable of a type on the stack; return its address."""
        name = f"%{self.name()}"
        self.variables.append(f"  {name} = alloca {kind}, align 16")
        return name

    # ---------------------------------------------------------------------- blocks

    def jump(self, label: str) -> None:
        """End the block with a jump."""
        self.do(f"br label %{label}")
        self.ended = True

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """End the block with a jump to one of two labels."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}")
        self.ended = True

    def leave(self, text: str) -> None:
        """End the block with another instruction."""
        self.do(text)
        self.ended = True

    def mark(self) -> Mark:
        """Return what is known here, for a block that is only reached through this place."""
        return self._forgotten, len(self._known)

    def block(self, label: str, mark: Mark | None = None) -> str:
        """Begin a block, into which the block before continues; return the label.

        mark: what was known in the last block through which all paths to this one lead; None for
        nothing.
        """
        if not self.ended:
            self.jump(label)
        self.lines.append(f"{label}:")
        self.ended, self._block = False, label
        if mark is None or mark[0] != self._forgotten:
            self._forgotten, self._known = self._forgotten + 1, {}
        else:
            while len(self._known) > mark[1]:
                self._known.popitem()
        return label

    def head(self, label: str) -> Mark:
        """Begin the first block of a loop; return what is known in each round and after it."""
        mark = self.mark()
        self.block(label, mark)
        self.change()
        return mark

    @property
    def here(self) -> str:
        """The label of the block that is being written."""
        return self._block

    # --------------------------------------------------------------------- numbers

    def resized(self, value: str, before: int, after: int) -> str:
        """Write the conversion of a set to a register of another size."""
        if before == after or value.lstrip("-").isdigit():
            return value
        word = "zext" if after > before else "trunc"
        return self.get(f"{word} i{before} {value} to i{after}")

    def address(self, base: str, kind: str, index: str) -> str:
        """Return the address of an element of an array."""
        return self.get(f"getelementptr inbounds {kind}, ptr {base}, i64 {index}")
