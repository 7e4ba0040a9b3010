"""What is written by the generator from docs/openapi.json."""
