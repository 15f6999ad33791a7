#!/usr/bin/env bash
# The package as it would be published, its tests, and what `onesheet schema ts` writes.
#
# ONESHEET names the command, which is built otherwise.
set -euo pipefail
cd "$(dirname "$0")"

if [ -z "${ONESHEET:-}" ]; then
    root=$(cd ../.. && pwd)
    target=${CARGO_TARGET_DIR:-$root/target}
    cargo build --quiet --manifest-path "$root/Cargo.toml" --package onesheet-cli
    ONESHEET=$target/debug/onesheet
fi
export ONESHEET

npm ci --silent --no-audit --no-fund
npx prettier --check --log-level warn .
npm run --silent build
REPORTER=dot npm test --silent
COUNT=${COUNT:-40} test/generated.sh >/dev/null

# What would be published, installed where nothing else is.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" >/dev/null
cd "$work"
echo '{"type": "module"}' >package.json
npm install --silent --no-audit --no-fund ./onesheet-*.tgz
node --input-type=module --eval '
    import { decode, encode, parseSchema } from "onesheet";
    import { encodeFrame } from "onesheet/frames";
    import { FileWriter } from "onesheet/files";
    import { toJson } from "onesheet/json";
    const type = parseSchema("seq(u16)");
    if (toJson(type, decode(type, encode(type, [1, 2]))).join() !== "1,2") throw new Error("wrong");
'
