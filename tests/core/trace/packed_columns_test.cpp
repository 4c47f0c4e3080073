// SPDX-License-Identifier: Apache-2.0
// Packed columns return the added values, and are as small as the values permit.
#include <QtTest>
#include <limits>
#include <random>

#include "core/trace/packed_columns.h"
#include "core/trace/trace_builder.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261123;

LengthColumn columnOf(const std::vector<int64_t> &values) {
  LengthColumn column;
  for (const int64_t value : values)
    column.add(value);
  column.pack();
  return column;
}

std::vector<int64_t> valuesOf(const LengthColumn &column) {
  const Lengths view = column.view();
  return {view.begin(), view.end()};
}

} // namespace

class PackedColumnsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void lengthsReadAsAdded() {
    std::mt19937_64 random(kSeed);
    qInfo("seed %u", kSeed);
    for (int round = 0; round < 50; ++round) {
      std::vector<int64_t> values(random() % 300);
      for (int64_t &value : values)
        value = random() % (2 + random() % 8) == 0 ? static_cast<int64_t>(random())
                                                   : static_cast<int64_t>(random() % 5'000'000'000);
      LengthColumn column = columnOf(values);
      QCOMPARE(valuesOf(column), values);
      QCOMPARE(column.size(), values.size());
      QCOMPARE(column.unpacked(), values);
      column.pack();
      QCOMPARE(valuesOf(column), values);
    }
  }

  void fewLongOrNegativeLengthsCostLittle() {
    std::vector<int64_t> values(1000, 5);
    values[17] = 86'400'000'000'000'000; // a day
    values[18] = -1;
    values[999] = std::numeric_limits<int64_t>::min();
    values[0] = int64_t{Lengths::kException};
    values[1] = int64_t{Lengths::kException} - 1;
    const LengthColumn column = columnOf(values);
    QCOMPARE(valuesOf(column), values);
    QVERIFY(column.memoryBytes() <= 4 * values.size() + 4 * 12);
    const LengthColumn wide = columnOf(std::vector<int64_t>(1000, -5));
    QVERIFY(wide.memoryBytes() <= 8 * values.size());
  }

  void categoriesReadAsAddedHoweverManyThereAre() {
    for (const uint32_t different : {1u, 256u, 257u, 3000u}) {
      CategoryColumn column;
      for (uint32_t i = 0; i < 5000; ++i)
        column.unpacked().push_back(i % 7 == 0 ? StringId() : StringId(i % different));
      const std::vector<StringId> values = column.unpacked();
      column.pack();
      const Categories view = column.view();
      QCOMPARE(view.size(), values.size());
      QVERIFY(std::equal(view.begin(), view.end(), values.begin()));
      if (different < 256)
        QVERIFY(column.memoryBytes() < values.size() + 256 * sizeof(StringId));
    }
  }

  void namesAreCountedLikeOneByOne() {
    std::mt19937_64 random(kSeed);
    TraceBuilder build;
    const LaunchId launch = build.addLaunch({});
    std::vector<TrackId> tracks;
    for (int i = 0; i < 8; ++i) {
      Track track;
      track.kind = i % 2 == 0 ? TrackKind::Warp : TrackKind::Thread;
      track.launch = i < 4 ? launch : LaunchId();
      tracks.push_back(build.addTrack(track));
    }
    constexpr int kSlices = 450'000; // enough for several threads
    for (int i = 0; i < kSlices; ++i) {
      SliceInput slice;
      slice.track = tracks[random() % tracks.size()];
      slice.name = build.intern("scope " + std::to_string(random() % 20));
      slice.begin = Picoseconds(int64_t{i} * 100);
      slice.duration = Picoseconds(static_cast<int64_t>(random() % 100));
      if (random() % 4 == 0) { // the length of its bar is no duration
        slice.flags = kSliceNoEnd;
        slice.duration = Picoseconds(1'000'000);
      }
      build.addSlice(slice);
    }
    const Trace trace = std::move(build).finish();
    QCOMPARE(trace.nameUses().size(), size_t{20});
    for (const NameUse &use : trace.nameUses()) {
      uint64_t count = 0, wholeCount = 0;
      int64_t total = 0;
      double warpTotal = -1;
      bool isInKernel = false;
      for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.sliceNames()[i] != use.name)
          continue;
        const Track &track = trace.track(trace.slice(SliceId(i)).track);
        const bool isWhole = isWholeSlice(trace.sliceFlags()[i]);
        const int64_t duration = isWhole ? trace.sliceDurations()[i] : 0;
        ++count;
        wholeCount += isWhole;
        total += duration;
        isInKernel |= track.launch.isValid();
        if (track.kind == TrackKind::Warp)
          warpTotal = std::max(warpTotal, 0.0) + static_cast<double>(duration);
      }
      QCOMPARE(use.count, count);
      QCOMPARE(use.wholeCount, wholeCount);
      QCOMPARE(use.total, Picoseconds(total));
      QCOMPARE(use.warpTotalPs, warpTotal);
      QCOMPARE(use.isInKernel, isInKernel);
      QVERIFY(std::abs(use.median->value - 50) < 5); // durations are uniform from 0 to 99
    }
  }
};

QTEST_GUILESS_MAIN(PackedColumnsTest)
#include "packed_columns_test.moc"
