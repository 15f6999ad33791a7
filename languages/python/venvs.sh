#!/bin/sh
# Makes two environments beside what is built, python/bare and python/full: without the packages that
# onesheet may use, and with them and what the tests need.
set -eu
cd "$(dirname "$0")"

venvs=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}/python
if ! cmp -s requirements.txt "$venvs/requirements.txt"; then
    rm -rf "$venvs/bare" "$venvs/full"
    python3 -m venv "$venvs/bare"
    python3 -m venv "$venvs/full"
    "$venvs/full/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt
    cp requirements.txt "$venvs/requirements.txt"
fi
