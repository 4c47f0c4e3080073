// SPDX-License-Identifier: Apache-2.0
// An instrumented kernel that a program can load, and how it was asked for.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "collector/attach/host/backend.h"
#include "collector/attach/host/kernel_files.h"
#include "core/capture/instrument_table.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// A twin to be made.
struct TwinOrder {
  KernelImage image;
  InstrumentationMode mode;
  PythonProgram python; ///< executable empty: the program is none of Python's
  /// Slots of a warp, at most, where the mode gives no number; 0: 1024 (InstrumentRequest).
  uint32_t mostSlots = 0;
  bool onlyTries = false; ///< instrument, to see whether it can be: no code is made
};

/// A finished twin.
struct TwinCode {
  record::InstrumentedKernelEntry entry;
  InstrumentationMode mode;
  std::string cubin;   ///< ELF; empty for one that was only tried
  std::string backEnd; ///< that made the cubin: "Triton 3.6.0", "ptxas"
  /// "3 of 21 access instructions (mode memory)": what a mode cannot record.
  std::vector<std::string> notCovered;
  std::filesystem::path llvmIr = {}; ///< of the original kernel; the cache does not keep it
};

/// The code, or why there is none.
struct TwinOutcome {
  std::shared_ptr<const TwinCode> code;
  CodeProblem problem; ///< where there is no code
};

} // namespace pstudio::attach
