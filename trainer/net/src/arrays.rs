//! The parameters of a network as named arrays on the host: what files hold.

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{Device, Tensor, TensorData};
use sha2::{Digest, Sha256};

use super::NetConfig;
use super::arch;
use super::layer::Weights;
use super::model::Network;

/// Numbers of some shape, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// `trunk.stem.weight`
    pub name: String,
    /// The shape that burn gives it.
    pub shape: Vec<usize>,
    /// The numbers, the last axis varying fastest.
    pub values: Vec<f32>,
}

impl Array {
    /// The numbers as bytes, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The same numbers by columns, if it has two axes; others stay as they are.
    pub fn transposed(self) -> Self {
        let [rows, columns] = *self.shape.as_slice() else { return self };
        let at = |place: usize| self.values[place % rows * columns + place / rows];
        let values = (0..self.values.len()).map(at).collect();
        Self { name: self.name, shape: vec![columns, rows], values }
    }

    /// The same numbers in a larger shape of as many axes, with zeros behind them along each axis.
    pub fn padded(mut self, shape: &[usize]) -> Self {
        for axis in (0..shape.len()).rev() {
            let inner: usize = shape[axis + 1..].iter().product();
            let mut wide = Vec::new();
            for part in self.values.chunks_exact(self.shape[axis] * inner) {
                wide.extend_from_slice(part);
                wide.resize(wide.len() + (shape[axis] - self.shape[axis]) * inner, 0.0);
            }
            self.values = wide;
        }
        self.shape = shape.to_vec();
        self
    }
}

impl Network {
    /// All parameters, in the order of their layers.
    pub(super) fn arrays(&self) -> Vec<Array> {
        arrays_of(self.weights())
    }

    /// A network of these numbers, which are those of all its layers, in their order.
    pub(super) fn from_weights(config: &NetConfig, layers: &[Weights], device: &Device) -> Self {
        let arrays = |layer: &Weights| [layer.weights.clone(), layer.bias.clone()];
        let values: Vec<Vec<f32>> = layers.iter().flat_map(arrays).collect();
        Self::new(config, device, 0).map(&mut Fill(values.into_iter()))
    }

    /// A network of these parameters, which may come in any order.
    ///
    /// # Errors
    /// Names the first array that is missing, left over or of another shape.
    pub(super) fn from_arrays(
        config: &NetConfig,
        mut arrays: Vec<Array>,
        device: &Device,
    ) -> Result<Self, String> {
        let mut values = Vec::new();
        for layer in arch::layers(config) {
            for (name, shape) in layer.parameters() {
                let found = arrays.iter().position(|array| array.name == name);
                let array = arrays.swap_remove(found.ok_or(format!("`{name}` is missing"))?);
                if array.shape != shape || array.values.len() != shape.iter().product::<usize>() {
                    return Err(format!("`{name}`: expected {shape:?}, found {:?}", array.shape));
                }
                values.push(array.values);
            }
        }
        match arrays.first() {
            Some(array) => Err(format!("`{}` is unknown", array.name)),
            None => Ok(Self::new(config, device, 0).map(&mut Fill(values.into_iter()))),
        }
    }

    /// SHA-256 of the configuration and the weights, in hexadecimal: the name of a network.
    pub fn hash(&self) -> String {
        digest(&[json(self.config())], &prefixed("weights", self.arrays()))
    }
}

/// The parameters of layers, in their order.
pub fn arrays_of(layers: Vec<Weights>) -> Vec<Array> {
    let of_layer = |weights: Weights| {
        let [(weight, shape), (bias, bias_shape)] = weights.layer.parameters();
        [
            Array { name: weight, shape, values: weights.weights },
            Array { name: bias, shape: bias_shape, values: weights.bias },
        ]
    };
    layers.into_iter().flat_map(of_layer).collect()
}

/// Puts values in the place of the parameters, in the order of the layers.
struct Fill(std::vec::IntoIter<Vec<f32>>);

impl ModuleMapper for Fill {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let Some(values) = self.0.next() else { return param };
        param.map(|old| {
            let values = TensorData::new(values, old.dims());
            Tensor::from_data(values, &old.device()).set_require_grad(old.is_require_grad())
        })
    }
}

/// The arrays with `prefix.` before their names.
pub fn prefixed(prefix: &str, mut arrays: Vec<Array>) -> Vec<Array> {
    for array in &mut arrays {
        array.name = format!("{prefix}.{}", array.name);
    }
    arrays
}

/// JSON of a plain struct of numbers and texts.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain structs are valid JSON")
}

/// SHA-256 over texts and arrays (in the order of their names), each with its length before it.
pub fn digest(texts: &[String], arrays: &[Array]) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for text in texts {
        add(text.as_bytes());
    }
    let mut sorted: Vec<&Array> = arrays.iter().collect();
    sorted.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    for array in sorted {
        add(array.name.as_bytes());
        add(format!("F32 {:?}", array.shape).as_bytes());
        add(&array.to_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
