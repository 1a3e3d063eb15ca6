"""Turns the compiler's statements into WebAssembly, written as bytes without any other tool."""
