// SPDX-License-Identifier: Apache-2.0
// Checks of live kernels that apply to every target.
#pragma once

#include <QtTest>

#include "collector/live_kernels.h"
#include "tests/support/verify_result.h"

namespace pstudio::test {

/// Launches "twice", which must be instrumented, with records and without them in turn: each launch
/// is right, and records `slices` or nothing. Leaves it instrumented.
inline void launchInBothFormsByTurns(LiveKernels &session, size_t slices) {
  for (int i = 0; i < 2; ++i) {
    const auto recorded = session.launch("twice");
    VERIFY_RESULT(recorded);
    QVERIFY2(!recorded->failure, recorded->failure ? qPrintable(textOf(*recorded->failure)) : "");
    QCOMPARE(recorded->trace->sliceCount(), slices);
    QVERIFY(recorded->launches[0].checks.at(0).passed());
    VERIFY_RESULT(session.restore("twice"));
    const auto plain = session.launch("twice");
    VERIFY_RESULT(plain);
    QVERIFY(!plain->failure && !plain->trace);
    QVERIFY(plain->launches[0].checks.at(0).passed());
    VERIFY_RESULT(session.instrument("twice", "default:slots=16"));
  }
}

} // namespace pstudio::test
