"""Commands: one module for each command of ``sandtable``."""
