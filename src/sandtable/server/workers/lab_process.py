"""The process that answers questions of the lab: it reads them as lines of JSON and writes the answers.

It is apart from the service because a question may take long, and because house rules are in force for a
whole process.
"""

from __future__ import annotations

import sys
from typing import BinaryIO

import msgspec
from msgspec import Raw, Struct

from sandtable.lab.paper.answers import NoAnswer, answered


class LabAnswer(Struct, frozen=True):
    """The answer to a question, or the fault in it, as JSON."""

    body: Raw
    is_fault: bool = False


def answer_line(line: bytes) -> LabAnswer:
    """The answer to a question, which is JSON text encoded as a JSON string, so that it is one line."""
    try:
        return LabAnswer(Raw(answered(msgspec.json.decode(line, type=str).encode())))
    except NoAnswer as none:
        return LabAnswer(Raw(msgspec.json.encode(none.fault)), is_fault=True)


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer one question after another until no more come."""
    for line in questions:
        answers.write(msgspec.json.encode(answer_line(line)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
