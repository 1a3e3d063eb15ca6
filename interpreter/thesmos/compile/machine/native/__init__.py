"""Turns the compiler's statements into machine code, through LLVM."""
