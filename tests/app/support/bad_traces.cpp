// SPDX-License-Identifier: Apache-2.0
#include "tests/app/support/bad_traces.h"

#include <string>

#include "core/trace/trace_builder.h"

namespace pstudio::test {
namespace {

BuilderSlice addSlice(TraceBuilder &build, TrackId track, std::string_view name, int64_t begin,
                      int64_t duration) {
  SliceInput slice;
  slice.track = track;
  slice.name = build.intern(name);
  slice.begin = Picoseconds(begin);
  slice.duration = Picoseconds(duration);
  return build.addSlice(slice);
}

} // namespace

Trace manyTracks(uint32_t tracks) {
  TraceBuilder build;
  const TrackId process = build.addTrack(TrackKind::Process, "process", TrackId(), 1, 0);
  for (uint32_t i = 0; i < tracks; ++i) {
    const TrackId thread =
        build.addTrack(TrackKind::Thread, "thread " + std::to_string(i), process, i, i);
    for (int64_t k = 0; k < 3; ++k)
      addSlice(build, thread, k == 0 ? "load" : "work", int64_t{i} * 10 + k * 400'000, 300'000);
  }
  return std::move(build).finish();
}

Trace manyArrows(uint32_t arrows) {
  TraceBuilder build;
  const TrackId from = build.addTrack(TrackKind::Thread, "from", TrackId(), 0, 0);
  const TrackId to = build.addTrack(TrackKind::Thread, "to", TrackId(), 1, 1);
  const BuilderSlice source = addSlice(build, from, "source", 0, 1'000'000);
  for (uint32_t i = 0; i < arrows; ++i)
    build.addFlow(i, source, addSlice(build, to, "target", 2'000'000 + int64_t{i} * 1000, 500));
  return std::move(build).finish();
}

Trace dayBesidePicoseconds() {
  TraceBuilder build;
  const TrackId days = build.addTrack(TrackKind::Thread, "days", TrackId(), 0, 0);
  const TrackId picoseconds = build.addTrack(TrackKind::Thread, "picoseconds", TrackId(), 1, 1);
  addSlice(build, days, "day", 0, 86'400'000'000'000'000);
  for (int64_t i = 0; i < 20; ++i)
    addSlice(build, picoseconds, i % 2 == 0 ? "tick" : "tock", 43'200'000'000'000'000 + i * 3, 2);
  return std::move(build).finish();
}

Trace longNames(uint32_t bytes) {
  TraceBuilder build;
  const auto name = [bytes](const char *begin) {
    std::string text = begin;
    while (text.size() < bytes)
      text += " and so on";
    return text;
  };
  const TrackId process = build.addTrack(TrackKind::Process, name("process"), TrackId(), 1, 0);
  const TrackId thread = build.addTrack(TrackKind::Thread, name("thread"), process, 1, 0);
  for (int64_t i = 0; i < 8; ++i) {
    SliceInput slice;
    slice.track = thread;
    slice.name = build.intern(name(i % 2 == 0 ? "load" : "store"));
    slice.category = build.intern(name("category"));
    slice.begin = Picoseconds(i * 1'000'000);
    slice.duration = Picoseconds(900'000);
    const Arg arg = Arg::ofString(build.intern(name("key")), build.intern(name("value")));
    slice.args = build.addArgs({&arg, 1});
    build.addSlice(slice);
  }
  return std::move(build).finish();
}

Trace rightToLeftNames() {
  TraceBuilder build;
  const TrackId thread = build.addTrack(TrackKind::Thread, "\u05d7\u05d5\u05d8 1", TrackId(), 1, 0);
  const char *const names[] = {"\u05d8\u05e2\u05d9\u05e0\u05d4 load \u05e9\u05dc \u05d0",
                               "\u062a\u062d\u0645\u064a\u0644", "\u202eevil\u202c name"};
  for (int64_t i = 0; i < 9; ++i)
    addSlice(build, thread, names[i % 3], i * 1'000'000, 900'000);
  return std::move(build).finish();
}

Trace emptyTracks() {
  TraceBuilder build;
  const TrackId process = build.addTrack(TrackKind::Process, "process", TrackId(), 1, 0);
  build.addTrack(TrackKind::Thread, "thread", process, 1, 0);
  return std::move(build).finish();
}

} // namespace pstudio::test
