"""Mail to people. What stands here is what others may use."""

from ewala.server.features.mail.service import Mailing
from ewala.server.features.mail.smtp import smtp_config

__all__ = ["Mailing", "smtp_config"]
