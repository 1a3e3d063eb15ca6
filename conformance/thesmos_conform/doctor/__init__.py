"""Doctor: a first conversation with an adapter, step by step."""
