"""How are files read into typed values, and how are bad ones refused?

``typed_files`` reads TOML and JSON, ``type_errors`` explains what does not fit. ``scenario_rows`` holds the
scenario, ``scenario`` loads it, ``scenario_checks`` checks it against a ``roster``, ``situation`` completes
one that begins in mid-battle, ``profiles`` reads army lists. ``record`` is a game as it is kept,
``record_files`` saves and loads it.
"""
