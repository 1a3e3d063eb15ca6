"""Machine code from the compiler's statements, through LLVM."""
