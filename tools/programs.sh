#!/bin/sh
# Sees to the programs that tests need besides packages: a Chromium for the table in the browser, a PostgreSQL for the store.
# Installs Debian's where one is missing and this user may; otherwise says what is missing and what would be right.
set -u

missing=""
browser="${SANDTABLE_CHROMIUM:-}"
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser="$(command -v "$name" || true)"
done
[ -n "$browser" ] || missing="chromium"
if ! command -v initdb > /dev/null && ! ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1; then
    missing="${missing:+$missing }postgresql"
fi
[ -n "$missing" ] || exit 0

if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    echo "programs: installing $missing for the tests"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq > /dev/null && apt-get install -y -qq --no-install-recommends $missing > /dev/null && exit 0
fi

{
    echo "Some tests need programs that are not here: $missing."
    echo "Install them with your package manager (on Debian: apt-get install $missing)."
    echo "A Chromium that is not on the PATH can be named in SANDTABLE_CHROMIUM."
} >&2
exit 1
