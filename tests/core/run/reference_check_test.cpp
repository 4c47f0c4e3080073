// SPDX-License-Identifier: Apache-2.0
// Reference checks: right results pass, the first wrong element is named, nothing that is not
// finite passes.
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

#include "core/run/npy.h"
#include "core/run/reference_check.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

Argument buffer(std::string name, std::vector<int64_t> shape, BufferInit init = ZerosInit{}) {
  return Argument{std::move(name), BufferArgument{DType::F32, std::move(shape), std::move(init)}};
}

/// A, B, C with these shapes; A and B hold 0, 1, 2, ...
RunSpec specWith(std::vector<int64_t> a, std::vector<int64_t> b, std::vector<int64_t> c) {
  RunSpec spec;
  spec.arguments = {buffer("A", std::move(a), IotaInit{}), buffer("B", std::move(b), IotaInit{}),
                    buffer("C", std::move(c))};
  return spec;
}

ResultCheck checkOf(std::string reference, std::vector<std::string> inputs,
                    double maxError = 1e-6) {
  ResultCheck check;
  check.output = "C";
  check.reference = std::move(reference);
  check.inputs = std::move(inputs);
  check.maxError = maxError;
  return check;
}

HostBuffer filled(std::vector<int64_t> shape, const std::vector<double> &values) {
  HostBuffer result = HostBuffer::make(DType::F32, std::move(shape)).value();
  for (size_t i = 0; i < values.size(); ++i)
    result.set(i, values[i]);
  return result;
}

} // namespace

class ReferenceCheckTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aRightSumPasses() {
    const RunSpec spec = specWith({4}, {4}, {4});
    const auto report = runCheck(spec, checkOf("add", {"A", "B"}), filled({4}, {0, 2, 4, 6}));
    QVERIFY(report);
    QVERIFY(report->passed());
    QCOMPARE(report->maxError, 0.0);
    QCOMPARE(report->describe("C"), std::string("C: max error 0, allowed 1e-06"));
  }

  void theFirstWrongElementIsNamed() {
    const RunSpec spec = specWith({2, 3}, {2, 3}, {2, 3});
    const auto report =
        runCheck(spec, checkOf("add", {"A", "B"}), filled({2, 3}, {0, 2, 4, 6, 9, 7}));
    QVERIFY(report);
    QVERIFY(!report->passed());
    QVERIFY((report->firstWrong == std::vector<int64_t>{1, 1}));
    QCOMPARE(report->expected, 8.0);
    QCOMPARE(report->got, 9.0);
    QCOMPARE(report->wrongCount, uint64_t{2});
    QCOMPARE(report->maxError, 3.0);
    QCOMPARE(report->describe("C"),
             std::string("C[1, 1] is 9, expected 8 (2 elements are wrong; max error 3, "
                         "allowed 1e-06)"));
  }

  void matmulIsRowsTimesColumns() {
    const RunSpec spec = specWith({2, 3}, {3, 2}, {2, 2});
    // [0 1 2; 3 4 5] x [0 1; 2 3; 4 5]
    const auto report =
        runCheck(spec, checkOf("matmul", {"A", "B"}), filled({2, 2}, {10, 13, 28, 40}));
    QVERIFY(report);
    QCOMPARE(report->maxError, 0.0);
  }

  void transposeMakesColumnsOfRows() {
    const RunSpec spec = specWith({2, 3}, {1}, {3, 2});
    const auto right =
        runCheck(spec, checkOf("transpose", {"A"}, 0.0), filled({3, 2}, {0, 3, 1, 4, 2, 5}));
    QVERIFY(right);
    QVERIFY(right->passed());
    const auto untouched =
        runCheck(spec, checkOf("transpose", {"A"}, 0.0), filled({3, 2}, {0, 1, 2, 3, 4, 5}));
    QVERIFY(untouched);
    QCOMPARE(untouched->wrongCount, uint64_t{4});
    QVERIFY((untouched->firstWrong == std::vector<int64_t>{0, 1}));
    QCOMPARE(untouched->expected, 3.0);
  }

  void theMeanOfNeighboursTakesTheEdgeForWhatLiesBeyondIt() {
    // 0 1 2 | 3 4 5: the corner has itself, itself above and to the left, 3 below, 1 to the right.
    const auto report =
        runCheck(specWith({2, 3}, {1}, {2, 3}), checkOf("mean_of_neighbours", {"A"}),
                 filled({2, 3}, {0.8, 1.6, 2.4, 2.6, 3.4, 4.2}));
    QVERIFY(report);
    QVERIFY2(report->passed(), report->describe("C").c_str());
    QVERIFY(!validateCheck(specWith({6}, {1}, {6}), checkOf("mean_of_neighbours", {"A"})));
  }

  void gatherTakesItemsByTheirIndex() {
    const auto specOf = [](std::vector<int64_t> x, std::vector<int64_t> c) {
      RunSpec spec = specWith(std::move(x), {4}, std::move(c)); // indices 0, 1, 2, 3
      std::get<BufferArgument>(spec.arguments[1].value).dtype = DType::I32;
      return spec;
    };
    const auto elements =
        runCheck(specOf({6}, {4}), checkOf("gather", {"A", "B"}, 0.0), filled({4}, {0, 1, 2, 3}));
    QVERIFY(elements && elements->passed());
    const auto rows = runCheck(specOf({5, 2}, {4, 2}), checkOf("gather", {"A", "B"}, 0.0),
                               filled({4, 2}, {0, 1, 2, 3, 4, 5, 0, 7}));
    QVERIFY(rows);
    QCOMPARE(rows->wrongCount, uint64_t{1});
    QVERIFY((rows->firstWrong == std::vector<int64_t>{3, 0}));
    QCOMPARE(rows->expected, 6.0);
    // X has 3 items: index 3 is none of them, and nothing equals that.
    const auto beyond =
        runCheck(specOf({3}, {4}), checkOf("gather", {"A", "B"}, 1e9), filled({4}, {0, 1, 2, 3}));
    QVERIFY(beyond);
    QCOMPARE(beyond->wrongCount, uint64_t{1});
    QVERIFY(!validateCheck(specOf({6}, {5}), checkOf("gather", {"A", "B"})));
    QVERIFY(!validateCheck(specWith({6}, {4}, {4}), checkOf("gather", {"A", "B"})));
  }

  void reduceSumAddsAlongTheLastDimension() {
    const auto rows = runCheck(specWith({2, 3}, {1}, {2}), checkOf("reduce_sum", {"A"}, 0.0),
                               filled({2}, {3, 12}));
    QVERIFY(rows);
    QVERIFY(rows->passed());
    const auto all =
        runCheck(specWith({4}, {1}, {1}), checkOf("reduce_sum", {"A"}, 0.0), filled({1}, {6}));
    QVERIFY(all);
    QVERIFY(all->passed());
    const auto planes = runCheck(specWith({2, 2, 2}, {1}, {2, 2}),
                                 checkOf("reduce_sum", {"A"}, 0.5), filled({2, 2}, {1, 5, 9, 14}));
    QVERIFY(planes);
    QCOMPARE(planes->wrongCount, uint64_t{1});
    QVERIFY((planes->firstWrong == std::vector<int64_t>{1, 1}));
    QCOMPARE(planes->expected, 13.0);
  }

  void reduceSumIsComputedInDoublePrecision() {
    // 2^24 + 1 + 1 + ... of f32 inputs: sums in f32 would stay at 2^24.
    QTemporaryDir folder;
    const auto file = std::filesystem::path(folder.path().toStdString()) / "x.npy";
    std::vector<double> values(65, 1.0);
    values[0] = 16777216.0;
    QVERIFY(writeNpy(filled({65}, values), file));
    RunSpec spec = specWith({65}, {1}, {1});
    std::get<BufferArgument>(spec.arguments[0].value).init = FileInit{file};
    const auto report =
        runCheck(spec, checkOf("reduce_sum", {"A"}, 0.0), filled({1}, {16777216.0 + 64.0}));
    QVERIFY(report);
    QVERIFY(report->passed());
  }

  void softmaxIsTakenAlongTheLastDimension() {
    RunSpec spec = specWith({2, 2}, {1}, {2, 2});
    const double high = 1 / (1 + std::exp(-1.0));
    const auto report = runCheck(spec, checkOf("softmax_rows", {"A"}),
                                 filled({2, 2}, {1 - high, high, 1 - high, high}));
    QVERIFY(report);
    QVERIFY(report->passed());
    // Large inputs must not overflow in the reference.
    std::get<BufferArgument>(spec.arguments[0].value).init = RandomInit{1, 1000.0, 1000.0001};
    const auto large =
        runCheck(spec, checkOf("softmax_rows", {"A"}, 0.01), filled({2, 2}, {.5, .5, .5, .5}));
    QVERIFY(large);
    QVERIFY(large->passed());
  }

  void layerNormIsTakenAlongTheLastDimension() {
    RunSpec spec = specWith({2, 2}, {2}, {2, 2}); // rows (0, 1) and (2, 3); scale and shift (0, 1)
    const double unit = 0.5 / std::sqrt(0.25 + 1e-5);
    const auto report = runCheck(spec, checkOf("layer_norm_rows", {"A", "B", "B"}),
                                 filled({2, 2}, {0, unit + 1, 0, unit + 1}));
    QVERIFY(report);
    QVERIFY2(report->passed(), report->describe("C").c_str());
    QVERIFY(
        !validateCheck(specWith({2, 2}, {3}, {2, 2}), checkOf("layer_norm_rows", {"A", "B", "B"})));
  }

  /// Against the formula, written down once more with its own indices.
  void attentionWeighsValuesByTheSoftmaxOfScaledProducts() {
    constexpr int kHeads = 2, kQueries = 3, kKeys = 2, kDepth = 2;
    RunSpec spec =
        specWith({kHeads, kQueries, kDepth}, {kHeads, kKeys, kDepth}, {kHeads, kQueries, kDepth});
    std::get<BufferArgument>(spec.arguments[0].value).init = RandomInit{7, -3.0, 3.0};
    spec.arguments.push_back(buffer("V", {kHeads, kKeys, kDepth}, RandomInit{8, -1.0, 1.0}));
    const auto valuesOf = [&](const char *name) {
      return makeHostBuffer(*findBuffer(spec, name)).value();
    };
    const HostBuffer q = valuesOf("A"), k = valuesOf("B"), v = valuesOf("V");
    std::vector<double> expected;
    for (int head = 0; head < kHeads; ++head)
      for (int query = 0; query < kQueries; ++query) {
        double weight[kKeys], sum = 0.0;
        for (int key = 0; key < kKeys; ++key) {
          double product = 0.0;
          for (int d = 0; d < kDepth; ++d)
            product += q.at((head * kQueries + query) * kDepth + d) *
                       k.at((head * kKeys + key) * kDepth + d);
          sum += weight[key] = std::exp(product / std::sqrt(2.0));
        }
        for (int d = 0; d < kDepth; ++d)
          expected.push_back((weight[0] * v.at((head * kKeys + 0) * kDepth + d) +
                              weight[1] * v.at((head * kKeys + 1) * kDepth + d)) /
                             sum);
      }
    const ResultCheck check = checkOf("attention", {"A", "B", "V"});
    const auto right = runCheck(spec, check, filled({kHeads, kQueries, kDepth}, expected));
    VERIFY_RESULT(right);
    QVERIFY2(right->passed(), right->describe("C").c_str());
    std::swap(expected[2], expected[4]);
    QVERIFY(!runCheck(spec, check, filled({kHeads, kQueries, kDepth}, expected))->passed());
    QVERIFY(!validateCheck(specWith({2, 3, 2}, {3, 2, 2}, {2, 3, 2}),
                           checkOf("attention", {"A", "B", "B"})));
    QVERIFY(
        !validateCheck(specWith({3, 2}, {2, 4}, {3, 2}), checkOf("attention", {"A", "B", "B"})));
    QVERIFY(
        !validateCheck(specWith({3, 2}, {4, 2}, {4, 2}), checkOf("attention", {"A", "B", "B"})));
  }

  void causalAttentionSeesNoLaterKeys() {
    // Equal products: each query takes the mean of the values up to its own.
    RunSpec spec = specWith({2, 3, 1}, {2, 3, 1}, {2, 3, 1});
    std::get<BufferArgument>(spec.arguments[0].value).init = ZerosInit{};
    const ResultCheck check = checkOf("attention_causal", {"A", "B", "B"});
    const auto report = runCheck(spec, check, filled({2, 3, 1}, {0, 0.5, 1, 3, 3.5, 4}));
    VERIFY_RESULT(report);
    QVERIFY2(report->passed(), report->describe("C").c_str());
    QVERIFY(!validateCheck(specWith({2, 3, 1}, {2, 4, 1}, {2, 3, 1}), check));
    QVERIFY(!validateCheck(specWith({3}, {3}, {3}), check));
  }

  void someRowsAreComparedIfTheCheckSaysSo() {
    const RunSpec spec = specWith({7, 2}, {7, 2}, {7, 2});
    std::vector<double> sums(14);
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] = 2.0 * static_cast<double>(i);
    ResultCheck check = checkOf("add", {"A", "B"});
    check.rows = 3; // rows 0, 3 and 6
    const auto right = runCheck(spec, check, filled({7, 2}, sums));
    VERIFY_RESULT(right);
    QVERIFY(right->passed());
    QCOMPARE(right->describe("C"),
             std::string("C: max error 0, allowed 1e-06; 3 of 7 rows compared"));
    for (const size_t row : {0, 3, 6}) {
      std::vector<double> wrong = sums;
      wrong[2 * row + 1] += 1.0;
      const auto report = runCheck(spec, check, filled({7, 2}, wrong));
      QVERIFY((report->firstWrong == std::vector<int64_t>{static_cast<int64_t>(row), 1}));
      QCOMPARE(report->wrongCount, uint64_t{1});
    }
    check.rows = 5; // rows 0, 2, 4, 5 and 6
    for (const size_t row : {0, 2, 4, 5, 6}) {
      std::vector<double> wrong = sums;
      wrong[2 * row] += 1.0;
      QVERIFY(!runCheck(spec, check, filled({7, 2}, wrong))->passed());
    }
    check.rows = 3;
    std::vector<double> unseen = sums;
    unseen[2] = 99.0; // row 1
    QVERIFY(runCheck(spec, check, filled({7, 2}, unseen))->passed());
    for (const uint64_t all : {0, 7, 1000}) {
      check.rows = all;
      const auto report = runCheck(spec, check, filled({7, 2}, unseen));
      QVERIFY(!report->passed());
      QVERIFY(report->sample().empty());
    }
    check.rows = 1;
    QCOMPARE(runCheck(spec, check, filled({7, 2}, unseen))->sample(), std::string("1 of 7 rows"));
  }

  void whatIsNotFiniteWhereTheReferenceIsNeverPasses() {
    const RunSpec spec = specWith({2}, {2}, {2});
    for (double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      const auto report = runCheck(spec, checkOf("add", {"A", "B"}, 1e300), filled({2}, {0, bad}));
      QVERIFY(report);
      QVERIFY(!report->passed());
      QCOMPARE(report->maxError, std::numeric_limits<double>::infinity());
      QVERIFY((report->firstWrong == std::vector<int64_t>{1}));
    }
  }

  void infinitiesOfOneSignAndNotANumbersAreEqual_data() {
    const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
    QTest::addColumn<double>("got");
    QTest::addColumn<double>("expected");
    QTest::addColumn<bool>("equal");
    QTest::newRow("inf") << inf << inf << true;
    QTest::newRow("-inf") << -inf << -inf << true;
    QTest::newRow("nan") << nan << nan << true;
    QTest::newRow("nan of another sign") << -nan << nan << true;
    QTest::newRow("inf and -inf") << inf << -inf << false;
    QTest::newRow("inf and a number") << inf << 1e30 << false;
    QTest::newRow("a number and inf") << 1.0 << inf << false;
    QTest::newRow("nan and a number") << nan << 0.0 << false;
    QTest::newRow("a number and nan") << 0.0 << nan << false;
    QTest::newRow("nan and inf") << nan << inf << false;
  }
  void infinitiesOfOneSignAndNotANumbersAreEqual() {
    QFETCH(const double, got);
    QFETCH(const double, expected);
    QFETCH(const bool, equal);
    QTemporaryDir folder;
    ResultCheck check = checkOf("npy", {}, 0.5);
    check.npy = std::filesystem::path(folder.path().toStdString()) / "c.npy";
    QVERIFY(writeNpy(filled({3}, {1, expected, 3}), check.npy));
    const auto report = runCheck(specWith({1}, {1}, {3}), check, filled({3}, {1, got, 3}));
    QVERIFY(report);
    QCOMPARE(report->passed(), equal);
    QCOMPARE(report->maxError, equal ? 0.0 : std::numeric_limits<double>::infinity());
  }

  void aReferenceMayComeFromAFile() {
    QTemporaryDir folder;
    ResultCheck check = checkOf("npy", {}, 0.5);
    check.npy = std::filesystem::path(folder.path().toStdString()) / "c.npy";
    QVERIFY(writeNpy(filled({3}, {1, 2, 3}), check.npy));
    const RunSpec spec = specWith({1}, {1}, {3});
    QVERIFY(runCheck(spec, check, filled({3}, {1, 2.5, 3}))->passed());
    QVERIFY(!runCheck(spec, check, filled({3}, {1, 2.75, 3}))->passed());
    QVERIFY(writeNpy(filled({4}, {1, 2, 3, 4}), check.npy));
    const auto mismatch = runCheck(spec, check, filled({3}, {1, 2, 3}));
    QVERIFY(!mismatch);
    QCOMPARE(mismatch.error().where, check.npy.string());
  }

  void shapesThatDoNotFitAreRejected() {
    QVERIFY(!validateCheck(specWith({2, 3}, {2, 3}, {2, 3}), checkOf("matmul", {"A", "B"})));
    QVERIFY(!validateCheck(specWith({6}, {6}, {6}), checkOf("matmul", {"A", "B"})));
    QVERIFY(!validateCheck(specWith({2}, {3}, {2}), checkOf("add", {"A", "B"})));
    QVERIFY(!validateCheck(specWith({2}, {2}, {3}), checkOf("softmax_rows", {"A"})));
    QVERIFY(!validateCheck(specWith({2, 3}, {1}, {2, 3}), checkOf("transpose", {"A"})));
    QVERIFY(!validateCheck(specWith({6}, {1}, {6}), checkOf("transpose", {"A"})));
    QVERIFY(!validateCheck(specWith({2, 3, 4}, {1}, {4, 3, 2}), checkOf("transpose", {"A"})));
    QVERIFY(!validateCheck(specWith({2, 3}, {1}, {3}), checkOf("reduce_sum", {"A"})));
    QVERIFY(!validateCheck(specWith({2, 3}, {1}, {2, 1}), checkOf("reduce_sum", {"A"})));
    QVERIFY(!validateCheck(specWith({4}, {1}, {4}), checkOf("reduce_sum", {"A"})));
    QVERIFY(!validateCheck(specWith({2}, {2}, {2}), checkOf("add", {"A"})));
    QVERIFY(!validateCheck(specWith({2, 2}, {2}, {2}), checkOf("reduce_sum", {"A", "B"})));
    QVERIFY(!validateCheck(specWith({2}, {2}, {2}), checkOf("add", {"A", "E"})));
    QVERIFY(!validateCheck(specWith({2}, {2}, {2}), checkOf("subtract", {"A", "B"})));
    QVERIFY(!runCheck(specWith({2}, {2}, {2}), checkOf("add", {"A", "B"}), filled({3}, {0, 0, 0})));
  }

  void shapesThatDoNotFitAreNamed() {
    const auto product =
        validateCheck(specWith({2, 3}, {2, 3}, {2, 3}), checkOf("matmul", {"A", "B"}));
    QCOMPARE(product.error().message,
             std::string("matmul of f32[2, 3] and f32[2, 3] does not give f32[2, 3]"));
    const auto sums = validateCheck(specWith({2, 3}, {1}, {3}), checkOf("reduce_sum", {"A"}));
    QCOMPARE(sums.error().message, std::string("reduce_sum of f32[2, 3] does not give f32[3]"));
    const auto inputs = validateCheck(specWith({2}, {2}, {2}), checkOf("transpose", {"A", "B"}));
    QCOMPARE(inputs.error().message, std::string("transpose takes 1 input, got 2"));
  }
};

QTEST_GUILESS_MAIN(ReferenceCheckTest)
#include "reference_check_test.moc"
