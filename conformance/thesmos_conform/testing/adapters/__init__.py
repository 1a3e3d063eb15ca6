"""Adapters for tests: an honest one, and one for each kind of fault. See README.md."""
