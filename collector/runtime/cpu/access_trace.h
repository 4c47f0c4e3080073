// SPDX-License-Identifier: Apache-2.0
// What the lanes of a launch touch, told by the generated code itself at every access.
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
  int64_t clock = 0;   ///< of the thread, when it got there [virtual cycles]
  uint32_t access = 0; ///< into ProgramMap::accesses
};

/// What the threads of one CTA touched, each in its own order.
struct CtaAccesses {
  uint64_t sharedBase = 0; ///< where the CTA's shared memory was
  uint64_t sharedBytes = 0;
  std::vector<std::vector<LaneAccess>> threads; ///< by linear id
};

/// Collects the accesses of all CTAs of a launch. A program tells them if it was compiled with
/// CompileOptions::tracesAccesses. [thread: add() from any; the rest after the launch]
class AccessTrace {
public:
  void add(uint32_t cta, CtaAccesses accesses);

  /// As accesses of warps: what the lanes of a warp do when each comes to an operation for the n-th
  /// time is one access. That is what hardware does unless it splits a warp further. CTAs by their
  /// linear id, the accesses of a warp by the time of their first lane; one cycle is one
  /// nanosecond. Addresses in shared memory count from its start. An operation that goes to either
  /// memory is two sites. Those whose length is known
  /// when they run only (a memset of LLVM IR, say) count as dropped. Fails as
  /// AccessTable::addSite().
  Result<memory::AccessTable> table(const LaunchRequest &request) const;

private:
  std::mutex m_mutex;
  std::map<uint32_t, CtaAccesses> m_ctas;
};

/// The shared memory of a CTA by name.
std::vector<memory::Buffer> sharedBuffersOf(const ProgramMap &program, uint64_t dynamicSharedBytes);

/// The arguments and shared buffers of a launch by name. Fails as memory::BufferMap::make().
Result<memory::BufferMap> buffersOf(const LaunchRequest &request);

} // namespace pstudio::cpu
