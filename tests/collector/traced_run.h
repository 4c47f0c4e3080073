// SPDX-License-Identifier: Apache-2.0
// The accesses of a specification's threads according to the access trace of the CPU target,
// without records.
#pragma once

#include "collector/runtime/cpu/program_map.h"
#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/base/result.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"

namespace pstudio::test {

/// A completed run of a specification, with its accesses.
struct TracedRun {
  std::vector<HostBuffer> buffers; ///< of the arguments
  std::vector<cpu::SharedBuffer> shared;
  memory::AccessTable table;
  memory::BufferMap map;

  uint64_t base(size_t argument) const {
    return reinterpret_cast<uint64_t>(buffers[argument].bytes().data());
  }
};

/// Runs a specification, whose arguments must all be buffers, on the CPU target.
Result<TracedRun> runTraced(const RunSpec &spec);

/// The specification of an example.
Result<RunSpec> exampleSpec(const std::string &name);

} // namespace pstudio::test
