//! Who comes next.

use super::work::Kind;

/// By what searches are ordered: the client that had least, moves before analyses, then who came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub served: u64,
    pub kind: Kind,
    pub id: u64,
}

/// How many of `all` come before `own`.
pub(super) fn place(own: Key, all: impl Iterator<Item = Key>) -> usize {
    all.filter(|key| *key < own).count()
}
