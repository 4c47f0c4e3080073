// SPDX-License-Identifier: Apache-2.0
// Where a writer puts its bytes: memory, or a file that appears only when it is complete.
#pragma once

#include <filesystem>
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
  Result<void> write(std::string_view bytes) override;
  std::string take() { return std::move(m_bytes); }

private:
  std::string m_bytes;
};

/// Writes beside the target under a temporary name; commit() makes it the target in one step.
/// Without commit() the destructor removes the temporary file, and what stood at the target before
/// is untouched.
class AtomicFileSink : public ByteSink {
public:
  /// Creates the temporary file in the folder of `target`.
  static Result<AtomicFileSink> open(const std::filesystem::path &target);
  AtomicFileSink(AtomicFileSink &&other) noexcept;
  AtomicFileSink &operator=(AtomicFileSink &&) = delete;
  ~AtomicFileSink() override;

  Result<void> write(std::string_view bytes) override;
  /// Flushes to the disk (fsync) and renames. Call once, last.
  Result<void> commit();

private:
  AtomicFileSink(int descriptor, std::filesystem::path target, std::string temporary);
  int m_descriptor = -1; ///< -1 once closed
  std::filesystem::path m_target;
  std::string m_temporary; ///< empty once renamed or moved from
};

} // namespace pstudio
