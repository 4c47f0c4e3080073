// SPDX-License-Identifier: Apache-2.0
// The device that a file of LLVM IR was compiled for, as far as the file names it.
#pragma once

#include <string>

namespace pstudio {

class KernelModule;

struct TextDevice {
  bool isAmd = false;     ///< by its target triple
  std::string processor;  ///< of the first kernel that names one: "sm_90", "gfx942"; empty: none
  bool isWave64 = false;  ///< a kernel has waves of 64 lanes on RDNA (+wavefrontsize64)
  bool isMixed = false;   ///< and another kernel does not have them
  bool isOfClang = false; ///< clang gives kernels without launch bounds the range of the chip
};

/// All members have their defaults for MLIR.
TextDevice textDeviceOf(const KernelModule &module);

} // namespace pstudio
