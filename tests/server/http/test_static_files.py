"""The files of the page: types, caching, compression and security headers."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.http.app import Settings
from sandtable.server.http.static_files import file_for, files_in
from sandtable.server.limits import Limits

PROGRAM = b"\0asm" + b"\1" * 5_000


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A browser side with a lab page, as a build leaves it."""
    folder = tmp_path / "dist"
    for name in ("assets", "lab", "pyodide/314.0.7"):
        (folder / name).mkdir(parents=True)
    (folder / "index.html").write_text("<title>Sandtable</title>")
    (folder / "lab.html").write_text("<title>Odds and umpire</title>")
    (folder / "lab-service-worker.js").write_text("addEventListener('fetch', () => {});")
    (folder / "manifest.webmanifest").write_text('{"name": "Sandtable"}')
    (folder / "assets" / "table-1a2b.js").write_text("export {};")
    (folder / "lab" / "worker-3c4d.js").write_text("export {};")
    (folder / "pyodide" / "rules-5e6f.zip").write_bytes(b"PK" * 10)
    (folder / "pyodide" / "314.0.7" / "pyodide.asm.wasm").write_bytes(PROGRAM)
    (folder / "pyodide" / "314.0.7" / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(PROGRAM))
    return folder


def test_what_was_packed_when_it_was_built_is_kept_packed_alone(built: Path) -> None:
    page = files_in(built)["pyodide/314.0.7/pyodide.asm.wasm"]
    assert page.content == b""
    assert gzip.decompress(page.packed) == PROGRAM == page.plain


def test_the_packed_form_is_no_page_of_its_own(built: Path) -> None:
    (built / "lonely.gz").write_bytes(b"somebody's file")
    pages = files_in(built)
    assert file_for(pages, "/pyodide/314.0.7/pyodide.asm.wasm.gz") is None
    lonely = file_for(pages, "/lonely.gz")
    assert lonely is not None
    assert lonely.plain == b"somebody's file"


def test_every_file_of_the_lab_goes_out_as_what_it_is(
    serve: Any, easy: Limits, built: Path, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy, pages=built)
    with serve(settings) as table:
        program = table.get("/pyodide/314.0.7/pyodide.asm.wasm")
        assert program.headers["content-type"] == "application/wasm"
        assert program.headers["content-encoding"] == "gzip"
        assert program.content == PROGRAM
        plain = table.client.get("/pyodide/314.0.7/pyodide.asm.wasm", headers={"Accept-Encoding": "identity"})
        assert plain.content == PROGRAM
        assert "content-encoding" not in plain.headers
        assert plain.headers["etag"] == program.headers["etag"]
        manifest = table.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"


def test_only_what_never_changes_under_its_name_is_remembered(built: Path) -> None:
    lasting = {path for path, page in files_in(built).items() if page.is_lasting}
    assert lasting == {
        "assets/table-1a2b.js",
        "lab/worker-3c4d.js",
        "pyodide/rules-5e6f.zip",
        "pyodide/314.0.7/pyodide.asm.wasm",
    }


def test_only_the_worker_of_the_lab_may_compile_a_program(
    serve: Any, easy: Limits, built: Path, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy, pages=built)
    with serve(settings) as table:
        policy = {
            path: table.get(path).headers["content-security-policy"]
            for path in ("/", "/lab.html", "/assets/table-1a2b.js", "/lab/worker-3c4d.js", "/api/systems")
        }
    allowed = [path for path, words in policy.items() if "'wasm-unsafe-eval'" in words]
    assert allowed == ["/lab/worker-3c4d.js"]
    assert "'unsafe-eval'" not in policy["/lab/worker-3c4d.js"]
    assert "default-src 'none'" in policy["/lab/worker-3c4d.js"]


def test_an_address_without_a_page_says_so_and_whether_there_are_pages_at_all(
    serve: Any, easy: Limits, built: Path, tmp_path: Path
) -> None:
    for pages, is_built in ((built, True), (None, False)):
        database = f"sqlite:///{tmp_path / f'{is_built}.db'}"
        with serve(Settings(database=database, limits=easy, pages=pages)) as table:
            reply = table.get("/assets/none.js")
            assert reply.status_code == 404
            said = "there is nothing at /assets/none.js"
            unbuilt = "; the web page is not built here, the interface is at /api/openapi.json"
            assert reply.json()["words"] == (said if is_built else said + unbuilt)
