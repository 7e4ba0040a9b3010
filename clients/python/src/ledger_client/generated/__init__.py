"""The modules that the generator writes from docs/openapi.json."""
