"""Prints a match as a file of C."""
