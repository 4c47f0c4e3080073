// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch_memory.h"

#include <algorithm>

namespace pstudio {

void addArgumentBuffers(BoundArguments &arguments, std::span<const uint64_t> words,
                        std::vector<memory::Buffer> &buffers) {
  for (size_t i = 0; i < std::min(arguments.count(), words.size()); ++i) {
    memory::Buffer buffer;
    buffer.name = arguments.name(i);
    buffer.base = words[i];
    if (const HostBuffer *own = arguments.buffer(i)) {
      buffer.dtype = dtypeName(own->dtype());
      buffer.elementBytes = static_cast<uint32_t>(dtypeSize(own->dtype()).value);
      buffer.shape.assign(own->shape().begin(), own->shape().end());
    } else if (const uint64_t bytes = arguments.reachableBytes(i); bytes > 0) {
      buffer.shape = {static_cast<int64_t>(bytes)};
    } else {
      continue;
    }
    buffers.push_back(std::move(buffer));
  }
}

} // namespace pstudio
