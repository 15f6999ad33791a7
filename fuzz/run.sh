#!/bin/sh
# Runs the fuzz targets, each for so many seconds, and fails on a find. FUZZ_SEED gives the same inputs again.
set -eu

cd "$(dirname "$0")"
targets='canonical agree roundtrip view limits evolve frame files foreign'
usage="usage: fuzz/run.sh SECONDS [TARGET...]; the targets are: $targets"

fail() {
    echo "$1" >&2
    exit 2
}

case ${1-} in
'' | *[!0-9]*) fail "$usage" ;;
esac
seconds=$1
shift
for target in "$@"; do
    case " $targets " in
    *" $target "*) ;;
    *) fail "no fuzz target is called $target; $usage" ;;
    esac
done
[ $# -gt 0 ] || set -- $targets

# Sanitizers are unstable options; no other toolchain is asked for.
export RUSTC_BOOTSTRAP=1
# The names of the types of the matrix would make each target 30 times as large.
export RUSTFLAGS=-Cdebuginfo=0
cargo fuzz --version >/dev/null 2>&1 || RUSTC_BOOTSTRAP=0 RUSTFLAGS='' cargo install cargo-fuzz --locked --version 0.13.2
# Built as the targets are, so that the matrix is compiled once.
cargo fuzz run seed

# All are run, so that one find does not hide another.
found=''
for target in "$@"; do
    cargo fuzz build "$target"
    echo "== $target"
    cargo fuzz run "$target" -- -max_total_time="$seconds" -seed="${FUZZ_SEED:-0}" -timeout=10 -print_final_stats=1 ||
        found="$found $target"
done
[ -z "$found" ] || { echo "finds in:$found; see fuzz/README.md" >&2; exit 1; }
