#!/bin/sh
# Builds the sample message with each codec, and writes the tables of README.md.
# measure.sh --check only compares: fails unless onesheet is smaller than postcard and bincode, and no
# larger than README.md says.
set -eu
cd "$(dirname "$0")"
. ./tools.sh

# The programs of the size package to build for a target.
build() {
    target=$1
    profile=$2
    shift 2
    bare_metal build "$target" --package onesheet-size --profile "$profile" $(printf ' --bin %s' "$@")
}

compared='harness onesheet postcard bincode'
for target in thumbv7em-none-eabi thumbv6m-none-eabi; do
    for profile in z release o3; do
        case ${1-} in
            --check) build "$target" "$profile" $compared ;;
            *) build "$target" "$profile" $compared hand handvar onesheet_serde bincode_serde minicbor ;;
        esac
    done
done
if [ "${1-}" != --check ]; then
    for profile in release o3; do
        build thumbv7em-none-eabi "$profile" \
            keyboard_harness keyboard_columns keyboard_rows keyboard_postcard keyboard_minicbor
    done
fi
python3 table.py "$target_dir" "$@"
