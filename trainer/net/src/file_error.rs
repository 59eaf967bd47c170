//! What can be wrong with a file.

use std::path::PathBuf;

use imperial_data::FileError;

use super::MismatchError;

/// A network or checkpoint that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum NetFileError {
    /// It cannot be written.
    #[error(transparent)]
    Write(FileError),
    /// The operating system refuses to read it.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: std::io::Error,
    },
    /// The file is no container of tensors, or not one of ours.
    #[error("{}: not a network file ({reason})", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A network where a checkpoint is wanted, or the other way round, or of another version.
    #[error("{}: expected {expected}, found {found}", path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// What was wanted.
        expected: String,
        /// What the file says it is.
        found: String,
    },
    /// The content is not what was written.
    #[error("{}: damaged, its content does not match its checksum", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The network is for something else.
    #[error("{}: {source}", path.display())]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        source: MismatchError,
    },
    /// The tensors are not those of the network that the file describes.
    #[error("{}: the weights do not fit the described network: {reason}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// The first tensor that is missing, left over or of another shape.
        reason: String,
    },
}
