# Sourced by the scripts here: what they need of Debian's packages, and cargo for bare metal.

packages="rustc-web cargo-web rust-web-src binutils-arm-none-eabi qemu-system-arm python3"

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

target_dir="${CARGO_TARGET_DIR:-$PWD/target}"

# bare_metal COMMAND TARGET ARGUMENTS: cargo with Debian's compiler, which builds core from source.
bare_metal() {
    command=$1
    target=$2
    shift 2
    PATH=/usr/bin:$PATH RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$target_dir \
        cargo "$command" --quiet -Zbuild-std=core --target "$target" "$@"
}
