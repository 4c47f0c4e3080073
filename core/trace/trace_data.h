// SPDX-License-Identifier: Apache-2.0
// The columns of a Trace; private to core/trace.
#pragma once

#include "core/trace/trace.h"

namespace pstudio {

struct Trace::Data {
  TraceInfo info;
  TimeRange range;
  StringPool strings;

  std::vector<Track> tracks;
  std::vector<uint32_t>
      childOffsets; // children of track t: [childOffsets[t + 1], childOffsets[t + 2]); roots first
  std::vector<TrackId> childList;
  std::vector<Row> rows;
  std::vector<ClockLine> clocks;
  std::vector<Launch> launches;
  std::vector<Note> notes;
  std::vector<SourceFile> sources;                      // by rising path, each once
  std::shared_ptr<const ForeignPackets> foreignPackets; // may be null

  std::vector<int64_t> begins;
  LengthColumn durations;
  std::vector<int64_t> beginCycles; // empty if no slice has cycles
  LengthColumn cycleDurations;      // as beginCycles
  std::vector<StringId> names;
  CategoryColumn categories; // empty if no slice has one
  std::vector<SliceId> parents;
  std::vector<ArgSetId> sliceArgs;
  std::vector<uint8_t> flags;
  RowBlocks blocks;              // once the columns above are final
  std::vector<NameUse> nameUses; // likewise
  RowNames rowNames;             // likewise

  std::vector<Instant> instants;
  std::vector<Sample> samples;
  std::vector<Flow> flows;
  std::vector<Arg> args;
  std::vector<uint32_t> argSetEnds; // set i is [end of i - 1, end of i)
};

} // namespace pstudio
