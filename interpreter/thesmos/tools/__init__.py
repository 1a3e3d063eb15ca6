"""Tools that play many games: soak, perft, bench, balance, replay of files, process pools."""
