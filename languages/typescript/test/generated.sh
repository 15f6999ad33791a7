#!/bin/sh
# Checks the modules that `onesheet schema ts` writes, for the types of `onesheet conformance`:
#   they answer its requests;
#   they compile without a warning, and declare what the combinators infer.
# ONESHEET is the command; COUNT and SEED are those of the random types.
set -eu
cd "$(dirname "$0")/.."
onesheet=${ONESHEET:-onesheet}
package=$PWD

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npx tsc -p test/tsconfig.json
"$onesheet" conformance --timeout 60 --count "${COUNT:-300}" --seed "${SEED:-1}" -- \
    node dist-test/test/generated.js "$work" "$onesheet"

echo '{"type": "module"}' >"$work/package.json"
cat >"$work/tsconfig.json" <<END
{
  "extends": "$package/tsconfig.json",
  "compilerOptions": {
    "noEmit": true,
    "rootDir": "/",
    "paths": { "onesheet": ["$package/src/index.ts"], "same": ["$package/test/same.ts"] }
  },
  "include": ["*.ts"]
}
END
npx tsc -p "$work"
modules=$(find "$work" -name '*.inferred.ts' | wc -l)
declarations=$(cat "$work"/*.inferred.ts | grep -c '^export const same')
echo "$modules modules compile; $declarations declarations are what is inferred"
[ "$declarations" -ge "$modules" ]
