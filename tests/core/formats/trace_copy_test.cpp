// SPDX-License-Identifier: Apache-2.0
// A trace that is put into another one loses nothing.
#include <QtTest>

#include <random>

#include "core/access/launch_accesses.h"
#include "core/trace/trace_copy.h"
#include "tests/core/formats/random_trace.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;

class TraceCopyTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aCopyDiffersInNothing() {
    const unsigned first = std::random_device()();
    qInfo("seed %u", first);
    for (unsigned seed = first; seed < first + 40; ++seed) {
      const Trace trace = test::randomTrace(seed);
      TraceBuilder builder;
      builder.info() = trace.info();
      copyTrace(trace, Picoseconds(0), builder);
      const std::string difference = test::difference(trace, std::move(builder).finish());
      QVERIFY2(difference.empty(), (std::to_string(seed) + ": " + difference).c_str());
    }
  }

  void aShiftMovesEveryTimeAndAParentTakesTheRoots() {
    const Trace trace = test::randomTrace(7);
    TraceBuilder builder;
    Track group;
    group.name = builder.intern("above");
    const TrackId parent = builder.addTrack(group);
    copyTrace(trace, Picoseconds(5000), builder, {.parent = parent});
    const Trace copy = std::move(builder).finish();
    QCOMPARE(copy.sliceCount(), trace.sliceCount());
    QCOMPARE(copy.timeRange().begin, trace.timeRange().begin + Picoseconds(5000));
    QCOMPARE(copy.timeRange().end, trace.timeRange().end + Picoseconds(5000));
    QCOMPARE(copy.children(TrackId()).size(), size_t(1));
    for (size_t i = 0; i < copy.launches().size(); ++i)
      if (const auto &accesses = trace.launches()[i].accesses; accesses)
        for (uint64_t a = 0; a < accesses->table.size(); ++a)
          QCOMPARE(static_cast<uint64_t>(copy.launches()[i].accesses->table[a].time.value),
                   static_cast<uint64_t>(accesses->table[a].time.value) + 5000);
    QCOMPARE(copy.children(copy.children(TrackId())[0]).size(), trace.children(TrackId()).size());
  }

  void packetsThatAMergedTraceLacksAreCounted() {
    TraceBuilder source;
    source.setForeignPackets({std::string("\x0a\x00", 2), 3});
    const Trace trace = std::move(source).finish();
    TraceBuilder shifted;
    copyTrace(trace, Picoseconds(5000), shifted);
    const Trace later = std::move(shifted).finish();
    QVERIFY(later.foreignPackets() == nullptr);
    QCOMPARE(test::countNoted(later, "pftrace.not-merged"), 3u);
    TraceBuilder two;
    copyTrace(trace, Picoseconds(0), two);
    copyTrace(trace, Picoseconds(0), two);
    const Trace both = std::move(two).finish();
    QVERIFY(both.foreignPackets() != nullptr);
    QCOMPARE(test::countNoted(both, "pftrace.not-merged"), 3u);
  }
};

QTEST_GUILESS_MAIN(TraceCopyTest)
#include "trace_copy_test.moc"
