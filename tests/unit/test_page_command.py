"""`ewala page`: a folder for static hosts, whole or not at all, and nobody else's folder."""

from pathlib import Path

import pytest

from ewala.cli import main
from ewala.commands import page as command

INDEX = '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Ewala</title></head></html>'
WORKER = 'const BUILD = "0123456789abcdef";\nconst FILES = [""];\n'
SCRIPT = "assets/index-Ab12.js"
OURS = ".ewala-page"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as it lies in the package."""
    page = tmp_path / "built"
    (page / "assets").mkdir(parents=True)
    for name, text in {"index.html": INDEX, "sw.js": WORKER, SCRIPT: "1;", ".built": "", "preview.png": ""}.items():
        (page / name).write_text(text)
        (page / f"{name}.gz").write_text("packed")
    monkeypatch.setattr(command, "BUILT", page)
    return page


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "hosts" / "games"


def written(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_it_writes_what_a_host_needs_and_says_so(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--out", str(out)]) == 0
    assert written(out) == [OURS, SCRIPT, "index.html", "sw.js"]
    assert capsys.readouterr().out.startswith(f"{out}: 4 files, ")
    assert [path.name for path in out.parent.iterdir()] == ["games"]  # and nothing beside it


def test_the_page_says_that_there_is_no_server_and_what_it_may_do(out: Path) -> None:
    main(["page", "--out", str(out)])
    head = (out / "index.html").read_text()
    assert '<meta name="ewala-server" content="none" />' in head
    policy = head.split('<meta http-equiv="content-security-policy" content="')[1].split('"')[0]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert head.index("content-security-policy") < head.index("<title>")  # before there is anything to be held to it


def test_a_browser_that_knows_the_servers_page_takes_this_one_anew(out: Path) -> None:
    main(["page", "--out", str(out)])
    first, *rest = (out / "sw.js").read_text().splitlines()
    assert first.startswith('const BUILD = "')
    assert first != WORKER.splitlines()[0]
    assert rest == WORKER.splitlines()[1:]


def test_a_folder_of_its_own_is_replaced_whole(out: Path, built: Path) -> None:
    main(["page", "--out", str(out)])
    (built / SCRIPT).rename(built / "assets/index-Cd34.js")
    assert main(["page", "--out", str(out)]) == 0
    assert written(out) == [OURS, "assets/index-Cd34.js", "index.html", "sw.js"]


def test_an_empty_folder_is_taken(out: Path) -> None:
    out.mkdir(parents=True)
    assert main(["page", "--out", str(out)]) == 0


def refused(out: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The code with which it is refused, in one line."""
    assert main(["page", "--out", str(out)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    return line.rpartition("[")[2].removesuffix("]")


def test_somebody_elses_folder_is_left_alone(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out.mkdir(parents=True)
    (out / "thesis.txt").write_text("ten years of work")
    assert refused(out, capsys) == "page/folder-in-use"
    assert written(out) == ["thesis.txt"]


def test_what_is_no_folder_is_left_alone(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out.parent.mkdir()
    out.write_text("a file")
    assert refused(out, capsys) == "page/not-a-folder"
    out.unlink()
    out.symlink_to(tmp_path / "elsewhere")
    assert refused(out, capsys) == "page/not-a-folder"


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("index.html", None, "page/not-built"),
        ("sw.js", None, "page/not-built"),
        ("index.html", "<!doctype html>", "page/strange"),
        ("sw.js", "", "page/strange"),
    ],
)
def test_a_page_that_is_not_whole_leaves_what_was_there(
    out: Path, built: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, code: str
) -> None:
    main(["page", "--out", str(out)])
    capsys.readouterr()
    before = (out / "index.html").read_text()
    if text is None:
        (built / name).unlink()
    else:
        (built / name).write_text(text)
    assert refused(out, capsys) == code
    assert (out / "index.html").read_text() == before
    assert [path.name for path in out.parent.iterdir()] == ["games"]
