"""The desk: what is done about each request. ``ENDPOINTS`` is the list of all of them."""

from sandtable.server.desk.asking import ENDPOINTS as ASKING
from sandtable.server.desk.catalogue import ENDPOINTS as CATALOGUE
from sandtable.server.desk.lobby import ENDPOINTS as LOBBY
from sandtable.server.desk.looking import ENDPOINTS as LOOKING
from sandtable.server.desk.paper import ENDPOINTS as PAPER
from sandtable.server.desk.playing import ENDPOINTS as PLAYING
from sandtable.server.desk.stepping import ENDPOINTS as STEPPING
from sandtable.server.desk.trying import ENDPOINTS as TRYING

ENDPOINTS = (*CATALOGUE, *LOBBY, *LOOKING, *PLAYING, *TRYING, *STEPPING, *ASKING, *PAPER)

__all__ = ["ENDPOINTS"]
