// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on the CPU target and decodes the records of each of its units.
#pragma once

#include "core/record/cta_matcher.h"
#include "core/record/operation_table.h"
#include "core/record/segment_decoder.h"
#include "tests/collector/kernel_runner.h"

namespace pstudio::test {

/// The records of one unit.
struct UnitRun {
  record::UnitRecords records; ///< with their cycles
  record::SegmentCounts counts;
};

/// The result of a launch.
struct DecodedRun {
  record::OperationTable operations;
  std::vector<UnitRun> units;   ///< of CTA 0, then those of CTA 1, ...
  std::vector<float> arguments; ///< %A after the launch
};

/// Compiles the body of a kernel (kernelSource()) whose only parameter is `%A: memref<Nxf32>` with
/// the elements `values`, runs it in `ctas` CTAs of `threads` threads and decodes all blocks.
/// Drains the blocks of a stream during the launch, or after the kernel has ended if `drains` is
/// false. `processor`: see cpu::CompileOptions.
Result<DecodedRun> runAndDecode(const std::string &body, const std::string &mode, uint32_t ctas,
                                uint32_t threads, std::vector<float> values, bool drains = true,
                                std::string_view processor = {});

} // namespace pstudio::test
