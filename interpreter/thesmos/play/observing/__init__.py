"""What a player observes of a state, as numbers for programs that learn."""
