"""A study's folder: what it is about, the report, a CSV file for each figure, and the games."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.report.about import check_same
from ewala.kit.study.figures import Answer

_PAGE = "study.json"


class Folder:
    """Where a study is kept. Refuses what belongs to something else."""

    def __init__(self, path: Path, about: Mapping[str, object], *, resume: bool) -> None:
        self.path, page = path, path / _PAGE
        self._is_new = not page.exists()
        if path.exists() and not path.is_dir():
            raise BadSetup("study/out", "", Sentence("{folder} is a file, not a folder", folder=str(path)))
        if page.exists():
            if not resume:
                raise BadSetup(
                    "study/out", "", Sentence("{folder} has a study; --resume goes on with it", folder=str(path))
                )
            check_same(page, about, "study/resume")
        elif resume:
            raise BadSetup(
                "study/resume", "", Sentence("there is no study in {folder} to go on with", folder=str(path))
            )
        elif path.exists() and any(path.iterdir()):
            raise BadSetup(
                "study/out", "", Sentence("{folder} has other files; give an empty folder", folder=str(path))
            )
        path.mkdir(parents=True, exist_ok=True)
        page.write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def leave_no_trace(self) -> None:
        """Undo its beginning, if there is nothing but that: so it can be begun again after what was refused."""
        if self._is_new and not any(self.path.rglob("*.parquet")):
            shutil.rmtree(self.games, ignore_errors=True)
            (self.path / _PAGE).unlink(missing_ok=True)
            self.path.rmdir()

    @property
    def games(self) -> Path:
        return self.path / "games"

    @property
    def report(self) -> Path:
        return self.path / "report.html"

    def write(self, answer: Answer) -> None:
        """Each figure's numbers, to six decimals."""
        folder = self.path / "csv"
        folder.mkdir(exist_ok=True)
        for figure in answer.figures:
            figure.frame().write_csv(folder / f"{figure.name}.csv", float_precision=6)
