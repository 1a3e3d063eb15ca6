"""Programs as text, and which words they need."""
