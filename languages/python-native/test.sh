#!/bin/sh
# Builds the wheel and the source distribution, installs the wheel beside the package that uses it, and runs
# the tests and the type checkers. With the word sdist, builds another wheel from the source distribution.
set -eu
cd "$(dirname "$0")"

name=native
. ./venv.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR="$target/native"
cargo clippy --quiet --release -- -D warnings
"$venv/bin/maturin" build --quiet --release --out "$work/wheel"
"$venv/bin/maturin" sdist --out "$work/sdist"
if [ "${1:-}" = sdist ]; then
    "$venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work/again" "$work"/sdist/*.tar.gz
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps ../python "$work"/wheel/*.whl

cp README.md test_native.py typed.py ../python/conformance.py "$work"
ln -s "$PWD/../../tests/vectors" "$work/vectors"
cd "$work"
"$venv/bin/python" -W error -m unittest --quiet test_native
"$venv/bin/mypy" --strict typed.py
"$venv/bin/pyright" --pythonpath "$venv/bin/python" typed.py
