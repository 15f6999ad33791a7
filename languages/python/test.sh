#!/bin/sh
# Installs the package as its users do, beside what is built, with the packages that it may use and without:
# its tests, types by mypy, the examples of the README. ONESHEET is the command, if it is built.
set -eu
cd "$(dirname "$0")"

target_dir=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
onesheet=${ONESHEET:-$target_dir/debug/onesheet}
if [ -x "$onesheet" ]; then
    export ONESHEET=$onesheet
fi

./venvs.sh

# The tests are run elsewhere, on the package that is installed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/languages/python"
cp ./*.py README.md "$work/languages/python"
ln -s "$PWD/../../spec" "$work/spec"
mkdir "$work/tests"
ln -s "$PWD/../../tests/vectors" "$work/tests/vectors"

for venv in bare full; do
    case $venv in
    bare) extras= ;;
    full) extras='[numpy,zstd]' ;;
    esac
    python=$target_dir/python/$venv/bin/python
    "$python" -m pip install --quiet --disable-pip-version-check "../python$extras"
    echo "# $venv"
    (cd "$work" && "$python" -W error -m unittest discover --quiet --start-directory languages/python)
done
echo "# types"
"$target_dir/python/full/bin/mypy" --strict --exclude spark.py onesheet
