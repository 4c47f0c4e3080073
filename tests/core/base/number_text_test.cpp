// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences.
#include <QtTest>

#include <cmath>

#include "core/base/coverage_text.h"
#include "core/base/number_text.h"

using namespace pstudio;

class NumberTextTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aShareThatLacksSomethingNeverReadsAll() {
    QCOMPARE(coverageText(1), std::string("100 %"));
    QCOMPARE(coverageText(0.99996), std::string("more than 99.9 %"));
    QCOMPARE(coverageText(0.999), std::string("99.9 %"));
    QCOMPARE(coverageText(0.25), std::string("25 %"));
    QCOMPARE(coverageText(0.00001), std::string("less than 0.1 %"));
    QCOMPARE(coverageText(0), std::string("0 %"));
  }

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
    QCOMPARE(significantText(1234.56), std::string("1,235"));
  }

  void fixedDigitsAreGroupedToo() {
    QCOMPARE(fixedText(1234.5, 2), std::string("1,234.50"));
    QCOMPARE(fixedText(-0.25, 1), std::string("-0.2"));
    QCOMPARE(fixedText(1e300, 0).substr(0, 5), std::string("1,000"));
  }

  void sharesArePercentages() {
    QCOMPARE(percentText(0.848125), std::string("84.81 %"));
    QCOMPARE(percentText(0.848, 2), std::string("85 %"));
    QCOMPARE(percentText(0.0951, 2), std::string("9.5 %"));
    QCOMPARE(percentText(0.997, 2), std::string("100 %"));
    QCOMPARE(percentText(0), std::string("0 %"));
  }

  void amountsOfBytesHaveFourDigitsInTheirUnit() {
    QCOMPARE(bytesText(0), std::string("0 bytes"));
    QCOMPARE(bytesText(1), std::string("1 byte"));
    QCOMPARE(bytesText(1023), std::string("1,023 bytes"));
    QCOMPARE(bytesText(1023.9), std::string("1,024 bytes"));
    QCOMPARE(bytesText(1536), std::string("1.5 KiB"));
    QCOMPARE(bytesText(1023.6 * 1024), std::string("0.9996 MiB"));
    QCOMPARE(bytesText(100.0 * (1u << 30)), std::string("100 GiB"));
    QCOMPARE(bytesText(18446744073709551615.0), std::string("16 EiB"));
  }

  void sizesAreExactBelowAMebibyte() {
    QCOMPARE(sizeText(0), std::string("0 bytes"));
    QCOMPARE(sizeText(1025), std::string("1,025 bytes"));
    QCOMPARE(sizeText(227 * 1024), std::string("227 KiB"));
    QCOMPARE(sizeText(uint64_t(3) << 29), std::string("1.5 GiB"));
  }

  void addressesExtentsAndTimesHaveOneForm() {
    QCOMPARE(hexText(0x7f00), std::string("0x7f00"));
    QCOMPARE(extentsText({32, 2, 1}), std::string("32 x 2 x 1"));
    QCOMPARE(extentsText({32, 2, 1}, ", "), std::string("32, 2, 1"));
    QCOMPARE(microsecondsText(Nanoseconds(12345)), std::string("12.35 us"));
    QCOMPARE(millisecondsText(std::chrono::microseconds(123)), std::string("0.12 ms"));
    QCOMPARE(millisecondsText(std::chrono::microseconds(12340)), std::string("12.3 ms"));
  }
};

QTEST_GUILESS_MAIN(NumberTextTest)
#include "number_text_test.moc"
