// SPDX-License-Identifier: Apache-2.0
// The warp of a fault, from the note of a failed run.
#include <vector>

#include <QTest>

#include "core/trace/fault_place.h"
#include "core/trace/notes.h"
#include "core/trace/trace_builder.h"

using namespace pstudio;

namespace {

/// A unit of a CTA; without a name a warp.
struct Unit {
  int64_t number;
  const char *name;
};

/// Two launches of 2x2x2 CTAs of 8x8x2 threads, of which these units of CTA 6 were recorded.
Trace traceWith(const std::string &message, NoteCode code = NoteCode::RunFailed,
                const std::vector<Unit> &units = {{1, ""}, {2, ""}}) {
  TraceBuilder build;
  for (int i = 0; i < 2; ++i) {
    Launch launch;
    launch.grid = {2, 2, 2};
    launch.block = {8, 8, 2};
    const LaunchId id = build.addLaunch(launch);
    const TrackId cta = build.addTrack(TrackKind::Cta, "CTA 6", TrackId(), 6, 0);
    for (const Unit &unit : units) {
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.number = unit.number;
      warp.name = build.intern(unit.name);
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
    QCOMPARE(trace.track(place->unit).number, int64_t{2}); // thread 3 + 8 * 1 + 64 * 1
    QCOMPARE(trace.track(place->unit).launch, LaunchId(1));
    QCOMPARE(trace.string(trace.slice(place->slice).name), std::string_view("load"));
  }

  void theUnitIsFoundByWhatItCovers_data() {
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("other");
    QTest::newRow("thread") << "thread 75" << "thread 2"; // the warp has number 2
    QTest::newRow("warp") << "warp 2" << "warp 75";
    QTest::newRow("two warps") << "warps 2-3" << "warps 4-5";
    QTest::newRow("warp group") << "warp group 0" << "warp group 2";
    QTest::newRow("warp groups") << "warp groups 0-1" << "warp groups 2-3";
    QTest::newRow("CTA") << "whole CTA" << "2";
  }
  void theUnitIsFoundByWhatItCovers() {
    QFETCH(QString, found);
    QFETCH(QString, other);
    const std::string message = threadText({3, 1, 1}, {0, 1, 1}); // thread 75 of the CTA
    const std::string wrong = other.toStdString(), right = found.toStdString();
    const auto none = faultPlace(traceWith(message, NoteCode::RunFailed, {{2, wrong.c_str()}}));
    QVERIFY(!none);
    const Trace trace =
        traceWith(message, NoteCode::RunFailed, {{2, wrong.c_str()}, {1, right.c_str()}});
    const auto place = faultPlace(trace);
    QVERIFY(place);
    QCOMPARE(trace.string(trace.track(place->unit).name), std::string_view(right));
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
