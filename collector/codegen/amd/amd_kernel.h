// SPDX-License-Identifier: Apache-2.0
// A kernel in the form that AMD's runtime loads, with the data that a launch requires.
#pragma once

#include <cstdint>
#include <string>

#include "collector/codegen/amd/architecture.h"

namespace pstudio::amd {

/// Hardware resources of a wave, from the metadata of the code object.
struct KernelResources {
  uint32_t vectorRegisters = 0; ///< VGPRs and AGPRs of a lane
  uint32_t scalarRegisters = 0; ///< SGPRs of a wave
  uint32_t spilledRegisters = 0;
  uint64_t ldsBytes = 0;      ///< of a CTA, static
  uint64_t scratchBytes = 0;  ///< of a lane
  uint64_t argumentBytes = 0; ///< of the kernel's arguments, hidden ones included

  bool operator==(const KernelResources &) const = default;
};

/// Code object version 5. Its parameters are those of the gpu.func in order: a pointer for each
/// memref, and then the profile buffer if the kernel has records. Hidden parameters follow, which
/// the runtime sets. Pointers to buffers must be aligned to 16 bytes.
struct AmdKernel {
  std::string entry; ///< name of the kernel in the code object
  Architecture architecture;
  std::string isa;        ///< assembly, with the metadata as comments and directives
  std::string codeObject; ///< ELF; empty if only assembly was requested
  KernelResources resources;
};

} // namespace pstudio::amd
