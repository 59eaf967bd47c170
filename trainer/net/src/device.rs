//! Where burn computes, by the names that `--device` takes.

/// Where burn computes.
pub use burn::tensor::Device;

/// Every name that `--device` knows, whether built in or not. `cpu`, our own code, is always there. So is `flex`, burn on
/// the CPU: slow, but it goes the way of a GPU, for machines that have none.
pub const DEVICE_NAMES: [&str; 8] =
    ["cpu", "flex", "cuda", "wgpu", "vulkan", "metal", "rocm", "libtorch"];

/// A device that this program cannot give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The name is known, but its backend is not part of this build.
    #[error("device `{0}` is not in this build; build with `cargo build --release --features {0}`")]
    NotBuilt(String),
    /// Nothing is called that.
    #[error("`{0}` is not a device; expected one of {list}", list = DEVICE_NAMES.join(", "))]
    Unknown(String),
}

/// The device called `name`. A GPU is opened only when it is first used.
///
/// # Errors
/// When the name is unknown, or its cargo feature was not built; the message names the feature.
pub fn device_named(name: &str) -> Result<Device, DeviceError> {
    match name {
        "cpu" | "flex" => Ok(Device::flex()),
        #[cfg(feature = "cuda")]
        "cuda" => Ok(Device::cuda(burn::tensor::DeviceIndex::Default)),
        #[cfg(feature = "wgpu")]
        "wgpu" => Ok(Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "vulkan")]
        "vulkan" => Ok(Device::vulkan(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "metal")]
        "metal" => Ok(Device::metal(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "rocm")]
        "rocm" => Ok(Device::rocm(burn::tensor::DeviceIndex::Default)),
        #[cfg(feature = "libtorch")]
        // burn advises against this backend, but it is the fastest one without a GPU.
        #[allow(deprecated)]
        "libtorch" => Ok(Device::libtorch()),
        known if DEVICE_NAMES.contains(&known) => Err(DeviceError::NotBuilt(known.to_owned())),
        other => Err(DeviceError::Unknown(other.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_device_or_says_which_feature_is_missing() {
        for name in DEVICE_NAMES {
            match device_named(name) {
                Ok(_) => {}
                Err(error) => assert!(error.to_string().contains(&format!("--features {name}"))),
            }
        }
        assert!(device_named("cpu").is_ok());
        let unknown = device_named("abacus").unwrap_err();
        assert!(unknown.to_string().contains("expected one of cpu, flex, cuda"));
    }
}
