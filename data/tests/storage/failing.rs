//! A disk that fails at a step of one's choice.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use imperial_data::storage::{Disk, Storage, install};

/// The disk of this process; tests that let it fail run one after the other.
pub struct Failing {
    plan: Mutex<Plan>,
    turn: Mutex<()>,
}

/// Steps below this folder are counted, and fail from one of them on.
#[derive(Default)]
struct Plan {
    root: PathBuf,
    /// Steps that succeed before; `None` lets all succeed.
    good: Option<usize>,
    steps: usize,
}

static FAILING: Failing = Failing { plan: Mutex::new(Plan::NEW), turn: Mutex::new(()) };

impl Plan {
    const NEW: Self = Self { root: PathBuf::new(), good: None, steps: 0 };
}

/// Does `work` on a disk that takes `good` steps below `root` and then no more, like a full one. Gives what came
/// out, and the number of steps that were asked for.
pub fn with_steps<T>(root: &Path, good: Option<usize>, work: impl FnOnce() -> T) -> (T, usize) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| assert!(install(&FAILING), "the disk is in use already"));
    let _turn = FAILING.turn.lock().unwrap_or_else(PoisonError::into_inner);
    *FAILING.plan() = Plan { root: root.to_owned(), good, steps: 0 };
    let result = work();
    let steps = std::mem::replace(&mut *FAILING.plan(), Plan::NEW).steps;
    (result, steps)
}

impl Failing {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a step, which fails where the plan says so.
    fn step(&self, path: &Path) -> io::Result<()> {
        let mut plan = self.plan();
        if plan.root.as_os_str().is_empty() || !path.starts_with(&plan.root) {
            return Ok(());
        }
        plan.steps += 1;
        let fails = plan.good.is_some_and(|good| plan.steps > good);
        if fails { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl Storage for Failing {
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.step(path).and_then(|()| Disk.make_folder(path))
    }

    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<File> {
        self.step(path).and_then(|()| Disk.open(path, options))
    }

    /// A write that fails leaves half of the bytes.
    fn write(&self, path: &Path, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        self.step(path).inspect_err(|_| {
            file.write_all(&bytes[..bytes.len() / 2]).expect("the disk of the test has room");
        })?;
        Disk.write(path, file, bytes)
    }

    fn sync(&self, path: &Path, file: &File) -> io::Result<()> {
        self.step(path).and_then(|()| Disk.sync(path, file))
    }

    fn shorten(&self, path: &Path, length: u64) -> io::Result<()> {
        self.step(path).and_then(|()| Disk.shorten(path, length))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(from).and_then(|()| Disk.rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(path).and_then(|()| Disk.remove(path))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step(path).and_then(|()| Disk.remove_folder(path))
    }
}
