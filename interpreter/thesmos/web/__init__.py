"""A match in a browser: a module of WebAssembly, its texts, and a small library."""
