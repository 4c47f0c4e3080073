// SPDX-License-Identifier: Apache-2.0
// The argument segment of a launch with its hidden arguments, and its dispatch packet.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "tests/support/amd_interpreter/dispatch.h"

namespace pstudio::test::amdgpu {

/// The explicit arguments of the launch, then the hidden ones of code object version 5 by the
/// metadata of the code object; bytes between them contain a pattern. Unsupported, by name, for a
/// hidden argument that has no value here.
Result<std::vector<std::byte>> argumentSegment(const KernelLaunch &launch);

/// The first 64 bytes that a dispatch pointer refers to ("AQL kernel dispatch packet" of the HSA
/// standard), without signals and addresses.
std::vector<std::byte> dispatchPacket(const KernelLaunch &launch);

} // namespace pstudio::test::amdgpu
