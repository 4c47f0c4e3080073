// SPDX-License-Identifier: Apache-2.0
// Memory accesses of the lanes of a launch, reported by the generated code at each access.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/base/result.h"

namespace pstudio::cpu {

struct LaunchRequest;
struct ProgramMap;

/// One access of one lane.
struct LaneAccess {
  uint64_t address = 0;
  int64_t clock = 0;   ///< the thread's clock at the access [virtual cycles]
  uint32_t access = 0; ///< into ProgramMap::accesses
};

/// Accesses of the threads of one CTA, each thread in its program order.
struct CtaAccesses {
  uint64_t sharedBase = 0; ///< address of the CTA's shared memory
  uint64_t sharedBytes = 0;
  std::vector<std::vector<LaneAccess>> threads; ///< by linear id
};

/// Collects the accesses of all CTAs of a launch. A program reports them if it was compiled with
/// CompileOptions::tracesAccesses. [thread: add() from any; the rest after the launch]
class AccessTrace {
public:
  void add(uint32_t cta, CtaAccesses accesses);

  /// The accesses by warp: the n-th execution of an operation by each lane of a warp forms one
  /// access. Hardware does the same unless it splits a warp further. CTAs are sorted by linear id,
  /// the accesses of a warp by the time of their first lane. One cycle is one nanosecond. An
  /// address in shared memory is relative to the start of shared memory. An operation that may
  /// access global and shared memory has two sites. Accesses whose length is only known at run time
  /// (such as a memset of LLVM IR) count as dropped. Errors as AccessTable::addSite().
  Result<memory::AccessTable> table(const LaunchRequest &request) const;

private:
  std::mutex m_mutex;
  std::map<uint32_t, CtaAccesses> m_ctas;
};

/// The shared buffers of a CTA, with names.
std::vector<memory::Buffer> sharedBuffersOf(const ProgramMap &program, uint64_t dynamicSharedBytes);

/// The arguments and shared buffers of a launch, with names. Errors as memory::BufferMap::make().
Result<memory::BufferMap> buffersOf(const LaunchRequest &request);

} // namespace pstudio::cpu
