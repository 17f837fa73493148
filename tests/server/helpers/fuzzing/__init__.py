"""A hostile client, and whether a server stands it. tools/fuzz_server.py lets it loose."""
