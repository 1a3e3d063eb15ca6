"""Adapters for tests: an honest one, and one for each vice. See README.md."""
