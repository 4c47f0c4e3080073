// SPDX-License-Identifier: Apache-2.0
// A kernel's own result is the same to the bit with and without instrumentation: every example, and
// every pair of example, auto mode, strategy, place of the records and granularity at least once.
// (On a GPU: tests/app/cli/gpu_results_test.)
#include <QtTest>

#include "collector/session/targets/cpu_target.h"
#include "collector/session/run/run_session.h"
#include "tests/collector/session/watched_target.h"
#include "tests/support/mode_pairs.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

Result<Buffers> resultsOf(const std::string &example, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(exampleFile(example)));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  WatchedTarget target(makeCpuTarget(spec));
  RunLog progress;
  const std::atomic<bool> cancel{false};
  CollectOptions options;
  options.cache = CacheSettings{{}, 0};
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, runSession(spec, target, progress, cancel, options));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  return std::move(target.buffers);
}

} // namespace

class IdenticalResultsTest : public QObject {
  Q_OBJECT

private:
  std::map<std::string, Buffers> m_plain; ///< by example

private Q_SLOTS:
  void theResultIsTheSameToTheBit_data() { addModeRows(RunsOn::Cpu); }
  void theResultIsTheSameToTheBit() {
    QFETCH(const QString, example);
    QFETCH(const QString, mode);
    const std::string name = example.toStdString();
    if (!m_plain.contains(name)) {
      const auto plain = resultsOf(name, "none");
      VERIFY_RESULT(plain);
      m_plain[name] = *plain;
    }
    const auto instrumented = resultsOf(name, mode.toStdString());
    VERIFY_RESULT(instrumented);
    QVERIFY(!m_plain[name].empty());
    for (const auto &[argument, bytes] : m_plain[name])
      QVERIFY2(instrumented->at(argument) == bytes, argument.c_str());
  }
};

QTEST_GUILESS_MAIN(IdenticalResultsTest)
#include "identical_results_test.moc"
