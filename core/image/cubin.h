// SPDX-License-Identifier: Apache-2.0
// Facts about machine code for NVIDIA GPUs (an ELF file with the machine EM_CUDA).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/image/architecture.h"

namespace pstudio::image {

struct CubinFacts {
  Architecture architecture; ///< for which it is assembled; its suffix if the file states it
  /// Number of the architecture of the PTX that it was made from, 80 for "-arch=compute_80
  /// -code=sm_90"; 0: unknown. Without a suffix: the file does not state one.
  uint32_t virtualNumber = 0;
  bool isRelocatable = false;       ///< an object that the driver must link
  bool isLinked = false;            ///< nvlink made it of several objects (-rdc=true)
  std::vector<std::string> kernels; ///< mangled, in the order of the symbol table

  bool contains(std::string_view kernel) const;
};

/// InvalidFormat with the offset for a damaged file, Unsupported for an ELF file of another
/// machine. O(symbols + sections). [thread: any]
Result<CubinFacts> readCubin(std::span<const std::byte> bytes);

} // namespace pstudio::image
