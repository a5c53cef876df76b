//! A file in the making: `NAME.part`, which gets its name when it is whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::exit::{Failure, plain};

/// A file in the making. It is removed unless it is published.
pub(crate) struct Part {
    target: PathBuf,
    path: PathBuf,
    file: File,
    fault: Fault,
    is_published: bool,
}

/// What the system said when it did not take bytes.
type Fault = Arc<Mutex<Option<String>>>;

impl Part {
    /// Begins the file that is to have this name.
    pub(crate) fn create(target: &Path) -> Result<Part, Failure> {
        let mut name = target.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let cannot = |error: io::Error| {
            let folder = folder_of(target);
            let why = if folder.is_dir() {
                plain(&error)
            } else {
                "there is no such folder; make it first".to_owned()
            };
            Failure::job(&path, format!("cannot be written: {why}"))
        };
        // What another process left is written over; what one is writing is not.
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(cannot)?;
        let is_taken = match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            // Where files cannot be locked, it is unknown.
            Err(TryLockError::Error(_)) => false,
            // It may have got its final name since it was opened.
            Ok(()) => !is_still(&file, &path),
        };
        if is_taken {
            let why = "another process is writing it; let it finish";
            return Err(Failure::job(&path, why));
        }
        let length = file.metadata().map_err(cannot)?.len();
        if length > 0 {
            file.set_len(0).map_err(cannot)?;
        }
        Ok(Part {
            target: target.to_owned(),
            path,
            file,
            fault: Fault::default(),
            is_published: false,
        })
    }

    /// Where to write it.
    pub(crate) fn sink(&self) -> Result<Sink, Failure> {
        let file = self.file.try_clone();
        let file = file.map_err(|error| Failure::job(&self.path, plain(&error)))?;
        let fault = Arc::clone(&self.fault);
        Ok(Sink { file, fault })
    }

    /// The failure to write it: of the system, or of this file alone, for this reason.
    pub(crate) fn failure(&self, why: &str) -> Failure {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        match &*fault {
            Some(fault) => Failure::job(
                &self.path,
                format!(
                    "cannot be written: {fault}; whole files are kept, so mend that and run it again"
                ),
            ),
            None => Failure::file(&self.target, format!("cannot be written: {why}")),
        }
    }

    /// The number of bytes that were written.
    pub(crate) fn n_bytes(&self) -> Result<u64, Failure> {
        let found = self.file.metadata();
        let found = found.map_err(|error| Failure::job(&self.path, plain(&error)))?;
        Ok(found.len())
    }

    /// Gives the file its name, when all of it is on the disk.
    pub(crate) fn publish(mut self) -> Result<(), Failure> {
        let done = self.file.sync_all();
        let done = done.and_then(|()| fs::rename(&self.path, &self.target));
        let done = done.and_then(|()| sync_folder(&folder_of(&self.target)));
        done.map_err(|error| {
            let why = format!("cannot be written: {}", plain(&error));
            Failure::job(&self.target, why)
        })?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_published {
            // If it cannot be removed it stays, under a name that says what it is.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether the name still stands for the open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    file.metadata().ok().map(place) == fs::metadata(path).ok().map(place)
}

#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// Makes the names in a folder last.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let synced = File::open(folder)?.sync_all();
    // Some network folders have nothing to sync.
    match synced {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The end of a file in the making; it keeps what the system says.
pub(crate) struct Sink {
    file: File,
    fault: Fault,
}

impl Sink {
    fn noted<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done
            && error.kind() != io::ErrorKind::Interrupted
        {
            *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(plain(error));
        }
        done
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.file.write(bytes);
        self.noted(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.file.flush();
        self.noted(done)
    }
}
