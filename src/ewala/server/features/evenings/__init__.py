"""Club evenings. What stands here is what other features may use."""

from ewala.server.features.evenings.organizer import Organizer
from ewala.server.features.evenings.store import RunningEvening, running_evenings

__all__ = ["Organizer", "RunningEvening", "running_evenings"]
