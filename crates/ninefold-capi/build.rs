//! Names the shared library for the dynamic linker, for builds that are to be installed.
//!
//! With the feature `soname`, programs linked to the library look for `libninefold_capi.so.0`,
//! so that incompatible versions can be installed side by side. Without it they look for
//! `libninefold_capi.so`, as cargo leaves it in `target/dist`.

use std::env;

/// Changes with every version that programs must be compiled for anew.
const ABI: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_elf = is("CARGO_CFG_TARGET_FAMILY", "unix") && !is("CARGO_CFG_TARGET_VENDOR", "apple");
    if is_elf && env::var_os("CARGO_FEATURE_SONAME").is_some() {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libninefold_capi.so.{ABI}");
    }
}
