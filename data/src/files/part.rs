//! Files that have not got their names yet, and whether somebody still writes them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::LazyLock;
use std::time::Duration;

use crate::hash::sha256;
use crate::storage::storage;

/// How long nobody has written to a part that its writer left when it was killed, if nothing else is known of it.
const LEFT: Duration = Duration::from_secs(3600);

/// The same where another machine writes, whose clock may differ and whose disk may make it wait.
const LEFT_ELSEWHERE: Duration = Duration::from_secs(24 * 3600);

/// What tells apart the machines that may share a folder, from one start of the system to the next; `None` where the
/// system does not say. Numbers of processes mean something within it alone, so a container is a machine of its own.
static MACHINE: LazyLock<Option<String>> = LazyLock::new(|| {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let processes = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(sha256(format!("{boot}{}", processes.display()))[..8].to_owned())
});

/// Who writes a part: `1a2b3c4d-4711`, or `4711` where the system does not say on which machine, and of earlier
/// versions.
#[derive(Debug, PartialEq, Eq)]
struct Writer {
    machine: Option<String>,
    process: u32,
}

impl Writer {
    /// This process.
    fn this() -> Self {
        Self { machine: MACHINE.clone(), process: process::id() }
    }

    fn named(name: &str) -> Option<Self> {
        let (machine, process) = match name.split_once('-') {
            Some((machine, process)) => (Some(machine.to_owned()), process),
            None => (None, name),
        };
        Some(Self { machine, process: process.parse().ok()? })
    }

    /// How long it is silent at most.
    fn silence(&self) -> Duration {
        let is_elsewhere = self.machine.is_some() && self.machine != *MACHINE;
        if is_elsewhere { LEFT_ELSEWHERE } else { LEFT }
    }

    /// Whether it is a process of this machine that is no more.
    fn is_gone(&self) -> bool {
        let is_here = self.machine.is_some() && self.machine == *MACHINE;
        is_here && !Path::new("/proc").join(self.process.to_string()).exists()
    }
}

impl fmt::Display for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.machine.iter().try_for_each(|machine| write!(f, "{machine}-"))?;
        self.process.fmt(f)
    }
}

/// A file that has not got its name yet: its writer is at work, or was killed.
#[derive(Debug)]
pub(crate) struct Part {
    /// Where it is.
    path: PathBuf,
    /// The name that it would have got.
    of: String,
    /// Who writes it.
    writer: Writer,
}

impl Part {
    /// All in `folder`.
    pub fn all_in(folder: &Path) -> impl Iterator<Item = Self> {
        let folder = Some(folder).filter(|folder| !folder.as_os_str().is_empty());
        let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
        entries.flatten().filter_map(|entry| {
            let name = entry.file_name();
            let (of, writer) =
                name.to_str()?.strip_prefix('.')?.strip_suffix(".part")?.rsplit_once('.')?;
            Some(Self { path: entry.path(), of: of.to_owned(), writer: Writer::named(writer)? })
        })
    }

    /// Those of the file at `path`.
    pub fn of(path: &Path) -> impl Iterator<Item = Self> {
        let name = path.file_name().unwrap_or_default().display().to_string();
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::all_in(folder).filter(move |part| part.of == name)
    }

    /// What the part of a file is called that this process writes: others may be writing the same file.
    pub fn name_of(file: &str) -> String {
        format!(".{file}.{}.part", Writer::this())
    }

    /// Whether nobody has written to it for long.
    pub fn is_old(&self) -> bool {
        let written = self.path.metadata().and_then(|part| part.modified());
        written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > self.writer.silence()))
    }

    /// Whether its writer, a process of this machine, is no more. Of others time tells.
    pub fn is_left(&self) -> bool {
        self.is_old() || self.writer.is_gone()
    }

    /// Removes it. What cannot be removed is left to the next one.
    pub fn remove(&self) {
        let _ = storage().remove(&self.path);
    }
}

/// Makes a part that nobody has written to for so many seconds.
#[cfg(test)]
pub(super) fn of_age(folder: &Path, name: &str, age: u64) -> PathBuf {
    let path = folder.join(name);
    let file = fs::File::create(&path).expect("created");
    let at = std::time::SystemTime::now() - Duration::from_secs(age);
    file.set_modified(at).expect("its time is set");
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_left_when_its_writer_is_gone_here_or_silent_for_long_elsewhere() {
        // No system has so many processes.
        let gone = Writer { process: 4_000_000_000, ..Writer::this() };
        let is_left = |writer: &str, age: u64| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = of_age(folder.path(), &format!(".a.net.{writer}.part"), age);
            let found = Part::all_in(folder.path()).next().expect("a part");
            assert_eq!((&found.path, found.of.as_str()), (&path, "a.net"));
            found.is_left()
        };
        assert!(!is_left(&Writer::this().to_string(), 60));
        assert_eq!(is_left(&gone.to_string(), 60), gone.machine.is_some());
        assert!(is_left(&Writer::this().to_string(), 7200));
        // Its processes are not listed here.
        let elsewhere = format!("elsewhere-{}", gone.process);
        assert!(!is_left(&elsewhere, 7200) && is_left(&elsewhere, 2 * 24 * 3600));
        // Earlier versions did not say where.
        let unsaid = gone.process.to_string();
        assert!(!is_left(&unsaid, 60) && is_left(&unsaid, 7200));
    }
}
