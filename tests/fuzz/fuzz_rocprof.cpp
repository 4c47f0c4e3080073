// SPDX-License-Identifier: Apache-2.0
// Fuzz target: arbitrary bytes as the rocprofv3 trace of a run of two launches.
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/rocprof/rocprof_merge.h"
#include "core/trace/trace_builder.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace pstudio;

/// The recorded trace of the run: two launches of a kernel of the corpus, with measured times.
Trace recordedTrace() {
  TraceBuilder trace;
  trace.info().title = "run";
  trace.info().origin = Nanoseconds(86'400'000'000'000);
  for (const int64_t begin : {103'000, 301'000}) {
    Launch launch;
    launch.kernel = trace.intern("saxpy");
    launch.timeBase = TimeBase::Measured;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = trace.intern("warp");
    warp.launch = trace.addLaunch(launch);
    SliceInput slice;
    slice.track = trace.addTrack(warp);
    slice.name = trace.intern("work");
    slice.begin = toPicoseconds(Nanoseconds(begin));
    slice.duration = toPicoseconds(Nanoseconds(39'000));
    trace.addSlice(slice);
  }
  return std::move(trace).finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Trace recorded = recordedTrace();
  const Result<Trace> traced = readPftrace(fuzz::bytesOf(data, size), "rocprofv3");
  if (!traced)
    return 0;
  if (const Result<Trace> merged = rocprof::mergeRocprof(recorded, *traced))
    fuzz::walk(*merged);
  return 0;
}
