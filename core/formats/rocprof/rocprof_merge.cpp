// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocprof_merge.h"

#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/trace/trace_copy.h"

namespace pstudio::rocprof {

Result<Trace> mergeRocprof(const Trace &recorded, const Trace &traced) {
  PSTUDIO_TRY_ASSIGN(const Alignment alignment, alignDispatches(recorded, traced));
  TraceBuilder trace;
  trace.info() = recorded.info();
  Track group;
  group.name = trace.intern("rocprofv3");
  const std::array args{
      Arg::ofInt(trace.intern("clock.offsetNs"), alignment.offsetNs),
      Arg::ofUint(trace.intern("clock.anchors"), alignment.launches),
      Arg::ofDouble(trace.intern("clock.uncertaintyNs"), alignment.uncertaintyNs)};
  group.args = trace.addArgs(args);
  const TrackId above = trace.addTrack(group, -1);
  copyTrace(recorded, Picoseconds(0), trace);
  const Nanoseconds shift =
      traced.info().origin + Nanoseconds(alignment.offsetNs) - recorded.info().origin;
  copyTrace(traced, toPicoseconds(shift), trace, {.parent = above});
  trace.addNote(NoteCode::RocprofAligned,
                {microsecondsText(Nanoseconds(std::llround(alignment.uncertaintyNs))),
                 std::to_string(alignment.launches)});
  if (alignment.isAmbiguous)
    trace.addNote(NoteCode::RocprofAmbiguous);
  return std::move(trace).finish();
}

} // namespace pstudio::rocprof
