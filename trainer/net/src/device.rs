//! Where burn computes, by the names that `--device` takes.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use burn::tensor::Tensor;

/// Where burn computes.
pub use burn::tensor::Device;

/// Every name that `--device` knows, whether built in or not. `cpu`, our own code, is always there. So is `flex`, burn on
/// the CPU: slow, but it goes the way of a GPU, for machines that have none. `libtorch` is a GPU of NVIDIA by
/// PyTorch's library, `libtorch-cpu` the CPU by the same.
pub const DEVICE_NAMES: [&str; 9] =
    ["cpu", "flex", "cuda", "wgpu", "vulkan", "metal", "rocm", "libtorch", "libtorch-cpu"];

/// A device that this program cannot give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The name is known, but its backend is not part of this build.
    #[error(
        "device `{0}` is not in this build; build with `cargo build --release --features {feature}`",
        feature = .0.trim_end_matches("-cpu")
    )]
    NotBuilt(String),
    /// The backend is part of this build, and finds nothing to compute on.
    #[error(
        "device `{0}` is not on this machine, or its driver is missing; leave out --device to compute on the CPU"
    )]
    NotHere(String),
    /// Nothing is called that.
    #[error("`{0}` is not a device; expected one of {list}", list = DEVICE_NAMES.join(", "))]
    Unknown(String),
}

/// The device called `name`, which has computed something small.
///
/// # Errors
/// When the name is unknown, its cargo feature was not built (the message names the feature), or the machine has no
/// such device.
pub fn device_named(name: &str) -> Result<Device, DeviceError> {
    match name {
        "cpu" => Ok(Device::flex()),
        "flex" => opened(name, Device::flex),
        #[cfg(feature = "cuda")]
        "cuda" => opened(name, || Device::cuda(burn::tensor::DeviceIndex::Default)),
        #[cfg(feature = "wgpu")]
        "wgpu" => opened(name, || Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "vulkan")]
        "vulkan" => opened(name, || Device::vulkan(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "metal")]
        "metal" => opened(name, || Device::metal(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "rocm")]
        "rocm" => opened(name, || Device::rocm(burn::tensor::DeviceIndex::Default)),
        #[cfg(feature = "libtorch")]
        // burn advises against this backend, but it is the fastest one on GPUs of NVIDIA.
        #[allow(deprecated)]
        "libtorch" => opened(name, || Device::libtorch_cuda(burn::tensor::DeviceIndex::Default)),
        #[cfg(feature = "libtorch")]
        #[allow(deprecated)]
        "libtorch-cpu" => opened(name, Device::libtorch),
        known if DEVICE_NAMES.contains(&known) => Err(DeviceError::NotBuilt(known.to_owned())),
        other => Err(DeviceError::Unknown(other.to_owned())),
    }
}

/// Whose turn it is to be silent about panics, which the whole process shares.
static SILENT: Mutex<()> = Mutex::new(());

/// The device, if it computes: where there is none, the libraries behind burn say so by a panic, and only when it is used.
fn opened(name: &str, device: impl FnOnce() -> Device) -> Result<Device, DeviceError> {
    let _turn = SILENT.lock().unwrap_or_else(PoisonError::into_inner);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let opened = panic::catch_unwind(AssertUnwindSafe(|| {
        let device = device();
        drop((Tensor::<1>::ones([1], &device) + 1.0).into_data());
        device
    }));
    panic::set_hook(hook);
    opened.map_err(|_| DeviceError::NotHere(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_is_not_there_is_an_error() {
        assert!(opened("flex", Device::flex).is_ok());
        let told = opened("vulkan", || panic!("no adapter")).unwrap_err();
        assert_eq!(told, DeviceError::NotHere("vulkan".to_owned()));
        assert!(told.to_string().contains("leave out --device"), "{told}");
    }

    #[test]
    fn every_name_is_a_device_or_says_which_feature_is_missing() {
        for name in DEVICE_NAMES {
            match device_named(name) {
                Ok(_) => {}
                Err(DeviceError::NotHere(_)) => {}
                Err(error) => {
                    let feature = name.split('-').next().unwrap_or(name);
                    assert!(error.to_string().contains(&format!("--features {feature}")));
                }
            }
        }
        assert!(device_named("cpu").is_ok());
        let unknown = device_named("abacus").unwrap_err();
        assert!(unknown.to_string().contains("expected one of cpu, flex, cuda"));
    }
}
