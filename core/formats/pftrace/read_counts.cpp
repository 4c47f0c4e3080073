// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/read_counts.h"

#include <string>

namespace pstudio {
namespace {

/// What people call the packets of a data source; empty if we have no better word than the field
/// number.
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
  case 52:
    return "GPU counter";
  case 53:
    return "GPU render stage";
  case 56:
    return "heap graph";
  case 76:
    return "frame timeline";
  case 133:
    return "zstd-compressed";
  default:
    return {};
  }
}

std::string otherPacketsMessage(uint32_t field) {
  std::string_view name = packetKindName(field);
  if (!name.empty())
    return std::string(name) + " packets were not imported";
  return "packets of kind " + std::to_string(field) + " were not imported";
}

} // namespace

void ReadCounts::addNotes(TraceBuilder &builder) const {
  const auto add = [&](uint64_t count, Note::Severity severity, const char *code,
                       const char *message) { builder.addNote(severity, code, message, count); };
  using enum Note::Severity;
  add(damagedPackets, DataLoss, "pftrace.damaged-packets", "packets are damaged and were left out");
  add(packetsWithoutState, DataLoss, "pftrace.missing-state",
      "packets refer to earlier ones that are not in the file and were left out");
  add(lostPackets, DataLoss, "pftrace.lost-packets",
      "times the recorder reports that it lost packets");
  add(eventsWithoutTime, DataLoss, "pftrace.unknown-clock",
      "events use a clock that nothing relates to the trace's clock and were left out");
  add(unsupportedEvents, DataLoss, "pftrace.unsupported-events",
      "track events of an outdated kind were not imported");
  for (const auto &[field, count] : otherPackets)
    add(count, Info, "pftrace.other-packets", otherPacketsMessage(field).c_str());
}

} // namespace pstudio
