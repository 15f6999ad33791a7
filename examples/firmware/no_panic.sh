#!/bin/sh
# Fails if a program that encodes and decodes can reach a panic, or holds code to format text: one
# with the sample message, and one with a value of every kind that needs no allocator.
# At opt-level z the compiler keeps dead panic paths: those are only counted.
set -eu
cd "$(dirname "$0")"
. ./tools.sh

status=0
for target in thumbv6m-none-eabi thumbv7em-none-eabi; do
    for profile in release o3 z; do
        for program in no_panic no_panic_types; do
            # Not in RUSTFLAGS, or core would be built anew.
            bare_metal rustc "$target" --package onesheet-size --bin $program \
                --profile "$profile" -- -Clink-arg=--warn-unresolved-symbols
            found=$(arm-none-eabi-nm --demangle "$target_dir/$target/$profile/$program" |
                grep -E 'core::(panicking|fmt)|panic_is_reachable' || [ $? -eq 1 ])
            count=$(printf %s "$found" | grep -c '' || [ $? -eq 1 ])
            echo "$program, $target, $profile: $count symbols of panics or formatting"
            if [ "$count" -ne 0 ] && [ "$profile" != z ]; then
                echo "$found" >&2
                status=1
            fi
        done
    done
done
exit $status
