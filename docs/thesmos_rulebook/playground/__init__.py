"""The playground: a static page in which a game is written, checked, read and played."""
