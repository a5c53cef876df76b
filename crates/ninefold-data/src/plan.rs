//! Which file is made of which: names, folders and shards.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::plain;
use crate::files::{self, Kind};
use crate::words::{many, shown};

/// A file to make of another.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) input: PathBuf,
    pub(crate) from: Kind,
    pub(crate) target: PathBuf,
    pub(crate) into: Kind,
}

/// Some of the files: those whose names hash to `index` of `n`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shard {
    index: u64,
    n: u64,
}

/// `3/16`.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let read = numbers.and_then(|(index, n)| Some((index.parse().ok()?, n.parse().ok()?)));
    let found = read.map(|(index, n)| Shard { index, n });
    found
        .filter(|shard| shard.index < shard.n)
        .ok_or_else(|| "expected I/N with I from 0 to N-1, such as 3/16".to_owned())
}

impl Shard {
    /// Whether a file belongs to it, by its name without the folder. That is the same on every
    /// machine and for every release.
    pub(crate) fn has(self, name: &OsStr) -> bool {
        hash(name.as_encoded_bytes()) % self.n == self.index
    }
}

/// FNV-1a by Fowler, Noll and Vo, and MurmurHash3's last step by Appleby, since the low bits of the
/// former hardly depend on each other.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let mut hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ hash >> 33).wrapping_mul(factor);
    }
    hash ^ hash >> 33
}

/// The files to make, and what to say about files that are left out.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) notes: Vec<String>,
}

/// Plans a file for each input, or says why that cannot be.
pub(crate) fn plan(
    inputs: &[PathBuf],
    out: &Path,
    into: Option<Kind>,
    shard: Option<Shard>,
) -> Result<Plan, String> {
    let mut plan = Plan::default();
    let mut found = Vec::new();
    for input in inputs {
        if input.is_dir() {
            let (tables, n_others) = tables_in(input)?;
            if n_others > 0 {
                let others = many(n_others, "other file", "other files");
                plan.notes.push(format!(
                    "{}: left out {others}; tables end with {}",
                    shown(input),
                    files::endings()
                ));
            }
            found.extend(tables);
        } else {
            let kind = Kind::of(input).ok_or_else(|| files::unknown_kind(input))?;
            found.push((input.clone(), kind));
        }
    }
    let is_one = matches!(inputs, [input] if !input.is_dir());
    let folder = target_folder(out, is_one)?;
    if folder.is_none() && into.is_some_and(|into| Kind::of(out) != Some(into)) {
        let out = shown(out);
        return Err(format!(
            "{out}: expected the kind that --as names; leave --as out"
        ));
    }
    let mut made_of: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (input, from) in found {
        let name = input.file_name().unwrap_or_default();
        let target = match folder {
            Some(folder) => folder.join(renamed(name, into)),
            None => out.to_owned(),
        };
        if let Some(other) = made_of.insert(target.clone(), input.clone()) {
            return Err(format!(
                "{} and {}: both would become {}; rename one of them",
                shown(&other),
                shown(&input),
                shown(&target)
            ));
        }
        if shard.is_none_or(|shard| shard.has(name)) {
            let into = Kind::of(&target).unwrap_or(from);
            plan.steps.push(Step {
                input,
                from,
                target,
                into,
            });
        }
    }
    for target in made_of.keys() {
        let is_input = |input: &&PathBuf| is_same(input, target);
        if let Some(input) = made_of.values().find(is_input) {
            return Err(format!(
                "{}: would be written over, and it is an input; choose another OUT",
                shown(input)
            ));
        }
    }
    Ok(plan)
}

/// The folder to write to, `None` if the output is a file.
pub(crate) fn target_folder(out: &Path, may_be_file: bool) -> Result<Option<&Path>, String> {
    if out.is_dir() {
        return Ok(Some(out));
    }
    let name = shown(out);
    let looks_like_folder = name.ends_with('/') || Kind::of(out).is_none();
    if may_be_file && !looks_like_folder {
        return Ok(None);
    }
    if out.exists() {
        let why = if may_be_file {
            format!("or a name that ends with one of {}", files::endings())
        } else {
            "since there may be several files to write".to_owned()
        };
        return Err(format!("{name}: expected a folder, found a file, {why}"));
    }
    let why = if may_be_file {
        format!("; a file would end with one of {}", files::endings())
    } else {
        String::new()
    };
    Err(format!(
        "{name}: there is no such folder; make it with 'mkdir -p'{why}"
    ))
}

/// The tables in a folder, in the order of their names, and how many other files there are.
fn tables_in(folder: &Path) -> Result<(Vec<(PathBuf, Kind)>, u64), String> {
    let cannot = |error| format!("{}: {}", shown(folder), plain(&error));
    let (mut tables, mut n_others) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // What Spark and other programs keep beside their tables.
        let is_hidden = name.starts_with(['.', '_']);
        match Kind::of(&path).filter(|_| !is_hidden && path.is_file()) {
            Some(kind) => tables.push((path, kind)),
            None => n_others += 1,
        }
    }
    if tables.is_empty() {
        let (folder, endings) = (shown(folder), files::endings());
        return Err(format!(
            "{folder}: expected files that end with one of {endings}, found none"
        ));
    }
    tables.sort();
    Ok((tables, n_others))
}

/// The name that a file gets as another kind.
fn renamed(name: &OsStr, into: Option<Kind>) -> PathBuf {
    let split = name.to_str().and_then(Kind::split);
    match (into, split) {
        (Some(into), Some((stem, from))) if from != into => {
            format!("{stem}.{}", into.ending()).into()
        }
        _ => name.into(),
    }
}

/// Whether two names stand for one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other
        || fs::canonicalize(one)
            .ok()
            .is_some_and(|one| fs::canonicalize(other).ok() == Some(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_one_shard_on_every_machine() {
        let mut sizes = [0; 16];
        for k in 0..1600 {
            let name = format!("part-{k:05}.parquet");
            let has = |index: &u64| {
                Shard {
                    index: *index,
                    n: 16,
                }
                .has(name.as_ref())
            };
            let shards: Vec<u64> = (0..16).filter(has).collect();
            let [shard] = shards[..] else {
                panic!("{name} is in {shards:?}");
            };
            sizes[shard as usize] += 1;
        }
        assert!(
            sizes.iter().all(|size| (60..140).contains(size)),
            "{sizes:?}"
        );
        // A name that has moved to another shard would be made twice, or never.
        assert_eq!(hash(b"part-00000.parquet") % 16, 8);
        assert_eq!(shard("3/16"), Ok(Shard { index: 3, n: 16 }));
        for wrong in ["16/16", "1", "0/0", "-1/2", "a/b", ""] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_keeps_its_name_unless_it_becomes_another_kind() {
        let arrow = Some(Kind::Arrow);
        assert_eq!(renamed("a.csv.gz".as_ref(), arrow), Path::new("a.arrow"));
        assert_eq!(renamed("a.feather".as_ref(), arrow), Path::new("a.feather"));
        assert_eq!(renamed("a.parquet".as_ref(), None), Path::new("a.parquet"));
    }
}
