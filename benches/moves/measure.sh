#!/bin/sh
# Prints the bytes that each project keeps, and the instructions to write and to read them, by bincode 1
# and by onesheet::serde, as docs/bincode.md has them. Needs valgrind.
set -eu
cd "$(dirname "$0")"

target=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}/moves
CARGO_PROFILE_RELEASE_DEBUG=1 cargo build --quiet --release --target-dir "$target"
program=$target/release/onesheet-moves

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="onesheet_moves::$1*" \
        "$program" "$2" "$3" 2>&1 | sed -n 's/.*Collected : //p'
}

echo '| project | codec | bytes | instructions to write | to read |'
echo '|--|--|--|--|--|'
for project in kv rustbreak rkv pickledb; do
    for codec in bincode onesheet; do
        bytes=$("$program" $codec $project)
        echo "| $project | $codec | $bytes | $(instructions write $codec $project) | $(instructions read $codec $project) |"
    done
done
