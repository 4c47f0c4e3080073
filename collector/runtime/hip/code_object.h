// SPDX-License-Identifier: Apache-2.0
// Kernel arguments and resources, read from the metadata of a code object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::hip {

/// One argument in the kernarg segment.
struct KernelArgument {
  uint32_t offset = 0; ///< [bytes]
  uint32_t bytes = 0;
  std::string kind; ///< "global_buffer", "by_value", "hidden_block_count_x"

  bool isHidden() const { return std::string_view(kind).starts_with("hidden_"); }
};

/// A kernel as its code object's metadata describes it.
struct KernelLayout {
  std::string entry;
  std::string target;                    ///< "amdgcn-amd-amdhsa--gfx942"
  std::vector<KernelArgument> arguments; ///< by offset, hidden ones last
  uint32_t argumentBytes = 0;            ///< of the whole segment, with hidden arguments
  uint64_t ldsBytes = 0;                 ///< of a CTA, static
  uint64_t scratchBytes = 0;             ///< of a lane
  uint32_t lanesPerWave = 0;
  uint32_t maxThreadsPerCta = 0;
  uint32_t vectorRegisters = 0; ///< of a lane, accumulation registers included
  uint32_t scalarRegisters = 0; ///< of a wave
  uint32_t spilledRegisters = 0;
};

/// Reads the note NT_AMDGPU_METADATA (32) of an ELF file ("Code Object Metadata" in LLVM's User
/// Guide for the AMDGPU back end), of code object version 3 and later. InvalidFormat with the
/// defect for other bytes; InvalidInput, with the names of the existing kernels, if `entry` is not
/// one. O(bytes of the notes).
Result<KernelLayout> layoutOf(std::string_view codeObject, std::string_view entry);

} // namespace pstudio::hip
