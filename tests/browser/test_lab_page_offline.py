"""The lab page without a network: once opened it answers by itself, and as Python answers everywhere."""

from __future__ import annotations

import json
from typing import Any, Final

from playwright.sync_api import Page, expect

from sandtable.lab.paper.answers import answer
from tests.browser.conftest import COMPILING, PHONE, Opener, Table

VOLLEY: Final = "#/liberty/volley?fire.range=7&target.hits=5"
FACTS: Final = {"fire.range": 7, "target.hits": 5}
WAKING: Final = COMPILING * 1_000
"""Milliseconds that Python may take to wake on a machine with much else to do."""
ASK_HERE: Final = """(requests) => {
    const answers = [];
    const plain = self.postMessage;
    self.postMessage = (message) => answers.push(message.answer);
    try {
        for (const request of requests) self.onmessage({ data: { type: "ask", request } });
    } finally {
        self.postMessage = plain;
    }
    return answers;
}"""
"""Puts questions to the Python of a page, in its worker."""
KEPT: Final = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
}"""


def _asked(**question: Any) -> Any:
    """What Python answers here."""
    return json.loads(answer(json.dumps(question)))


def _all_that_can_be_asked() -> list[dict[str, Any]]:
    """The form and the odds of every resolution, the cards, the sheet and a rule of every system."""
    requests: list[dict[str, Any]] = [{"ask": "systems"}]
    for system in _asked(ask="systems")["systems"]:
        id = system["id"]
        requests += [{"ask": "cards", "system": id}, {"ask": "sheet", "system": id}]
        for resolution in system["resolutions"]:
            at = {"system": id, "resolution": resolution["id"]}
            requests += [{"ask": "form", **at}, {"ask": "odds", **at}, {"ask": "stage", **at}]
    volley = {"system": "liberty", "resolution": "volley", "facts": FACTS}
    over = [{"key": "fire.range", "values": "1..28:9"}]
    return [
        *requests,
        {"ask": "sweep", **volley, "over": over},
        {"ask": "odds", **volley, "set": ["shooting.dice.data.short-range.mod=2"]},
        {"ask": "odds", "system": "liberty", "resolution": "volly"},
    ]


def _is_ready(page: Page, words: str) -> None:
    expect(page.get_by_role("banner").get_by_role("status")).to_contain_text(words, timeout=WAKING)


def _shows_the_odds(page: Page) -> None:
    """The figures on the page are Python's."""
    odds = _asked(ask="odds", system="liberty", resolution="volley", facts=FACTS)
    shown = page.get_by_role("region", name="Answer")
    expect(shown).to_contain_text(f"{odds['mean']:.1f} expected")
    likeliest = max(odds["parting"], key=lambda row: row["chance"])
    expect(shown).to_contain_text(f"{likeliest['chance'] * 100:.1f}")


def test_once_opened_it_answers_without_a_service_as_python_does(mortal: Table, person: Opener) -> None:
    page = person()
    page.goto(f"{mortal.url}lab.html{VOLLEY}")
    _shows_the_odds(page)
    _is_ready(page, "with or without a network")
    kept = page.evaluate(KEPT)
    assert "/lab.html" in kept
    assert not [path for path in kept if path.startswith(("/api/", "/assets/")) or path == "/index.html"]

    other = page.context.new_page()
    other.goto(mortal.url)
    assert other.evaluate("navigator.serviceWorker.controller") is None, "the table is none of its business"
    other.close()

    mortal.kill()
    page.reload()
    _is_ready(page, "answered here")
    _shows_the_odds(page)
    (worker,) = page.workers
    requests = _all_that_can_be_asked()
    answers = worker.evaluate(ASK_HERE, [json.dumps(request) for request in requests])
    assert len(answers) == len(requests)
    for request, said in zip(requests, answers, strict=True):
        assert json.loads(said) == _asked(**request), request


def test_a_phone_may_put_it_among_its_programs(table: Table, person: Opener) -> None:
    page = person(viewport=PHONE)
    page.goto(f"{table.url}lab.html")
    browser = page.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "/lab.html"
    hindrances = {
        one["errorId"] for one in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert hindrances <= {"in-incognito"}, "a browser of one's own is opened anew for every test"
    for icon in json.loads(manifest["data"])["icons"]:
        reply = page.request.get(f"{table.url.rstrip('/')}{icon['src']}")
        assert reply.headers["content-type"] == icon["type"]
