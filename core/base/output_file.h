// SPDX-License-Identifier: Apache-2.0
// A file that appears only when it is complete, or the device, FIFO or descriptor at its path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/byte_sink.h"
#include "core/base/output_place.h"
#include "core/base/result.h"

namespace pstudio {

/// Behaviour of opening a FIFO that no process has open for reading.
enum class FifoReader : uint8_t {
  Awaited,  ///< waits for one, as a shell's ">" does
  Required, ///< fails; for threads that must not block
};

/// Writes to what OutputPlace::of() finds at a path. A regular file is written beside its place
/// under a temporary name, and commit() renames it in one step; without commit() the destructor
/// removes the temporary file, and the previous file stays unchanged. A file that replaces another
/// one has its owner and permissions. Everything else receives the bytes at once and is never
/// replaced or removed.
class OutputFile : public ByteSink {
public:
  /// Creates the temporary file, or opens what is no regular file. Errors as OutputPlace::of(); Io
  /// if it cannot be opened for writing.
  static Result<OutputFile> open(const std::filesystem::path &target,
                                 FifoReader reader = FifoReader::Awaited);
  OutputFile(OutputFile &&other) noexcept;
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile() override;

  /// A reader that has gone away is an Io error; no SIGPIPE reaches the process.
  Result<void> write(std::string_view bytes) override;
  /// The temporary file of a regular file, for a library that writes to a path; empty otherwise.
  std::string_view temporaryPath() const { return m_temporary; }
  /// Flushes a regular file to the disk (fsync) and renames it; closes everything. Call once, last.
  Result<void> commit();

private:
  OutputFile(int descriptor, std::string name, OutputPlace place, std::string temporary = {});

  int m_descriptor = -1; ///< -1 once closed
  std::string m_name;    ///< for messages
  OutputPlace m_place;
  std::string m_temporary; ///< empty for what is no regular file, once renamed or moved from
};

/// Opens, writes and commits.
Result<void> writeOutput(const std::filesystem::path &target, std::string_view bytes,
                         FifoReader reader = FifoReader::Awaited);

/// Moves the finished regular file `from` to `target`: by a rename where a regular file or nothing
/// stands there, else by writing its bytes there and removing it. Copies between file systems.
Result<void> moveToOutput(const std::filesystem::path &from, const std::filesystem::path &target);

/// Writes all bytes of the regular file `from`. [memory: a piece]
Result<void> copyFileTo(const std::filesystem::path &from, ByteSink &sink);

} // namespace pstudio
