"""Playing a game: games, matches and states, random play, search, interactive sessions."""
