// SPDX-License-Identifier: Apache-2.0
// Runs a kernel of the test on the CPU target and decodes what each of its units recorded.
#pragma once

#include "core/record/cta_matcher.h"
#include "core/record/operation_table.h"
#include "core/record/segment_decoder.h"
#include "tests/collector/kernel_runner.h"

namespace pstudio::test {

/// What one unit left.
struct UnitRun {
  record::UnitRecords records; ///< with their cycles
  record::SegmentCounts counts;
};

/// What a launch left.
struct DecodedRun {
  record::OperationTable operations;
  std::vector<UnitRun> units;   ///< of CTA 0, then those of CTA 1, ...
  std::vector<float> arguments; ///< %A behind the kernel
};

/// Compiles the body of a kernel (kernelSource()) whose one parameter is `%A: memref<Nxf32>` with
/// `values` as its elements, runs it in `ctas` CTAs of `threads` threads and decodes all blocks;
/// those of a stream are drained meanwhile, or with `drains` false when the kernel has ended.
/// `processor`: of cpu::CompileOptions.
Result<DecodedRun> runAndDecode(const std::string &body, const std::string &mode, uint32_t ctas,
                                uint32_t threads, std::vector<float> values, bool drains = true,
                                std::string_view processor = {});

} // namespace pstudio::test
