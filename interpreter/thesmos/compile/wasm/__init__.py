"""WebAssembly from the compiler's statements, written as bytes without any other tool."""
