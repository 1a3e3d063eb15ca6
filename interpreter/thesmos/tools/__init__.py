"""Tools that play many games: soak, perft, bench, replaying whole files, and their processes."""
