"""The desk: what is done about each request. ``ENDPOINTS`` is the list of all of them."""

from sandtable.server.commands.asking import ENDPOINTS as ASKING
from sandtable.server.commands.catalogue import ENDPOINTS as CATALOGUE
from sandtable.server.commands.lobby import ENDPOINTS as LOBBY
from sandtable.server.commands.looking import ENDPOINTS as LOOKING
from sandtable.server.commands.paper import ENDPOINTS as PAPER
from sandtable.server.commands.playing import ENDPOINTS as PLAYING
from sandtable.server.commands.stepping import ENDPOINTS as STEPPING
from sandtable.server.commands.trying import ENDPOINTS as TRYING

ENDPOINTS = (*CATALOGUE, *LOBBY, *LOOKING, *PLAYING, *TRYING, *STEPPING, *ASKING, *PAPER)

__all__ = ["ENDPOINTS"]
