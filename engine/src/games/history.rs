//! Positions with a history: copies of them reuse memory.

/// Implements `Clone` for a position that is `Copy` but for its `history`.
macro_rules! clone_with_history {
    ($position:ty $(, const $parameter:ident: usize)?) => {
        impl$(<const $parameter: usize>)? Clone for $position {
            fn clone(&self) -> Self {
                Self { history: self.history.clone(), ..*self }
            }

            /// Reuses the memory of the history; search and rollouts rely on it.
            fn clone_from(&mut self, source: &Self) {
                let mut history = std::mem::take(&mut self.history);
                history.clone_from(&source.history);
                *self = Self { history, ..*source };
            }
        }
    };
}
pub(super) use clone_with_history;
