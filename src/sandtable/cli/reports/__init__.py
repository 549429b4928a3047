"""Reports: what a command has to say, as plain frozen values that JSON and pages both show."""
