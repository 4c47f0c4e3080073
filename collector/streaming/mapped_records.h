// SPDX-License-Identifier: Apache-2.0
// The profile buffer of a streamed kernel on a GPU.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collector/runtime/gpu/device_buffer.h"
#include "collector/runtime/gpu/mapped_buffer.h"
#include "core/base/units.h"
#include "core/record/stream_layout.h"

namespace pstudio {

/// Blocks in memory that kernel and host access, and device memory that only the kernel accesses.
/// Move-only.
class MappedRecords {
public:
  /// `bytes`: of all CTAs' blocks. Errors as MappedBuffer::allocate() and DeviceBuffer::allocate().
  static Result<MappedRecords> allocate(const gpu::Device &device, uint64_t bytes,
                                        const record::StreamShape &shape);

  /// Appends the kernel arguments that follow the kernel's own arguments (gpu_block.h).
  void appendArguments(std::vector<uint64_t> &words) const;
  std::span<std::byte> blocks() const { return m_blocks.bytes(); }
  /// Resets the blocks for a launch: no headers, counts or chunks. No kernel may use them. O(CTAs).
  void clear();
  /// The earliest begin of a CTA, on the GPU's timer; none if no CTA has begun. O(CTAs).
  std::optional<Nanoseconds> firstBegin() const;

private:
  MappedRecords(gpu::MappedBuffer blocks, const record::StreamShape &shape)
      : m_blocks(std::move(blocks)), m_shape(shape) {}

  gpu::MappedBuffer m_blocks;
  std::optional<gpu::DeviceBuffer> m_staging; ///< none if staged slots are in shared memory
  record::StreamShape m_shape;
};

} // namespace pstudio
