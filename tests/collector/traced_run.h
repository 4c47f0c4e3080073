// SPDX-License-Identifier: Apache-2.0
// What the CPU target's own trace says that the threads of a specification access, without any
// record.
#pragma once

#include "collector/runtime/cpu/program_map.h"
#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/base/result.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"

namespace pstudio::test {

/// A specification that ran, with what it accessed.
struct TracedRun {
  std::vector<HostBuffer> buffers; ///< of the arguments
  std::vector<cpu::SharedBuffer> shared;
  memory::AccessTable table;
  memory::BufferMap map;

  uint64_t base(size_t argument) const {
    return reinterpret_cast<uint64_t>(buffers[argument].bytes().data());
  }
};

/// Runs a specification whose arguments are all buffers on the CPU target.
Result<TracedRun> runTraced(const RunSpec &spec);

/// The specification of an example.
Result<RunSpec> exampleSpec(const std::string &name);

} // namespace pstudio::test
