// SPDX-License-Identifier: Apache-2.0
// What compiled code takes of a GPU, for the log and for the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/record/launch_decoder.h"

namespace pstudio {

/// What a kernel takes of an SM or compute unit.
struct CodeResources {
  uint32_t registersPerThread = 0;
  uint64_t localBytesPerThread = 0; ///< stack frame and spills [bytes]
  uint64_t sharedBytes = 0;         ///< of a CTA, without what the launch asks for [bytes]
};

/// A line for the log: registers, local and shared memory of a kernel, beside those without
/// instrumentation if given; says so if instrumentation put something in local memory.
std::string describeResources(const std::string &kernel, const CodeResources &resources,
                              const std::optional<CodeResources> &plain);

/// The same as facts of a launch: "kernel.registers", "kernel.registersPlain", ...
void addResourceFacts(std::vector<record::LaunchFact> &facts, const CodeResources &resources,
                      const std::optional<CodeResources> &plain);

/// What findings on overlap need to know of a CTA (core/trace/arg_names.h), of the kernel without
/// its records: shared memory and its limit [bytes], registers.
void addShareFacts(std::vector<record::LaunchFact> &facts, const CodeResources &plain,
                   uint64_t dynamicSharedBytes, uint64_t limitBytes);

} // namespace pstudio
