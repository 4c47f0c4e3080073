// SPDX-License-Identifier: Apache-2.0
// A trace of a small matrix product whose slices, accesses and PC samples name source lines.
#pragma once

#include <memory>
#include <string>

#include "core/run/pass_report.h"
#include "core/trace/trace.h"

namespace pstudio::test {

inline constexpr const char *kMatmulFile = "/src/kernels/matmul.py"; ///< stored in the trace
inline constexpr const char *kHelperFile = "/src/lib/helpers.py";    ///< not stored

/// The lines of kMatmulFile with events.
struct MatmulLine {
  static constexpr uint32_t kLoop = 16, kLoadA = 17, kLoadB = 18, kWait = 19, kDot = 20,
                            kAdvance = 21, kStore = 24;
};
inline constexpr uint32_t kHelperLine = 5;
inline constexpr uint32_t kMatmulWarps = 4, kMatmulSteps = 8;

/// The text of kMatmulFile, of kHelperFile, and of the kernel's PTX with `.loc` of both.
std::string matmulText();
std::string helperText();
std::string matmulPtx();

/// Per warp: a loop with kMatmulSteps steps of load A, load B, wait copy and dot, an instant in
/// line kAdvance of each step, a store, and a scope of kHelperFile. \param reportId  of the passes
/// of its run; empty: not recorded.
std::shared_ptr<const Trace> makeSourceTrace(const std::string &reportId = {});

/// A compile with two stages: MLIR with places beside its text, and the PTX.
PassReport matmulReport();

} // namespace pstudio::test
