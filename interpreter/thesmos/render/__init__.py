"""Rendering: positions as text boards and SVG pictures, findings as lines of text.

Uses only the standard library. Lines consist of `Span`s, texts with the name of a style; the caller
that prints them decides what a style looks like.
"""
