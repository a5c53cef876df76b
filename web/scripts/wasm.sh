#!/bin/sh
# Builds the library for JavaScript.
#
#   wasm.sh            for the page: web/src/engine/ninefold.wasm
#   wasm.sh package    for the npm package, with what only that asks: npm/dist/ninefold.wasm
#
# They share all that is compiled but the last step.
set -eu
cd "$(dirname "$0")/../.."

case "${1:-page}" in
    page) into=web/src/engine features='' ;;
    package) into=npm/dist features=package ;;
    *)
        echo "expected page or package, found $1" >&2
        exit 2
        ;;
esac
target=wasm32-unknown-unknown
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
# Vectors of 128 bits, as every browser of today has them; room for deep searches; and a
# little more inlining than is usual for the smallest size: much faster for a few percent.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 \
-C link-arg=-zstack-size=8388608 -C llvm-args=-inline-threshold=20"
cargo build --profile web -p ninefold-web --features "$features" --target "$target" --locked
mkdir -p "$into"
cp "${CARGO_TARGET_DIR:-target}/$target/web/ninefold_web.wasm" "$into/ninefold.wasm"
printf '%s/ninefold.wasm: %s bytes, %s gzipped\n' "$into" \
    "$(wc -c < "$into/ninefold.wasm")" "$(gzip -9c "$into/ninefold.wasm" | wc -c)"
