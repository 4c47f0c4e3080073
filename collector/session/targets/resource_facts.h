// SPDX-License-Identifier: Apache-2.0
// GPU resources of compiled code, for the log and for the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/record/launch_decoder.h"

namespace pstudio {

/// Resources of a kernel on an SM or compute unit.
struct CodeResources {
  uint32_t registersPerThread = 0;
  uint64_t localBytesPerThread = 0; ///< stack frame and spills [bytes]
  uint64_t sharedBytes = 0;         ///< of a CTA, without dynamic shared memory [bytes]
};

/// A line for the log: registers, local and shared memory of a kernel, with the values without
/// instrumentation if `plain` is given. Reports if the instrumentation caused spills to local
/// memory.
std::string describeResources(const std::string &kernel, const CodeResources &resources,
                              const std::optional<CodeResources> &plain);

/// Adds the same values as facts of a launch: "kernel.registers", "kernel.registersPlain", ...
void addResourceFacts(std::vector<record::LaunchFact> &facts, const CodeResources &resources,
                      const std::optional<CodeResources> &plain);

/// Adds the facts that findings on overlap use (core/trace/arg_names.h), of a CTA of the kernel
/// without its records: shared memory and its limit [bytes], registers.
void addShareFacts(std::vector<record::LaunchFact> &facts, const CodeResources &plain,
                   uint64_t dynamicSharedBytes, uint64_t limitBytes);

} // namespace pstudio
