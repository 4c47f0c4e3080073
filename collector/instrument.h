// SPDX-License-Identifier: Apache-2.0
// Instruments a file of kernels without running it, for programs that launch them themselves.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/capture/instrument_table.h"
#include "core/run/run_spec.h"

namespace pstudio {

struct InstrumentRequest {
  std::filesystem::path input; ///< .ll, .llir: LLVM IR; .ptx: PTX; .cu: CUDA C++; else MLIR
  InstrumentationMode mode;
  enum class Emit : uint8_t { LlvmIr, Ptx } emit = Emit::LlvmIr; ///< of PTX always PTX
  /// "sm_90a", "gfx942", "gfx1100+wavefrontsize64"; empty: what the file names. A file for NVIDIA's
  /// GPUs that names none is for sm_80; one for AMD's GPUs must name it if this is empty.
  std::string architecture;
  /// Of a PTX module: the only kernel to instrument; empty: all. Other entries stay as they are.
  std::string entry;
  /// Threads of a CTA; needed where the file does not fix them and has something to record.
  std::optional<std::array<uint32_t, 3>> block;
  /// Slots of a warp, at most, where the mode gives no number and the kernel may write more than
  /// 1024; 0: 1024 [slots].
  uint32_t mostSlots = 0;
};

struct InstrumentedFile {
  std::string text;               ///< LLVM IR or PTX
  record::InstrumentTable table;  ///< what the host needs to launch and to decode
  std::vector<std::string> notes; ///< what was changed to read the file, and warnings
};

/// Instruments every kernel of the file, LLVM IR for NVIDIA or AMD GPUs, others for NVIDIA GPUs.
/// All other code is as it was: LLVM IR in, the same LLVM IR out, but for the records; of a PTX
/// module all text outside of the entries' bodies, byte for byte. CompileFailed with a place in the
/// file; Unsupported for what this build's LLVM cannot hold, named; InvalidInput for a block that
/// contradicts the file, or is missing. [thread: any]
Result<InstrumentedFile> instrumentFile(const InstrumentRequest &request);

} // namespace pstudio
