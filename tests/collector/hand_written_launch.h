// SPDX-License-Identifier: Apache-2.0
// Launches kernels that are C++ functions instead of compiled IR.
#pragma once

#include <functional>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/runtime/cpu/runtime_calls.h"

namespace pstudio::cpu::test {

using Body = std::function<void(ThreadContext &)>;

/// A kernel of `sites` sites ("k.mlir:1:1", "k.mlir:2:1", ... all of kind `kind`) whose threads run
/// `body`.
class HandWrittenKernel {
public:
  explicit HandWrittenKernel(Body body, size_t sites = 8, SiteKind kind = SiteKind::Barrier)
      : m_body(std::move(body)) {
    m_map.sites.push_back({SiteKind::Start, {}});
    for (size_t i = 1; i < sites; ++i)
      m_map.sites.push_back({kind, "k.mlir:" + std::to_string(i) + ":1"});
  }

  ProgramMap &map() { return m_map; }

  LaunchRequest request(uint32_t ctas, uint32_t threads) {
    LaunchRequest request;
    request.entry = [](ThreadContext *thread, const uint64_t *arguments) {
      (*reinterpret_cast<const Body *>(arguments[0]))(*thread);
    };
    request.program = &m_map;
    request.kernel = "hand_written";
    request.grid = {ctas, 1, 1};
    request.block = {threads, 1, 1};
    request.arguments.push_back({"body", reinterpret_cast<uint64_t>(&m_body), 0, {}, 1});
    return request;
  }

private:
  Body m_body;
  ProgramMap m_map;
};

/// Waits at a barrier as generated code does: sets the position first.
inline void barrierAt(ThreadContext &thread, uint32_t site) {
  thread.position = site;
  calls::barrier(&thread);
}
inline int64_t recordAt(ThreadContext &thread, uint32_t site) {
  thread.position = site;
  return calls::recordClock(&thread, site);
}
inline calls::ShuffleResult shuffleAt(ThreadContext &thread, uint32_t site, ShuffleMode mode,
                                      uint32_t value, uint32_t offset, uint32_t width,
                                      uint32_t members = 0) {
  thread.position = site;
  return calls::shuffle(&thread, static_cast<uint32_t>(mode), value, offset, width, members);
}
inline calls::ShuffleResult operateAt(ThreadContext &thread, uint32_t site, WarpOperation operation,
                                      uint32_t members, uint64_t value = 0) {
  thread.position = site;
  return calls::warpOperation(&thread, static_cast<uint32_t>(operation), members, value);
}
/// Precedes an atomic or volatile access.
inline void orderAt(ThreadContext &thread, uint32_t site) {
  thread.position = site;
  calls::order(&thread);
}
inline void waitCopiesAt(ThreadContext &thread, uint32_t site, uint32_t allowed) {
  thread.position = site;
  calls::asyncWait(&thread, allowed);
}

} // namespace pstudio::cpu::test
