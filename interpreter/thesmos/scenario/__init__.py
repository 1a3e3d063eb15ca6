"""Scenarios: documents that say what is legal in a position, and what follows."""
