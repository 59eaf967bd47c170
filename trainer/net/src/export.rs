//! A network for other programs: its tensors as a safetensors file, which NumPy, PyTorch and JAX read.
//!
//! The file holds every weight as `f32` under its place in the network, such as
//! `trunk.blocks.0.first.weight`, in the shapes of PyTorch: kernels of convolutions are `[outputs,
//! inputs, height, width]`, weights of dense layers `[outputs, inputs]`. `docs/data.md` says what the
//! metadata are, and how the layers are put together.

use std::path::Path;

use burn::store::ModuleSnapshot;
use imperial_data::write_atomically;
use imperial_engine::Encode;
use imperial_engine::catalog::{self, AnyGame, Visit};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::NetConfig;
use super::file::{self, NetFileError};
use super::model::Network;

/// Tensors by name, as a safetensors file.
#[derive(Debug, Default)]
pub struct Safetensors {
    /// Texts by name.
    metadata: Map<String, Value>,
    header: Map<String, Value>,
    data: Vec<u8>,
}

impl Safetensors {
    /// The weights of `network`. In the metadata stand its configuration (`net`), its hash, and what
    /// its inputs mean: the names of the planes (`planes`) and of the rule vector (`rules`).
    pub fn of(network: &Network) -> Self {
        let mut this = Self::default();
        let mut describe = |name: &str, text: String| {
            this.metadata.insert(name.to_owned(), Value::String(text));
        };
        describe("format", "imperial network 1".to_owned());
        describe("hash", network.hash());
        describe("net", file::json(network.config()));
        if let Some(inputs) = Inputs::of(&network.config().family) {
            let NetConfig { planes, rules, .. } = *network.config();
            let known =
                |names: &[&'static str], count: usize| names[..count.min(names.len())].to_vec();
            describe("planes", file::json(&known(inputs.planes, planes)));
            describe("rules", file::json(&known(inputs.rules, rules)));
        }
        for tensor in network.collect(None, None, false) {
            let bytes = tensor.to_bytes().expect("the bytes are in memory or on a working device");
            match tensor.shape.to_vec().as_slice() {
                [inputs, outputs] => {
                    let bytes = transposed(&bytes, *outputs);
                    this.push(&tensor.name, "F32", &[*outputs, *inputs], &bytes);
                }
                shape => this.push(&tensor.name, "F32", shape, &bytes),
            }
        }
        this
    }

    /// Adds a description to the metadata, as JSON.
    pub fn describe(&mut self, name: &str, value: &impl Serialize) {
        self.metadata.insert(name.to_owned(), Value::String(file::json(value)));
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

/// The numbers, four bytes each, of rows of `width` numbers as those of its columns.
fn transposed(bytes: &[u8], width: usize) -> Vec<u8> {
    let numbers = bytes.as_chunks::<4>().0;
    let columns = (0..width).flat_map(|column| numbers.iter().skip(column).step_by(width));
    columns.flatten().copied().collect()
}

/// What the inputs of a family's networks mean.
struct Inputs {
    planes: &'static [&'static str],
    rules: &'static [&'static str],
}

impl Inputs {
    /// Those of a family of the catalogue.
    fn of(family: &str) -> Option<Self> {
        catalog::names().find_map(|name| AnyGame::by_name(name).ok()?.visit(InFamily(family)))
    }
}

/// Asks a game for its inputs, if it is of a family.
struct InFamily<'a>(&'a str);

impl Visit for InFamily<'_> {
    type Output = Option<Inputs>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let inputs = || Inputs { planes: game.planes(), rules: game.rule_names() };
        (game.family() == self.0).then(inputs)
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::Device;

    use super::*;
    use crate::NetConfig;

    #[test]
    fn every_weight_is_where_the_header_says() {
        let config = NetConfig::new("tafl", 3, 2).with_trunk(1, 8);
        let network = Network::new(&config, &Device::flex(), 1);
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
        let stem: Vec<f32> = network.trunk.stem.weight.val().into_data().iter::<f32>().collect();
        assert_eq!(content("trunk.stem.weight"), stem);
        assert_eq!(header["trunk.embedding.weight"]["shape"], json!([32, 2]));
        let embedding = network.trunk.embedding.as_ref().expect("there are rules");
        let embedding = embedding.weight.val().transpose();
        let embedding: Vec<f32> = embedding.into_data().iter::<f32>().collect();
        assert_eq!(content("trunk.embedding.weight"), embedding);
        let planes = header["__metadata__"]["planes"].as_str().expect("names of planes");
        assert!(planes.starts_with("[\"attackers\",\"defenders\",\"king\""), "{planes}");
        let rules = header["__metadata__"]["rules"].as_str().expect("names of rules");
        assert!(rules.contains("\"king_reach\""), "{rules}");
    }
}
