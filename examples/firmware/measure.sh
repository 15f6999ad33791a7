#!/bin/sh
# Builds the sample message with each codec, and writes the tables of README.md.
# measure.sh --check only compares: fails unless onesheet is smaller than postcard and bincode, and no
# larger than README.md says.
set -eu
cd "$(dirname "$0")"
. ./tools.sh

for target in thumbv7em-none-eabi thumbv6m-none-eabi; do
    for profile in z release o3; do
        bare_metal build "$target" --package onesheet-size --profile "$profile" $(
            for codec in harness hand handvar onesheet onesheet_serde postcard bincode bincode_serde minicbor; do
                echo "--bin $codec"
            done
        )
    done
done
for profile in release o3; do
    bare_metal build thumbv7em-none-eabi --package onesheet-size --profile "$profile" $(
        for codec in harness columns rows postcard minicbor; do
            echo "--bin keyboard_$codec"
        done
    )
done
python3 table.py "$target_dir" "$@"
