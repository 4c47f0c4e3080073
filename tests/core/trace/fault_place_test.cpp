// SPDX-License-Identifier: Apache-2.0
// The warp of a fault, from the note of a failed run.
#include <QTest>

#include "core/trace/fault_place.h"
#include "core/trace/notes.h"
#include "core/trace/trace_builder.h"

using namespace pstudio;

namespace {

/// Two launches of 2x2x2 CTAs of 8x8x2 threads, of which CTA 6 and warps 1 and 2 were recorded.
Trace traceWith(const std::string &message, NoteCode code = NoteCode::RunFailed) {
  TraceBuilder build;
  for (int i = 0; i < 2; ++i) {
    Launch launch;
    launch.grid = {2, 2, 2};
    launch.block = {8, 8, 2};
    const LaunchId id = build.addLaunch(launch);
    const TrackId cta = build.addTrack(TrackKind::Cta, "CTA 6", TrackId(), 6, 0);
    for (const int64_t number : {1, 2}) {
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.number = number;
      warp.parent = cta;
      warp.launch = id;
      SliceInput slice;
      slice.track = build.addTrack(warp);
      slice.name = build.intern("loop");
      slice.duration = Picoseconds(1000);
      build.addSlice(slice);
      slice.name = build.intern("load");
      slice.begin = Picoseconds(900);
      slice.duration = Picoseconds(100);
      build.addSlice(slice);
    }
  }
  if (code == NoteCode::RunFailed)
    build.addNote(code, {message});
  return std::move(build).finish();
}

std::optional<FaultPlace> placeIn(const std::string &message) {
  return faultPlace(traceWith(message));
}

} // namespace

class FaultPlaceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theInnermostSliceOfTheThreadsWarpIsThatOfTheLastLaunch() {
    const std::string message = threadText({3, 1, 1}, {0, 1, 1}) + " in kernel k reads 4 bytes";
    QCOMPARE(threadText({3, 1, 1}, {0, 1, 1}), std::string("thread (3,1,1) of CTA (0,1,1)"));
    const Trace trace = traceWith(message);
    const auto place = faultPlace(trace);
    QVERIFY(place);
    QCOMPARE(trace.track(place->warp).number, int64_t{2}); // thread 3 + 8 * 1 + 64 * 1
    QCOMPARE(trace.track(place->warp).launch, LaunchId(1));
    QCOMPARE(trace.string(trace.slice(place->slice).name), std::string_view("load"));
  }

  void withoutARecordedThreadThereIsNoPlace() {
    for (const char *message :
         {"exceeded its time limit", "thread (1,0,0", "thread (1,0,0) of CTA (0,1,",
          "thread (1,2) of", "thread (99999999999,0,0) of CTA (0,1,1)",
          "thread (3,1,1) of CTA (1,1,1) reads", "thread (0,0,0) of CTA (0,1,1) reads"})
      QVERIFY2(!placeIn(message), message);
    QVERIFY(!faultPlace(traceWith({}, NoteCode::RunStopped)));
  }
};

QTEST_GUILESS_MAIN(FaultPlaceTest)
#include "fault_place_test.moc"
