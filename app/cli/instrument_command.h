// SPDX-License-Identifier: Apache-2.0
// proton-collect instrument: kernels with records, for programs that launch them themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "collector/instrument.h"

namespace pstudio::cli {

struct InstrumentCommandOptions {
  std::filesystem::path input;
  std::filesystem::path output; ///< LLVM IR or PTX; its table goes to `output` + ".json"
  std::string mode = "default";
  InstrumentRequest::Emit emit = InstrumentRequest::Emit::LlvmIr;
  std::string architecture;
  std::string entry;        ///< InstrumentRequest::entry
  std::string block;        ///< "X", "X,Y" or "X,Y,Z"; empty: what the file says
  uint32_t mostSlots = 0;   ///< InstrumentRequest::mostSlots
  bool printsTable = false; ///< to standard output instead of a file
};

/// Writes both files whole or not at all. Returns an ExitCode.
int instrumentCommand(const InstrumentCommandOptions &options);

} // namespace pstudio::cli
