// SPDX-License-Identifier: Apache-2.0
// Drains the records of a streamed launch while its kernel runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "core/record/stream_log.h"

namespace pstudio {

/// A thread that empties the rings of all units into a log, one pass after the other. It calls no
/// driver: it reads and writes memory that the device sees, too. Takes a host core while records
/// arrive and sleeps up to a millisecond between passes that found none.
class StreamDrainer {
public:
  /// `blocks`: of `ctas` CTAs, one of record::streamBlockBytes(shape) each, zeroed; they must
  /// outlive this, and the kernel must start after it. Without a log the records are dropped.
  StreamDrainer(std::span<std::byte> blocks, const record::StreamShape &shape,
                std::optional<record::StreamLogWriter> log);
  /// Ends as finish() does.
  ~StreamDrainer();

  /// Called when the kernel has ended, or will not. Drains what is left, logs the blocks as they
  /// are and ends the thread. Io if the log did not take all; the kernel was not held up by that.
  Result<void> finish();

  /// Slots drained so far. [any thread]
  uint64_t slotsDrained() const { return m_slotsDrained.load(std::memory_order_relaxed); }

private:
  void run();
  /// True if anything was drained.
  bool pass();
  bool drainUnit(size_t cta, uint32_t unit);
  std::span<std::byte> block(size_t cta) const;
  /// Logs header and unit table if the header is another than the one that was logged last.
  void logHeader(size_t cta);
  void logBlocks();
  void flush();

  const std::span<std::byte> m_blocks;
  const record::StreamShape m_shape;
  const size_t m_ctas;
  std::optional<record::StreamLogWriter> m_log;
  std::vector<std::byte> m_headers; ///< of all CTAs as they were logged
  Result<void> m_written;           ///< the first failure of the log
  std::atomic<uint64_t> m_slotsDrained{0};
  std::atomic<bool> m_isOver{false};
  std::thread m_thread;
};

} // namespace pstudio
