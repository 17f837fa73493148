"""Benchmarks: our speed beside that of named peers, measured in the same run."""
