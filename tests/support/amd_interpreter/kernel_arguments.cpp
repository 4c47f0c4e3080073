// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/kernel_arguments.h"

#include <algorithm>
#include <cstring>

#include "collector/runtime/hip/code_object.h"

namespace pstudio::test::amdgpu {
namespace {

/// The value of a hidden argument; nullopt if it has none.
std::optional<uint64_t> hiddenValue(const std::string &kind, const KernelLaunch &launch) {
  const uint32_t axis = kind.back() == 'y' ? 1 : kind.back() == 'z' ? 2 : 0;
  if (kind.starts_with("hidden_block_count_"))
    return launch.grid[axis];
  if (kind.starts_with("hidden_group_size_"))
    return launch.block[axis];
  if (kind.starts_with("hidden_remainder_") || kind.starts_with("hidden_global_offset_") ||
      kind == "hidden_none")
    return 0;
  if (kind == "hidden_grid_dims")
    return launch.grid[2] > 1 || launch.block[2] > 1   ? 3
           : launch.grid[1] > 1 || launch.block[1] > 1 ? 2
                                                       : 1;
  if (kind == "hidden_dynamic_lds_size")
    return launch.dynamicLdsBytes;
  // Services of the runtime that no kernel here uses: the back end lists them where it cannot prove
  // that.
  for (const char *unused :
       {"hidden_hostcall_buffer", "hidden_multigrid_sync_arg", "hidden_heap_v1",
        "hidden_default_queue", "hidden_completion_action", "hidden_queue_ptr"})
    if (kind == unused)
      return 0;
  if (kind == "hidden_shared_base")
    return kSharedAperture;
  if (kind == "hidden_private_base")
    return kPrivateAperture;
  return std::nullopt;
}

} // namespace

Result<std::vector<std::byte>> argumentSegment(const KernelLaunch &launch) {
  PSTUDIO_TRY_ASSIGN(const hip::KernelLayout layout,
                     hip::layoutOf(launch.codeObject, launch.entry));
  const size_t bytes = std::max<size_t>(layout.argumentBytes, launch.arguments.size());
  std::vector<std::byte> segment(std::max<size_t>(bytes, 8), std::byte{0xa5});
  std::ranges::copy(launch.arguments, segment.begin());
  for (const hip::KernelArgument &argument : layout.arguments) {
    if (!argument.isHidden())
      continue;
    const auto value = hiddenValue(argument.kind, launch);
    if (!value)
      return fail(ErrorCode::Unsupported, "the interpreter has no value for " + argument.kind);
    std::memcpy(segment.data() + argument.offset, &*value,
                std::min<size_t>(argument.bytes, sizeof *value));
  }
  return segment;
}

std::vector<std::byte> dispatchPacket(const KernelLaunch &launch) {
  std::vector<std::byte> packet(64);
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto threads = static_cast<uint16_t>(launch.block[axis]);
    const uint32_t all = launch.grid[axis] * launch.block[axis];
    std::memcpy(packet.data() + 4 + 2 * axis, &threads, sizeof threads);
    std::memcpy(packet.data() + 12 + 4 * axis, &all, sizeof all);
  }
  return packet;
}

} // namespace pstudio::test::amdgpu
