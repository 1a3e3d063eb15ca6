"""Linking: chooses the cards and pieces that take part in a match, and lays out its state."""
