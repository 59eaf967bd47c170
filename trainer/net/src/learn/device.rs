//! Learning by burn alone, on any device.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{DType, Device, Gradients, Tensor};

use crate::adam::{AdamStep, Diverged, Flat, check_finite};
use crate::batch::Batch;
use crate::gradients::{by_burn, losses_by_burn};
use crate::halves::{BRAIN, CHANNELS_FIRST, CHANNELS_LAST, reordered};
use crate::layer::Weights;
use crate::{LearnConfig, Losses, Network, Precision};

/// A network that learns, its average and the moments of its gradients. All parameters lie side by side, so that a
/// step is a dozen operations and not a dozen for each of them.
pub struct DeviceState {
    /// What the parameters are of; its own are those of the start.
    network: Network,
    flat: Flat,
    /// What gradients are computed in.
    kind: DType,
}

impl DeviceState {
    /// Takes over the numbers; without moments nothing was learned yet.
    pub fn new(
        [latest, average]: [Network; 2],
        moments: Option<&[Network; 2]>,
        precision: Precision,
    ) -> Self {
        let (latest, average) = (latest.without_graph(), average.without_graph());
        let flattened = |network: &Network| joined(network, None);
        let start = flattened(&latest);
        let moments = match moments {
            Some(moments) => moments.each_ref().map(flattened),
            None => [start.zeros_like(), start.zeros_like()],
        };
        let kind = match precision {
            Precision::Fast => BRAIN,
            Precision::Exact => DType::F32,
        };
        let flat = Flat { latest: start, average: flattened(&average), moments };
        Self { network: average, flat, kind }
    }

    /// Learns from a batch after `done` steps; `device` is the autodiff device of the weights.
    pub fn step(
        &mut self,
        batch: &Batch,
        config: &LearnConfig,
        done: u64,
        device: &Device,
    ) -> Result<Losses, Diverged> {
        let latest = self.flat.latest.clone().cast(self.kind);
        let network = self.network.clone().map(&mut Views { flat: latest, at: 0, learn: true });
        let (losses, gradients) = by_burn(&network, batch, config, device);
        check_finite(&[losses.total])?;
        let gradient = joined(&network, Some(gradients));
        let step = AdamStep::after(done, config);
        self.flat = step.take_by_burn(self.flat.clone(), gradient.cast(DType::F32))?;
        Ok(losses)
    }

    /// The losses of the average on a batch.
    pub fn losses(&self, batch: &Batch, config: &LearnConfig) -> Losses {
        losses_by_burn(&self.average(), batch, config)
    }

    /// The average of the weights.
    pub fn average(&self) -> Network {
        self.shaped(&self.flat.average)
    }

    /// Weights, average and both moments.
    pub fn all(&self) -> [Vec<Weights>; 4] {
        let Flat { latest, average, moments: [first, second] } = &self.flat;
        [latest, average, first, second].map(|flat| self.shaped(flat).weights())
    }

    /// Numbers of all parameters as a network, so that they are named and stored as its weights are.
    fn shaped(&self, flat: &Tensor<1>) -> Network {
        self.network.clone().map(&mut Views { flat: flat.clone(), at: 0, learn: false })
    }
}

/// All parameters side by side, or their gradients, if there are some; those of convolutions with the channels last.
fn joined(network: &Network, gradients: Option<Gradients>) -> Tensor<1> {
    let mut join = Join { gradients, parts: Vec::new() };
    network.visit(&mut join);
    Tensor::cat(join.parts, 0)
}

struct Join {
    /// What is joined instead of the parameters; zeros where one has none.
    gradients: Option<Gradients>,
    parts: Vec<Tensor<1>>,
}

impl ModuleVisitor for Join {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let own = || param.val().inner();
        let numbers = match &mut self.gradients {
            None => own(),
            Some(gradients) => {
                param.val().grad_remove(gradients).unwrap_or_else(|| own().zeros_like())
            }
        };
        let length: usize = numbers.dims().iter().product();
        self.parts.push(reordered(numbers, CHANNELS_LAST).reshape([length]));
    }
}

/// Puts parts of a flat tensor in the place of the parameters.
struct Views {
    flat: Tensor<1>,
    /// Where the next parameter begins.
    at: usize,
    /// Whether gradients are wanted.
    learn: bool,
}

impl ModuleMapper for Views {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, old, mapper) = param.consume();
        let dims = old.dims();
        let length: usize = dims.iter().product();
        let part = self.flat.clone().narrow(0, self.at, length);
        self.at += length;
        let laid_out: [usize; D] = match D {
            4 => std::array::from_fn(|axis| dims[CHANNELS_LAST[axis]]),
            _ => dims,
        };
        let view = reordered(part.reshape(laid_out), CHANNELS_FIRST);
        let view = if self.learn { Tensor::from_inner(view).require_grad() } else { view };
        Param::from_mapped_value(id, view, mapper)
    }
}
