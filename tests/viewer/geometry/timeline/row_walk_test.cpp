// SPDX-License-Identifier: Apache-2.0
// The level of detail: bounded by pixels, and covering exactly what a naive renderer covers.
#include <QtTest>
#include <cmath>
#include <random>
#include <set>

#include "core/trace/trace_builder.h"
#include "viewer/geometry/timeline/row_walk.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261122;

struct Piece {
  const char *name;
  int64_t begin;
  int64_t duration;
};

Trace traceOf(const std::vector<Piece> &pieces) {
  TraceBuilder build;
  Track track;
  track.kind = TrackKind::Warp;
  const TrackId id = build.addTrack(track);
  for (const Piece &piece : pieces) {
    SliceInput slice;
    slice.track = id;
    slice.name = build.intern(piece.name);
    slice.begin = Picoseconds(piece.begin);
    slice.duration = Picoseconds(piece.duration);
    build.addSlice(slice);
  }
  return std::move(build).finish();
}

/// Bursts of tiny slices, long ones and pauses, on one row.
std::vector<Piece> randomPieces(std::mt19937_64 &random, int count) {
  static constexpr std::array<const char *, 4> kNames = {"load", "mma", "wait", "store"};
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Piece> pieces;
  int64_t at = 0;
  for (int i = 0; i < count; ++i) {
    const auto length = static_cast<int64_t>(std::exp(unit(random) * 12));
    pieces.push_back({kNames[random() % 4], at, length});
    const bool isAdjacent = unit(random) < 0.5;
    at += length + (isAdjacent ? 0 : static_cast<int64_t>(std::exp(unit(random) * 10)));
  }
  return pieces;
}

Viewport randomView(std::mt19937_64 &random, const Trace &trace) {
  std::uniform_real_distribution<double> unit(0, 1);
  const double width = 50 + std::floor(unit(random) * 500);
  Viewport view = Viewport::fit(trace.timeRange(), width);
  return view.zoomed(std::exp(unit(random) * 9), unit(random) * width)
      .panned((unit(random) - 0.5) * width);
}

/// The columns that the documented rules give to each slice, one by one.
/// With matches, only of slices that match.
std::set<int> naiveColumns(const Trace &trace, const Viewport &view,
                           const MatchBits *matches = nullptr) {
  std::set<int> columns;
  const auto width = static_cast<int>(std::ceil(view.widthPx()));
  for (size_t i = 0; i < trace.sliceCount(); ++i) {
    if (matches != nullptr && !matches->test(static_cast<uint32_t>(i)))
      continue;
    const int64_t begin = trace.sliceBegins()[i];
    const double left = std::floor(view.pixelOf(Picoseconds(begin)));
    double right = std::floor(view.pixelOf(Picoseconds(begin + trace.sliceDurations()[i])));
    if (left == right)
      right = left + 1;
    for (double c = std::max(left, 0.0); c < std::min(right, static_cast<double>(width)); ++c)
      columns.insert(static_cast<int>(c));
  }
  return columns;
}

std::vector<SliceSpan> spansOf(const Trace &trace, const Viewport &view,
                               const MatchBits *matches = nullptr) {
  std::vector<SliceSpan> spans;
  RowWalk walk(trace, RowId(0), view, matches);
  SliceSpan span;
  while (walk.next(span))
    spans.push_back(span);
  return spans;
}

} // namespace

class RowWalkTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void adjacentSlicesShareNoColumnAndLeaveNoHole() {
    const Trace trace = traceOf({{"a", 0, 2'500}, {"b", 2'500, 3'300}, {"c", 5'800, 4'200}});
    const Viewport view = Viewport::fit(trace.timeRange(), 10.2); // 1,000 ps a pixel, margin 100 ps
    const std::vector<SliceSpan> spans = spansOf(trace, view);
    QCOMPARE(spans.size(), size_t{3});
    QCOMPARE(spans[0].left, 0);
    QCOMPARE(spans[0].right, 2);
    QCOMPARE(spans[1].left, 2);
    QCOMPARE(spans[1].right, 5);
    QCOMPARE(spans[2].right, 10);
  }

  void narrowSlicesOfAColumnBecomeOneSpan() {
    const Trace trace =
        traceOf({{"a", 0, 10}, {"b", 20, 300}, {"a", 400, 100}, {"c", 9'000, 1'000}});
    const std::vector<SliceSpan> spans = spansOf(trace, Viewport::fit(trace.timeRange(), 10.2));
    QVERIFY(spans[0].isMerged);
    QCOMPARE(spans[0].count, 3u);
    QCOMPARE(spans[0].right, 1);
    // b lasts 300 ps in this column, a 110 ps.
    QCOMPARE(trace.string(spans[0].name), std::string_view("b"));
  }

  void shortWaitKeepsItsColumnBeforeLongWork() {
    const Trace trace =
        traceOf({{"wait", 1'000, 400}, {"mma", 1'400, 8'600}, {"end", 10'000, 200}});
    const Viewport view = Viewport::fit({Picoseconds(0), Picoseconds(10'200)}, 10.2 * 1.02);
    const std::vector<SliceSpan> spans = spansOf(trace, view);
    QCOMPARE(trace.string(spans[0].name), std::string_view("wait"));
    QCOMPARE(spans[0].left, 1);
    QCOMPARE(trace.string(spans[1].name), std::string_view("mma"));
    QCOMPARE(spans[1].left, 2);
  }

  void sliceAcrossTheWholeScreenIsFound() {
    const Trace trace = traceOf({{"a", 0, 1'000'000'000}, {"b", 1'000'000'000, 5}});
    const Viewport view =
        Viewport::fit(trace.timeRange(), 100).showing({Picoseconds(500'000), Picoseconds(600'000)});
    const std::vector<SliceSpan> spans = spansOf(trace, view);
    QCOMPARE(spans.size(), size_t{1});
    QCOMPARE(spans[0].left, 0);
    QCOMPARE(spans[0].right, 100);
  }

  void coversTheColumnsOfANaiveRendererAtAnyZoom() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (int i = 0; i < 60; ++i) {
      const Trace trace = traceOf(randomPieces(random, 400));
      for (int k = 0; k < 12; ++k) {
        const Viewport view = randomView(random, trace);
        std::set<int> columns;
        for (const SliceSpan &span : spansOf(trace, view))
          for (int c = span.left; c < span.right; ++c)
            if (c < view.widthPx())
              columns.insert(c);
        QVERIFY2(columns == naiveColumns(trace, view),
                 qPrintable(QStringLiteral("%1 %2").arg(i).arg(k)));
      }
    }
  }

  void spansAreOrderedAndAtMostTwoPerColumn() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (int i = 0; i < 60; ++i) {
      const Trace trace = traceOf(randomPieces(random, 2'000));
      const Viewport view = randomView(random, trace);
      const std::vector<SliceSpan> spans = spansOf(trace, view);
      QVERIFY(static_cast<double>(spans.size()) <= 2 * std::ceil(view.widthPx()));
      for (size_t k = 0; k < spans.size(); ++k) {
        QVERIFY(spans[k].left < spans[k].right && spans[k].left >= 0);
        QVERIFY(k == 0 || spans[k].left >= spans[k - 1].right);
      }
    }
  }

  void columnsDrawnAsFoundAreThoseThatHoldAMatch() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (int i = 0; i < 60; ++i) {
      const Trace trace = traceOf(randomPieces(random, 2'000));
      MatchBits matches(trace.sliceCount());
      const uint64_t oneIn = 1 + random() % 200;
      for (uint32_t slice = 0; slice < trace.sliceCount(); ++slice)
        if (random() % oneIn == 0)
          matches.set(slice);
      for (int k = 0; k < 12; ++k) {
        const Viewport view = randomView(random, trace);
        std::set<int> found;
        for (const SliceSpan &span : spansOf(trace, view, &matches)) {
          QCOMPARE(span.isMatch, matches.test(span.slice.value));
          for (int c = span.left; span.isMatch && c < span.right; ++c)
            if (c < view.widthPx())
              found.insert(c);
        }
        QVERIFY2(found == naiveColumns(trace, view, &matches),
                 qPrintable(QStringLiteral("%1 %2").arg(i).arg(k)));
      }
    }
  }

  void sliceInColumnIsTheOneThatIsDrawnThere() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (int i = 0; i < 20; ++i) {
      const Trace trace = traceOf(randomPieces(random, 300));
      const Viewport view = randomView(random, trace);
      std::vector<SliceId> drawn(static_cast<size_t>(std::ceil(view.widthPx())));
      for (const SliceSpan &span : spansOf(trace, view))
        for (int c = span.left; c < span.right && c < static_cast<int>(drawn.size()); ++c)
          drawn[static_cast<size_t>(c)] = span.slice;
      for (size_t c = 0; c < drawn.size(); ++c)
        QCOMPARE(sliceInColumn(trace, RowId(0), view, static_cast<int32_t>(c)).value,
                 drawn[c].value);
    }
  }
};

QTEST_GUILESS_MAIN(RowWalkTest)
#include "row_walk_test.moc"
