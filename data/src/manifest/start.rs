//! How a manifest began when a lock was released. Lines are only added, so it begins so still, unless it was cut.

use std::fs;
use std::path::Path;

use super::lines::{FILE, Lines};
use crate::hash::sha256;
use crate::input::{read_found, read_text};

/// What stands in the file of a lock that was released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    bytes: u64,
    sha256: String,
}

impl Start {
    /// The words that all versions write where there is a manifest.
    const MARK: &str = "There is a manifest here";

    /// That of the manifest beside the lock's file; `None` where there is none.
    pub(crate) fn beside(lock: &Path) -> Option<Self> {
        let manifest = lock.with_file_name(FILE);
        let bytes = Lines::read(&manifest).ok().filter(|lines| lines.count > 0)?.whole;
        Some(Self { bytes, sha256: Self::hash(&manifest, bytes)? })
    }

    /// As it stands in the file of a lock.
    pub(crate) fn text(&self) -> String {
        format!("{}; it begins with {} bytes of SHA-256 {}\n", Self::MARK, self.bytes, self.sha256)
    }

    /// What is said of a manifest whose lines were put in order: that there is one.
    fn unknown() -> String {
        format!("{}.\n", Self::MARK)
    }

    /// Reads what [`text`](Self::text) wrote.
    fn parse(text: &str) -> Option<Self> {
        let (bytes, sha256) =
            text.strip_prefix(Self::MARK)?.strip_prefix("; it begins with ")?.split_once(' ')?;
        let sha256 = sha256.strip_prefix("bytes of SHA-256 ")?.strip_suffix('\n')?;
        Some(Self { bytes: bytes.parse().ok()?, sha256: sha256.to_owned() })
    }

    /// Whether the manifest beside the lock's file does not begin as the lock says.
    pub(crate) fn is_broken_beside(lock: &Path) -> bool {
        let said = read_text(lock).ok().and_then(|text| Self::parse(&text));
        let Some(Self { bytes, sha256 }) = said else { return false };
        let manifest = lock.with_file_name(FILE);
        manifest.exists() && Self::hash(&manifest, bytes) != Some(sha256)
    }

    /// Hash of the first bytes of a manifest, as far as it has so many.
    fn hash(manifest: &Path, bytes: u64) -> Option<String> {
        let content = read_found(manifest).ok()?;
        content.get(..usize::try_from(bytes).ok()?).map(sha256)
    }

    /// Lets the locks of a folder forget how its manifest began, which is about to be written anew.
    pub(super) fn forget_all(manifest: &Path) {
        for entry in manifest.parent().map(fs::read_dir).into_iter().flatten().flatten().flatten() {
            let path = entry.path();
            let is_lock = path.extension().is_some_and(|extension| extension == "lock");
            let is_true = || !Self::is_broken_beside(&path);
            if is_lock
                && path.symlink_metadata().is_ok_and(|lock| lock.is_file() && lock.len() > 0)
                && is_true()
            {
                // What cannot be written here cannot be written anew either.
                let _ = fs::write(&path, Self::unknown());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_that_was_cut_is_noticed_and_one_that_grew_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let [lock, manifest] = ["folder.lock", FILE].map(|name| folder.path().join(name));
        assert_eq!(Start::beside(&lock), None, "there is no manifest");
        let line = "{\"removed\":{\"file\":\"a\"}}\n";
        fs::write(&manifest, line.repeat(2)).expect("written");
        let start = Start::beside(&lock).expect("a manifest");
        assert_eq!(Start::parse(&start.text()).as_ref(), Some(&start));
        assert_eq!(Start::parse(&Start::unknown()), None);
        fs::write(&lock, start.text()).expect("written");
        let is_broken = |text: &str| {
            fs::write(&manifest, text).expect("written");
            Start::is_broken_beside(&lock)
        };
        assert!(!is_broken(&line.repeat(2)) && !is_broken(&line.repeat(3)));
        assert!(is_broken(line) && is_broken("") && is_broken(&line.replace('a', "b").repeat(3)));
        Start::forget_all(&manifest);
        assert!(is_broken(line), "what is missed is not forgotten");
        assert!(!is_broken(&line.repeat(2)));
        Start::forget_all(&manifest);
        assert!(!is_broken(line), "a manifest that is written anew may be shorter");
    }
}
