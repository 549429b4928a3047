"""Map: the table drawn as an engraved map."""
