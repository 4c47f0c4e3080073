// SPDX-License-Identifier: Apache-2.0
// A kernel as AMD's runtime takes it, with what a launch of it has to know.
#pragma once

#include <cstdint>
#include <string>

#include "collector/codegen/amd/architecture.h"

namespace pstudio::amd {

/// What a wave takes of the hardware, as the code object's metadata says.
struct KernelResources {
  uint32_t vectorRegisters = 0; ///< VGPRs and AGPRs of a lane
  uint32_t scalarRegisters = 0; ///< SGPRs of a wave
  uint32_t spilledRegisters = 0;
  uint64_t ldsBytes = 0;      ///< of a CTA, static
  uint64_t scratchBytes = 0;  ///< of a lane
  uint64_t argumentBytes = 0; ///< of the kernel's arguments, hidden ones included

  bool operator==(const KernelResources &) const = default;
};

/// Code object version 5. Its parameters are those of the gpu.func in order, a pointer for each
/// memref and then the profile buffer if the kernel has records; hidden ones come behind and are
/// the runtime's matter. Pointers to buffers must be aligned to 16 bytes.
struct AmdKernel {
  std::string entry; ///< name of the kernel in the code object
  Architecture architecture;
  std::string isa;        ///< assembly, with the metadata as comments and directives
  std::string codeObject; ///< ELF; empty if only assembly was asked for
  KernelResources resources;
};

} // namespace pstudio::amd
