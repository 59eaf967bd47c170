//! Networks on disk, and what their files and checkpoints have in common: they say what they are, and prove that
//! they are whole.
//!
//! A network is written as safetensors, a checkpoint in the container of burn (burnpack). Networks of earlier
//! versions are burnpacks as well, with their parameters behind `weights.`; they are still read. Metadata of
//! a burnpack: `kind`, `format`, `net` (the [`NetConfig`] as JSON), others, and `sha256`, the digest of all that and
//! of the arrays.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use burn::tensor::{DType, Device};
use burn_pack::{Bytes, Error as PackError, Reader, Tensor, Writer};
use imperial_data::{Damaged, read_file, write_atomically};

use super::NetConfig;
use super::arch;
use super::arrays::{Array, digest, json};
use super::file_error::NetFileError;
use super::model::Network;
use super::safetensors::{self, KIND, Safetensors, TRAINING, checked};

/// Version of both kinds of file.
const FORMAT: &str = "1";

/// First bytes of a burnpack.
const PACK: &[u8] = b"NRUB";

/// What a file holds.
#[derive(Debug)]
pub struct Contents {
    pub path: PathBuf,
    pub net: NetConfig,
    /// Metadata beyond that of every file.
    pub extra: BTreeMap<String, String>,
    pub arrays: Vec<Array>,
}

impl Contents {
    /// Writes everything as a burnpack, atomically: the file is the old one or the new one at any instant.
    pub fn write_pack(self, kind: &str) -> Result<(), NetFileError> {
        let checksum = digest(&checked(kind, &self.net, &self.extra), &self.arrays);
        let tensor = |array: Array| {
            let bytes = Bytes::from_bytes_vec(array.to_bytes());
            Tensor::new(array.name, DType::F32, array.shape, None, bytes)
        };
        let mut writer = Writer::new(self.arrays.into_iter().map(tensor).collect())
            .with_metadata("kind", kind)
            .with_metadata("format", FORMAT)
            .with_metadata("net", &json(&self.net))
            .with_metadata("sha256", &checksum);
        for (key, value) in &self.extra {
            writer = writer.with_metadata(key, value);
        }
        let foreign = |error: PackError| foreign(&self.path, error.to_string());
        let bytes = writer.into_bytes().map_err(foreign)?;
        write_atomically(&self.path, &bytes).map_err(NetFileError::Write)
    }

    /// Reads a file of this kind and checks that it is whole.
    pub fn read(path: &Path, kind: &str) -> Result<Self, NetFileError> {
        let io = |source| NetFileError::Io { path: path.to_owned(), source };
        let read = Self::from_bytes(path, read_file(path).map_err(io)?, kind);
        // What a manifest knows was a network once.
        match Damaged::check_file(path) {
            Err(_) if read.is_err() => Err(NetFileError::Damaged { path: path.to_owned() }),
            _ => read,
        }
    }

    /// The same for the content of a file; `path` stands in messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>, kind: &str) -> Result<Self, NetFileError> {
        let foreign = |reason: String| foreign(path, reason);
        let length = bytes.len();
        let (mut extra, reader) = open(bytes).map_err(foreign)?;
        let missing = || foreign("it has no field `sha256`".to_owned());
        let checksum = extra.remove("sha256").ok_or_else(missing)?;
        let net = Self::described(path, length, &mut extra, kind)?;
        let arrays = reader().map_err(foreign)?;
        if digest(&checked(kind, &net, &extra), &arrays) != checksum {
            return Err(NetFileError::Damaged { path: path.to_owned() });
        }
        Ok(Self { path: path.to_owned(), net, extra, arrays })
    }

    /// The network that the metadata of a file of `length` bytes describe. What is read is taken out of them.
    pub fn described(
        path: &Path,
        length: usize,
        metadata: &mut BTreeMap<String, String>,
        kind: &str,
    ) -> Result<NetConfig, NetFileError> {
        let foreign = |reason: String| foreign(path, reason);
        let mut field = |name: &str| {
            metadata.remove(name).ok_or_else(|| foreign(format!("it has no field `{name}`")))
        };
        let (found, format, net) = (field("kind")?, field("format")?, field("net")?);
        if (kind, FORMAT) != (&found, &format) {
            return Err(NetFileError::Kind {
                path: path.to_owned(),
                expected: format!("{kind}, format {FORMAT}"),
                found: format!("{found}, format {format}"),
            });
        }
        let net: NetConfig =
            serde_json::from_str(&net).map_err(|error| foreign(format!("`net`: {error}")))?;
        net.check_sizes()
            .map_err(|source| NetFileError::Mismatch { path: path.to_owned(), source })?;
        // Before anything of these sizes is made: a small file must not fill the memory.
        let (weights, room) =
            (arch::parameter_count(&net), length as u64 / size_of::<f32>() as u64);
        if weights > room {
            let reason = format!("it describes {weights} weights and has room for {room}");
            return Err(NetFileError::Weights { path: path.to_owned(), reason });
        }
        Ok(net)
    }

    /// Checks that the network is the one that the caller works with; it may know fewer inputs.
    pub fn check_known(&self, expected: &NetConfig) -> Result<(), NetFileError> {
        expected
            .check_widens(&self.net)
            .map_err(|source| NetFileError::Mismatch { path: self.path.clone(), source })
    }

    /// The network whose arrays are called `prefix.…`; they are taken out of the contents.
    pub fn take_network(&mut self, prefix: &str, device: &Device) -> Result<Network, NetFileError> {
        let mut taken = Vec::new();
        for mut array in std::mem::take(&mut self.arrays) {
            match array.name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')) {
                Some(name) => {
                    array.name = name.to_owned();
                    taken.push(array);
                }
                None => self.arrays.push(array),
            }
        }
        let weights = |reason| NetFileError::Weights { path: self.path.clone(), reason };
        let network = Network::from_arrays(&self.net, taken, device).map_err(weights)?;
        Ok(network.of_training(self.extra.get(TRAINING).cloned()))
    }
}

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

fn foreign(path: &Path, reason: String) -> NetFileError {
    NetFileError::Foreign { path: path.to_owned(), reason }
}

/// Metadata of a file, and a function that reads its arrays.
pub type Opened = (BTreeMap<String, String>, Box<dyn FnOnce() -> Result<Vec<Array>, String>>);

/// Opens the content of a file of either form.
pub fn open(bytes: Vec<u8>) -> Result<Opened, String> {
    if !bytes.starts_with(PACK) {
        let metadata = safetensors::read_metadata(&bytes)?;
        return Ok((metadata, Box::new(move || safetensors::read_arrays(&bytes))));
    }
    let said = |error: PackError| error.to_string();
    let length = bytes.len();
    let reader = Reader::from_bytes(Bytes::from_bytes_vec(bytes)).map_err(said)?;
    let metadata = reader.metadata().clone();
    let arrays = move || {
        let tensors = reader.into_tensors().map_err(said)?;
        // Each is copied, and several may lie on the same bytes.
        let size = |tensor: &Tensor| {
            let bytes = tensor.dtype.size();
            tensor.shape.iter().try_fold(bytes, |size, side| size.checked_mul(*side))
        };
        let whole = tensors.iter().try_fold(0_usize, |all, one| all.checked_add(size(one)?));
        if whole.is_none_or(|whole| whole > length) {
            return Err("its arrays are larger than the file".to_owned());
        }
        tensors.iter().map(array_of).collect()
    };
    Ok((metadata, Box::new(arrays)))
}

/// A tensor of a burnpack.
fn array_of(tensor: &Tensor) -> Result<Array, String> {
    if tensor.dtype != DType::F32 {
        return Err(format!("`{}` holds {:?}", tensor.name, tensor.dtype));
    }
    let bytes = tensor.to_bytes().map_err(|error| error.to_string())?;
    let values = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    Ok(Array { name: tensor.name.clone(), shape: tensor.shape.to_vec(), values: values.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the `nth` entry of arrays says from which byte to which its values are: two numbers of 16 bits.
    fn offsets(pack: &[u8], nth: usize) -> usize {
        let key = b"data_offsets";
        let mut found = pack.windows(key.len()).enumerate().filter(|(_, text)| *text == key);
        found.nth(nth).expect("an entry").0 + key.len() + 1
    }

    /// A small file could ask for any amount of memory: each array is copied, and all of them may be the same bytes.
    #[test]
    fn arrays_on_the_same_bytes_are_refused_before_they_are_copied() {
        let array = |name: &str| {
            let bytes = Bytes::from_bytes_vec(vec![0; 4000]);
            Tensor::new(name.to_owned(), DType::F32, vec![1000], None, bytes)
        };
        let pack = Writer::new(vec![array("a"), array("b")]).into_bytes().expect("a pack");
        let mut pack = pack.to_vec();
        let (_, arrays) = open(pack.clone()).expect("a pack");
        assert_eq!(arrays().expect("two arrays").len(), 2);
        let at = offsets(&pack, 1);
        assert_eq!((pack[at], pack[at + 3]), (0x19, 0x19), "numbers of 16 bits");
        pack[at + 1..at + 3].copy_from_slice(&0_u16.to_be_bytes());
        pack[at + 4..at + 6].copy_from_slice(&4000_u16.to_be_bytes());
        pack.truncate(pack.len() - 4000);
        let (_, arrays) = open(pack).expect("a pack");
        assert!(arrays().expect_err("refused").contains("larger than the file"));
    }
}
