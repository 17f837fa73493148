"""The laboratory: arena, simulation, studies, training, benchmarks, clusters. Imported when first used."""

import importlib

PARTS = ("arena", "simulation", "studies")


def __getattr__(name: str) -> object:
    if name not in PARTS:
        raise AttributeError(f"module 'ewala.lab' has no attribute {name!r}")
    return importlib.import_module(f"ewala.lab.{name}")
