//! Networks on disk.

use std::path::Path;

use burn::tensor::Device;

use super::container::Contents;
use super::file_error::NetFileError;
use super::model::Network;
use super::safetensors::{KIND, Safetensors};

/// A network alone, for play: a safetensors file, or a burnpack of an earlier version.
#[derive(Clone, Copy, Debug)]
pub struct NetFile;

impl NetFile {
    /// Writes `network` to `path` as [`Safetensors`], atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(path: &Path, network: &Network) -> Result<(), NetFileError> {
        Safetensors::of(network).write(path)
    }

    /// Reads a network, in the form that [`save`](Self::save) writes or in that of earlier versions.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is not a network of this program.
    pub fn load(path: &Path, device: &Device) -> Result<Network, NetFileError> {
        Self::network(Contents::read(path, KIND)?, device)
    }

    /// Reads a network from the content of a file; messages call it `name`.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn from_bytes(name: &Path, bytes: &[u8], device: &Device) -> Result<Network, NetFileError> {
        Self::network(Contents::from_bytes(name, bytes.to_vec(), KIND)?, device)
    }

    fn network(mut contents: Contents, device: &Device) -> Result<Network, NetFileError> {
        contents.take_network("weights", device)
    }
}
