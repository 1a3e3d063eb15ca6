"""The compiler: from linked games to functions over integers, and from these to code."""
