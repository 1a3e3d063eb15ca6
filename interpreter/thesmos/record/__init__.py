"""Records: documents of recorded games, written and replayed."""
