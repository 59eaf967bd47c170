//! What every form of table can do.

use std::io;

/// A file that rows are added to.
pub(super) trait RowFile<R>: Send {
    /// Adds rows.
    fn add(&mut self, rows: &[R]) -> io::Result<()>;

    /// Puts the file into place; gives its length and SHA-256.
    fn finish(self: Box<Self>) -> io::Result<(u64, String)>;
}
