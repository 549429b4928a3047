"""Questions of the lab: odds, sweeps, resolutions step by step, rules and cards, about no game."""

from __future__ import annotations

from sandtable.server.commands.asker import Asker
from sandtable.server.workers.lab_process import LabAnswer


async def ask_lab(asker: Asker, content: bytes) -> LabAnswer:
    """The answer to a question, or the fault in it, as the lab writes it."""
    return await asker.service.lab_workers.answer(content)
