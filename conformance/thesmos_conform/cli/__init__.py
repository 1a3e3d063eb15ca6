"""The commands that this package adds to `thesmos`, one module for each."""
