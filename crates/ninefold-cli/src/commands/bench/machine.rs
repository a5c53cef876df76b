//! The machine, and how the program was built. A figure means nothing without them.

use std::fs;

use serde::Serialize;

/// The machine and the build.
#[derive(Serialize)]
pub(super) struct Machine {
    pub(super) cpu: String,
    pub(super) cores: usize,
    /// The instruction sets of the CPU that matter to an engine.
    pub(super) features: Vec<&'static str>,
    pub(super) compiler: &'static str,
    pub(super) target: &'static str,
    pub(super) build: &'static str,
}

/// The figures of a program that was not optimised mean little.
pub(super) const IS_DEBUG: bool = cfg!(debug_assertions);

impl Machine {
    pub(super) fn this() -> Machine {
        Machine {
            cpu: cpu_model().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            features: features(),
            compiler: env!("NINEFOLD_COMPILER"),
            target: env!("NINEFOLD_TARGET"),
            build: if IS_DEBUG { "debug" } else { "release" },
        }
    }
}

/// The name of the CPU on Linux.
fn cpu_model() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(':'));
    let (_, model) = lines.find(|(name, _)| name.trim() == "model name")?;
    Some(model.trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! found {
        ($($name:tt),*) => {
            [$(($name, std::is_x86_feature_detected!($name))),*]
        };
    }
    let found = found![
        "sse2", "ssse3", "popcnt", "bmi2", "avx2", "avx512f", "avx512bw"
    ];
    let there = found.into_iter().filter(|(_, is_there)| *is_there);
    there.map(|(name, _)| name).collect()
}

/// On other CPUs, what an engine uses is known when it is built.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    let found = [
        ("neon", cfg!(target_feature = "neon")),
        ("simd128", cfg!(target_feature = "simd128")),
    ];
    let there = found.into_iter().filter(|(_, is_there)| *is_there);
    there.map(|(name, _)| name).collect()
}
