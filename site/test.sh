#!/bin/sh
# Checks the page: what is committed is what the sources give, and it does in Chromium what it is to do.
# Compares it with the command, which it builds unless ONESHEET names it. Installs what is missing of
# Debian's packages if run as root.
set -eu
cd "$(dirname "$0")"

if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    if [ "$(id -u)" -ne 0 ]; then
        echo "$0: install first: chromium" >&2
        exit 1
    fi
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi

if [ -z "${ONESHEET:-}" ]; then
    target_dir=${CARGO_TARGET_DIR:-$(cd .. && pwd)/target}
    (cd .. && CARGO_TARGET_DIR=$target_dir cargo build --quiet --package onesheet-cli)
    export ONESHEET=$target_dir/debug/onesheet
fi

npm ci --silent --no-audit --no-fund
npx tsc

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node build.mjs "$work"
for page in index.html spec; do
    diff -r "$page" "$work/$page" >/dev/null || {
        echo "$0: $page is not what the sources give: node build.mjs" >&2
        exit 1
    }
done

# Most of the time is waiting for the browser.
node --test --test-concurrency=3 --test-reporter=spec test/*.test.mjs
