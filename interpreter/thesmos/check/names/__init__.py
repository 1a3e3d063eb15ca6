"""What names mean: the names of a game, scopes, sizes of kinds, texts with gaps, and hints."""
