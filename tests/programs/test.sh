#!/bin/sh
# Holds `onesheet export` and `onesheet import` against other programs, which it installs beside what is
# built; takes the arguments of programs.py.
set -eu
cd "$(dirname "$0")"

target_dir=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
(cd ../.. && CARGO_TARGET_DIR=$target_dir cargo build --quiet --package onesheet-cli)

venv=$target_dir/programs
if ! cmp -s requirements.txt "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt
    cp requirements.txt "$venv/requirements.txt"
fi
exec "$venv/bin/python" programs.py "$target_dir/debug/onesheet" "$@"
