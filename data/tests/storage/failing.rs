//! A disk that fails at a step of one's choice, in a way of one's choice.

#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use imperial_data::storage::{Disk, Storage, install};

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full from this step on; a write leaves half of its bytes.
    Full,
    /// The disk is full for this step alone, of which nothing happens.
    NoSpace,
    /// Nothing of this step happens.
    Refused,
    /// A write leaves half of its bytes; another step does not happen.
    Short,
    /// All of the step happens, and then it is reported as failed.
    Unreported,
    /// The power fails: half of what was written since its file was synced is lost, and nothing works any more.
    Power,
}

impl Fault {
    pub const ALL: [Self; 6] =
        [Self::Full, Self::NoSpace, Self::Refused, Self::Short, Self::Unreported, Self::Power];

    fn error(self) -> Error {
        match self {
            Self::Full | Self::NoSpace => ErrorKind::StorageFull.into(),
            Self::Power => Error::other("the power is gone"),
            Self::Refused | Self::Short | Self::Unreported => Error::other("input/output error"),
        }
    }

    /// Whether the steps that follow fail, too.
    fn lasts(self) -> bool {
        matches!(self, Self::Full | Self::Power)
    }
}

/// The disk of this process; tests that let it fail run one after the other.
pub struct Failing {
    plan: Mutex<Plan>,
    turn: Mutex<()>,
}

/// Steps below this folder are counted, and one of them fails.
#[derive(Default)]
struct Plan {
    root: PathBuf,
    /// Steps that succeed before, and how the next one fails; `None` lets all succeed.
    fault: Option<(usize, Fault)>,
    steps: usize,
    /// Files that were written since they were synced, with the length that is safe.
    unsynced: BTreeMap<PathBuf, u64>,
    /// Files that were removed so that they stay away.
    gone: Vec<PathBuf>,
}

static FAILING: Failing = Failing { plan: Mutex::new(Plan::NEW), turn: Mutex::new(()) };

impl Plan {
    const NEW: Self = Self {
        root: PathBuf::new(),
        fault: None,
        steps: 0,
        unsynced: BTreeMap::new(),
        gone: Vec::new(),
    };

    /// Loses half of what no file system must have kept.
    fn lose(&mut self) {
        for (path, safe) in std::mem::take(&mut self.unsynced) {
            let Ok(file) = File::options().write(true).open(&path) else { continue };
            let length = file.metadata().expect("a file").len();
            let kept = safe + length.saturating_sub(safe) / 2;
            file.set_len(kept.min(length)).expect("the disk of the test works");
        }
    }
}

/// Does `work` on a disk that takes `good` steps below `root` and then no more, like a full one. Gives what came
/// out, and the number of steps that were asked for.
pub fn with_steps<T>(root: &Path, good: Option<usize>, work: impl FnOnce() -> T) -> (T, usize) {
    with_fault(root, good.map(|good| (good, Fault::Full)), work)
}

/// The same on a disk that fails after some good steps.
pub fn with_fault<T>(
    root: &Path,
    fault: Option<(usize, Fault)>,
    work: impl FnOnce() -> T,
) -> (T, usize) {
    let (result, Plan { steps, .. }) = followed(root, fault, work);
    (result, steps)
}

/// The files below `root` that `work` removes so that they stay away after a loss of power.
pub fn gone_for_good(root: &Path, work: impl FnOnce()) -> Vec<PathBuf> {
    let mut gone = followed(root, None, work).1.gone;
    // Other tests go on meanwhile.
    gone.retain(|path| path.starts_with(root));
    gone
}

/// Does `work`; what came of it, and what was seen.
fn followed<T>(root: &Path, fault: Option<(usize, Fault)>, work: impl FnOnce() -> T) -> (T, Plan) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| assert!(install(&FAILING), "the disk is in use already"));
    let _turn = FAILING.turn.lock().unwrap_or_else(PoisonError::into_inner);
    *FAILING.plan() = Plan { root: root.to_owned(), fault, ..Plan::NEW };
    let result = work();
    (result, std::mem::replace(&mut *FAILING.plan(), Plan::NEW))
}

impl Failing {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a step; how it fails, if the plan says so.
    fn step(&self, path: &Path) -> Option<Fault> {
        let mut plan = self.plan();
        if plan.root.as_os_str().is_empty() || !path.starts_with(&plan.root) {
            return None;
        }
        plan.steps += 1;
        let (good, fault) = plan.fault?;
        let is_first = plan.steps == good + 1;
        if is_first && fault == Fault::Power {
            plan.lose();
        }
        (is_first || (fault.lasts() && plan.steps > good)).then_some(fault)
    }

    /// Does a step that fails as a whole or not at all.
    fn whole<T>(&self, path: &Path, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        match self.step(path) {
            None => work(),
            Some(fault @ Fault::Unreported) => work().and(Err(fault.error())),
            Some(fault) => Err(fault.error()),
        }
    }
}

impl Storage for Failing {
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.whole(path, || Disk.make_folder(path))
    }

    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<File> {
        self.whole(path, || Disk.open(path, options))
    }

    fn write(&self, path: &Path, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        let fault = self.step(path);
        let written = match fault {
            None | Some(Fault::Unreported) => bytes,
            Some(Fault::Full | Fault::Short) => &bytes[..bytes.len() / 2],
            Some(_) => &[],
        };
        let before = file.metadata().map_or(0, |file| file.len());
        if fault != Some(Fault::Power) {
            self.plan().unsynced.entry(path.to_owned()).or_insert(before);
        }
        file.write_all(written)?;
        fault.map_or(Ok(()), |fault| Err(fault.error()))
    }

    fn sync(&self, path: &Path, file: &File) -> io::Result<()> {
        // What is on the disk need not be written there by the tests.
        self.whole(path, || file.metadata().map(drop))?;
        self.plan().unsynced.remove(path);
        Ok(())
    }

    fn shorten(&self, path: &Path, length: u64) -> io::Result<()> {
        self.whole(path, || Disk.shorten(path, length))?;
        let mut plan = self.plan();
        plan.unsynced.entry(path.to_owned()).and_modify(|safe| *safe = length.min(*safe));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.whole(from, || {
            Disk.rename(from, to)?;
            let mut plan = self.plan();
            plan.unsynced.remove(to);
            if let Some(safe) = plan.unsynced.remove(from) {
                plan.unsynced.insert(to.to_owned(), safe);
            }
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.whole(path, || Disk.remove(path))?;
        self.plan().unsynced.remove(path);
        Ok(())
    }

    fn remove_for_good(&self, path: &Path, _folder: &Path) -> io::Result<()> {
        // The folder need not be written to the disk by the tests.
        self.remove(path)?;
        self.plan().gone.push(path.to_owned());
        Ok(())
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.whole(path, || Disk.remove_folder(path))?;
        self.plan().unsynced.retain(|file, _| !file.starts_with(path));
        Ok(())
    }
}
