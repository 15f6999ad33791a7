#!/bin/sh
# Checks the C implementation, and the C that `onesheet schema c` makes:
#   it compiles without a warning with gcc, clang and arm-none-eabi-gcc, also as C++;
#   it agrees with the Rust derive and the Python implementation, under the address and undefined
#   behaviour sanitizers, and on a big-endian machine of 32 bits;
#   it passes `onesheet conformance`;
#   a host in C talks to the firmware in Rust, on emulated boards.
# Prints the size of the code for a Cortex-M0. Installs what is missing of Debian's packages if run
# as root.
set -eu
cd "$(dirname "$0")"

packages="gcc libc6-dev clang libclang-rt-dev tcc gcc-arm-none-eabi libnewlib-arm-none-eabi python3
    gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user"
missing=
for package in $packages; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
if [ -n "$missing" ]; then
    if [ "$(id -u)" -ne 0 ]; then
        echo "$0: install first:$missing" >&2
        exit 1
    fi
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends $missing
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target_dir=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
(cd ../.. && CARGO_TARGET_DIR=$target_dir cargo build --quiet --package onesheet-cli)
onesheet=$target_dir/debug/onesheet
derived() {
    CARGO_TARGET_DIR=$target_dir cargo run --quiet --manifest-path test/derived/Cargo.toml -- "$@"
}

warnings="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-align -Werror"
sanitizers="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
powerpc="powerpc-linux-gnu-gcc -O1"
run_powerpc="qemu-ppc -L /usr/powerpc-linux-gnu"
arm="arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os -ffunction-sections"

echo "# sources"
derived schema >"$work/sample.txt"
schemas="test/schemas/access_log.json test/schemas/event.json $work/sample.txt"
# Names that C and its library have, and types without values: what is made of them compiles.
for schema in $schemas test/schemas/names.txt; do
    "$onesheet" schema c "$schema" --output "$work"
done
for source in onesheet.c onesheet_frame.c "$work"/*.c; do
    object=$work/$(basename "$source" .c)
    gcc $warnings -O2 -I . -c "$source" -o "$object.gcc.o"
    clang $warnings -O2 -I . -c "$source" -o "$object.clang.o"
    $arm $warnings -I . -c "$source" -o "$object.arm.o"
    clang -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -I . "$source"
done
# All of it is C++, too, beside the C library.
{
    echo '#include <stdlib.h>'
    for header in onesheet_frame.h "$work"/*.h; do
        echo "#include \"$(basename "$header")\""
    done
} | clang -x c++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I . -I "$work" -

echo "# damaged messages"
for schema in $schemas; do
    type=$(basename "${schema%.*}")
    max_len=$(echo "$type" | tr '[:lower:]' '[:upper:]')_MAX_LEN
    "$onesheet" schema show --form json "$schema" >"$work/schema.json"
    extensible=
    if grep -q '"ext_' "$work/schema.json"; then
        extensible=-DEXTENSIBLE
    fi
    python3 test/messages.py "$work/schema.json" 100 1 >"$work/messages"
    for cc in "gcc $sanitizers" "clang $sanitizers" "$powerpc"; do
        $cc $warnings -I . -I "$work" -include "$type.h" \
            -DTYPE="$type" -DMAX_LEN="$max_len" $extensible \
            test/check.c "$work/$type.c" onesheet.c -o "$work/check"
        run=
        if [ "$cc" = "$powerpc" ]; then
            run=$run_powerpc
        fi
        printf '%s, %s: ' "$type" "${cc%% *}"
        $run "$work/check" <"$work/messages"
    done
done

echo "# the derive"
derived >"$work/derived"
sources="-I . -I $work test/sample.c $work/sample.c onesheet.c"
gcc $warnings $sanitizers $sources -o "$work/agree"
"$work/agree" <"$work/derived"
$powerpc $warnings $sources -o "$work/agree"
$run_powerpc "$work/agree" <"$work/derived"

# Python loads the code under test: the sanitizer must be there first, and see the allocations.
cat >"$work/sanitized" <<END
#!/bin/sh
export LD_PRELOAD=$(gcc -print-file-name=libasan.so) PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0
exec "\$@"
END
chmod +x "$work/sanitized"
gcc_sanitized="env -u LD_PRELOAD gcc $sanitizers"

echo "# the example of the README"
awk '/^```/ { inside = /^```c/; found = 0; next } inside && /#include "sample.h"/ { found = 1 } inside && found' \
    README.md >"$work/example.c"
gcc $warnings $sanitizers -I . -I "$work" "$work/example.c" "$work/sample.c" onesheet.c \
    -o "$work/example"
"$work/example"

echo "# frames"
"$work/sanitized" python3 test/frames.py --cc "$gcc_sanitized"

echo "# conformance of onesheet.h"
"$onesheet" conformance -- "$work/sanitized" python3 test/primitives.py --cc "$gcc_sanitized"

echo "# conformance of generated code"
"$onesheet" conformance --timeout 60 -- \
    python3 test/generated.py --cc "tcc -Wall -Werror" \
    --generator "$onesheet schema c {schema} --output {dir} --name message" \
    --tally "$work/tally"
python3 - "$work/tally" <<'END'
import json, sys
tally = json.load(open(sys.argv[1]))
share = tally["generated"] / sum(tally.values())
print(f"generated code answered {tally['generated']} requests, {share:.0%} of all")
sys.exit(share < 0.5)
END

echo "# bytes of code on a Cortex-M0, -Os"
size() {
    arm-none-eabi-size "$1" | awk 'NR == 2 { print $1 + $2 }'
}
echo "onesheet.c, all functions: $(size "$work/onesheet.arm.o")"
echo "onesheet_frame.c: $(size "$work/onesheet_frame.arm.o")"
for type in sample access_log event; do
    echo "$type.c: $(size "$work/$type.arm.o")"
done
program() {
    $arm -std=c99 -Wl,--gc-sections --specs=nano.specs -I . -I "$work" "$@" \
        test/size.c "$work/sample.c" onesheet.c -o "$work/program"
    size "$work/program"
}
empty=$(program)
echo "sample, linked, to encode: $(($(program -DENCODE) - empty))"
echo "sample, linked, to decode: $(($(program -DDECODE) - empty))"
echo "sample, linked, for both: $(($(program -DENCODE -DDECODE) - empty))"

echo "# firmware"
test/firmware.sh
