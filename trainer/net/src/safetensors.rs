//! A network as a safetensors file, which NumPy, PyTorch and JAX read.
//!
//! The file holds every weight as `f32` under its place in the network, such as
//! `trunk.blocks.0.first.weight`, in the shapes of PyTorch: kernels of convolutions are `[outputs,
//! inputs, height, width]`, weights of dense layers `[outputs, inputs]`. `docs/data.md` says what the
//! metadata are, and how the layers are put together.

use std::collections::BTreeMap;
use std::path::Path;

use imperial_data::write_atomically;
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode as _, with_game};
use safetensors::{Dtype, SafeTensors};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::NetConfig;
use super::arrays::{self, Array, digest, prefixed};
use super::file_error::NetFileError;
use super::model::Network;

/// What the file of a network says it is.
pub const KIND: &str = "imperial network";

/// Version of the file.
const FORMAT: &str = "1";

/// Metadata: the training that a network comes from.
pub const TRAINING: &str = "training";

/// Names of arrays that are no parameters begin so.
const POSITIONS: &str = "positions.";

/// Arrays by name, as a safetensors file. The crate of that name would write the metadata in another order
/// each time; the same network is the same file.
#[derive(Debug, Default)]
pub struct Safetensors {
    /// Texts by name.
    metadata: Map<String, Value>,
    header: Map<String, Value>,
    data: Vec<u8>,
}

impl Safetensors {
    /// The weights of `network`. In the metadata stand its configuration (`net`), its `hash`, the training that
    /// it comes from (`training`), what its inputs mean, which are the names of the planes (`planes`) and of
    /// the rule vector (`rules`), and a checksum of all that it is loaded from (`sha256`).
    pub fn of(network: &Network) -> Self {
        let mut this = Self::default();
        let mut describe = |name: &str, text: String| {
            this.metadata.insert(name.to_owned(), Value::String(text));
        };
        let training = network.training().map(|name| (TRAINING.to_owned(), name.to_owned()));
        let extra: BTreeMap<String, String> = training.into_iter().collect();
        let weights = prefixed("weights", network.arrays());
        describe("format", format!("{KIND} {FORMAT}"));
        describe("hash", network.hash());
        describe("net", arrays::json(network.config()));
        describe("sha256", digest(&checked(KIND, network.config(), &extra), &weights));
        extra.into_iter().for_each(|(name, text)| describe(&name, text));
        if let Some(inputs) = Inputs::of(&network.config().family) {
            let NetConfig { planes, rules, .. } = *network.config();
            let known =
                |names: &[&'static str], count: usize| names[..count.min(names.len())].to_vec();
            describe("planes", arrays::json(&known(inputs.planes, planes)));
            describe("rules", arrays::json(&known(inputs.rules, rules)));
        }
        for array in network.arrays() {
            let array = array.transposed();
            this.push(&array.name, "F32", &array.shape, &array.to_bytes());
        }
        this
    }

    /// Adds a description to the metadata, as JSON.
    pub fn describe(&mut self, name: &str, value: &impl Serialize) {
        self.metadata.insert(name.to_owned(), Value::String(arrays::json(value)));
    }

    /// Adds numbers.
    ///
    /// # Panics
    /// When `shape` holds another number of values.
    pub fn add(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.push(name, "F32", shape, &bytes);
    }

    /// Adds whole numbers.
    ///
    /// # Panics
    /// When `shape` holds another number of values.
    pub fn add_integers(&mut self, name: &str, shape: &[usize], values: &[i32]) {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.push(name, "I32", shape, &bytes);
    }

    fn push(&mut self, name: &str, dtype: &str, shape: &[usize], bytes: &[u8]) {
        assert_eq!(bytes.len(), 4 * shape.iter().product::<usize>(), "{name} has another shape");
        let start = self.data.len();
        self.data.extend(bytes);
        let entry = json!({
            "dtype": dtype, "shape": shape, "data_offsets": [start, self.data.len()],
        });
        self.header.insert(name.to_owned(), entry);
    }

    /// Writes the file, atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), NetFileError> {
        write_atomically(path, &self.bytes()).map_err(NetFileError::Write)
    }

    /// Length of the header, the header padded to a multiple of eight bytes, the data.
    fn bytes(&self) -> Vec<u8> {
        let mut header = self.header.clone();
        header.insert("__metadata__".to_owned(), Value::Object(self.metadata.clone()));
        let mut header = Value::Object(header).to_string();
        let padded = header.len().next_multiple_of(8);
        header.extend(std::iter::repeat_n(' ', padded - header.len()));
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend(&self.data);
        bytes
    }
}

/// The texts that the checksum of a file covers: its kind, the network's configuration, and `extra` metadata.
pub fn checked(kind: &str, net: &NetConfig, extra: &BTreeMap<String, String>) -> Vec<String> {
    let mut texts = vec![kind.to_owned(), arrays::json(net)];
    texts.extend(extra.iter().flat_map(|(key, value)| [key.clone(), value.clone()]));
    texts
}

/// The metadata of the content of a file that its network is loaded from: `kind` and `format` apart, `net`,
/// `sha256` and `training`.
///
/// # Errors
/// When it is no safetensors file; the message says what is wrong.
pub fn read_metadata(bytes: &[u8]) -> Result<BTreeMap<String, String>, String> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| error.to_string())?;
    let known = ["format", "net", "sha256", TRAINING];
    let mut metadata: BTreeMap<String, String> = header
        .metadata()
        .clone()
        .unwrap_or_default()
        .into_iter()
        .filter(|(name, _)| known.contains(&&**name))
        .collect();
    if let Some((kind, format)) = metadata.get("format").and_then(|format| format.rsplit_once(' '))
    {
        let (kind, format) = (kind.to_owned(), format.to_owned());
        metadata.insert("kind".to_owned(), kind);
        metadata.insert("format".to_owned(), format);
    }
    Ok(metadata)
}

/// The parameters in the content of a file, in the shapes of burn and behind `weights.`.
///
/// # Errors
/// As [`read_metadata`], and when they are no `f32`.
pub fn read_arrays(bytes: &[u8]) -> Result<Vec<Array>, String> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
    let parameters = file.iter().filter(|(name, _)| !name.starts_with(POSITIONS));
    let array = |(name, tensor): (&str, safetensors::tensor::TensorView<'_>)| {
        if tensor.dtype() != Dtype::F32 {
            return Err(format!("`{name}` holds {:?}", tensor.dtype()));
        }
        let values = tensor.data().as_chunks::<4>().0.iter();
        let values = values.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Ok(Array { name: name.to_owned(), shape: tensor.shape().to_vec(), values }.transposed())
    };
    Ok(prefixed("weights", parameters.map(array).collect::<Result<_, _>>()?))
}

/// What the inputs of a family's networks mean.
struct Inputs {
    planes: &'static [&'static str],
    rules: &'static [&'static str],
}

impl Inputs {
    /// Those of a family of the catalogue.
    fn of(family: &str) -> Option<Self> {
        let mut games = catalog::names().filter_map(|name| AnyGame::by_name(name).ok());
        games.find_map(|game| {
            with_game!(&game, |game| {
                let inputs = || Self { planes: game.planes(), rules: game.rule_names() };
                (game.family() == family).then(inputs)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::Device;

    use super::*;
    use crate::NetFile;
    use crate::layer::named;

    #[test]
    fn every_weight_is_where_the_header_says() {
        let config = NetConfig::new("tafl", 3, 2).with_trunk(1, 8);
        let network = Network::new(&config, &Device::flex(), 1);
        let weights = network.weights();
        let mut tensors = Safetensors::of(&network);
        tensors.add("extra", &[2, 1], &[0.5, -1.0]);
        let bytes = tensors.bytes();
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        assert_eq!(length % 8, 0);
        let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
        let net: NetConfig =
            serde_json::from_str(header["__metadata__"]["net"].as_str().unwrap()).unwrap();
        assert_eq!(net, config);
        let content = |name: &str| -> Vec<f32> {
            let offset = |i: usize| header[name]["data_offsets"][i].as_u64().unwrap() as usize;
            let data = &bytes[8 + length..][offset(0)..offset(1)];
            data.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
        };
        assert_eq!(content("extra"), [0.5, -1.0]);
        assert_eq!(header["trunk.stem.weight"]["shape"], json!([8, 3, 3, 3]));
        let weights = |name: &str| named(&weights, "trunk", name).weights.clone();
        assert_eq!(content("trunk.stem.weight"), weights("stem"));
        assert_eq!(header["trunk.embedding.weight"]["shape"], json!([32, 2]));
        let embedding = weights("embedding");
        let columns = (0..32).flat_map(|output| [embedding[output], embedding[32 + output]]);
        assert_eq!(content("trunk.embedding.weight"), columns.collect::<Vec<f32>>());
        let planes = header["__metadata__"]["planes"].as_str().expect("names of planes");
        assert!(planes.starts_with("[\"attackers\",\"defenders\",\"king\""), "{planes}");
        let rules = header["__metadata__"]["rules"].as_str().expect("names of rules");
        assert!(rules.contains("\"king_reach\""), "{rules}");
    }

    #[test]
    fn what_lies_beside_the_weights_is_passed_over() {
        let network = Network::shaken(&NetConfig::new("tafl", 3, 2), &Device::flex(), 1);
        let mut file = Safetensors::of(&network);
        file.add("positions.wdl", &[1, 3], &[0.5, 0.25, 0.25]);
        file.describe("positions", &["8/8"]);
        let read = |bytes: &[u8]| NetFile::from_bytes(Path::new("a"), bytes, &Device::flex());
        assert_eq!(read(&file.bytes()).expect("a network").hash(), network.hash());
        file.add("policy.guess.weight", &[1], &[0.5]);
        let error = read(&file.bytes()).expect_err("an unknown weight").to_string();
        assert!(error.contains("damaged"), "{error}");
    }
}
