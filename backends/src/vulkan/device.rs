//! Finds Vulkan devices, reads their features, and opens a device.

use std::sync::Arc;

use framework::{Error, Result, Span};
use vulkano::command_buffer::allocator::{
    CommandBufferAllocator, StandardCommandBufferAllocator, StandardCommandBufferAllocatorCreateInfo,
};
use vulkano::device::physical::{PhysicalDevice, PhysicalDeviceType};
use vulkano::device::{Device, DeviceCreateInfo, DeviceExtensions, DeviceFeatures, Queue, QueueCreateInfo, QueueFlags};
use vulkano::instance::{Instance, InstanceCreateFlags, InstanceCreateInfo};
use vulkano::memory::allocator::StandardMemoryAllocator;
use vulkano::{Version, VulkanLibrary};

use crate::DeviceInfo;

/// The optional features of a device that kernels may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// Whether there are integers of 8 and 16 bits, in registers and in memory.
    pub small_integers: bool,
    /// Whether there is `f16`, in registers and in memory.
    pub f16: bool,
    /// `f64`.
    pub f64: bool,
    /// Whether there are atomic operations on 64-bit integers.
    pub atomics64: bool,
    /// For `f16`, `f32` and `f64`: whether kernels can require that signed zeros, infinities and NaN are preserved.
    pub exact: [bool; 3],
    /// Whether the device is a processor, on which many invocations only add overhead.
    pub on_processor: bool,
    /// The largest number of workgroups of one dispatch.
    pub max_groups: u32,
    /// The bytes of memory that the invocations of a workgroup share.
    pub shared_bytes: u32,
}

impl Features {
    /// The number of invocations that the device runs at the same time, roughly.
    pub const fn capacity(&self) -> i64 {
        if self.on_processor { 16 } else { 1 << 14 }
    }
}

/// An opened device.
pub struct Gpu {
    pub device: Arc<Device>,
    pub queue: Arc<Queue>,
    pub memory: Arc<StandardMemoryAllocator>,
    pub commands: Arc<dyn CommandBufferAllocator>,
    pub features: Features,
    /// The device's name, for messages.
    pub name: String,
}

/// The error for a limitation of this machine or of a device.
pub fn lacking(message: impl Into<String>) -> Error {
    Error::limitation(Span::NONE, message)
}

/// All Vulkan devices. Fails if there is no driver.
fn physical_devices() -> Result<Vec<Arc<PhysicalDevice>>> {
    let library = VulkanLibrary::new()
        .map_err(|error| lacking(format!("the vulkan backend needs the Vulkan loader (libvulkan): {error}")))?;
    let instance = Instance::new(
        library,
        InstanceCreateInfo { flags: InstanceCreateFlags::ENUMERATE_PORTABILITY, ..Default::default() },
    )
    .map_err(|error| lacking(format!("cannot start Vulkan: {error}")))?;
    let devices = instance
        .enumerate_physical_devices()
        .map_err(|error| lacking(format!("cannot list Vulkan devices: {error}")))?;
    Ok(devices.collect())
}

/// The first family of queues that run kernels.
fn compute_family(device: &PhysicalDevice) -> Option<u32> {
    let families = device.queue_family_properties();
    families.iter().position(|family| family.queue_flags.contains(QueueFlags::COMPUTE)).map(|index| index as u32)
}

/// The features that every program needs and that a device lacks.
fn missing(device: &PhysicalDevice) -> Vec<&'static str> {
    let features = device.supported_features();
    let mut missing = Vec::new();
    if device.api_version() < Version::V1_2 {
        missing.push("Vulkan 1.2");
    }
    if !features.buffer_device_address {
        missing.push("buffer device addresses (bufferDeviceAddress)");
    }
    if !features.shader_int64 {
        missing.push("64-bit integers (shaderInt64)");
    }
    if compute_family(device).is_none() {
        missing.push("a compute queue");
    }
    if is_old_lavapipe(device) {
        missing.push("loops of more than 65,535 iterations (Mesa's lavapipe has them from version 23 on)");
    }
    missing
}

/// Lavapipe before Mesa 23 ends every loop after 65,535 iterations.
fn is_old_lavapipe(device: &PhysicalDevice) -> bool {
    let properties = device.properties();
    let version = properties.driver_info.as_deref().and_then(|info| {
        let digits: String = info.strip_prefix("Mesa ")?.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    properties.device_name.contains("llvmpipe") && version.is_some_and(|version| version < 23)
}

/// The rank of a device for our purposes. Lower is better.
fn rank(device: &PhysicalDevice) -> u32 {
    match device.properties().device_type {
        PhysicalDeviceType::DiscreteGpu => 0,
        PhysicalDeviceType::IntegratedGpu => 1,
        PhysicalDeviceType::VirtualGpu => 2,
        PhysicalDeviceType::Other => 3,
        PhysicalDeviceType::Cpu => 4,
        _ => 5,
    }
}

/// The optional features of a device.
fn features(device: &PhysicalDevice) -> Features {
    let supported = device.supported_features();
    let properties = device.properties();
    Features {
        small_integers: supported.shader_int8
            && supported.shader_int16
            && supported.storage_buffer8_bit_access
            && supported.storage_buffer16_bit_access,
        f16: supported.shader_float16 && supported.storage_buffer16_bit_access,
        f64: supported.shader_float64,
        atomics64: supported.shader_buffer_int64_atomics,
        exact: [
            properties.shader_signed_zero_inf_nan_preserve_float16 == Some(true),
            properties.shader_signed_zero_inf_nan_preserve_float32 == Some(true),
            properties.shader_signed_zero_inf_nan_preserve_float64 == Some(true),
        ],
        on_processor: properties.device_type == PhysicalDeviceType::Cpu,
        max_groups: properties.max_compute_work_group_count[0],
        shared_bytes: properties.max_compute_shared_memory_size,
    }
}

/// The Vulkan devices of this machine. Without a driver there are none.
pub fn devices() -> Vec<DeviceInfo> {
    physical_devices().unwrap_or_default().iter().map(|device| describe(device)).collect()
}

fn describe(device: &PhysicalDevice) -> DeviceInfo {
    let properties = device.properties();
    let driver = match (&properties.driver_name, &properties.driver_info) {
        (Some(name), Some(info)) => format!("driver {name} {info}"),
        _ => format!("driver version {}", properties.driver_version),
    };
    let mut details = vec![format!("Vulkan {}, {driver}", device.api_version())];
    let missing = missing(device);
    if missing.is_empty() {
        let Features { small_integers, f16, f64, atomics64, .. } = features(device);
        let all =
            [("8 and 16-bit integers", small_integers), ("f16", f16), ("f64", f64), ("64-bit atomics", atomics64)];
        let (has, lacks): (Vec<_>, Vec<_>) = all.iter().partition(|(_, has)| *has);
        let names = |list: Vec<&(&str, bool)>| list.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        if !has.is_empty() {
            details.push(format!("has {}", names(has)));
        }
        if !lacks.is_empty() {
            details.push(format!("lacks {}", names(lacks)));
        }
    } else {
        details.push(format!("cannot be used: it lacks {}", missing.join(", ")));
    }
    DeviceInfo { backend: "vulkan", name: properties.device_name.clone(), details }
}

/// Opens a device. `wanted` is a part of its name, or its number in [`crate::devices`], where the processor comes
/// first. `None` means the best device.
pub fn open(wanted: Option<&str>) -> Result<Gpu> {
    let mut devices = physical_devices()?;
    if devices.is_empty() {
        return Err(lacking("the vulkan backend needs a Vulkan driver, but there is none"));
    }
    let chosen = match wanted {
        None => {
            devices.sort_by_key(|device| (!missing(device).is_empty(), rank(device)));
            devices.first()
        }
        Some(wanted) => match wanted.parse::<usize>() {
            Ok(index) => index.checked_sub(1).and_then(|index| devices.get(index)),
            Err(_) => devices.iter().find(|device| device.properties().device_name.contains(wanted)),
        },
    };
    let Some(physical) = chosen else {
        let names: Vec<&str> = devices.iter().map(|device| device.properties().device_name.as_str()).collect();
        return Err(lacking(format!(
            "there is no Vulkan device {}; there are: {}",
            wanted.unwrap_or(""),
            names.join(", ")
        )));
    };
    let name = physical.properties().device_name.clone();
    let missing = missing(physical);
    if !missing.is_empty() {
        return Err(lacking(format!("the device {name} lacks {}, which the vulkan backend needs", missing.join(", "))));
    }
    let family = compute_family(physical).ok_or_else(|| lacking(format!("the device {name} has no compute queue")))?;
    let supported = physical.supported_features();
    let wanted = DeviceFeatures {
        buffer_device_address: true,
        shader_int64: true,
        shader_int8: true,
        shader_int16: true,
        shader_float16: true,
        shader_float64: true,
        storage_buffer8_bit_access: true,
        storage_buffer16_bit_access: true,
        shader_buffer_int64_atomics: true,
        ..DeviceFeatures::empty()
    };
    let (device, mut queues) = Device::new(
        physical.clone(),
        DeviceCreateInfo {
            queue_create_infos: vec![QueueCreateInfo { queue_family_index: family, ..Default::default() }],
            enabled_extensions: DeviceExtensions {
                khr_portability_subset: physical.supported_extensions().khr_portability_subset,
                ..DeviceExtensions::empty()
            },
            enabled_features: supported.intersection(&wanted),
            ..Default::default()
        },
    )
    .map_err(|error| lacking(format!("cannot open the device {name}: {error}")))?;
    let queue = queues.next().ok_or_else(|| lacking(format!("the device {name} has opened no queue")))?;
    Ok(Gpu {
        memory: Arc::new(StandardMemoryAllocator::new_default(device.clone())),
        commands: Arc::new(StandardCommandBufferAllocator::new(
            device.clone(),
            StandardCommandBufferAllocatorCreateInfo::default(),
        )),
        features: features(physical),
        device,
        queue,
        name,
    })
}
