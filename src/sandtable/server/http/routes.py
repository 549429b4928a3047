"""Every endpoint of the HTTP interface, each with the command that it calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, get_args

from sandtable.game.ask.deployment import Arrayed
from sandtable.game.present.picture import Picture
from sandtable.game.story.luck import Fortune
from sandtable.lab.paper.answers import Answer
from sandtable.lab.paper.requests import Request
from sandtable.server.commands import bodies, catalogue, lab, lobby, new_games, play, rulings, trials, views
from sandtable.server.http.endpoint import Endpoint, Who
from sandtable.server.preview.hex_moves import HexPlanSeen, HexReachSeen
from sandtable.server.preview.moves import PlanSeen, ReachSeen
from sandtable.server.preview.places import SpotSeen, SpotsSeen
from sandtable.server.preview.tape import Measured
from sandtable.server.wire.catalogue import (
    Health,
    MusterWanted,
    Rules,
    RuleSeen,
    RulesWanted,
    RuleWanted,
    Scenarios,
    ScenarioSeen,
    ScenarioWanted,
    Systems,
)
from sandtable.server.wire.lobby import (
    Contribute,
    ForkGame,
    GameMade,
    Games,
    GameSeen,
    GamesWanted,
    ImportGame,
    InvitationSeen,
    InviteAnew,
    Joined,
    JoinGame,
    KeyRow,
    MakeGame,
    ShowInvitation,
)
from sandtable.server.wire.play import (
    AskTakeBack,
    AtQuestion,
    Done,
    GiveAnswer,
    ReplyTakeBack,
    Resign,
    Ruling,
    Say,
)
from sandtable.server.wire.trials import (
    AskBouts,
    AskOdds,
    AskOverlays,
    AtStep,
    BoutsSeen,
    LayTape,
    OddsSeen,
    OverlaysSeen,
    TryArray,
    TryPlan,
    TrySpot,
    TrySteps,
)
from sandtable.server.wire.views import (
    Chat,
    ChatWanted,
    DiceSeen,
    LogSeen,
    LogWanted,
    RecordSeen,
    Seen,
    ViewWanted,
)

Command = Callable[..., Awaitable[object]]
GAME: Final = "/api/games/{game}"
SYSTEM: Final = "/api/systems/{system}"


def _get(path: str, name: str, summary: str, do: Command, result: Any, **more: Any) -> Endpoint:
    return Endpoint("GET", path, name, summary, do, result, **more)


def _post(
    path: str, name: str, summary: str, do: Command, result: Any, body: Any = None, **more: Any
) -> Endpoint:
    return Endpoint("POST", path, name, summary, do, result, body, **more)


def _played(path: str, name: str, summary: str, do: Command, body: Any, who: Who = "seat") -> Endpoint:
    """An endpoint that changes a game and tells how far it is then."""
    return _post(f"{GAME}/{path}", name, summary, do, Done, body, who=who)


def _tried(path: str, name: str, summary: str, do: Command, result: Any, body: Any) -> Endpoint:
    """An endpoint that computes something for the seat that is asked."""
    return _post(f"{GAME}/{path}", name, summary, do, result, body, who="seat", rate="computation")


CATALOGUE: Final = (
    _get("/api/health", "health", "The health of the service", catalogue.health, Health),
    _get("/api/systems", "systems", "Every system and agent", catalogue.all_systems, Systems),
    _get("/api/scenarios", "scenarios", "Every scenario", catalogue.all_scenarios, Scenarios),
    _get(
        f"{SYSTEM}/scenarios/{{scenario}}",
        "scenario",
        "A scenario with its story and readings",
        catalogue.one_scenario,
        ScenarioSeen,
        query=ScenarioWanted,
    ),
    _get(
        f"{SYSTEM}/scenarios/{{scenario}}/picture",
        "scenarioPicture",
        "A scenario as it is mustered",
        catalogue.scenario_picture,
        Picture,
        query=MusterWanted,
        rate="computation",
    ),
    _get(f"{SYSTEM}/rules", "rules", "Every rule of a system", catalogue.all_rules, Rules, query=RulesWanted),
    _get(
        f"{SYSTEM}/rules/{{rule}}",
        "rule",
        "A rule in our words",
        catalogue.one_rule,
        RuleSeen,
        query=RuleWanted,
    ),
)

LOBBY: Final = (
    _get("/api/games", "listGames", "Games in the lobby", lobby.list_games, Games, query=GamesWanted),
    _post("/api/games", "makeGame", "A new game", new_games.make_game, GameMade, MakeGame, rate="new game"),
    _post(
        "/api/import",
        "importGame",
        "A game that goes on from a record",
        new_games.import_game,
        GameMade,
        ImportGame,
        rate="new game",
        content="record",
    ),
    _get(GAME, "game", "A game from outside", lobby.show_game, GameSeen),
    _post(
        f"{GAME}/invitation",
        "showInvitation",
        "What an invitation opens",
        lobby.show_invitation,
        InvitationSeen,
        ShowInvitation,
    ),
    _post(f"{GAME}/join", "joinGame", "Take a seat", lobby.join_game, Joined, JoinGame),
    _post(
        f"{GAME}/contribute",
        "contribute",
        "Contribute to the dice before the battle begins",
        lobby.contribute,
        GameSeen,
        Contribute,
        who="seat",
    ),
    _post(
        f"{GAME}/invite", "inviteAnew", "Open a seat again", lobby.invite_anew, KeyRow, InviteAnew, who="seat"
    ),
    _post(
        f"{GAME}/fork",
        "forkGame",
        "A new game from a step of this one",
        new_games.fork_game,
        GameMade,
        ForkGame,
        rate="new game",
    ),
)

VIEWS: Final = (
    _get(
        f"{GAME}/view",
        "view",
        "The table now or at a step, as the key's seat or a spectator sees it",
        views.look,
        Seen,
        query=ViewWanted,
    ),
    _get(f"{GAME}/log", "log", "The log in words", views.read_log, LogSeen, query=LogWanted),
    _get(f"{GAME}/chat", "chat", "What was said at the table", views.read_chat, Chat, query=ChatWanted),
    _get(f"{GAME}/dice", "dice", "Every cast of a battle that is over", views.dice, DiceSeen),
    _get(f"{GAME}/record", "record", "The record", views.record, RecordSeen),
    _get(
        f"{GAME}/luck",
        "luck",
        "What the dice should have brought, and what they brought",
        views.luck,
        Fortune,
        rate="computation",
    ),
    _get(
        f"{GAME}/report",
        "report",
        "The account of a battle that is over, as a page",
        views.report,
        views.HtmlPage,
        rate="computation",
    ),
)

PLAY: Final = (
    _played("answer", "answer", "Answer the question that waits", play.answer, GiveAnswer),
    _played("undo", "undo", "Take back your last answer, before dice are thrown", play.undo, AtQuestion),
    _played("redo", "redo", "Give again what was taken back", play.redo, AtQuestion),
    _played("take-back", "askTakeBack", "Ask to go back to a step", play.ask_take_back, AskTakeBack),
    _played(
        "take-back/reply",
        "replyTakeBack",
        "Agree to go back, or decline",
        play.reply_take_back,
        ReplyTakeBack,
    ),
    _played("resign", "resign", "Give the battle up", play.resign, Resign),
    _played("say", "say", "Say something at the table", play.say, Say),
    _played("move-now", "moveNow", "Have the computer move now", play.move_now, None),
    _played(
        "ruling",
        "ruling",
        "The umpire answers, goes back or ends the game",
        rulings.rule,
        Ruling,
        who="umpire",
    ),
)

TRIALS: Final = (
    _tried(
        "plan",
        "tryPlan",
        "Judge a plan, or find the nearest legal one to a pose",
        trials.try_plan,
        PlanSeen,
        TryPlan,
    ),
    _tried(
        "reach",
        "reach",
        "Where the moving body can get to",
        trials.show_reach,
        ReachSeen,
        AtStep,
    ),
    _post(f"{GAME}/measure", "measure", "Measure a distance", trials.lay_tape, Measured, LayTape),
    _tried("odds", "odds", "The possible results of an option", trials.show_odds, OddsSeen, AskOdds),
    _tried(
        "steps",
        "trySteps",
        "Judge a plan on hexes, or find the nearest legal one to a hex",
        trials.try_steps,
        HexPlanSeen,
        TrySteps,
    ),
    _tried(
        "hexes",
        "hexes",
        "The hexes that the moving body can reach",
        trials.show_hexes,
        HexReachSeen,
        AtStep,
    ),
    _tried("spots", "spots", "Where something may be placed", trials.show_spots, SpotsSeen, AtStep),
    _tried(
        "spot",
        "trySpot",
        "Judge a place, or find the nearest that would do",
        trials.try_spot,
        SpotSeen,
        TrySpot,
    ),
    _tried(
        "array",
        "tryArray",
        "Judge a whole deployment",
        trials.try_array,
        Arrayed,
        TryArray,
    ),
    _post(
        f"{GAME}/overlays",
        "overlays",
        "What may be drawn about a body",
        bodies.show_overlays,
        OverlaysSeen,
        AskOverlays,
        rate="computation",
    ),
    _post(
        f"{GAME}/bouts",
        "bouts",
        "What a body could do to its enemies, and they to it",
        bodies.show_bouts,
        BoutsSeen,
        AskBouts,
        rate="computation",
    ),
)

LAB: Final = (
    _post(
        "/api/lab",
        "lab",
        "A question of the lab, answered as it is in a browser without a service",
        lab.ask_lab,
        get_args(Answer),
        Request,
        rate="computation",
        content="lab",
    ),
)

ENDPOINTS: Final = (*CATALOGUE, *LOBBY, *VIEWS, *PLAY, *TRIALS, *LAB)
