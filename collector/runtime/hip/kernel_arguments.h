// SPDX-License-Identifier: Apache-2.0
// The arguments of a launch in the layout of the kernarg segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/hip/code_object.h"
#include "core/base/result.h"

namespace pstudio::hip {

/// The explicit part of a kernarg segment with one word for each explicit argument, in order: an
/// address, or a scalar's bits in the low bytes. Bytes between arguments are zero. InvalidInput,
/// naming the kernel, for another number of words; Unsupported for an argument of more than 8
/// bytes.
Result<std::vector<std::byte>> packArguments(const KernelLayout &layout,
                                             std::span<const uint64_t> words);

/// Unsupported, with their names, if the kernel has hidden arguments that HIP of `version` does not
/// fill when it launches a module's kernel. HIP fills hidden arguments from the launch and the
/// queue (those of code object version 5 too) and ignores kinds that it does not support.
Result<void> checkHiddenArguments(const KernelLayout &layout, uint32_t version);

} // namespace pstudio::hip
