// SPDX-License-Identifier: Apache-2.0
// The drain log: an append-only file with the data that the host drained from a streamed launch.
// FORMAT.md describes its format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/record/stream_ring.h"

namespace pstudio::record {

/// File name of the log of launch `index` of a run.
std::string drainLogName(uint32_t index);

/// Content of a frame of the log.
enum class LogFrame : uint32_t {
  Block = 1, ///< header and unit table of a CTA at that time; a later frame replaces it
  Chunk = 2, ///< slots of one unit, in the order in which it handed them over
};

/// Writes one log. Frames are kept in memory until flush(). After flush() they are in the file even
/// if this process is killed. [one thread]
class StreamLogWriter {
public:
  /// Creates the file, which must not exist, and writes `header` before all frames (core/capture
  /// describes the launch in it; makeDrainLog).
  static Result<StreamLogWriter> make(const std::filesystem::path &path, std::string_view header);
  StreamLogWriter(StreamLogWriter &&other) noexcept;
  StreamLogWriter &operator=(StreamLogWriter &&) = delete;
  ~StreamLogWriter();

  void addBlock(uint32_t cta, std::span<const std::byte> headerAndUnits);
  void addChunk(uint32_t cta, uint32_t unit, const Chunk &chunk);
  /// Io if not all of it could be written; all data that is added afterwards is lost, too.
  Result<void> flush();

private:
  StreamLogWriter(int descriptor, std::filesystem::path path)
      : m_descriptor(descriptor), m_path(std::move(path)) {}
  void addFrame(LogFrame kind, uint32_t cta, uint32_t unit, size_t bytes);
  void add(std::span<const std::byte> bytes);

  int m_descriptor = -1;
  std::filesystem::path m_path;
  std::vector<std::byte> m_pending;
  bool m_isBroken = false;
};

/// Reads the frames of a log.
class StreamLog {
public:
  /// The drained chunks of one unit.
  using Chunks = std::vector<Chunk>;

  /// Reads the frames of `bytes`, which must outlive this. A truncated frame ends the log: the
  /// writer was killed. InvalidFormat if the bytes are not a log, Unsupported if the log has
  /// another version. O(frames).
  static Result<StreamLog> read(std::span<const std::byte> bytes);

  /// The description of the launch, as passed to the writer. A view of the bytes that were read.
  std::string_view header() const { return m_header; }
  /// Header and unit table of a CTA; empty if the log has none.
  std::span<const std::byte> block(uint64_t cta) const;
  /// In the order in which they were handed over; empty if there are none.
  const Chunks &chunks(uint64_t cta, uint32_t unit) const;
  /// The earliest begin of a CTA in the log; none if the log has no begin of a CTA.
  std::optional<Nanoseconds> firstBegin() const;
  /// True if the file ends within a frame or with bytes that are not a frame.
  bool isCutOff() const { return m_isCutOff; }

private:
  std::string_view m_header;
  std::map<uint64_t, std::span<const std::byte>> m_blocks;
  std::map<std::pair<uint64_t, uint32_t>, Chunks> m_chunks;
  bool m_isCutOff = false;
};

} // namespace pstudio::record
