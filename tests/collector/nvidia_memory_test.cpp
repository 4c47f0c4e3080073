// SPDX-License-Identifier: Apache-2.0
// Atomic operations, fences, shared memory and vector accesses in PTX.
#include <QtTest>

#include "tests/collector/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileSpecification;
using test::compileToPtx;
using test::countOf;
using test::textOf;

class NvidiaMemoryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTokenIsPassedOnByAtomicsBetweenFences() {
    const auto ptx = compileSpecification("tests/collector/kernels/token_ring.json", {});
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "atom.global."), size_t{2});
    QCOMPARE(countOf(ptx->text, "fence.acq_rel.gpu;"), size_t{2});
  }
};

QTEST_GUILESS_MAIN(NvidiaMemoryTest)
#include "nvidia_memory_test.moc"
