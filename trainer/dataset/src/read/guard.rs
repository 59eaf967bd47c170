//! The reader of `parquet` panics where some pages end too early, such as within the length of a text. A stranger's table
//! must not end the program, so what goes wrong in there is an error of the table.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use parquet::errors::Result;

use super::unpack::broken;

thread_local! {
    /// Whether a panic of this thread becomes an error, so that nobody needs to be told of it.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// What `read` gives; where it panics, an error. Whatever it has changed must not be used any more.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                tell(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    result.unwrap_or_else(|_| Err(broken("its content ends too early or contradicts itself")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_the_table() {
        let cut = guarded(|| Ok([1_u8, 2][..].split_at(4).0.len())).expect_err("a panic");
        assert!(cut.to_string().contains("ends too early"), "{cut}");
        assert_eq!(guarded(|| Ok(1855)).expect("a number"), 1855);
        assert!(!IS_GUARDED.get(), "later panics are told");
    }
}
