# `name=NAME; . venv.sh`, where requirements.txt is: the packages that it names are in $venv, for programs called NAME.
target=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
venv=$target/python/$name
if ! cmp -s requirements.txt "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt
    cp requirements.txt "$venv/requirements.txt"
fi
