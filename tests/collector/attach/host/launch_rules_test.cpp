// SPDX-License-Identifier: Apache-2.0
// Which kernels and launches a command line chooses.
#include <QtTest>

#include "collector/attach/host/cta_sample.h"
#include "collector/attach/host/launch_rules.h"
#include "collector/attach/host/program_environment.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

std::vector<uint64_t> chosen(const std::string &text, uint64_t last) {
  std::vector<uint64_t> launches;
  const Result<LaunchRange> range = parseLaunches(text);
  for (uint64_t launch = 1; range && launch <= last; ++launch)
    if (contains(*range, launch))
      launches.push_back(launch);
  return launches;
}

} // namespace

class LaunchRulesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void launchesAreNumbersRangesAndSteps() {
    using Launches = std::vector<uint64_t>;
    QCOMPARE(chosen("3", 10), Launches({3}));
    QCOMPARE(chosen("2-4", 10), Launches({2, 3, 4}));
    QCOMPARE(chosen("every=4", 10), Launches({1, 5, 9}));
  }

  void otherLaunchesAreRejected_data() {
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "0", "-1", "3-", "4-2", "0-2", "every=0", "every=", "1,2", "3x"})
      QTest::newRow(text) << QString(text);
  }
  void otherLaunchesAreRejected() {
    QFETCH(QString, text);
    const auto range = parseLaunches(text.toStdString());
    QVERIFY(!range);
    QCOMPARE(QString::fromStdString(range.error().where), "--launch");
  }

  void namesMatchMangledAndDemangled() {
    const auto matches = [](const char *glob, const char *kernel) {
      return LaunchRules::matches({glob, {}, {}}, kernel);
    };
    QVERIFY(matches("softmax*", "softmax_kernel"));
    QVERIFY(!matches("softmax", "softmax_kernel"));
    QVERIFY(matches("*gemm*", "_Z4gemmPf"));
    QVERIFY(matches("gemm", "_Z4gemmPf")); // as --list prints it
    QVERIFY(matches("gemm(float*)", "_Z4gemmPf"));
    QVERIFY(matches("_Z4gemm*", "_Z4gemmPf"));
    QVERIFY(!matches("int", "i")); // a name that happens to be a mangled type
  }

  void firstRuleThatChoosesTheLaunchDecides() {
    const std::vector<AttachRule> given{{"a*", {LaunchRange{1, 1, 1}}, {}},
                                        {"ab", {LaunchRange{1, 3, 1}}, {}}};
    const LaunchRules rules(given);
    QCOMPARE(rules.ruleOf("ab", 1), &given[0]);
    QCOMPARE(rules.ruleOf("ab", 3), &given[1]);
    QCOMPARE(rules.ruleOf("ab", 9), &given[0]);
    QCOMPARE(rules.ruleOf("b", 1), nullptr);
    QCOMPARE(rules.launchesOf("ab").size(), size_t{2});
    QCOMPARE(rules.launchesOf("ax").size(), size_t{1});
  }

  void modesKeepTheirRecordsInGlobalMemory() {
    const auto mode = parseAttachMode("functions,loops");
    QVERIFY(mode);
    QCOMPARE(int(mode->bufferType), int(InstrumentationMode::BufferType::Global));
  }

  void modesThatNeedAHostAreRejected_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode :
         {"none", "functions:strategy=stream", "default:callbacks=f@load", "lops"})
      QTest::newRow(mode) << QString(mode);
  }
  void modesThatNeedAHostAreRejected() {
    QFETCH(QString, mode);
    QVERIFY(!parseAttachMode(mode.toStdString()));
  }

  void sampledCtasLieInTheGridAndAreNotTooMany_data() {
    QTest::addColumn<uint>("ctas");
    QTest::addColumn<uint>("most");
    for (const auto &[ctas, most] :
         {std::pair{2u, 1u}, {9u, 8u}, {1000u, 15u}, {1000u, 999u}, {4'000'000'000u, 12'345u}})
      QTest::addRow("%u of %u", most, ctas) << ctas << most;
  }
  void sampledCtasLieInTheGridAndAreNotTooMany() {
    QFETCH(uint, ctas);
    QFETCH(uint, most);
    const IdRanges sample = sampleCtas(ctas, most);
    const uint64_t count = sample.countBelow(ctas);
    QVERIFY(count <= most);
    QVERIFY2(count * 2 > most, qPrintable(QString::number(count)));
    QVERIFY(sample.contains(0));
    QVERIFY(most == 1 || sample.contains(ctas - 1));
  }

  void preloadingKeepsWhatWasThere() {
    const auto preloaded = [](std::vector<std::string> variables) {
      Environment environment(std::move(variables));
      addPreload(environment, "/our.so");
      return QString::fromStdString(environment.find("LD_PRELOAD").value_or(""));
    };
    QCOMPARE(preloaded({}), "/our.so");
    QCOMPARE(preloaded({"LD_PRELOAD=/jemalloc.so"}), "/our.so:/jemalloc.so");
    QCOMPARE(preloaded({"LD_PRELOAD=/lib/libasan.so.8:/jemalloc.so"}),
             "/lib/libasan.so.8:/our.so:/jemalloc.so");
    QCOMPARE(preloaded({"LD_PRELOAD=/lib/libasan.so.8"}), "/lib/libasan.so.8:/our.so");
  }

  void toolsAreFoundByTheirVariables() {
    QVERIFY(!debuggingTool(Environment({"PATH=/bin", "NV=1"})));
    QCOMPARE(debuggingTool(Environment({"NV_COMPUTE_PROFILER_PERFWORKS_DIR=/x"})).value_or(""),
             std::string("Nsight Compute"));
    QVERIFY(debuggingTool(Environment({"CUDA_INJECTION64_PATH=/other.so"})));
  }
};

QTEST_GUILESS_MAIN(LaunchRulesTest)
#include "launch_rules_test.moc"
