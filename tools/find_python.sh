#!/bin/sh
# Prints the first Python that can carry Sandtable, or says which were tried and what would be right.
# The lock files hold for 3.11 to 3.14; an interpreter named as the first argument is the only one tried.
set -u

suits='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))'
if [ -n "${1:-}" ]; then
    set -- "$1"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11 python
fi

for candidate in "$@"; do
    if "$candidate" -c "$suits" >/dev/null 2>&1; then
        command -v "$candidate"
        exit 0
    fi
done

{
    echo "No suitable Python was found; tried: $*."
    echo "Sandtable needs Python 3.11 to 3.14 with its venv and ensurepip modules"
    echo "(on Debian and Ubuntu these two are in the package python3-venv)."
    echo "Install one, or name one that is not on the PATH: make PYTHON=path/to/python3.11 ..."
} >&2
exit 1
