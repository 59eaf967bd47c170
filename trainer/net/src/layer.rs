//! What a network is made of: layers, each with a name, a kind and sizes.

/// What a layer does, and what it reads. All of them add a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A 3x3 convolution of a board.
    Conv,
    /// A 1x1 convolution of the trunk: the same dense layer on every square.
    Squares,
    /// A dense layer that reads the mean and then the maximum of every channel.
    Pooled,
    /// A dense layer that reads the rule vector.
    Rules,
    /// A dense layer that reads, behind a ReLU, the layer of this name in the same head, or in the
    /// trunk.
    After(&'static str),
}

/// One layer of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its place in the network: `trunk.blocks.0.first`.
    pub name: String,
    /// What it does.
    pub kind: Kind,
    /// Numbers, or channels, that it reads.
    pub inputs: usize,
    /// Numbers, or channels, that it gives.
    pub outputs: usize,
    /// Of the random start: 1 keeps the variance through the layer, √2 through the layer and a ReLU
    /// (He et al. 2015), 0 is a layer of zeros.
    pub gain: f32,
}

/// Gain of a layer before a ReLU.
pub const RELU_GAIN: f32 = std::f32::consts::SQRT_2;

impl Layer {
    /// A layer of `inputs` to `outputs`.
    pub fn new(name: &str, kind: Kind, [inputs, outputs]: [usize; 2], gain: f32) -> Self {
        Self { name: name.to_owned(), kind, inputs, outputs, gain }
    }

    /// The same with `part.` before its name.
    pub fn within(self, part: &str) -> Self {
        Self { name: format!("{part}.{}", self.name), ..self }
    }

    /// Whether it is the layer `name` of a part.
    pub fn is(&self, part: &str, name: &str) -> bool {
        let rest = self.name.strip_prefix(part).and_then(|rest| rest.strip_prefix('.'));
        rest == Some(name)
    }

    /// Shape of the weights, as burn has them: `[outputs, inputs, height, width]` for convolutions,
    /// `[inputs, outputs]` for dense layers.
    pub fn weight_shape(&self) -> Vec<usize> {
        match self.kind {
            Kind::Conv => vec![self.outputs, self.inputs, 3, 3],
            Kind::Squares => vec![self.outputs, self.inputs, 1, 1],
            Kind::Pooled | Kind::Rules | Kind::After(_) => vec![self.inputs, self.outputs],
        }
    }

    /// Names and shapes of its parameters: the weights and the bias.
    pub fn parameters(&self) -> [(String, Vec<usize>); 2] {
        let name = |parameter| format!("{}.{parameter}", self.name);
        [(name("weight"), self.weight_shape()), (name("bias"), vec![self.outputs])]
    }

    /// Weights that one output adds up.
    pub fn fan_in(&self) -> usize {
        if self.kind == Kind::Conv { 9 * self.inputs } else { self.inputs }
    }
}

/// A layer with its numbers, on the host.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The layer.
    pub layer: Layer,
    /// In the order of [`Layer::weight_shape`].
    pub weights: Vec<f32>,
    /// `[outputs]`
    pub bias: Vec<f32>,
}

impl Weights {
    /// A layer of zeros.
    pub fn zeros(layer: Layer) -> Self {
        let weights = vec![0.0; layer.weight_shape().iter().product()];
        Self { weights, bias: vec![0.0; layer.outputs], layer }
    }

    /// The weight of an input of an output; of convolutions only those of 1x1.
    pub fn at(&self, input: usize, output: usize) -> f32 {
        match self.layer.kind {
            Kind::Squares => self.weights[output * self.layer.inputs + input],
            _ => self.weights[input * self.layer.outputs + output],
        }
    }
}

/// The layer `name` of a part, such as a head, if there is one.
pub fn find<'a>(layers: &'a [Weights], part: &str, name: &str) -> Option<&'a Weights> {
    layers.iter().find(|weights| weights.layer.is(part, name))
}

/// The layer `name` of a part.
///
/// # Panics
/// When there is no such layer.
pub fn named<'a>(layers: &'a [Weights], part: &str, name: &str) -> &'a Weights {
    find(layers, part, name).unwrap_or_else(|| panic!("no layer `{part}.{name}`"))
}

/// The part of the trunk that is one block.
pub fn block_part(block: usize) -> String {
    format!("trunk.blocks.{block}")
}
