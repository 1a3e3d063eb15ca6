"""Boards on the pages of the book, which play by the same text: their tables and their scripts."""
