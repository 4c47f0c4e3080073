// SPDX-License-Identifier: Apache-2.0
// The drain log: what the host drained of a streamed launch, as a file that is only ever appended
// to. Its format is in FORMAT.md.
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

/// What a frame of the log holds.
enum class LogFrame : uint32_t {
  Block = 1, ///< header and unit table of a CTA as they were then; a later one replaces it
  Chunk = 2, ///< slots of one unit, in the order in which it handed them over
};

/// Writes one log. Frames are kept in memory until flush(), which the system then has even if this
/// process is killed. [one thread]
class StreamLogWriter {
public:
  /// Makes the file, which must not exist, and writes `header` before all frames (core/capture
  /// describes the launch in it; makeDrainLog).
  static Result<StreamLogWriter> make(const std::filesystem::path &path, std::string_view header);
  StreamLogWriter(StreamLogWriter &&other) noexcept;
  StreamLogWriter &operator=(StreamLogWriter &&) = delete;
  ~StreamLogWriter();

  void addBlock(uint32_t cta, std::span<const std::byte> headerAndUnits);
  void addChunk(uint32_t cta, uint32_t unit, const Chunk &chunk);
  /// Io if the disk took not all of it; what is added afterwards is lost, too.
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

/// The frames of a log, found again.
class StreamLog {
public:
  /// What was drained of one unit.
  using Chunks = std::vector<Chunk>;

  /// Reads the frames of `bytes`, which must outlive this. A frame that is cut off ends it: the
  /// writer was killed. InvalidFormat if this is no log, Unsupported if it is one of another
  /// version. O(frames).
  static Result<StreamLog> read(std::span<const std::byte> bytes);

  /// The description of the launch, as it was given to the writer. Lies in the bytes that were
  /// read.
  std::string_view header() const { return m_header; }
  /// Header and unit table of a CTA; empty if the log has none.
  std::span<const std::byte> block(uint64_t cta) const;
  /// In the order in which they were handed over; empty if there are none.
  const Chunks &chunks(uint64_t cta, uint32_t unit) const;
  /// The earliest begin of a CTA that is known; none if no CTA is.
  std::optional<Nanoseconds> firstBegin() const;
  /// True if the end of the file is in the midst of a frame, or what stands there is no frame.
  bool isCutOff() const { return m_isCutOff; }

private:
  std::string_view m_header;
  std::map<uint64_t, std::span<const std::byte>> m_blocks;
  std::map<std::pair<uint64_t, uint32_t>, Chunks> m_chunks;
  bool m_isCutOff = false;
};

} // namespace pstudio::record
