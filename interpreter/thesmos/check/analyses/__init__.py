"""What is true of typed texts as a whole: circles, work, extents, presence, sense."""
