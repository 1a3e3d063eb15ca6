"""Equivalent programs with less to do, and the types of locals for printers that need them."""
