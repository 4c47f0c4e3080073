// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences.
#include <QtTest>

#include <cmath>

#include "core/base/number_text.h"

using namespace pstudio;

class NumberTextTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void countsHaveThousandsSeparated() {
    QCOMPARE(countText(0), std::string("0"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(1000), std::string("1,000"));
    QCOMPARE(countText(UINT64_MAX), std::string("18,446,744,073,709,551,615"));
    QCOMPARE(countText(1, "access", "accesses"), std::string("1 access"));
    QCOMPARE(countText(12288, "access", "accesses"), std::string("12,288 accesses"));
  }

  void significantDigitsNeitherCutTheWholePartNorEndInZeros() {
    QCOMPARE(significantText(12345678, 4), std::string("12,345,678"));
    QCOMPARE(significantText(-1234.5, 4), std::string("-1,234"));
    QCOMPARE(significantText(9999.7, 4), std::string("10,000"));
    QCOMPARE(significantText(999.96, 4), std::string("1,000"));
    QCOMPARE(significantText(4.5, 4), std::string("4.5"));
    QCOMPARE(significantText(32, 4), std::string("32"));
    QCOMPARE(significantText(0.031249, 2), std::string("0.031"));
    QCOMPARE(significantText(0, 4), std::string("0"));
    QCOMPARE(significantText(2e18, 4), std::string("2e+18"));
    QCOMPARE(significantText(-HUGE_VAL, 4), std::string("-inf"));
  }
};

QTEST_GUILESS_MAIN(NumberTextTest)
#include "number_text_test.moc"
