// SPDX-License-Identifier: Apache-2.0
// Records of memory accesses, as the instrumentation of a kernel calls for them: lanes and masks.
#include <QtTest>

#include "core/record/access_layout.h"
#include "tests/collector/runtime/cpu/recording_warp.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;
using record::Kind;
using record::makeTag;

class AccessCallsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  /// All lanes that did not return execute the access: a scope has no mask then, an access has.
  void anAccessAfterTheReturnOfOtherLanesHasTheMaskOfItsLanes() {
    constexpr uint32_t kLanes = 0x0000fff0;
    const uint32_t access = makeTag(Kind::MemoryAccess, 1, 0),
                   scope = makeTag(Kind::ScopeStart, 2, 0);
    Warp warp(formatOf(16));
    warp.meet(kLanes, kLanes);
    warp.each([](CtaThread &lane) { calls::recordAddress(&lane, 64 + lane.laneId); });
    warp.each([&](CtaThread &lane) { calls::storeAccess(&lane, 1, access, 5, 0); });
    warp.store(scope, 0, 6);
    QCOMPARE(warp.written(), 4u);
    QCOMPARE(record::keyOf(warp.tag(0)) & record::kKeyPartialMask, record::kKeyPartialMask);
    QCOMPARE(warp.payload(1), kLanes);
    QCOMPARE(record::addressLaneOf(warp.tag(2)), 4u);
    QCOMPARE(warp.payload(2), 64u + 4);
    QCOMPARE(warp.tag(3), scope);
  }

  void anAccessOfAllLanesHasNoMask() {
    for (const uint32_t lanes : {32u, 5u}) { // the last warp of a CTA has fewer
      Warp warp(formatOf(16));
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.lane(lane).warpLanes = lanes;
      const uint32_t mask = ~uint32_t{0} >> (32 - lanes);
      warp.meet(mask, mask);
      warp.each([](CtaThread &lane) { calls::recordAddress(&lane, lane.laneId); });
      warp.each([](CtaThread &lane) {
        calls::storeAccess(&lane, 1, makeTag(Kind::MemoryAccess, 1, 0), 5, 0);
      });
      QCOMPARE(warp.written(), 2u);
      QCOMPARE(record::keyOf(warp.tag(0)) & record::kKeyPartialMask, 0u);
    }
  }
};

QTEST_GUILESS_MAIN(AccessCallsTest)
#include "access_calls_test.moc"
