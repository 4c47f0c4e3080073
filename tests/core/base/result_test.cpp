// SPDX-License-Identifier: Apache-2.0
// Errors as values, strong numbers and indices.
#include <QtTest>

#include <set>
#include <type_traits>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/units.h"

using namespace pstudio;

namespace {

Result<int> half(int value) {
  if (value % 2 != 0)
    return fail(ErrorCode::InvalidInput, std::to_string(value) + " is odd", "half",
                "give an even number");
  return value / 2;
}

Result<int> quarter(int value) {
  PSTUDIO_TRY_ASSIGN(const int once, half(value));
  PSTUDIO_TRY_ASSIGN(const int twice, half(once));
  return twice;
}

Result<void> checkEven(int value) {
  PSTUDIO_TRY(half(value));
  return {};
}

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};

} // namespace

class ResultTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void firstErrorLeavesTheFunctionWithAllItSays() {
    QCOMPARE(quarter(12).value(), 3);
    const auto failed = quarter(6);
    QVERIFY(!failed);
    QCOMPARE(failed.error().toString(), std::string("half: 3 is odd (give an even number)"));
    QVERIFY(checkEven(2));
    QCOMPARE(checkEven(3).error().code, ErrorCode::InvalidInput);
  }

  void everyErrorCodeHasANameOfItsOwn() {
    const ErrorCode codes[] = {ErrorCode::Io,           ErrorCode::InvalidFormat,
                               ErrorCode::InvalidInput, ErrorCode::CompileFailed,
                               ErrorCode::RunFailed,    ErrorCode::WrongResult,
                               ErrorCode::Cancelled,    ErrorCode::Unsupported};
    std::set<std::string_view> names;
    for (ErrorCode code : codes)
      names.insert(errorCodeName(code));
    QCOMPARE(names.size(), std::size(codes));
    QVERIFY(!names.contains("unknown"));
  }

  void quantitiesOfDifferentUnitsDoNotMix() {
    static_assert(Addable<Cycles, Cycles>);
    static_assert(!Addable<Cycles, Nanoseconds>);
    static_assert(!Addable<Nanoseconds, Picoseconds>);
    static_assert(!std::is_convertible_v<SliceId, TrackId>);
    QCOMPARE((Cycles(5) - Cycles(7)).value, int64_t{-2});
  }

  void picosecondsRoundDownToNanosecondsOnBothSidesOfZero() {
    QCOMPARE(floorToNanoseconds(Picoseconds(1999)), Nanoseconds(1));
    QCOMPARE(floorToNanoseconds(Picoseconds(-1)), Nanoseconds(-1));
    QCOMPARE(floorToNanoseconds(Picoseconds(-1000)), Nanoseconds(-1));
    QCOMPARE(floorToNanoseconds(toPicoseconds(Nanoseconds(-7))), Nanoseconds(-7));
  }

  void idsStartAsNone() {
    QVERIFY(!TrackId().isValid());
    QVERIFY(TrackId(0).isValid());
    QVERIFY(TrackId(0) < TrackId(1));
  }
};

QTEST_GUILESS_MAIN(ResultTest)
#include "result_test.moc"
