// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/read_counts.h"

#include <string>

namespace pstudio {
namespace {

/// Common name of the packets of a data source; empty if there is none, then the field number
/// stands for it.
std::string_view packetKindName(uint32_t field) {
  switch (field) {
  case 1:
    return "kernel (ftrace)";
  case 2:
  case 9:
    return "process list";
  case 5:
    return "Chrome bundle";
  case 7:
    return "system statistics";
  case 37:
  case 54:
  case 66:
    return "profiling";
  case 39:
    return "Android log";
  case 65:
    return "Vulkan debug name";
  case 56:
    return "heap graph";
  case 76:
    return "frame timeline";
  default:
    return {};
  }
}

} // namespace

void ReadCounts::addNotes(TraceBuilder &builder) const {
  builder.addNote(NoteCode::PftraceDamagedPackets, damagedPackets);
  builder.addNote(NoteCode::PftraceMissingState, packetsWithoutState);
  builder.addNote(NoteCode::PftraceLostPackets, lostPackets);
  builder.addNote(NoteCode::PftraceUnknownClock, eventsWithoutTime);
  builder.addNote(NoteCode::PftraceUnsupportedEvents, unsupportedEvents);
  builder.addNote(NoteCode::PftraceNotKept, {"1 GiB"}, notKept);
  for (const auto &[field, count] : otherPackets) {
    const std::string_view name = packetKindName(field);
    builder.addNote(NoteCode::PftraceOtherPackets,
                    {name.empty() ? std::to_string(field) : std::string(name)}, count);
  }
}

} // namespace pstudio
