// SPDX-License-Identifier: Apache-2.0
// Arguments as Perfetto debug annotations, and the numbers by which shared argument sets are found
// again.
#pragma once

#include <vector>

#include "core/pftrace/packet_writer.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Writes the argument sets of one trace. [not thread-safe]
class ArgsEncoder {
public:
  ArgsEncoder(const Trace &trace, PacketWriter &packets);

  /// Adds the annotations of `args` to the event and its number to the extension of the current
  /// packet.
  void addToEvent(ArgSetId args);
  /// Appends an extension::arg_set message as `field` of `message`; nothing for none.
  void addInline(ArgSetId args, perfetto::Field field, std::string &message);

  /// The exact raw cycles of a slice, for the event of the current packet.
  void addCycles(int64_t begin, int64_t end);
  /// The flags of a slice in words, for the event of the current packet.
  void addFlags(uint8_t flags);

private:
  /// 1, 2, ... in order of first use. `isNew` tells whether this is the first use.
  uint32_t numberOf(ArgSetId args, bool &isNew);
  void addValue(const Arg &arg, bool interned, protozero::pbf_writer &annotation);

  const Trace &m_trace;
  PacketWriter &m_packets;
  InternTable m_names;
  InternTable m_strings;
  std::vector<uint32_t> m_numbers; // by ArgSetId; 0 = not used yet
  uint32_t m_nextNumber = 1;
};

} // namespace pstudio
