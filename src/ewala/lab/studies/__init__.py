"""Studies: a designer's questions, answered by simulated games, with a report in plain words."""

from ewala.lab.studies.make import make_study

__all__ = ["make_study"]
