"""A match in a browser: a WebAssembly module, its tables of texts, and a small library."""
