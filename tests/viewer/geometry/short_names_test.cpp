// SPDX-License-Identifier: Apache-2.0
// Names of narrow columns: the line first, a common file left out.
#include <QTest>

#include <array>

#include "viewer/geometry/short_names.h"

using namespace pstudio;

class ShortNamesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theLinePrecedesTheOperation() {
    QCOMPARE(lineFirst("wait mbarrier gemm_wgmma.mlir:147"), std::string(":147 wait mbarrier"));
    QCOMPARE(lineFirst("bulk copy gemm_wgmma.mlir:114-123"), std::string(":114-123 bulk copy"));
  }

  void namesWithoutAPlaceStay() {
    for (const char *name : {"k loop", "loop k", "std::sort", "load a:12", "a.mlir:12",
                             "read x.c:", "read x.c:-", "read x.c:1-", "time 12:30", ""})
      QCOMPARE(lineFirst(name), std::string(name));
  }

  void onlyACommonFileIsLeftOut() {
    const std::array<std::string_view, 3> same{"wait a.mlir:1", "copy a.mlir:2", "k loop"};
    const std::array<std::string_view, 2> different{"wait a.mlir:1", "wait b.mlir:1"};
    QCOMPARE(ShortNames(same).of("wait a.mlir:1"), std::string(":1 wait"));
    QCOMPARE(ShortNames(same).of("k loop"), std::string("k loop"));
    QCOMPARE(ShortNames(different).of("wait a.mlir:1"), std::string("wait a.mlir:1"));
    QCOMPARE(ShortNames().of("wait a.mlir:1"), std::string("wait a.mlir:1"));
  }
};

QTEST_GUILESS_MAIN(ShortNamesTest)
#include "short_names_test.moc"
