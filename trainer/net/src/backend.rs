//! What computes networks: a device, and on the CPU one of our kernels.

use super::cpu::{Kernel, KernelError, Precision};
use super::device::{Device, DeviceError, device_named};
use super::halves::{BRAIN, HALF};

/// A device, and the kernel that computes where that is the CPU.
#[derive(Clone, Debug)]
pub struct Backend {
    device: Device,
    /// What the device was called.
    name: String,
    kernel: Option<Kernel>,
}

/// A backend that this program or this machine cannot give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// There is no such device.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// There is no such kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// Kernels are code for the CPU.
    #[error("the kernel `{kernel}` is for the CPU; leave out --kernel, or --device {device}")]
    Elsewhere {
        /// The device, by name.
        device: String,
        /// The kernel.
        kernel: &'static str,
    },
}

impl Backend {
    /// The fastest kernel of this machine.
    pub fn cpu() -> Self {
        Self::on_cpu(Kernel::best())
    }

    /// One of the kernels of this machine.
    ///
    /// # Panics
    /// When this machine does not have it.
    pub fn on_cpu(kernel: Kernel) -> Self {
        assert!(kernel.is_available(), "this machine has no {kernel:?}");
        Self { device: Device::flex(), name: "cpu".to_owned(), kernel: Some(kernel) }
    }

    /// The device called `device` ([`device_named`]); on the CPU with this kernel, or else the fastest.
    ///
    /// # Errors
    /// When the device is unknown or not built in, or this machine lacks the kernel, or the device has none.
    pub fn named(device: &str, kernel: Option<Kernel>) -> Result<Self, BackendError> {
        let found = device_named(device)?;
        if device == "cpu" {
            let kernel = kernel.map_or(Ok(Kernel::best()), Kernel::or_lacking)?;
            return Ok(Self::on_cpu(kernel));
        }
        match kernel {
            None => Ok(Self { device: found, name: device.to_owned(), kernel: None }),
            Some(kernel) => {
                let kernel = kernel.name();
                Err(BackendError::Elsewhere { device: device.to_owned(), kernel })
            }
        }
    }

    /// Where burn computes.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// What the device is called, as [`device_named`] takes it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How exact play is there: by burn in f16 or `f32`. On the CPU the kernel decides what [`Precision::Fast`] means.
    pub fn precision(&self) -> Precision {
        let short = ["cuda", "libtorch", "rocm", "vulkan"];
        self.fast_where(short.contains(&self.name()) && self.device.supports_dtype(HALF))
    }

    /// The same for learning, in bf16 or `f32`: shaders know no bf16.
    pub fn learning_precision(&self) -> Precision {
        let short = ["cuda", "libtorch", "rocm"];
        self.fast_where(short.contains(&self.name()) && self.device.supports_dtype(BRAIN))
    }

    fn fast_where(&self, short: bool) -> Precision {
        if self.kernel.is_some() || short { Precision::Fast } else { Precision::Exact }
    }

    /// The kernel, on the CPU.
    pub fn kernel(&self) -> Option<Kernel> {
        self.kernel
    }

    /// Its name.
    pub fn kernel_name(&self) -> Option<&'static str> {
        self.kernel.map(Kernel::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_that_are_not_there_are_refused_with_those_that_are() {
        for kernel in Kernel::ALL {
            match Backend::named("cpu", Some(kernel)) {
                Ok(backend) => assert_eq!(backend.kernel(), Some(kernel)),
                Err(error) => {
                    let told = error.to_string();
                    assert!(!kernel.is_available() && told.contains(kernel.name()), "{told}");
                    assert!(told.ends_with("portable"), "{told}");
                }
            }
        }
        assert_eq!(Backend::cpu().kernel(), Some(Kernel::best()));
        let unknown = "mmx".parse::<Kernel>().unwrap_err().to_string();
        assert!(unknown.contains("amx, avx512, avx2, portable"), "{unknown}");
    }
}
