"""Playing a game: matches and states, random play, a game at the table."""
