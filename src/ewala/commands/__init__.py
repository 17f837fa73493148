"""The commands for single positions and records; each module has `add_arguments` and `run`."""
