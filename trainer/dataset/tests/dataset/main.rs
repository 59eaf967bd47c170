//! The tests of `imperial-dataset`, as one program.

mod cards;
mod common;
mod docs;
mod edited;
mod export;
mod formats;
mod import;
mod kin;
mod legal;
mod npz;
mod selection;
mod tables;
mod tensors;
