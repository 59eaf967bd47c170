//! The network on the CPU, in our own code: burn's weights, several times burn's speed.
//!
//! The result of a position depends neither on its neighbours in a batch nor on threads, and one machine
//! gives the same bits every time. Machines with other vector units agree to rounding.
//!
//! - [`Kernel`]: which vector unit; `lanes` is what the code below sees of it.
//! - `aligned`: buffers, and a stack, that start at a cache line.
//! - `product`: the small matrix product in which nearly all time is spent.
//! - `winograd`: 3x3 convolutions by that product; `points`: all products of one.
//! - `gentle`: transforms for them with smaller errors.
//! - `amx`: the same products by matrix tiles, where the processor has them; `tiles`: weights for them.
//! - `image`: boards with their border; `conv`, `dense`: the layers over them.
//! - `layers`: weights, laid out for the product; `cpu_net`: all of a network's.
//! - `forward`: positions through all layers.
//! - `peak`: what the vector unit could do at best.
//!
//! For learning, gradients of everything but the rule layers:
//!
//! - `conv_back`: gradients of convolutions; `activation`: what lies between them.
//! - `lesson`: what a sample teaches, and the losses.
//! - `heads`, `head_pass`: the heads forwards and backwards.
//! - `tape`: a few samples forwards and backwards; `samples`: a batch of them.

mod activation;
mod aligned;
#[cfg(target_arch = "x86_64")]
mod amx;
mod conv;
mod conv_back;
mod cpu_net;
mod dense;
mod forward;
mod gentle;
mod head_pass;
mod heads;
mod image;
mod kernel;
mod lanes;
mod layers;
mod lesson;
mod operands;
mod peak;
mod points;
mod product;
mod samples;
mod tape;
#[cfg(target_arch = "x86_64")]
mod tiles;
mod vectors;
mod window;
mod winograd;

pub(super) use cpu_net::Conditioning;
pub use cpu_net::CpuNet;
pub(super) use forward::Scratch;
pub(super) use heads::HeadGradients;
pub use kernel::Kernel;
pub(super) use samples::kernel_gradients;
pub(super) use tape::{LearnPass, NetGradients};
