"""Notifications to people who are away. What stands here is what other features may use."""

from ewala.server.features.notifications.delivery import MOST_FAILURES, Sent, again_after
from ewala.server.features.notifications.messages import Message
from ewala.server.features.notifications.notifier import Channel, Notifier

__all__ = ["MOST_FAILURES", "Channel", "Message", "Notifier", "Sent", "again_after"]
