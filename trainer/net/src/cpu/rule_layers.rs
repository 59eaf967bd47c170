//! The layers that read the rule vector: scale and shift of every channel, forwards and backwards.

use std::collections::BTreeMap;

use super::aligned::Aligned;
use super::layers::Dense;
use super::sums::add;
use super::trunk::Conditioning;
use crate::NetConfig;
use crate::layer::{Layer, Weights, block_part, find, named};

/// The layers that read the rule vector, and what they work on.
#[derive(Debug)]
pub struct RulePass {
    /// `None` in a network without a rule vector.
    embedding: Option<Reader>,
    /// For the stem and then for every block's first convolution; empty without a rule vector.
    conditioned: Vec<Reader>,
    /// The biases of these convolutions, which the shifts hold as well.
    convs: Vec<Conv>,
}

#[derive(Debug)]
struct Reader {
    layer: Layer,
    dense: Dense,
}

#[derive(Debug)]
struct Conv {
    layer: Layer,
    bias: Vec<f32>,
}

/// Gradients of the weights, in the order of the layers; with each those of the bias.
#[derive(Debug)]
pub struct RuleGradients {
    layers: Vec<[Aligned; 2]>,
    convs: Vec<Aligned>,
}

/// What is computed about the rules of one sample.
#[derive(Debug)]
pub struct RuleScratch {
    /// Behind the ReLU.
    hidden: Vec<f32>,
    of_hidden: Vec<f32>,
    /// Of one layer.
    part: Vec<f32>,
    /// Scales without the 1 and shifts without the bias, and their gradients, layer after layer.
    both: Vec<f32>,
    of_both: Vec<f32>,
}

impl RulePass {
    /// The layers of a network.
    pub fn new(weights: &[Weights], config: &NetConfig) -> Self {
        let reader = |weights: &Weights| Reader {
            layer: weights.layer.clone(),
            dense: Dense::side_by_side(&[weights]),
        };
        let conv =
            |weights: &Weights| Conv { layer: weights.layer.clone(), bias: weights.bias.clone() };
        let parts = || (0..config.blocks).map(block_part);
        let of_blocks = parts().map(|part| find(weights, &part, "rules"));
        let conditioned = std::iter::once(find(weights, "trunk", "stem_rules")).chain(of_blocks);
        let firsts = parts().map(|part| conv(named(weights, &part, "first")));
        Self {
            embedding: find(weights, "trunk", "embedding").map(reader),
            conditioned: conditioned.flatten().map(reader).collect(),
            convs: std::iter::once(conv(named(weights, "trunk", "stem"))).chain(firsts).collect(),
        }
    }

    /// Room for one sample.
    pub fn scratch(&self) -> RuleScratch {
        let hidden = self.embedding.as_ref().map_or(0, |reader| reader.dense.bias.len());
        let both = self.conditioned.iter().map(|reader| reader.dense.bias.len()).sum();
        RuleScratch {
            hidden: vec![0.0; hidden],
            of_hidden: vec![0.0; hidden],
            part: vec![0.0; hidden],
            both: vec![0.0; both],
            of_both: vec![0.0; both],
        }
    }

    /// What `rules` do: `(sum + bias) * (1 + scale) + shift`, multiplied out.
    #[inline(always)]
    pub fn forward(
        &self,
        rules: &[f32],
        scratch: &mut RuleScratch,
        conditioning: &mut Conditioning,
    ) {
        let RuleScratch { hidden, both, .. } = scratch;
        if let Some(embedding) = &self.embedding {
            embedding.dense.forward(rules, hidden);
            hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        }
        let mut readers = self.conditioned.iter();
        let mut rest = &mut both[..];
        for (conv, affine) in self.convs.iter().zip(conditioning.affines_mut()) {
            let channels = conv.bias.len();
            let (scales, shifts) = match readers.next() {
                Some(reader) => {
                    let (own, others) = rest.split_at_mut(2 * channels);
                    reader.dense.forward(hidden, own);
                    rest = others;
                    let (scales, shifts) = own.split_at(channels);
                    (Some(scales), Some(shifts))
                }
                None => (None, None),
            };
            for channel in 0..channels {
                let scale = 1.0 + scales.map_or(0.0, |scales| scales[channel]);
                affine.scale[channel] = scale;
                affine.shift[channel] =
                    conv.bias[channel] * scale + shifts.map_or(0.0, |shifts| shifts[channel]);
            }
        }
    }

    /// The adjoint of [`forward`](Self::forward), which ran with the same `rules` and `scratch`: from the
    /// gradients of scales and shifts, which `conditioning` holds, adds to those of the weights.
    #[inline(always)]
    pub fn back(
        &self,
        rules: &[f32],
        scratch: &mut RuleScratch,
        conditioning: &Conditioning,
        gradients: &mut RuleGradients,
    ) {
        let RuleScratch { hidden, of_hidden, part, both, of_both } = scratch;
        of_hidden.fill(0.0);
        let of_layers = gradients.layers.split_at_mut(usize::from(self.embedding.is_some()));
        let (of_embedding, of_conditioned) = of_layers;
        let mut readers = self.conditioned.iter().zip(of_conditioned);
        let mut place = 0;
        let of_convs = self.convs.iter().zip(&mut gradients.convs);
        for ((conv, of_bias), affine) in of_convs.zip(conditioning.affines()) {
            let channels = conv.bias.len();
            let (of_scale, of_shift) = (&affine.scale[..channels], &affine.shift[..channels]);
            let Some((reader, [of_weights, of_own_bias])) = readers.next() else {
                add(of_shift, of_bias);
                continue;
            };
            let range = place..place + 2 * channels;
            let (scales, of_both) = (&both[range.clone()][..channels], &mut of_both[range.clone()]);
            for channel in 0..channels {
                of_bias[channel] += of_shift[channel] * (1.0 + scales[channel]);
                of_both[channel] = of_scale[channel] + of_shift[channel] * conv.bias[channel];
                of_both[channels + channel] = of_shift[channel];
            }
            reader.dense.back((hidden, of_both), (of_weights, of_own_bias), part);
            add(part, of_hidden);
            place = range.end;
        }
        if let (Some(embedding), [[of_weights, of_bias]]) = (&self.embedding, of_embedding) {
            for (of_unit, unit) in of_hidden.iter_mut().zip(hidden.iter()) {
                *of_unit = if *unit > 0.0 { *of_unit } else { 0.0 };
            }
            embedding.dense.back_to_weights((rules, of_hidden), (of_weights, of_bias));
        }
    }

    /// Adds the gradients of all parameters, by their names and as burn lays them out, to `named`.
    pub fn name(&self, own: &RuleGradients, named: &mut BTreeMap<String, Vec<f32>>) {
        for (reader, gradients) in self.readers().zip(&own.layers) {
            for ((name, _), values) in reader.layer.parameters().into_iter().zip(gradients) {
                named.insert(name, values.to_vec());
            }
        }
        for (conv, values) in self.convs.iter().zip(&own.convs) {
            let [_, (name, _)] = conv.layer.parameters();
            named.insert(name, values.to_vec());
        }
    }

    fn readers(&self) -> impl Iterator<Item = &Reader> {
        self.embedding.iter().chain(&self.conditioned)
    }
}

impl RuleGradients {
    /// No gradients yet.
    pub fn zeros(pass: &RulePass) -> Self {
        let of_layer = |reader: &Reader| {
            [reader.dense.weights.len(), reader.dense.bias.len()].map(Aligned::zeros)
        };
        Self {
            layers: pass.readers().map(of_layer).collect(),
            convs: pass.convs.iter().map(|conv| Aligned::zeros(conv.bias.len())).collect(),
        }
    }

    /// All gradients.
    pub fn all(&self) -> impl Iterator<Item = &Aligned> {
        self.layers.iter().flatten().chain(&self.convs)
    }

    /// All gradients.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Aligned> + Send {
        self.layers.iter_mut().flatten().chain(&mut self.convs)
    }
}
