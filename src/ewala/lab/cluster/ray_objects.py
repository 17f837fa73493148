"""Bots of somebody's own on their way to a cluster's workers."""

import importlib
import pickle
from collections.abc import Mapping
from typing import Any

from ewala.core.errors import BadSetup
from ewala.core.extras import need
from ewala.core.sentences import Sentence
from ewala.kit.bot import Chooser


def packed(objects: Mapping[str, Chooser]) -> bytes:
    """As bytes; Ray's own way of it sends classes of a program along that no worker could import."""
    if not objects:
        return b""
    need("ray", "Ray", "ray", "cluster/ray")
    cloudpickle: Any = importlib.import_module("ray.cloudpickle")
    try:
        made: bytes = cloudpickle.dumps(dict(objects))
    except Exception as error:  # whatever its author's methods raise
        why = f"{type(error).__name__}: {error}"
        raise BadSetup("bot/travel", "", Sentence("a bot can't be sent to a cluster: {why}", why=why)) from error
    return made


def unpacked(data: bytes) -> dict[str, Chooser]:
    """On a worker: the bots. A module that they need may be missing there."""
    if not data:
        return {}
    try:
        found: dict[str, Chooser] = pickle.loads(data)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(
            "bot/travel", "", Sentence("a bot can't be read on a cluster's worker: {why}", why=why)
        ) from None
    return found
