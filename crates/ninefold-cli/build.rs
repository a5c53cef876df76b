//! Records which compiler builds the program, for the report of `ninefold bench`.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output
        .ok()
        .and_then(|out| String::from_utf8(out.stdout).ok());
    let version = version.unwrap_or_else(|| "rustc, version unknown".to_owned());
    println!("cargo::rustc-env=NINEFOLD_COMPILER={}", version.trim());
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=NINEFOLD_TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
}
