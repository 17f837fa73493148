"""Administration by the host. What stands here is what others may use."""

from ewala.server.features.admin.key import AdminKey, desk_link

__all__ = ["AdminKey", "desk_link"]
