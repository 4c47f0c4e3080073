// SPDX-License-Identifier: Apache-2.0
// Machine code of one kernel of a cubin, with what decides about its behaviour.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::image {

/// The views refer to the bytes of the cubin, which must outlive it.
struct KernelCode {
  std::span<const std::byte> instructions;
  /// Relocations, constant banks and initial values of the module's variables, by section.
  std::map<std::string_view, std::span<const std::byte>> data;
  uint64_t sharedBytes = 0;                             ///< static shared memory
  std::optional<uint32_t> parameterBytes;               ///< none: the file does not state it
  std::optional<std::array<uint32_t, 3>> requiredBlock; ///< of .reqntid [threads]
};

/// InvalidFormat with the offset for a damaged file; InvalidInput for a cubin without the kernel.
/// O(sections). [thread: any]
Result<KernelCode> kernelCodeIn(std::span<const std::byte> cubin, std::string_view kernel);

/// True if both kernels execute the same instructions on the same constants. Debug information and
/// the order of kernels in the file do not count. O(size)
bool isSameCode(const KernelCode &one, const KernelCode &other);

} // namespace pstudio::image
