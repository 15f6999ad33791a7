#!/bin/sh
# Runs examples/firmware on an emulated board, and lets a host in C talk to it (host.c).
#   firmware.sh    builds both, and runs them on a Cortex-M3 and a Cortex-M0
set -eu
cd "$(dirname "$0")/../../../examples/firmware"
. ./tools.sh # installs what it needs; sets target_dir
bare_metal build thumbv7m-none-eabi --package onesheet-firmware --release
bare_metal build thumbv6m-none-eabi --package onesheet-firmware --release

c=../../languages/c
host_dir=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
(cd ../.. && CARGO_TARGET_DIR=$host_dir cargo build --quiet --package onesheet-cli)
work=$(mktemp -d)
board=
trap 'test -z "$board" || kill "$board"; rm -rf "$work"' EXIT
for type in command answer; do
    "$host_dir/debug/onesheet" schema c "$c/test/schemas/$type.txt" --output "$work"
done
gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -g -fsanitize=address,undefined \
    -fno-sanitize-recover=all -I "$c" -I "$work" "$c/test/host.c" "$work/command.c" "$work/answer.c" \
    "$c/onesheet.c" "$c/onesheet_frame.c" -o "$work/host"

for pair in lm3s6965evb:thumbv7m-none-eabi microbit:thumbv6m-none-eabi; do
    machine=${pair%%:*}
    line=$work/$machine
    mkdir "$line"
    mkfifo "$line/to" "$line/from"
    qemu-system-arm -M "$machine" -kernel "$target_dir/${pair#*:}/release/firmware" -display none -monitor none \
        -serial stdio <"$line/to" >"$line/from" &
    board=$!
    echo "$machine:"
    # In this order: the board waits for a writer of its input first.
    timeout 300 "$work/host" >"$line/to" <"$line/from"
    kill "$board"
    board=
done
