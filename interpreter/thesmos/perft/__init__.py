"""Counting of positions: how many a number of decisions leads to, and which."""
