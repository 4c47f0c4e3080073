// SPDX-License-Identifier: Apache-2.0
// The buffers that CUPTI fills with records from threads of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace pstudio::cupti {

/// A buffer that CUPTI has completed.
struct FilledBuffer {
  std::vector<uint64_t> words; ///< aligned as records are
  size_t validBytes = 0;
};

/// Provides buffers until they hold kMostBytes together; after that CUPTI drops records and counts
/// them. [thread: any]
class BufferPool {
public:
  static constexpr size_t kBufferBytes = size_t{1} << 20;
  static constexpr size_t kMostBytes = size_t{256} << 20;

  /// An empty buffer of kBufferBytes that lives until it is completed; null if the limit is
  /// reached.
  uint8_t *request();
  void complete(uint8_t *buffer, size_t validBytes);
  /// The buffers that were completed since the last call; their memory may be reused.
  std::vector<FilledBuffer> takeFilled();

private:
  std::mutex m_mutex;
  std::vector<std::vector<uint64_t>> m_lent;
  std::vector<FilledBuffer> m_filled;
};

} // namespace pstudio::cupti
