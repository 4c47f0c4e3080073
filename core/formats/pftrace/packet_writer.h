// SPDX-License-Identifier: Apache-2.0
// Assembles trace packets: framing and sequence flags. Independent of the meaning of a trace.
#pragma once

#include <cstdint>
#include <string>

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

/// Appends packets of one sequence to memory. Fill event(), descriptor(), extension() or
/// internedData(), then end(): each that is not empty becomes a field of the packet. Buffers are
/// reused: no allocation per packet. [not thread-safe]
class PacketWriter {
public:
  std::string &event() { return m_event; }           ///< a TrackEvent
  std::string &descriptor() { return m_descriptor; } ///< a TrackDescriptor
  std::string &extension() { return m_extension; }   ///< our own message (extension_fields.h)
  std::string &internedData() { return m_interned; } ///< an InternedData

  /// Ends the first packet of the file, which clears the incremental state.
  void endFirst();
  /// Ends a packet without a time.
  void end();
  /// Ends a packet that happened at `timestamp` [ns, absolute].
  void end(int64_t timestamp);

  /// The packets so far, framed as a Trace message; the caller may take or clear them.
  std::string &out() { return m_out; }

private:
  void endWith(const int64_t *timestamp, uint32_t flags);

  std::string m_event, m_descriptor, m_extension, m_interned, m_packet, m_out;
};

} // namespace pstudio
