// SPDX-License-Identifier: Apache-2.0
// The critical path of a CTA: scopes, barriers, asynchronous operations, and intervals without
// data.
#include <QtTest>

#include <map>
#include <string>
#include <tuple>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/path/cta_path.h"
#include "tests/support/async_trace.h"

using namespace pstudio;
using namespace pstudio::analysis;

namespace {

/// Pieces as "kind track name begin..end" in units of 1,000 ps.
std::string text(const Trace &trace, const CtaPath &path) {
  std::string all;
  static const char *const kKinds[kPathKinds] = {"work", "issue", "copy", "matrix", "sync", "wait"};
  for (const PathPiece &piece : path.pieces) {
    all += all.empty() ? "" : "; ";
    all += kKinds[static_cast<size_t>(piece.kind)];
    all += " w" + std::to_string(trace.track(piece.track).number);
    all += piece.slice.isValid()
               ? " " + std::string(trace.string(trace.sliceNames()[piece.slice.value]))
               : std::string(" -");
    all += " " + std::to_string(piece.time.begin.value / 1000) + ".." +
           std::to_string(piece.time.end.value / 1000);
  }
  return all;
}

/// Warps of one CTA with scopes, in nanoseconds.
class Scopes {
public:
  Scopes() { m_cta = m_build.addTrack(TrackKind::Cta, "CTA 0", TrackId(), 0, 0); }
  Scopes &warp() {
    const int64_t number = ++m_warps;
    m_warp = m_build.addTrack(TrackKind::Warp, "warp", m_cta, number, number);
    return *this;
  }
  Scopes &slice(const char *name, int64_t begin, int64_t end, uint8_t flags = 0) {
    SliceInput input;
    input.track = m_warp;
    input.name = m_build.intern(name);
    input.begin = Picoseconds(begin * 1000);
    input.duration = Picoseconds((end - begin) * 1000);
    input.flags = flags;
    m_build.addSlice(input);
    return *this;
  }
  Trace finish() && { return std::move(m_build).finish(); }

private:
  TraceBuilder m_build;
  TrackId m_cta, m_warp;
  int64_t m_warps = -1;
};

CtaPath pathOf(const Trace &trace) {
  const std::vector<TrackId> ctas = ctasWithSlices(trace);
  return findCtaPath(trace, ctas.front(), nullptr);
}

} // namespace

class CtaPathTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aWarpThatWaitsForNothingIsItsInnermostScopes() {
    const Trace trace = std::move(Scopes()
                                      .warp()
                                      .slice("short", 0, 3)
                                      .warp()
                                      .slice("loop", 1, 11)
                                      .slice("load", 2, 4)
                                      .slice("inner", 3, 4)
                                      .slice("mma", 5, 8)
                                      .slice("store", 12, 14))
                            .finish();
    const CtaPath path = pathOf(trace);
    QCOMPARE(text(trace, path),
             std::string("work w1 loop 1..2; work w1 load 2..3; work w1 inner 3..4; "
                         "work w1 loop 4..5; work w1 mma 5..8; work w1 loop 8..11; "
                         "work w1 - 11..12; work w1 store 12..14"));
    QCOMPARE(path.crossings, uint64_t{0});
    QCOMPARE(path.length().value, int64_t{13'000});
  }

  void aBarrierLeadsToTheWarpThatReachedItLast() {
    const Trace trace = std::move(Scopes()
                                      .warp()
                                      .slice("load", 0, 2)
                                      .slice("barrier k.mlir:4", 2, 10)
                                      .slice("mma", 10, 20)
                                      .slice("barrier k.mlir:4", 20, 21)
                                      .slice("store", 21, 22)
                                      .warp()
                                      .slice("slow load", 0, 9)
                                      .slice("barrier k.mlir:4", 9, 10)
                                      .slice("mma", 10, 12)
                                      .slice("barrier k.mlir:4", 12, 21))
                            .finish();
    const CtaPath path = pathOf(trace);
    QCOMPARE(text(trace, path),
             std::string("work w1 slow load 0..9; sync w0 barrier k.mlir:4 9..10; "
                         "work w0 mma 10..20; work w0 barrier k.mlir:4 20..21; "
                         "work w0 store 21..22"));
    QCOMPARE(path.crossings, uint64_t{1});
    QCOMPARE(path.length().value, int64_t{22'000});
  }

  void barriersThatDoNotMatchAreWork_data() {
    QTest::addColumn<int>("second");
    QTest::newRow("a warp reaches it once less") << 0;
    QTest::newRow("its end was not recorded") << 1;
  }
  void barriersThatDoNotMatchAreWork() {
    QFETCH(int, second);
    Scopes scopes;
    scopes.warp().slice("barrier", 1, 10).slice("barrier", 12, 20).slice("store", 20, 21);
    scopes.warp().slice("load", 0, 9).slice("barrier", 9, 10);
    if (second == 1)
      scopes.slice("barrier", 15, 20, kSliceNoEnd);
    const Trace trace = std::move(scopes).finish();
    const std::string found = text(trace, pathOf(trace));
    QVERIFY2(found.ends_with("work w0 barrier 12..20; work w0 store 20..21"), found.c_str());
  }

  void copiesLeadToTheWarpThatIssuedThem() {
    // Warp 0 issues, warp 1 waits for the copy; 1 cycle is 500 ps.
    test::AsyncTrace build;
    build.setLaunchNumber("empty wait mbarrier", 2);
    const uint32_t cta = build.addCta();
    const uint32_t producer = build.addWarp(cta), consumer = build.addWarp(cta);
    const test::AsyncStepArgs args{"mbarrier", 0, 0};
    build.scope(producer, "prepare", 0, 20);
    build.issue(producer, "tma", 20, 24, args);
    const BuilderSlice flight = build.flight(producer, "tma", 20, 120, args);
    const BuilderSlice wait = build.wait(consumer, "wait", 10, 120, args);
    build.link(flight, wait);
    build.scope(consumer, "mma", 120, 160);
    const Trace trace = std::move(build).finish();
    const auto launches = analyzeOverlap(trace);
    QCOMPARE(launches.size(), size_t{1});
    const CtaPath path = findCtaPath(trace, ctasWithSlices(trace).front(), &launches.front());
    QCOMPARE(text(trace, path),
             std::string("work w0 prepare 0..10; issue w0 tma 10..12; copy w0 tma 12..60; "
                         "work w1 mma 60..80"));
    QCOMPARE(path.crossings, uint64_t{1});
    // Without the overlap analysis the wait is an ordinary scope.
    const CtaPath alone = findCtaPath(trace, ctasWithSlices(trace).front(), nullptr);
    QCOMPARE(text(trace, alone), std::string("work w1 wait 5..60; work w1 mma 60..80"));
  }

  void sharesAddUpToThePath() {
    const Trace trace = std::move(Scopes()
                                      .warp()
                                      .slice("load", 0, 2)
                                      .slice("mma", 2, 5)
                                      .slice("load", 5, 6)
                                      .slice("store", 8, 10))
                            .finish();
    const CtaPath path = pathOf(trace);
    const std::vector<PathShare> shares = pathShares(trace, path);
    QCOMPARE(shares.size(), size_t{4});
    double sum = 0;
    std::map<std::string, std::tuple<uint64_t, int64_t>> found;
    for (const PathShare &share : shares) {
      sum += share.share;
      found[share.name.isValid() ? std::string(trace.string(share.name)) : "-"] = {
          share.pieces, share.total.value / 1000};
    }
    QVERIFY(qAbs(sum - 1) < 1e-12);
    QVERIFY((found["load"] == std::tuple<uint64_t, int64_t>{2, 3}));
    QVERIFY((found["-"] == std::tuple<uint64_t, int64_t>{1, 2}));
    const auto load = std::ranges::find_if(shares, [&](const PathShare &share) {
      return share.name.isValid() && trace.string(share.name) == "load";
    });
    QCOMPARE(trace.sliceTime(load->longest).begin.value, int64_t{0});
  }

  void aCtaWithoutScopesHasNoPath() {
    const Trace trace = std::move(Scopes().warp()).finish();
    QVERIFY(ctasWithSlices(trace).empty());
    const CtaPath path = findCtaPath(trace, TrackId(0), nullptr);
    QVERIFY(!path.cta.isValid() && path.pieces.empty());
    QVERIFY(pathShares(trace, path).empty());
  }
};

QTEST_GUILESS_MAIN(CtaPathTest)
#include "cta_path_test.moc"
