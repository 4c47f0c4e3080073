// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/kernel_arguments.h"

#include <algorithm>
#include <array>

#include "collector/runtime/hip/hip_error.h"

namespace pstudio::hip {
namespace {

struct FilledArgument {
  std::string_view kind;
  uint32_t since; ///< first major * 100 + minor version that fills it
};

// The table of kinds in HIP's own loader of code objects, which fills all of them at a launch.
constexpr std::array kFilled{
    FilledArgument{"hidden_global_offset_x", 500},
    FilledArgument{"hidden_global_offset_y", 500},
    FilledArgument{"hidden_global_offset_z", 500},
    FilledArgument{"hidden_none", 500},
    FilledArgument{"hidden_printf_buffer", 500},
    FilledArgument{"hidden_hostcall_buffer", 500},
    FilledArgument{"hidden_default_queue", 500},
    FilledArgument{"hidden_completion_action", 500},
    FilledArgument{"hidden_multigrid_sync_arg", 500},
    FilledArgument{"hidden_heap_v1", 502},
    FilledArgument{"hidden_block_count_x", 502},
    FilledArgument{"hidden_block_count_y", 502},
    FilledArgument{"hidden_block_count_z", 502},
    FilledArgument{"hidden_group_size_x", 502},
    FilledArgument{"hidden_group_size_y", 502},
    FilledArgument{"hidden_group_size_z", 502},
    FilledArgument{"hidden_remainder_x", 502},
    FilledArgument{"hidden_remainder_y", 502},
    FilledArgument{"hidden_remainder_z", 502},
    FilledArgument{"hidden_grid_dims", 502},
    FilledArgument{"hidden_private_base", 502},
    FilledArgument{"hidden_shared_base", 502},
    FilledArgument{"hidden_queue_ptr", 502},
    FilledArgument{"hidden_dynamic_lds_size", 600},
};

bool isFilled(std::string_view kind, uint32_t version) {
  const uint32_t has = majorOf(version) * 100 + version / 100'000 % 100;
  const auto *found = std::ranges::find(kFilled, kind, &FilledArgument::kind);
  return found != kFilled.end() && found->since <= has;
}

} // namespace

Result<std::vector<std::byte>> packArguments(const KernelLayout &layout,
                                             std::span<const uint64_t> words) {
  const auto count = static_cast<size_t>(
      std::ranges::count_if(layout.arguments, [](const auto &a) { return !a.isHidden(); }));
  if (count != words.size())
    return fail(ErrorCode::InvalidInput,
                "kernel " + layout.entry + " cannot be launched: " + std::to_string(words.size()) +
                    " arguments, it takes " + std::to_string(count));
  std::vector<std::byte> segment;
  size_t next = 0;
  for (const KernelArgument &argument : layout.arguments) {
    if (argument.isHidden())
      continue;
    if (argument.bytes > sizeof(uint64_t))
      return fail(ErrorCode::Unsupported,
                  "kernel " + layout.entry + " cannot be launched: parameter " +
                      std::to_string(next) + " takes " + std::to_string(argument.bytes) +
                      " bytes; only addresses and scalars of up to 8 bytes can be given");
    segment.resize(argument.offset + argument.bytes);
    const uint64_t word = words[next++];
    for (uint32_t i = 0; i < argument.bytes; ++i)
      segment[argument.offset + i] = static_cast<std::byte>(word >> (8 * i));
  }
  return segment;
}

Result<void> checkHiddenArguments(const KernelLayout &layout, uint32_t version) {
  std::string unknown;
  for (const KernelArgument &argument : layout.arguments)
    if (argument.isHidden() && !isFilled(argument.kind, version))
      unknown += (unknown.empty() ? "" : ", ") + argument.kind;
  if (unknown.empty())
    return {};
  return fail(ErrorCode::Unsupported,
              "kernel " + layout.entry + " needs what HIP " + versionText(version) +
                  " does not fill in: " + unknown,
              "", "use a newer ROCm");
}

} // namespace pstudio::hip
