// SPDX-License-Identifier: Apache-2.0
// Arguments as Perfetto debug annotations, and the numbers by which shared argument sets are found
// again.
#pragma once

#include <vector>

#include "core/formats/pftrace/intern_tables.h"
#include "core/formats/pftrace/packet_writer.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Writes argument sets of one trace. [not thread-safe]
class ArgsEncoder {
public:
  ArgsEncoder(const Trace &trace, const InternTables &interns, PacketWriter &packets)
      : m_trace(trace), m_interns(interns), m_packets(packets) {}

  /// Adds the annotations of `args` to the event and its number to the extension of the current
  /// packet.
  void addToEvent(ArgSetId args);
  /// Appends an extension::arg_set message as `field` of `message`, spelled out the first time that
  /// this encoder meets it; nothing for none.
  void addInline(ArgSetId args, perfetto::Field field, std::string &message);

  /// The exact raw cycles of a slice, for the event of the current packet.
  void addCycles(int64_t begin, int64_t end);
  /// The flags of a slice in words, for the event of the current packet.
  void addFlags(uint8_t flags);

private:
  void addValue(const Arg &arg, bool interned, protozero::pbf_writer &annotation);

  const Trace &m_trace;
  const InternTables &m_interns;
  PacketWriter &m_packets;
  std::vector<bool> m_isSpelled; // by ArgSetId; as long as was needed
};

} // namespace pstudio
