"""Writes the OpenAPI description of the service, from which the browser's types are generated.

Run from the root of the repository:  python -m tools.schema
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from sandtable.server.http.openapi import document
from sandtable.server.http.routes import ENDPOINTS

WRITTEN: Final = Path(__file__).parents[1] / "web" / "openapi.json"


def text() -> str:
    """The description with one value per line, so that differences are readable."""
    return msgspec.json.format(document(ENDPOINTS), indent=1).decode() + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
    print(f"wrote {WRITTEN.relative_to(Path.cwd())}")
