"""Showing: a position as a board, a finding as a sentence.

Standard library only. What is shown is lines of `Span`s, texts with a word for their style; who
prints them decides what a style looks like.
"""
