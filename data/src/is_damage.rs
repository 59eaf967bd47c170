//! Which errors say that a file is damaged, and which that it could not be read or written.

use std::error::Error;

use crate::damaged::Damaged;
use crate::done::DoneError;
use crate::export::ExportError;
use crate::files::FileError;
use crate::kept_rules::KeepError;
use crate::lock::LockError;
use crate::merge::MergeError;
use crate::reader::{ReadError, ReadErrorKind};
use crate::rulebook::RulesError;
use crate::shard::ShardError;
use crate::store::StoreError;

/// Whether an error of this crate says that a file has changed since it was written.
pub fn is_damage(error: &(dyn Error + 'static)) -> bool {
    let lines = |error: &ReadError| match error.kind {
        ReadErrorKind::Io(_) | ReadErrorKind::Format(_) => false,
        ReadErrorKind::Done(ref error) => is_damage(error.as_ref()),
        _ => true,
    };
    let is = |known: Option<bool>| known == Some(true);
    error.is::<Damaged>()
        || is(error.downcast_ref().map(lines))
        || is(error.downcast_ref().map(|error| !matches!(error, DoneError::File(_))))
        || is(error.downcast_ref().map(|error| {
            matches!(error, StoreError::Duplicate { .. } | StoreError::OtherGames { .. })
        }))
        || is(error.downcast_ref().map(|error| matches!(error, MergeError::Unclear { .. })))
        || is(error.downcast_ref().map(|error| !matches!(error, ShardError::File(_))))
        || is(error.downcast_ref().map(|error| matches!(error, RulesError::Damaged(_))))
        || is(error.downcast_ref().map(|error| match error {
            ExportError::Done(error) => is_damage(error.as_ref()),
            ExportError::Read(error) => lines(error),
            ExportError::Record { .. } | ExportError::Duplicate { .. } => true,
            ExportError::Incomplete(_) | ExportError::Damaged(_) => true,
            ExportError::Rules { error, .. } => is_damage(error.as_ref()),
            _ => false,
        }))
}

/// What the operating system refused, in an error of this crate.
pub fn file_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a FileError> {
    let lock = || match error.downcast_ref()? {
        LockError::File(file) => Some(file),
        LockError::Damaged(_) | LockError::Held(_) => None,
    };
    let keep = || match error.downcast_ref()? {
        KeepError::File(file) => Some(file),
        KeepError::Changed { .. } | KeepError::Damaged(_) => None,
    };
    let store = || match error.downcast_ref()? {
        StoreError::File(file) => Some(file),
        _ => None,
    };
    let export = || match error.downcast_ref()? {
        ExportError::File(file) => Some(file),
        _ => None,
    };
    error.downcast_ref().or_else(lock).or_else(keep).or_else(store).or_else(export)
}
