"""Whether there is an NVIDIA card to test with."""

import importlib.util

import pytest


def card() -> bool:
    if importlib.util.find_spec("numba_cuda") is None:
        return False
    from numba import cuda

    return bool(cuda.is_available())  # type: ignore[no-untyped-call]


needs_card = pytest.mark.skipif(not card(), reason="needs an NVIDIA card, and: pip install '.[cuda]'")
