//! Networks on disk: a burnpack container that says what it is and proves that it is whole.
//!
//! Metadata: `kind`, `format`, `net` (the [`NetConfig`] as JSON), `training` (the name of the training,
//! in networks that know it) and `sha256`, the digest of all that. Tensors: the weights by name,
//! `weights.trunk.stem.weight`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use burn::store::ModuleSnapshot;
use burn::store::burn_pack::{Bytes, Error as PackError, Reader, Tensor, Writer};
use burn::tensor::Device;
use imperial_data::{FileError, write_atomically};
use sha2::{Digest, Sha256};

use super::model::Network;
use super::{MismatchError, NetConfig};

/// Version of both kinds of file.
const FORMAT: &str = "1";

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

/// Metadata: the training that a network comes from.
const TRAINING: &str = "training";

/// What the two kinds of file have in common.
#[derive(Debug)]
pub(super) struct Contents {
    pub path: PathBuf,
    pub net: NetConfig,
    /// Metadata beyond that of every file.
    pub extra: BTreeMap<String, String>,
    pub tensors: Vec<Tensor>,
}

impl Contents {
    /// Writes everything, atomically: the file is the old one or the new one at any instant.
    pub fn write(self, kind: &str) -> Result<(), NetFileError> {
        let digest = self.digest(kind);
        let mut writer = Writer::new(self.tensors)
            .with_metadata("kind", kind)
            .with_metadata("format", FORMAT)
            .with_metadata("net", &json(&self.net))
            .with_metadata("sha256", &digest);
        for (key, value) in &self.extra {
            writer = writer.with_metadata(key, value);
        }
        let foreign = |error: PackError| NetFileError::Foreign {
            path: self.path.clone(),
            reason: error.to_string(),
        };
        let bytes = writer.into_bytes().map_err(foreign)?;
        write_atomically(&self.path, &bytes).map_err(NetFileError::Write)
    }

    /// Reads a file of this kind and checks that it is whole.
    pub fn read(path: &Path, kind: &str) -> Result<Self, NetFileError> {
        let io = |source| NetFileError::Io { path: path.to_owned(), source };
        Self::from_bytes(path, std::fs::read(path).map_err(io)?, kind)
    }

    /// The same for the content of a file; `path` stands in messages.
    fn from_bytes(path: &Path, bytes: Vec<u8>, kind: &str) -> Result<Self, NetFileError> {
        let foreign = |reason: String| NetFileError::Foreign { path: path.to_owned(), reason };
        let room = bytes.len() as u64 / size_of::<f32>() as u64;
        let reader = Reader::from_bytes(Bytes::from_bytes_vec(bytes))
            .map_err(|error| foreign(error.to_string()))?;
        let mut extra = reader.metadata().clone();
        let mut field = |name: &str| {
            extra.remove(name).ok_or_else(|| foreign(format!("it has no field `{name}`")))
        };
        let (found, format) = (field("kind")?, field("format")?);
        let (net, digest) = (field("net")?, field("sha256")?);
        check_kind(path, (kind, FORMAT), (&found, &format))?;
        let net: NetConfig =
            serde_json::from_str(&net).map_err(|error| foreign(format!("`net`: {error}")))?;
        net.check_sizes()
            .map_err(|source| NetFileError::Mismatch { path: path.to_owned(), source })?;
        // Before anything of these sizes is made: a small file must not fill the memory.
        if net.least_weights() > room {
            let reason = format!(
                "it describes at least {} weights and has room for {room}",
                net.least_weights()
            );
            return Err(NetFileError::Weights { path: path.to_owned(), reason });
        }
        let tensors = reader.into_tensors().map_err(|error| foreign(error.to_string()))?;
        let contents = Self { path: path.to_owned(), net, extra, tensors };
        if contents.digest(kind) == digest {
            Ok(contents)
        } else {
            Err(NetFileError::Damaged { path: path.to_owned() })
        }
    }

    /// Checks that the network is the one that the caller works with; it may know fewer inputs.
    pub fn check_known(&self, expected: &NetConfig) -> Result<(), NetFileError> {
        expected
            .check_widens(&self.net)
            .map_err(|source| NetFileError::Mismatch { path: self.path.clone(), source })
    }

    /// The network whose tensors are called `prefix.…`; they are taken out of the contents.
    pub fn take_network(&mut self, prefix: &str, device: &Device) -> Result<Network, NetFileError> {
        let mut network = Network::new(&self.net, device, 0);
        let result = network.apply(self.take(prefix), None, None, false);
        let problem = result
            .errors
            .first()
            .map(ToString::to_string)
            .or(result.missing.first().map(|(path, _)| format!("`{path}` is missing")))
            .or(result.unused.first().map(|path| format!("`{path}` is unknown")));
        match problem {
            None => Ok(network.of_training(self.extra.get(TRAINING).cloned())),
            Some(reason) => Err(NetFileError::Weights { path: self.path.clone(), reason }),
        }
    }

    /// Takes out the tensors called `prefix.…`, without the prefix.
    pub fn take(&mut self, prefix: &str) -> Vec<Tensor> {
        let all = std::mem::take(&mut self.tensors);
        let mut taken = Vec::new();
        for mut tensor in all {
            match tensor.name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')) {
                Some(name) => {
                    tensor.name = name.to_owned();
                    taken.push(tensor);
                }
                None => self.tensors.push(tensor),
            }
        }
        taken
    }

    fn digest(&self, kind: &str) -> String {
        let mut fields = vec![kind.to_owned(), json(&self.net)];
        fields.extend(self.extra.iter().flat_map(|(key, value)| [key.clone(), value.clone()]));
        digest(&fields, &self.tensors)
    }
}

/// A network alone, for play.
#[derive(Clone, Copy, Debug)]
pub struct NetFile;

impl NetFile {
    const KIND: &str = "imperial network";

    /// Writes `network` to `path`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(path: &Path, network: &Network) -> Result<(), NetFileError> {
        let training = network.training().map(|name| (TRAINING.to_owned(), name.to_owned()));
        Contents {
            path: path.to_owned(),
            net: network.config().clone(),
            extra: training.into_iter().collect(),
            tensors: named("weights", network),
        }
        .write(Self::KIND)
    }

    /// Reads a network.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is not a network of this program.
    pub fn load(path: &Path, device: &Device) -> Result<Network, NetFileError> {
        Contents::read(path, Self::KIND)?.take_network("weights", device)
    }

    /// Reads a network from the content of a file; messages call it `name`.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn from_bytes(name: &Path, bytes: &[u8], device: &Device) -> Result<Network, NetFileError> {
        Contents::from_bytes(name, bytes.to_vec(), Self::KIND)?.take_network("weights", device)
    }
}

impl Network {
    /// SHA-256 of the configuration and the weights, in hexadecimal: the name of a network.
    pub fn hash(&self) -> String {
        digest(&[json(self.config())], &named("weights", self))
    }
}

/// All tensors of a network, their names behind `prefix.`.
pub(super) fn named(prefix: &str, network: &Network) -> Vec<Tensor> {
    let mut tensors = network.collect(None, None, false);
    for tensor in &mut tensors {
        tensor.name = format!("{prefix}.{}", tensor.name);
    }
    tensors
}

/// JSON of a plain struct of numbers and texts.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain structs are valid JSON")
}

/// SHA-256 over texts and tensors (in the order of their names), each with its length before it.
fn digest(texts: &[String], tensors: &[Tensor]) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for text in texts {
        add(text.as_bytes());
    }
    let mut sorted: Vec<&Tensor> = tensors.iter().collect();
    sorted.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    for tensor in sorted {
        add(tensor.name.as_bytes());
        add(format!("{:?} {:?}", tensor.dtype, tensor.shape.to_vec()).as_bytes());
        add(&tensor.to_bytes().expect("the bytes are in memory or on a working device"));
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check_kind(
    path: &Path,
    (kind, format): (&str, &str),
    found: (&str, &str),
) -> Result<(), NetFileError> {
    if (kind, format) == found {
        return Ok(());
    }
    Err(NetFileError::Kind {
        path: path.to_owned(),
        expected: format!("{kind}, format {format}"),
        found: format!("{}, format {}", found.0, found.1),
    })
}
