// SPDX-License-Identifier: Apache-2.0
// Where a writer puts its bytes. Files are in output_file.h.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio {

/// Takes bytes in order. [not thread-safe]
class ByteSink {
public:
  virtual ~ByteSink() = default;
  /// Appends `bytes`. After an error nothing more may be written.
  virtual Result<void> write(std::string_view bytes) = 0;
};

/// Collects in memory.
class StringSink : public ByteSink {
public:
  Result<void> write(std::string_view bytes) override {
    m_bytes += bytes;
    return {};
  }
  std::string take() { return std::move(m_bytes); }

private:
  std::string m_bytes;
};

} // namespace pstudio
