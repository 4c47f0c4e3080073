// SPDX-License-Identifier: Apache-2.0
// The blocks of a launch, from its profile buffer or from its drain log.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "core/record/launch_decoder.h"
#include "core/record/stream_log.h"

namespace pstudio::record {

/// Views of the capture's bytes, which must outlive this.
class LaunchBlocks {
public:
  /// Fails if the bytes cannot be those of a launch with this grid.
  static Result<LaunchBlocks> find(const LaunchCapture &capture);

  /// CTAs of the grid.
  size_t count() const { return m_count; }
  /// Block of the CTA with this linear index; of a streamed one header and unit table, empty if the
  /// log has none.
  std::span<const std::byte> at(size_t cta) const {
    return m_log ? m_log->block(cta) : m_blocks.subspan(cta * m_stride, m_stride);
  }
  /// Of what is to be decoded.
  size_t bytes() const { return m_bytes; }
  /// Null unless the launch was streamed.
  const StreamLog *log() const { return m_log ? &*m_log : nullptr; }

private:
  std::span<const std::byte> m_blocks;
  size_t m_stride = 0;
  size_t m_count = 0;
  size_t m_bytes = 0;
  std::optional<StreamLog> m_log;
};

} // namespace pstudio::record
