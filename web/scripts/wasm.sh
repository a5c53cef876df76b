#!/bin/sh
# Builds the library for the page: web/src/engine/ninefold.wasm.
set -eu
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
# Vectors of 128 bits, as every browser of today has them; room for deep searches; and a
# little more inlining than is usual for the smallest size: much faster for a few percent.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 \
-C link-arg=-zstack-size=8388608 -C llvm-args=-inline-threshold=20"
cargo build --profile web -p ninefold-web --target "$target" --locked
cp "${CARGO_TARGET_DIR:-target}/$target/web/ninefold_web.wasm" web/src/engine/ninefold.wasm
printf 'ninefold.wasm: %s bytes, %s gzipped\n' \
    "$(wc -c < web/src/engine/ninefold.wasm)" "$(gzip -9c web/src/engine/ninefold.wasm | wc -c)"
