// SPDX-License-Identifier: Apache-2.0
// proton-collect instrument: kernels with records, for programs that launch them themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "collector/instrument.h"

namespace pstudio::cli {

/// Format of the output. A code object is LLVM IR for AMD's GPUs that this build's LLVM compiles.
enum class InstrumentOutput : uint8_t { LlvmIr, Ptx, CodeObject };

struct InstrumentCommandOptions {
  std::filesystem::path input;
  std::filesystem::path output; ///< code; its table goes to `output` + ".json"
  std::string mode = "default";
  InstrumentOutput emit = InstrumentOutput::LlvmIr;
  std::string architecture;
  std::string entry;        ///< InstrumentRequest::entry
  std::string block;        ///< "X", "X,Y" or "X,Y,Z"; empty: what the file says
  uint32_t mostSlots = 0;   ///< InstrumentRequest::mostSlots
  bool printsTable = false; ///< to standard output instead of a file
};

/// Writes both files whole or not at all. Returns an ExitCode.
int instrumentCommand(const InstrumentCommandOptions &options);

} // namespace pstudio::cli
