"""Rendering: positions as text boards and SVG pictures, findings as lines of text.

Uses the standard library only. Lines consist of `Span`s: a text with the name of a style. Whoever
prints them decides what a style looks like.
"""
