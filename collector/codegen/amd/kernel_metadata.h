// SPDX-License-Identifier: Apache-2.0
// Reads what the compiler says of a kernel in its assembly.
#pragma once

#include <string_view>

#include "collector/codegen/amd/amd_kernel.h"

namespace pstudio::amd {

/// The resources of the only kernel in `isa`, from its `.amdgpu_metadata` ("Code Object V5
/// Metadata", LLVM's User Guide for the AMDGPU back end). InvalidFormat if a figure is not there.
Result<KernelResources> resourcesIn(std::string_view isa);

} // namespace pstudio::amd
