//! Memory blocks, dispatches and copies of a device, recorded in batches.
//!
//! Recorded commands run in order: each waits for the command before it. So a block may be released as soon as the last
//! command that uses it is recorded. Its buffer goes back to a pool, from which later commands may take it. Buffers are
//! destroyed only when no command is pending.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use ash::vk;
use framework::{Error, Result, Span};
use languages::codes;
use vulkano::buffer::{Buffer, BufferCreateInfo, BufferUsage, Subbuffer};
use vulkano::command_buffer::{
    BufferCopy, CommandBuffer, CommandBufferBeginInfo, CommandBufferLevel, CommandBufferUsage, CopyBufferInfo,
    RecordingCommandBuffer,
};
use vulkano::memory::allocator::{AllocationCreateInfo, MemoryTypeFilter};
use vulkano::pipeline::{ComputePipeline, Pipeline};
use vulkano::sync::fence::{Fence, FenceCreateInfo};
use vulkano::sync::{AccessFlags, DependencyInfo, MemoryBarrier, PipelineStages};
use vulkano::{Validated, VulkanError, VulkanObject};

use super::device::Gpu;

/// The number of words of push constants: 128 bytes, which every device supports.
pub const PUSH_WORDS: usize = 16;

/// The number of recorded commands after which a batch is submitted.
const BATCH: usize = 256;

/// The size in bytes of the staging buffer, through which data goes to and from the device.
const STAGING_BYTES: u64 = 4 << 20;

/// A memory block on the device.
pub struct DeviceBlock {
    buffer: Subbuffer<[u8]>,
    /// The address of the block for kernels.
    pub address: u64,
    pool: Rc<RefCell<Pool>>,
}

impl Drop for DeviceBlock {
    fn drop(&mut self) {
        let mut pool = self.pool.borrow_mut();
        pool.used -= self.buffer.size();
        pool.free.push((self.buffer.clone(), self.address));
    }
}

/// The buffers of released blocks, for reuse.
#[derive(Default)]
struct Pool {
    free: Vec<(Subbuffer<[u8]>, u64)>,
    /// The bytes of the blocks in use, and the most there have been.
    used: u64,
    peak: u64,
}

/// The queue of a device during one run of a program.
pub struct Session<'g> {
    gpu: &'g Gpu,
    recording: Option<RecordingCommandBuffer>,
    recorded: usize,
    pending: Vec<CommandBuffer>,
    fence: Fence,
    pool: Rc<RefCell<Pool>>,
    staging: Subbuffer<[u8]>,
}

/// The error for a failure of the device.
pub fn device_error(what: &str, error: impl std::fmt::Display) -> Error {
    Error::run_time(format!("Error: the device failed to {what}: {error}\n"))
}

/// The error for an allocation that cannot be satisfied.
fn out_of_memory(bytes: u128) -> Error {
    codes::OUT_OF_MEMORY.error(Span::NONE, format!("Error: Out of memory: cannot allocate {bytes} bytes.\n"))
}

impl<'g> Session<'g> {
    /// A session without recorded commands.
    pub fn new(gpu: &'g Gpu) -> Result<Session<'g>> {
        let fence = Fence::new(gpu.device.clone(), FenceCreateInfo::default())
            .map_err(|error| device_error("make a fence", error))?;
        let staging = Buffer::new_slice::<u8>(
            gpu.memory.clone(),
            BufferCreateInfo { usage: BufferUsage::TRANSFER_SRC | BufferUsage::TRANSFER_DST, ..Default::default() },
            AllocationCreateInfo {
                memory_type_filter: MemoryTypeFilter::PREFER_HOST | MemoryTypeFilter::HOST_RANDOM_ACCESS,
                ..Default::default()
            },
            STAGING_BYTES,
        )
        .map_err(|error| device_error("make a staging buffer", error))?;
        Ok(Session {
            gpu,
            recording: None,
            recorded: 0,
            pending: Vec::new(),
            fence,
            pool: Rc::new(RefCell::new(Pool::default())),
            staging,
        })
    }

    /// Allocates a block of `count` elements of `size` bytes, with unspecified contents.
    pub fn allocate(&mut self, count: i64, size: usize) -> Result<Rc<DeviceBlock>> {
        let Ok(elements) = u64::try_from(count) else {
            return Err(codes::OUT_OF_MEMORY
                .error(Span::NONE, format!("Error: Cannot allocate an array of {count} elements.\n")));
        };
        let wanted = u128::from(elements) * size as u128;
        // Buffers are never empty, and their size is a multiple of the units of atomics and copies.
        let bytes = u64::try_from(wanted)
            .ok()
            .and_then(|bytes| bytes.max(1).checked_next_multiple_of(16))
            .filter(|&bytes| bytes <= isize::MAX as u64)
            .ok_or_else(|| out_of_memory(wanted))?;
        let pooled = {
            let mut pool = self.pool.borrow_mut();
            let at = pool.free.iter().position(|(buffer, _)| buffer.size() == bytes);
            at.map(|at| pool.free.swap_remove(at))
        };
        let (buffer, address) = match pooled {
            Some(found) => found,
            None => match self.new_buffer(bytes) {
                Ok(made) => made,
                Err(_) => {
                    // The pool may hold the missing memory, so it is emptied before another attempt.
                    self.wait()?;
                    self.pool.borrow_mut().free.clear();
                    self.new_buffer(bytes).map_err(|_| out_of_memory(wanted))?
                }
            },
        };
        let mut pool = self.pool.borrow_mut();
        pool.used += bytes;
        pool.peak = pool.peak.max(pool.used);
        Ok(Rc::new(DeviceBlock { buffer, address, pool: self.pool.clone() }))
    }

    /// The most bytes of blocks in use at one time.
    pub fn peak_bytes(&self) -> usize {
        usize::try_from(self.pool.borrow().peak).unwrap_or(usize::MAX)
    }

    fn new_buffer(&self, bytes: u64) -> std::result::Result<(Subbuffer<[u8]>, u64), String> {
        let limits = self.gpu.device.physical_device().properties();
        let heap =
            self.gpu.device.physical_device().memory_properties().memory_heaps.iter().map(|heap| heap.size).max();
        if heap.is_some_and(|most| bytes > most) || limits.max_memory_allocation_size.is_some_and(|most| bytes > most) {
            return Err("more than the device has".to_string());
        }
        let usage = BufferUsage::STORAGE_BUFFER
            | BufferUsage::SHADER_DEVICE_ADDRESS
            | BufferUsage::TRANSFER_SRC
            | BufferUsage::TRANSFER_DST;
        let buffer = Buffer::new_slice::<u8>(
            self.gpu.memory.clone(),
            BufferCreateInfo { usage, ..Default::default() },
            AllocationCreateInfo { memory_type_filter: MemoryTypeFilter::PREFER_DEVICE, ..Default::default() },
            bytes,
        )
        .map_err(|error| error.to_string())?;
        let address = buffer.device_address().map_err(|error| error.to_string())?.get();
        Ok((buffer, address))
    }

    /// The batch under construction. Begins a batch if there is none.
    fn record(&mut self) -> Result<&mut RecordingCommandBuffer> {
        if self.recorded >= BATCH {
            self.submit()?;
        }
        self.recorded += 1;
        if self.recording.is_none() {
            let begin = CommandBufferBeginInfo { usage: CommandBufferUsage::OneTimeSubmit, ..Default::default() };
            let family = self.gpu.queue.queue_family_index();
            let level = CommandBufferLevel::Primary;
            let recording = RecordingCommandBuffer::new(self.gpu.commands.clone(), family, level, begin)
                .map_err(|error| device_error("record commands", error))?;
            self.recording = Some(recording);
        }
        self.recording.as_mut().ok_or_else(|| Error::internal("a batch has just begun"))
    }

    /// Makes later commands wait for all earlier ones, and see their writes.
    fn barrier(commands: &mut RecordingCommandBuffer) -> Result<()> {
        let stages = PipelineStages::COMPUTE_SHADER | PipelineStages::ALL_TRANSFER;
        let barrier = MemoryBarrier {
            src_stages: stages,
            src_access: AccessFlags::SHADER_WRITE | AccessFlags::TRANSFER_WRITE,
            dst_stages: stages,
            dst_access: AccessFlags::SHADER_READ
                | AccessFlags::SHADER_WRITE
                | AccessFlags::TRANSFER_READ
                | AccessFlags::TRANSFER_WRITE,
            ..Default::default()
        };
        // SAFETY: a global barrier refers to no resources.
        unsafe {
            commands.pipeline_barrier(&DependencyInfo {
                memory_barriers: [barrier].into_iter().collect(),
                ..Default::default()
            })
        }
        .map_err(|error| device_error("record a barrier", error))?;
        Ok(())
    }

    /// Records a dispatch of a kernel with `groups` workgroups. `words` are its push constants.
    pub fn dispatch(&mut self, pipeline: &Arc<ComputePipeline>, words: &[u64], groups: u32) -> Result<()> {
        let mut push = [0u64; PUSH_WORDS];
        let length = words.len().min(PUSH_WORDS);
        push[..length].copy_from_slice(&words[..length]);
        let commands = self.record()?;
        // SAFETY: the pipeline outlives the session; the kernel accesses only blocks of the program, which are not
        // destroyed before the queue is idle; the barrier orders the kernel after all earlier commands.
        let recorded = unsafe {
            commands
                .bind_pipeline_compute(pipeline)
                .and_then(|c| c.push_constants(pipeline.layout(), 0, &push))
                .and_then(|c| c.dispatch([groups, 1, 1]))
                .map(|_| ())
        };
        recorded.map_err(|error| device_error("record a kernel", error))?;
        Self::barrier(commands)
    }

    /// Records a copy of bytes between blocks.
    pub fn copy(
        &mut self,
        from: &DeviceBlock,
        from_offset: u64,
        to: &DeviceBlock,
        to_offset: u64,
        bytes: u64,
    ) -> Result<()> {
        let (from, to) = (from.buffer.clone(), to.buffer.clone());
        self.copy_buffers(from, from_offset, to, to_offset, bytes)
    }

    fn copy_buffers(
        &mut self,
        from: Subbuffer<[u8]>,
        from_offset: u64,
        to: Subbuffer<[u8]>,
        to_offset: u64,
        bytes: u64,
    ) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let mut info = CopyBufferInfo::buffers(from, to);
        info.regions = std::iter::once(BufferCopy {
            src_offset: from_offset,
            dst_offset: to_offset,
            size: bytes,
            ..Default::default()
        })
        .collect();
        let commands = self.record()?;
        // SAFETY: both buffers are kept until the queue is idle; the barrier orders the copy after all earlier
        // commands.
        unsafe { commands.copy_buffer(&info) }.map_err(|error| device_error("record a copy", error))?;
        Self::barrier(commands)
    }

    /// Submits the recorded commands to the device.
    fn submit(&mut self) -> Result<()> {
        let Some(recording) = self.recording.take() else { return Ok(()) };
        self.recorded = 0;
        // SAFETY: all commands were recorded outside scopes that must be ended.
        let commands = unsafe { recording.end() }.map_err(|error| device_error("end a batch", error))?;
        self.submit_with(&[commands.handle()], vk::Fence::null())?;
        self.pending.push(commands);
        Ok(())
    }

    fn submit_with(&self, handles: &[vk::CommandBuffer], fence: vk::Fence) -> Result<()> {
        let info = vk::SubmitInfo::default().command_buffers(handles);
        let queue_submit = self.gpu.device.fns().v1_0.queue_submit;
        // vulkano's own `submit` takes only command buffers whose resources it tracks; ours are tracked by this type.
        let result = self.gpu.queue.with(|_locked| {
            // SAFETY: the queue is locked by the guard; the command buffers are complete and kept in `pending` until
            // they have run; the fence, if any, is not in use.
            unsafe { queue_submit(self.gpu.queue.handle(), 1, &info, fence) }
        });
        result.result().map_err(|error| device_error("run a batch", VulkanError::from(error)))
    }

    /// Submits all recorded commands, and waits until they have run.
    pub fn wait(&mut self) -> Result<()> {
        self.submit()?;
        if self.pending.is_empty() {
            return Ok(());
        }
        self.submit_with(&[], self.fence.handle())?;
        self.fence.wait(None).map_err(|error| device_error("finish", error))?;
        // SAFETY: the fence was waited for: no command refers to it.
        unsafe { self.fence.reset() }.map_err(|error: Validated<VulkanError>| device_error("reset a fence", error))?;
        self.pending.clear();
        Ok(())
    }

    /// Writes bytes into a block.
    pub fn upload(&mut self, block: &DeviceBlock, offset: u64, bytes: &[u8]) -> Result<()> {
        for (k, chunk) in bytes.chunks(STAGING_BYTES as usize).enumerate() {
            // The staging buffer must not be in use when it is overwritten.
            self.wait()?;
            {
                let mut staging = self.staging.write().map_err(|error| device_error("take data", error))?;
                staging[..chunk.len()].copy_from_slice(chunk);
            }
            let at = offset + k as u64 * STAGING_BYTES;
            self.copy_buffers(self.staging.clone(), 0, block.buffer.clone(), at, chunk.len() as u64)?;
        }
        self.wait()
    }

    /// Writes at most 64 KiB, a multiple of 4 bytes, into a block, in order with other commands.
    pub fn update(&mut self, block: &DeviceBlock, offset: u64, bytes: &[u8]) -> Result<()> {
        let to = block.buffer.clone().slice(offset..offset + bytes.len() as u64);
        let commands = self.record()?;
        // SAFETY: the buffer is kept until the queue is idle; the barrier orders the update after all earlier commands.
        unsafe { commands.update_buffer(&to, bytes) }.map_err(|error| device_error("record an update", error))?;
        Self::barrier(commands)
    }

    /// Sets all bytes of a block to 0, in order with other commands.
    pub fn clear(&mut self, block: &DeviceBlock) -> Result<()> {
        let commands = self.record()?;
        let to: Subbuffer<[u32]> = block.buffer.clone().reinterpret();
        // SAFETY: as for `update`.
        unsafe { commands.fill_buffer(&to, 0) }.map_err(|error| device_error("record a fill", error))?;
        Self::barrier(commands)
    }

    /// Reads bytes from a block, after all recorded commands.
    pub fn download(&mut self, block: &DeviceBlock, offset: u64, bytes: &mut [u8]) -> Result<()> {
        for (k, chunk) in bytes.chunks_mut(STAGING_BYTES as usize).enumerate() {
            let at = offset + k as u64 * STAGING_BYTES;
            self.copy_buffers(block.buffer.clone(), at, self.staging.clone(), 0, chunk.len() as u64)?;
            self.wait()?;
            let staging = self.staging.read().map_err(|error| device_error("give data", error))?;
            chunk.copy_from_slice(&staging[..chunk.len()]);
        }
        Ok(())
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // Buffers must not be destroyed while the device uses them. If waiting fails, the device is lost, and uses no
        // buffers.
        if let Some(recording) = self.recording.take() {
            drop(recording);
        }
        let _ = self.gpu.queue.with(|mut queue| queue.wait_idle());
    }
}
