"""One module for each command of ``sandtable``: its options, its help and what it prints."""
