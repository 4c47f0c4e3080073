// SPDX-License-Identifier: Apache-2.0
// Android logs of a Perfetto trace: each message is an instant of its process.
#pragma once

#include "core/formats/pftrace/foreign_events.h"

namespace pstudio {

/// Imports the logs of one trace. Their events are ordered with all others. [not thread-safe]
class LogImporter {
public:
  LogImporter(TraceBuilder &builder, TrackTable &tracks, ClockGraph &clocks, ArgSetCache &argSets,
              ForeignEvents &foreign, ReadCounts &counts)
      : m_builder(builder), m_tracks(tracks), m_clocks(clocks), m_argSets(argSets),
        m_foreign(foreign), m_counts(counts) {}

  /// Takes over an AndroidLogPacket message. False if it has no log event. Throws
  /// protozero::exception.
  bool add(protozero::data_view payload);

private:
  void addEvent(protozero::data_view data);

  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  ClockGraph &m_clocks;
  ArgSetCache &m_argSets;
  ForeignEvents &m_foreign;
  ReadCounts &m_counts;
};

} // namespace pstudio
