// SPDX-License-Identifier: Apache-2.0
// Scopes that take more than 2^32 cycles have their exact length with every way to record.
#include <QtTest>

#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// A scope around `iterations` of a loop that the model charges much for, between short scopes.
std::string kernelOf(uint64_t iterations) {
  return R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant )" +
         std::to_string(iterations) + R"( : index
    %x = memref.load %A[%c0] : memref<32xf32>
    %first = vector.broadcast %x : f32 to vector<64xf32>
    proton.record start "before"
    gpu.barrier
    proton.record end "before"
    proton.record start "long"
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%v = %first) -> vector<64xf32> {
      %w = arith.divf %first, %v : vector<64xf32>
      scf.yield %w : vector<64xf32>
    }
    proton.record end "long"
    proton.record start "after"
    gpu.barrier
    proton.record end "after"
    %y = vector.extract %last[3] : f32 from vector<64xf32>
    memref.store %y, %A[%c1] : memref<32xf32>
)";
}

/// The lengths of the scopes by id: "before", "long", "after". [cycles]
Result<std::vector<int64_t>> lengths(const std::string &mode, uint64_t iterations) {
  PSTUDIO_TRY_ASSIGN(const test::DecodedRun run,
                     test::runAndDecode(kernelOf(iterations), mode, 1, 1,
                                        std::vector<float>(32, 1.5f)));
  std::vector<int64_t> begins(3), found(3, -1);
  for (const Record &record : run.units.front().records.records) {
    if (record.operation < begins.size() && record.kind == Kind::ScopeStart)
      begins[record.operation] = record.cycles;
    if (record.operation < begins.size() && record.kind == Kind::ScopeEnd)
      found[record.operation] = record.cycles - begins[record.operation];
  }
  return found;
}

} // namespace

class LongScopesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void lengthsBeyondThe32BitClockAreExact_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode :
         {"default", "default:groups=off", "default:strategy=first", "default:strategy=flush",
          "default:strategy=stream", "default:granularity=thread", "default:metric=time",
          "default:buffer_type=shared"})
      QTest::newRow(mode) << QString(mode);
  }
  void lengthsBeyondThe32BitClockAreExact() {
    QFETCH(const QString, mode);
    const auto one = lengths(mode.toStdString(), 1000), two = lengths(mode.toStdString(), 2000);
    constexpr uint64_t kMany = 6'000'000;
    const auto many = lengths(mode.toStdString(), kMany);
    VERIFY_RESULT(one);
    VERIFY_RESULT(two);
    VERIFY_RESULT(many);
    const int64_t step = ((*two)[1] - (*one)[1]) / 1000; // of an iteration
    const int64_t expected = (*one)[1] + step * static_cast<int64_t>(kMany - 1000);
    QVERIFY(expected > int64_t{1} << 32);
    QCOMPARE((*many)[1], expected);
    QCOMPARE((*many)[0], (*one)[0]);
    QCOMPARE((*many)[2], (*one)[2]);
  }
};

QTEST_GUILESS_MAIN(LongScopesTest)
#include "long_scopes_test.moc"
