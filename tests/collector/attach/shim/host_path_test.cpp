// SPDX-License-Identifier: Apache-2.0
// Call paths of programs without Python: scopes, threads, forked children, metrics, sessions.
#include <bit>

#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/path_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

/// Runs a scenario of the victim and returns its output with paths.
QString outputOf(PathRun &run, const char *scenario) {
  const QString output = run.run(attachFolder() + QStringLiteral("/path_victim"), {scenario});
  return run.withPaths(output);
}

} // namespace

class HostPathTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aLaunchHasTheScopesThatItsThreadIsIn();
  void scopesAndTheirTimesAreInTheFile();
  void withoutCallPathsNothingIsWritten();
  void whatComesBeforeTheDriverIsKept();
  void whatIsTooMuchBeforeTheDriverIsCounted();
  void aThreadWithoutScopesIsWhereTheMainThreadIs();
  void aLongThreadFollowsTheMainThread();
  void duringASessionAThreadKeepsItsFirstPath();
  void scopesMayEndInAnyOrder();
  void statesAreBelowScopes();
  void metricsOfAnOperationAreOfTheLaunch();
  void anAutotunersBenchmarkIsANode();
  void aForkedChildHasThePathsOfItsParent();
  void aMillionLaunchesMakeFewNodes();
  void threadsWriteSideBySide();
};

void HostPathTest::aLaunchHasTheScopesThatItsThreadIsIn() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "scopes"),
           QStringLiteral("outside: -\nouter: outer\ninner: outer > inner\n"
                          "inner: outer > inner\nouter: outer\noutside: -\n"));
  QCOMPARE(run.events().nodes.size(), size_t(2));
  QCOMPARE(run.received().noticeLines(), std::string());
}

void HostPathTest::scopesAndTheirTimesAreInTheFile() {
  PathRun run(CallPath::Scopes);
  outputOf(run, "scopes");
  uint64_t time = 0;
  std::string shown;
  for (const ReadEvent &event : run.events().events) {
    if (event.kind == EventKind::PathNode)
      continue;
    const auto scope = event.as<ScopeEvent>();
    QVERIFY(scope.time > time);
    QVERIFY(event.thread != 0);
    time = scope.time;
    shown += (event.kind == EventKind::ScopeEnter ? "+" : "-") + std::to_string(scope.scope) + " " +
             run.events().path(scope.path) + "\n";
  }
  QCOMPARE(shown, std::string("+1 outer\n+2 outer > inner\n-2 outer > inner\n+3 outer > inner\n"
                              "-3 outer > inner\n-1 outer\n"));
  QCOMPARE(run.events().early + run.events().repeated, 0);
}

void HostPathTest::withoutCallPathsNothingIsWritten() {
  PathRun run(CallPath::None);
  QVERIFY(outputOf(run, "scopes").startsWith(QStringLiteral("outside: -\nouter: -\ninner: -\n")));
  QVERIFY(run.processes().empty());
}

void HostPathTest::whatComesBeforeTheDriverIsKept() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "before"), QStringLiteral("train: train\n"));
  const ProcessEvents &events = run.events();
  QCOMPARE(events.of(EventKind::ScopeEnter).size(), size_t(2));
  const auto metric = events.of(EventKind::Metric).at(0).as<MetricEvent>();
  QCOMPARE(static_cast<int64_t>(metric.value), int64_t(-7));
  QCOMPARE(metric.flags, uint32_t(kMetricInteger));
  QCOMPARE(metric.scope, uint64_t(1));
  QCOMPARE(events.path(metric.path), std::string("setup"));
  QCOMPARE(events.texts.at(metric.text), std::string("items"));
  const auto session = events.of(EventKind::Session).at(0).as<SessionEvent>();
  QCOMPARE(session.session, uint32_t(3));
  QCOMPARE(events.texts.at(session.text), std::string("profile"));
  QCOMPARE(events.early + events.repeated, 0);
}

void HostPathTest::whatIsTooMuchBeforeTheDriverIsCounted() {
  PathRun run(CallPath::Scopes);
  outputOf(run, "many-before");
  QCOMPARE(run.events().of(EventKind::ScopeEnter).size() +
               run.events().of(EventKind::ScopeExit).size(),
           size_t(8192));
  QCOMPARE(run.received().noticeLines(), std::string("callpath.left: 3808\n"));
}

void HostPathTest::aThreadWithoutScopesIsWhereTheMainThreadIs() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "threads"),
           QStringLiteral("another thread: step\nits scope: step > own\nlater thread: -\n"));
}

void HostPathTest::aLongThreadFollowsTheMainThread() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "long-thread"), QStringLiteral("worker: first\nworker: second\n"));
}

// As Proton's threads do.
void HostPathTest::duringASessionAThreadKeepsItsFirstPath() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "long-thread-session"),
           QStringLiteral("worker: first\nworker: first\nworker: third\n"));
}

void HostPathTest::scopesMayEndInAnyOrder() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "alternating"), QStringLiteral("second: first > second\noutside: -\n"));
}

void HostPathTest::statesAreBelowScopes() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "states"),
           QStringLiteral("nested: scope\nin the operation: scope\n"
                          "state and part: scope > metadata > matmul\nstate: scope > metadata\n"));
}

void HostPathTest::metricsOfAnOperationAreOfTheLaunch() {
  PathRun run(CallPath::Scopes);
  QVERIFY(outputOf(run, "states").startsWith(QStringLiteral("nested")));
  const auto metrics = run.events().of(EventKind::Metric);
  QCOMPARE(metrics.size(), size_t(2));
  const auto flops = metrics[0].as<MetricEvent>();
  QCOMPARE(flops.flags, uint32_t(kMetricOfLaunch));
  QCOMPARE(std::bit_cast<double>(flops.value), 2.5);
  QCOMPARE(run.events().path(flops.path), std::string("scope > matmul 16x16"));
  const auto time = metrics[1].as<MetricEvent>();
  QCOMPARE(time.flags, uint32_t(kMetricExclusive));
  QCOMPARE(time.scope, uint64_t(1)); // that has ended
  QCOMPARE(run.events().texts.at(time.text), std::string("cpu_time (ns)"));
}

void HostPathTest::anAutotunersBenchmarkIsANode() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "autotuning"),
           QStringLiteral("in the benchmark: scope > <autotune>\n"
                          "its own scope: scope > <autotune>\n"
                          "in the outer one: scope > <autotune>\nafter: scope\noutside: -\n"));
  for (const auto &[number, node] : run.events().nodes)
    QCOMPARE(node.kind, node.parent ? PathNodeKind::Autotune : PathNodeKind::Scope);
}

void HostPathTest::aForkedChildHasThePathsOfItsParent() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(outputOf(run, "fork"),
           QStringLiteral("parent: of both\nchild: of both\nthread of the child: of both\n"
                          "child: of both > of the child\nchild: -\n"
                          "child ends with: -\nparent: of both\n"));
  QCOMPARE(run.processes().size(), size_t(2));
  for (const auto &[number, process] : run.processes()) {
    QCOMPARE(process.early + process.repeated, 0);
    QVERIFY(!process.nodes.empty());
    for (const auto &[node, content] : process.nodes)
      QVERIFY(process.texts.count(content.text) == 1);
  }
}

void HostPathTest::aMillionLaunchesMakeFewNodes() {
  PathRun run(CallPath::Scopes);
  QCOMPARE(run.run(attachFolder() + QStringLiteral("/path_victim"), {"million"}),
           QStringLiteral("5 paths\n"));
  QCOMPARE(run.events().nodes.size(), size_t(5));
}

// With the thread sanitizer where the compiler offers it, whose findings are output.
void HostPathTest::threadsWriteSideBySide() {
  PathRun run(CallPath::Scopes);
  const bool isSanitized = QStringLiteral(PSTUDIO_PATH_VICTIM).startsWith(QStringLiteral("tsan_"));
  QCOMPARE(run.run(attachFolder() + QStringLiteral("/" PSTUDIO_PATH_VICTIM), {"many-threads"},
                   isSanitized ? attachFolder() + QStringLiteral("/libtsan_attach.so") : QString()),
           QString());
  const ProcessEvents &events = run.events();
  QCOMPARE(events.nodes.size(), size_t(21));
  QCOMPARE(events.of(EventKind::ScopeEnter).size(), size_t(16001));
  QCOMPARE(events.of(EventKind::ScopeExit).size(), size_t(16001));
  QCOMPARE(events.of(EventKind::Metric).size(), size_t(16000));
  QCOMPARE(events.early + events.repeated, 0);
  for (const ReadEvent &event : events.of(EventKind::ScopeEnter))
    QVERIFY(event.as<ScopeEvent>().scope == 1 ||
            events.path(event.as<ScopeEvent>().path).starts_with("outer > "));
}

QTEST_GUILESS_MAIN(HostPathTest)
#include "host_path_test.moc"
