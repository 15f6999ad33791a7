#!/bin/sh
# Runs the firmware on two emulated boards, and lets the host talk to each over a noisy line; then the
# logger, and lets the host read its flash after each of 1,000 cuts of its power.
set -eu
cd "$(dirname "$0")"
. ./tools.sh

for board in lm3s6965evb:thumbv7m-none-eabi microbit:thumbv6m-none-eabi; do
    machine=${board%%:*}
    target=${board#*:}
    bare_metal build "$target" --package onesheet-firmware --release
    for seed in 1 2 3; do
        echo "$machine, seed $seed"
        (cd ../.. && cargo run --quiet --example host -- \
            "$machine" "$target_dir/$target/release/firmware" "$seed")
        (cd ../.. && cargo run --quiet --package onesheet-file --example flash -- \
            "$machine" "$target_dir/$target/release/logger" "$seed")
    done
done
