//! A network for other programs: its tensors as a safetensors file, which NumPy, PyTorch and JAX read.
//!
//! The file holds `net` (the [`NetConfig`](super::NetConfig) as JSON) in its metadata and every weight
//! as `f32` under its place in the network, such as `trunk.blocks.0.first.weight`. Kernels of
//! convolutions are `[outputs, inputs, height, width]`, weights of dense layers `[inputs, outputs]`.
//! `docs/methods.md` says how they are put together.

use std::path::Path;

use burn::store::ModuleSnapshot;
use serde_json::{Map, Value, json};

use super::file::{self, NetFileError, write_atomically};
use super::model::Network;

/// Tensors by name, as a safetensors file.
#[derive(Debug, Default)]
pub struct Safetensors {
    header: Map<String, Value>,
    data: Vec<u8>,
}

impl Safetensors {
    /// The weights of `network`, its configuration in the metadata.
    pub fn of(network: &Network) -> Self {
        let mut this = Self::default();
        let net = file::json(network.config());
        this.header.insert("__metadata__".to_owned(), json!({"net": net, "hash": network.hash()}));
        for tensor in network.collect(None, None, false) {
            let bytes = tensor.to_bytes().expect("the bytes are in memory or on a working device");
            this.push(&tensor.name, "F32", &tensor.shape.to_vec(), &bytes);
        }
        this
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
        write_atomically(path, &self.bytes())
            .map_err(|source| NetFileError::Io { path: path.to_owned(), source })
    }

    /// Length of the header, the header padded to a multiple of eight bytes, the data.
    fn bytes(&self) -> Vec<u8> {
        let mut header = Value::Object(self.header.clone()).to_string();
        let padded = header.len().next_multiple_of(8);
        header.extend(std::iter::repeat_n(' ', padded - header.len()));
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend(&self.data);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::Device;

    use super::*;
    use crate::net::NetConfig;

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
        assert_eq!(header["trunk.embedding.weight"]["shape"], json!([2, 32]));
    }
}
