// SPDX-License-Identifier: Apache-2.0
#include "collector/program/stream_order.h"

namespace pstudio::program {

void StreamOrder::await(void *stream, void *event) {
  const Launches before = ofEvent(event);
  m_streams[stream].insert(before.begin(), before.end());
}

void StreamOrder::ended(Launch launch) {
  for (ByHandle *all : {&m_streams, &m_events})
    for (auto &[handle, launches] : *all)
      launches.erase(launch);
}

StreamOrder::Launches StreamOrder::find(const ByHandle &all, void *handle) {
  const auto found = all.find(handle);
  return found == all.end() ? Launches() : found->second;
}

} // namespace pstudio::program
