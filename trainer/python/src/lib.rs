//! The compiled half of the Python package `imperial-tafl`; `docs/python.md` shows how it is used.
//!
//! | module | what it does |
//! |---|---|
//! | `play` | a position with its legal moves and outcome, of whatever game |
//! | `way` | how a game came to a position, for `pickle` |
//! | `classes` | rule sets and positions as Python holds them |
//! | `rules`, `position` | what they do |
//! | `batch` | many games of one rule set, stepped together |
//! | `legal`, `planes`, `numbers` | legal moves, planes and numbers as arrays of NumPy |
//! | `network` | positions judged by a network |
//! | `agent`, `interrupts` | moves chosen by an agent; Ctrl-C meanwhile |
//! | `errors` | what goes wrong, as exceptions |
//!
//! Arrays are handed to NumPy with their memory, or filled where they lie. Nothing is copied. Work on many
//! positions goes to all threads of rayon and lets other threads of Python run.

mod agent;
mod batch;
mod classes;
mod errors;
mod interrupts;
mod legal;
mod network;
mod numbers;
mod planes;
mod play;
mod position;
mod rules;
mod way;

/// Python lays out objects at multiples of sixteen bytes, whatever their fields want.
const _: () = {
    const fn fits<T>() -> bool {
        align_of::<T>() <= 16
    }
    assert!(fits::<agent::Agent>() && fits::<batch::Batch>() && fits::<classes::Position>());
    assert!(fits::<classes::Rules>() && fits::<legal::Legal>() && fits::<network::Network>());
    assert!(fits::<network::Evaluation>() && fits::<position::Outcome>());
};

/// Rules, games in batches, networks and agents of imperial.
#[pyo3::pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::classes::{Position, Rules};
    #[pymodule_export]
    use crate::legal::Legal;
    #[pymodule_export]
    use crate::network::{Evaluation, Network, networks};
    #[pymodule_export]
    use crate::position::Outcome;
    #[pymodule_export]
    use crate::rules::rule_sets;

    /// The version of imperial that this package is of.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = imperial_engine::VERSION;
}
