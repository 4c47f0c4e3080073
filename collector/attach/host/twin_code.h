// SPDX-License-Identifier: Apache-2.0
// An instrumented kernel that a program can load, and the order for it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/host/backend.h"
#include "collector/attach/host/kernel_files.h"
#include "collector/attach/protocol/twin_variable.h"
#include "core/capture/instrument_table.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// Order for a twin.
struct TwinOrder {
  KernelImage image;
  InstrumentationMode mode;
  PythonProgram python; ///< executable empty: not a Python program
  /// Limit of slots per warp if the mode does not specify it; 0: 1024 (InstrumentRequest).
  uint32_t mostSlots = 0;
  /// Threads of a CTA, for code that does not fix them; none: unknown.
  std::optional<std::array<uint32_t, 3>> block = {};
  bool onlyTries = false; ///< trial: instrument only, generate no code
};

/// A finished twin.
struct TwinCode {
  record::InstrumentedKernelEntry entry;
  InstrumentationMode mode;
  std::string cubin;   ///< ELF; empty after a trial
  std::string backEnd; ///< tool that created the cubin: "Triton 3.6.0", "ptxas"
  /// Instructions that a mode cannot record: "3 of 21 access instructions (mode memory)".
  std::vector<std::string> notCovered;
  bool hasScopeMarks = false; ///< in the original, for scopes of triton.profiler.language; not in
                              ///< the cache
  std::filesystem::path codeFile = {};      ///< LLVM IR or PTX of the original; not in the cache
  std::vector<TwinVariable> variables = {}; ///< of the original's module; not in the cache
};

/// The code, or the reason why there is none.
struct TwinOutcome {
  std::shared_ptr<const TwinCode> code;
  CodeProblem problem; ///< valid if there is no code
  /// Line of the report about each recorded launch of the code; its code is empty: none.
  CodeProblem remark = {};
};

} // namespace pstudio::attach
