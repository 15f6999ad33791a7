#!/bin/sh
# test.sh NAME...: installs the packages beside Spark, Dask and Ray, and runs the tests of these: spark, dask, ray.
# Spark needs Java 17 or later.
set -eu
cd "$(dirname "$0")"

name=clusters
. ../../languages/python-native/venv.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR="$target/native"
"$venv/bin/maturin" build --quiet --release --manifest-path ../../languages/python-native/Cargo.toml --out "$work/wheel"
"$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps ../../languages/python "$work"/wheel/*.whl

cp README.md test_*.py "$work"
cd "$work"
for name in "$@"; do
    case $name in
    spark)
        "$venv/bin/mypy" --strict --package onesheet.spark
        "$venv/bin/python" -m unittest --verbose test_spark
        ;;
    dask | ray) "$venv/bin/python" -m unittest --verbose "test_recipes.Recipes.test_$name" ;;
    *) echo "test.sh: no test is called $name" >&2 && exit 2 ;;
    esac
done
