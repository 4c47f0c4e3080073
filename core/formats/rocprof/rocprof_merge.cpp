// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocprof_merge.h"

#include <array>
#include <cstdio>

#include "core/trace/trace_copy.h"

namespace pstudio::rocprof {
namespace {

std::string alignedText(const Alignment &alignment) {
  char microseconds[32];
  std::snprintf(microseconds, sizeof microseconds, "%.1f", alignment.uncertaintyNs / 1000.0);
  return "The kernels of rocprofv3 lie on the axis of the records within " +
         std::string(microseconds) + " us: " + std::to_string(alignment.launches) +
         " launches were found among its dispatches.";
}

} // namespace

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
  copyTrace(traced, toPicoseconds(shift), trace, above);
  trace.addNote(Note::Severity::Info, "rocprof.aligned", alignedText(alignment));
  if (alignment.isAmbiguous)
    trace.addNote(Note::Severity::Info, "rocprof.ambiguous",
                  "More than one choice of rocprofv3's dispatches encloses the records; the last "
                  "ones were taken, since warm-ups come first.");
  return std::move(trace).finish();
}

} // namespace pstudio::rocprof
