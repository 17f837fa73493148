"""Actions and observations as Gymnasium's spaces."""

import ewala.envs.need_gymnasium  # noqa: F401

# isort: split
import numpy as np
from gymnasium import spaces

from ewala.envs.batch import Batch


def action_space(batch: Batch) -> spaces.Discrete:
    return spaces.Discrete(len(batch.actions))


def mask_space(batch: Batch) -> spaces.Box:
    """1 for an action that is legal."""
    return spaces.Box(0, 1, (len(batch.actions),), np.int8)


def observation_space(batch: Batch) -> spaces.Box:
    """The features of `View.observation()`: whole numbers, none below 0."""
    numbers = batch.observations
    return spaces.Box(0, np.iinfo(numbers.dtype).max, numbers.shape[1:], numbers.dtype.type)
