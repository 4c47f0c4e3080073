// SPDX-License-Identifier: Apache-2.0
// Assembles trace packets: framing, sequence flags and interning. Knows nothing about what a trace
// means.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "core/base/byte_sink.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/pftrace/perfetto_fields.h"

namespace pstudio {

/// One interning table of the sequence: StringId -> iid, each announced once.
class InternTable {
public:
  /// `field`: the table's field of InternedData.
  InternTable(perfetto::Field field, uint64_t firstIid) : m_field(field), m_nextIid(firstIid) {}

  /// The iid of `id`; if it is new, its text is appended to `announcements` (an InternedData
  /// message).
  uint64_t iidOf(StringId id, std::string_view text, std::string &announcements);
  /// Announces a text under a fixed iid below `firstIid`.
  void announce(uint64_t iid, std::string_view text, std::string &announcements) const;

private:
  perfetto::Field m_field;
  uint64_t m_nextIid;
  std::vector<uint32_t> m_iids; // by StringId; 0 = not announced yet
};

/// Writes the packets of one sequence. Between begin() and end(), fill event(), descriptor() or
/// extension(); each that is not empty becomes a field of the packet. Buffers are reused: no
/// allocation per packet. Errors of the sink stick and are returned by finish(). [not thread-safe]
class PacketWriter {
public:
  explicit PacketWriter(ByteSink &sink) : m_sink(sink) {}

  std::string &event() { return m_event; }           ///< a TrackEvent
  std::string &descriptor() { return m_descriptor; } ///< a TrackDescriptor
  std::string &extension() { return m_extension; }   ///< our own message (extension_fields.h)
  std::string &internedData() { return m_interned; } ///< an InternedData

  /// Ends a packet without a time. The first packet of the file clears the incremental state.
  void end();
  /// Ends a packet that happened at `timestamp` [ns, absolute].
  void end(int64_t timestamp);

  /// False once the sink failed: the writer may stop early.
  bool isGood() const { return m_status.has_value(); }
  /// Writes what is buffered.
  Result<void> finish();

private:
  void endWith(const int64_t *timestamp);
  void flush();

  ByteSink &m_sink;
  std::string m_event, m_descriptor, m_extension, m_interned, m_packet, m_out;
  bool m_isFirst = true;
  Result<void> m_status;
};

} // namespace pstudio
