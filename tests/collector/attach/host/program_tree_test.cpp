// SPDX-License-Identifier: Apache-2.0
// The call tree of an attached process, against what Triton Proton writes.
#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <map>
#include <random>

#include "collector/attach/host/captured_paths.h"
#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/launch_match.h"
#include "collector/attach/host/program_tracks.h"
#include "collector/attach/host/program_tree.h"
#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "tests/collector/attach/host/fake_events.h"

using namespace pstudio;
using namespace pstudio::attach;
using calltree::CallTree;

namespace {

ProgramEvents eventsOf(const FakeEvents &fake) {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.path().toStdString();
  fake.write(path, 5);
  return readEvents({path / "5.1.events"}, {path / "5.1.texts"});
}

std::string valueText(const CallTree &tree, const calltree::MetricValue &value) {
  if (const auto *text = std::get_if<calltree::TextId>(&value))
    return std::string(tree.text(*text));
  if (const auto *whole = std::get_if<int64_t>(&value))
    return std::to_string(*whole);
  return QString::number(std::get<double>(value)).toStdString();
}

/// "ROOT/outer/add count=1 device_id=0 ..." of each node, metrics by name.
QStringList linesOf(const CallTree &tree) {
  QStringList lines;
  std::vector<std::string> paths;
  for (calltree::NodeId id = 0; id < tree.nodes().size(); ++id) {
    const calltree::NodeId parent = tree.node(id).parent;
    paths.push_back((parent == calltree::kNoNode ? "" : paths[parent] + "/") +
                    std::string(tree.name(id)));
    std::map<std::string, std::string> metrics;
    for (const calltree::Metric &metric : tree.metrics(id))
      metrics[std::string(tree.text(metric.name))] = valueText(tree, metric.value);
    std::string line = paths.back();
    for (const auto &[name, value] : metrics)
      line += " " + name + "=" + value;
    lines << QString::fromStdString(line);
  }
  return lines;
}

QStringList treeOf(const FakeEvents &fake, const SeenProcess &process = {},
                   const std::vector<RecordedScopes> &recorded = {}) {
  return linesOf(programTree(eventsOf(fake), process, recorded));
}

SeenProcess processWith(const std::string &kernel) {
  SeenProcess process;
  process.kernels[0].seen.name = kernel;
  process.kernels[0].seen.architecture = "sm_90";
  return process;
}

} // namespace

class ProgramTreeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void kernelsAreBelowTheirPaths() {
    FakeEvents fake;
    const uint32_t outer = fake.node(0, "outer"), inner = fake.node(outer, "inner");
    fake.kernel("_Z3addPf", fake.launch(inner, 0, 1, 10).id, 100, 160);
    fake.kernel("_Z3addPf", fake.launch(inner, 0, 2, 20).id, 200, 240);
    fake.kernel("gemm", fake.launch(outer, 1, 1, 30).id, 300, 301);
    fake.kernel("copy_kernel", 0, 400, 402);
    QCOMPARE(treeOf(fake),
             QStringList({"ROOT count=0 time (ns)=0", "ROOT/outer", "ROOT/outer/inner",
                          "ROOT/outer/inner/_Z3addPf count=2 device_id=0 device_type=CUDA time "
                          "(ns)=100",
                          "ROOT/outer/gemm count=1 device_id=0 device_type=CUDA time (ns)=1",
                          "ROOT/copy_kernel count=1 device_id=0 device_type=CUDA time (ns)=2"}));
  }

  void activitiesOfOneStreamThatNameNoLaunchBelongToTheLaunchesInTheirOrder() {
    FakeEvents fake;
    const uint32_t even = fake.node(0, "even"), odd = fake.node(0, "odd");
    SeenProcess process = processWith("add");
    process.kernels[1].seen.name = "relu"; // launched by the CUDA runtime
    for (uint64_t step = 0; step < 3; ++step) {
      const uint32_t path = step % 2 == 0 ? even : odd;
      fake.kernel("add", fake.launch(path, 0, step + 1, 10 + 20 * step).id, 100 * step + 1,
                  100 * step + 3);
      fake.launch(path, 1, step + 1, 20 + 20 * step);
    }
    for (const uint64_t begin : {250, 50, 150}) // in the order of CUPTI's buffers
      fake.kernel("relu", 0, begin, begin + 1 + begin / 50);
    ProgramEvents events = eventsOf(fake);
    QCOMPARE(matchLaunchesByOrder(events, process), uint64_t{3});
    const QStringList lines = linesOf(programTree(events, process, {}));
    QVERIFY2(lines.contains("ROOT/even/relu count=2 device_id=0 device_type=CUDA time (ns)=8"),
             qPrintable(lines.join("; ")));
    QVERIFY(lines.contains("ROOT/odd/relu count=1 device_id=0 device_type=CUDA time (ns)=4"));
    QVERIFY(lines.contains("ROOT/even/add count=2 device_id=0 device_type=CUDA time (ns)=4"));
  }

  void theRecordedNodeOfAReplayedGraphHasItsOwnActivity_data() {
    QTest::addColumn<uint64_t>("second"); // begin of the kernel's second node
    QTest::addColumn<uint64_t>("matched");
    QTest::newRow("one after the other") << uint64_t{300} << uint64_t{1};
    QTest::newRow("at once") << uint64_t{110} << uint64_t{0};
  }
  void theRecordedNodeOfAReplayedGraphHasItsOwnActivity() {
    QFETCH(uint64_t, second);
    QFETCH(uint64_t, matched);
    FakeEvents fake;
    const LaunchEvent graph = fake.launch(fake.node(0, "s"), UINT32_MAX, 0, 10);
    fake.launch(graph.path, 0, 4, 10, kLaunchRecorded | kLaunchReplayed | 1u << kLaunchNodeShift, 1,
                graph.id);
    fake.kernel("k", graph.id, second, second + 50); // buffers have any order
    fake.kernel("other", graph.id, 200, 250);
    fake.kernel("k", graph.id, 100, 150);
    ProgramEvents events = eventsOf(fake);
    const SeenProcess process = processWith("k");
    QCOMPARE(matchNodesOfGraphs(events, process), matched);
    QCOMPARE(matchLaunchesByOrder(events, process), uint64_t{0});
    QCOMPARE(events.launchOfKernel[0], matched == 1 ? int64_t{1} : int64_t{0});
    QCOMPARE(events.launchOfKernel[1], int64_t{0});
    QCOMPARE(events.launchOfKernel[2], int64_t{0});
    QVERIFY(events.launchesWithoutActivity().empty());
  }

  void replaysThatNoActivityNamesHaveTheirNodesInTheirOrder_data() {
    QTest::addColumn<uint32_t>("secondThread");
    QTest::addColumn<uint64_t>("matched");
    QTest::newRow("one thread") << uint32_t{7} << uint64_t{2};
    QTest::newRow("two threads") << uint32_t{8} << uint64_t{0};
  }
  void replaysThatNoActivityNamesHaveTheirNodesInTheirOrder() {
    QFETCH(uint32_t, secondThread);
    QFETCH(uint64_t, matched);
    FakeEvents fake;
    const uint32_t path = fake.node(0, "s");
    for (const uint64_t begin : {10, 20})
      fake.launch(path, UINT32_MAX, 0, begin);
    for (const uint64_t begin : {300, 100, 200, 400}) // two nodes of each replay
      fake.kernel("k", 0, begin, begin + 50);
    ProgramEvents events = eventsOf(fake);
    events.launches[0].kind = events.launches[1].kind = LaunchKind::Graph;
    events.launches[0].thread = 7;
    events.launches[1].thread = secondThread;
    for (KernelActivity &kernel : events.kernels) {
      kernel.graphPart = GraphPart::Node;
      kernel.correlation = kernel.begin < 300 ? 41 : 43;
    }
    QCOMPARE(matchReplaysByOrder(events), matched);
    const std::vector<int64_t> expected =
        matched == 0 ? std::vector<int64_t>(4, -1) : std::vector<int64_t>{1, 0, 0, 1};
    QCOMPARE(events.launchOfKernel, expected);
  }

  void kernelsOfReplaysHaveThePathOfTheirCapture_data() {
    QTest::addColumn<uint64_t>("second"); // begin of the kernel's second node
    QTest::addColumn<QStringList>("paths");
    const QString step = QStringLiteral("step > <captured_at> > model");
    QTest::newRow("one after the other")
        << uint64_t{300} << QStringList{step + " > a", step + " > a", step + " > b"};
    QTest::newRow("at once: the part that both have")
        << uint64_t{110} << QStringList{step, step + " > a", step};
  }
  void kernelsOfReplaysHaveThePathOfTheirCapture() {
    QFETCH(uint64_t, second);
    QFETCH(QStringList, paths);
    FakeEvents fake;
    const uint32_t model = fake.node(0, "model"), a = fake.node(model, "a"),
                   b = fake.node(model, "b"), step = fake.node(0, "step");
    for (const auto [kernel, path] : {std::pair(0u, b), {1u, a}, {0u, a}})
      fake.add(EventKind::GraphNode, GraphNodeEvent{5, kernel, path, 0});
    LaunchEvent replay;
    replay.id = 50;
    replay.begin = 10;
    replay.end = 20;
    replay.kind = LaunchKind::Graph;
    replay.path = step;
    replay.kernel = 5;
    fake.add(EventKind::Launch, replay, 1);
    fake.kernel("k", replay.id, second, second + 50); // buffers have any order
    fake.kernel("other", replay.id, 200, 250);
    fake.kernel("k", replay.id, 100, 150);
    SeenProcess process = processWith("k");
    process.kernels[1].seen.name = "other";
    ProgramEvents events = eventsOf(fake);
    placeCapturedPaths(events, process);
    for (size_t i = 0; i < 3; ++i)
      QCOMPARE(QString::fromStdString(callPathText(events, events.pathOf(i))), paths[int(i)]);
    QCOMPARE(events.launches[0].kernel, UINT32_MAX);
    const QStringList tree = linesOf(programTree(events, process, {}));
    QVERIFY2(tree.contains("ROOT/step/<captured_at>/model/a/other count=1 device_id=0 "
                           "device_type=CUDA time (ns)=50"),
             qPrintable(tree.join("; ")));
  }

  void aRecordedNodeHasThePathOfItsCapture() {
    FakeEvents fake;
    const uint32_t first = fake.node(0, "first"), last = fake.node(0, "last");
    fake.add(EventKind::GraphNode, GraphNodeEvent{0, 0, first, 0});
    fake.add(EventKind::GraphNode, GraphNodeEvent{0, 0, GraphNodeEvent::kNoPath, 0});
    fake.add(EventKind::GraphNode, GraphNodeEvent{0, 0, last, 0});
    LaunchEvent replay;
    replay.id = 50;
    replay.begin = 10;
    replay.end = 20;
    replay.kind = LaunchKind::Graph;
    replay.kernel = 0;
    fake.add(EventKind::Launch, replay, 1);
    for (const uint32_t node : {0u, 1u, 2u})
      fake.launch(0, 0, node + 1, 10, kLaunchRecorded | kLaunchReplayed | node << kLaunchNodeShift,
                  1, replay.id);
    ProgramEvents events = eventsOf(fake);
    placeCapturedPaths(events, processWith("k"));
    QCOMPARE(callPathText(events, events.launches[1].path), std::string("<captured_at> > first"));
    QCOMPARE(events.launches[2].path, 0u);
    QCOMPARE(callPathText(events, events.launches[3].path), std::string("<captured_at> > last"));
  }

  void activitiesWhoseOrderIsNotKnownStayWithoutLaunch_data() {
    QTest::addColumn<int>("kernels");
    QTest::addColumn<uint16_t>("otherDevice");
    QTest::newRow("one activity is missing") << 1 << uint16_t{0};
    QTest::newRow("one activity too many") << 3 << uint16_t{0};
    QTest::newRow("two devices") << 2 << uint16_t{1};
  }
  void activitiesWhoseOrderIsNotKnownStayWithoutLaunch() {
    QFETCH(int, kernels);
    QFETCH(uint16_t, otherDevice);
    FakeEvents fake;
    const uint32_t path = fake.node(0, "s");
    fake.launch(path, 0, 1, 10);
    fake.launch(path, 0, 2, 20);
    for (int i = 0; i < kernels; ++i)
      fake.kernel("k", 0, 100 * (i + 1), 100 * (i + 1) + 5, i == 0 ? 0 : otherDevice);
    ProgramEvents events = eventsOf(fake);
    QCOMPARE(matchLaunchesByOrder(events, processWith("k")), uint64_t{0});
    QVERIFY(std::ranges::all_of(events.launchOfKernel, [](int64_t launch) { return launch < 0; }));
  }

  void scopesWithoutKernelsAreNodes() {
    FakeEvents fake;
    const uint32_t scope = fake.node(0, "idle");
    fake.node(0, "never entered");
    fake.add(EventKind::ScopeEnter, ScopeEvent{1, scope, 0, 1}, 1);
    QCOMPARE(treeOf(fake), QStringList({"ROOT", "ROOT/idle"}));
  }

  void equalNamesOfOnePathAreOneNode() {
    FakeEvents fake;
    const uint32_t first = fake.node(0, "step"), second = fake.node(0, "step");
    fake.kernel("k", fake.launch(first, 0, 1, 10).id, 100, 110);
    fake.kernel("k", fake.launch(second, 0, 2, 20).id, 200, 210);
    QCOMPARE(treeOf(fake).last(),
             QString("ROOT/step/k count=2 device_id=0 device_type=CUDA time (ns)=20"));
  }

  void kernelsOfSeveralDevicesAreSeveralNodes() {
    FakeEvents fake;
    fake.kernel("k", 0, 100, 110, 0);
    fake.kernel("k", 0, 100, 120, 3);
    QCOMPARE(treeOf(fake).mid(1),
             QStringList({"ROOT/k count=1 device_id=0 device_type=CUDA time (ns)=10",
                          "ROOT/k count=1 device_id=3 device_type=CUDA time (ns)=20"}));
  }

  void metricsAreSummedAndTheirEndingsAreNoPartOfTheirNames() {
    FakeEvents fake;
    const uint32_t scope = fake.node(0, "s");
    const auto metric = [&](const char *name, uint64_t value, uint32_t flags) {
      fake.add(EventKind::Metric, MetricEvent{0, scope, fake.text(name), value, flags}, 1);
    };
    metric("bytes", 5, kMetricInteger);
    metric("bytes", 6, kMetricInteger);
    metric("rate", std::bit_cast<uint64_t>(1.5), 0);
    metric("cpu_time (ns)(exc)", 7, kMetricInteger);
    metric("own", 8, kMetricInteger | kMetricExclusive);
    metric("version(pty)", 3, kMetricInteger);
    metric("version(pty)", 4, kMetricInteger);
    QCOMPARE(treeOf(fake),
             QStringList({"ROOT bytes=0 rate=0",
                          "ROOT/s bytes=11 cpu_time (ns)=7 own=8 rate=1.5 version=4"}));
  }

  void metricsOfALaunchAreItsKernels() {
    FakeEvents fake;
    const uint32_t scope = fake.node(0, "s"), named = fake.node(scope, "matmul [M=4]");
    fake.add(EventKind::Metric,
             MetricEvent{1, named, fake.text("flops"), 64, kMetricOfLaunch | kMetricInteger}, 1);
    fake.kernel("matmul", fake.launch(scope, 0, 1, 10, 0, 1, 1).id, 100, 110);
    QCOMPARE(treeOf(fake),
             QStringList({"ROOT count=0 flops=0 time (ns)=0", "ROOT/s",
                          "ROOT/s/matmul [M=4] count=1 device_id=0 device_type=CUDA flops=64 time "
                          "(ns)=10"}));
  }

  void allLaunchesOfAnOperationHaveItsNameAndTheFirstItsMetrics() {
    FakeEvents fake;
    const uint32_t named = fake.node(0, "matmul [M=4]");
    fake.kernel("matmul", fake.launch(0, 0, 1, 10, 0, 1, 7).id, 100, 110);
    fake.kernel("reduce", fake.launch(0, 0, 2, 20, 0, 1, 7).id, 200, 205);
    fake.add(EventKind::Metric,
             MetricEvent{7, named, fake.text("flops"), 64, kMetricOfLaunch | kMetricInteger}, 1);
    QCOMPARE(treeOf(fake), QStringList({"ROOT count=0 flops=0 time (ns)=0",
                                        "ROOT/matmul [M=4] count=2 device_id=0 device_type=CUDA "
                                        "flops=64 time (ns)=15"}));
  }

  void launchesAfterTheLastActivityCountWithoutTime() {
    FakeEvents fake;
    const uint32_t warm = fake.node(0, "warm-up"), train = fake.node(0, "train");
    fake.launch(warm, 0, 1, 5); // its activity was lost
    fake.kernel("k", fake.launch(warm, 0, 2, 10).id, 100, 110);
    fake.launch(warm, 0, 3, 20);
    fake.launch(train, 0, 4, 30);
    fake.launch(train, 0, 5, 40);
    fake.launch(train, 0, 0, 50, kLaunchCaptured);
    QCOMPARE(eventsOf(fake).launchesWithoutActivity(), (std::vector<uint32_t>{2, 3, 4}));
    QCOMPARE(treeOf(fake, processWith("k")),
             QStringList({"ROOT count=0 time (ns)=0", "ROOT/warm-up",
                          "ROOT/warm-up/k count=2 device_id=0 device_type=CUDA time (ns)=10",
                          "ROOT/train", "ROOT/train/k count=2"}));
  }

  void timesWithoutLaunchesAreMatchedInTheirOrder() {
    FakeEvents fake;
    const uint32_t first = fake.node(0, "first"), second = fake.node(0, "second");
    fake.launch(first, 0, 1, 10);
    fake.launch(second, 0, 2, 20);
    fake.kernel("k", 0, 200, 205);
    fake.kernel("k", 0, 100, 110);
    QCOMPARE(treeOf(fake, processWith("k")),
             QStringList({"ROOT count=0 time (ns)=0", "ROOT/first",
                          "ROOT/first/k count=1 device_id=0 device_type=CUDA time (ns)=10",
                          "ROOT/second",
                          "ROOT/second/k count=1 device_id=0 device_type=CUDA time (ns)=5"}));
  }

  void timesThatNoLaunchMatchesAreNotCountedTwice() {
    FakeEvents fake;
    const uint32_t scope = fake.node(0, "s");
    for (uint64_t number = 1; number <= 3; ++number)
      fake.launch(scope, 0, number, 10 * number);
    fake.kernel("k", 0, 100, 110);
    fake.kernel("k", 0, 200, 205);
    QCOMPARE(treeOf(fake, processWith("k")),
             QStringList({"ROOT count=0 time (ns)=0", "ROOT/<without a launch>",
                          "ROOT/<without a launch>/k device_id=0 device_type=CUDA time (ns)=15",
                          "ROOT/s", "ROOT/s/k count=3"}));
  }

  void launchesCountWhereThereIsNoActivity() {
    FakeEvents fake;
    fake.launch(0, 0, 1, 10);
    fake.launch(0, 0, 0, 20, kLaunchCaptured);
    fake.launch(0, 0, 2, 30);
    QCOMPARE(treeOf(fake, processWith("k")), QStringList({"ROOT count=0", "ROOT/k count=2"}));
  }

  void scopesOfARecordedLaunchAreBelowItsKernel() {
    FakeEvents fake;
    const uint32_t scope = fake.node(0, "s");
    fake.kernel("k", fake.launch(scope, 0, 1, 10).id, 100, 110);
    fake.kernel("k", fake.launch(scope, 0, 2, 20, kLaunchRecorded).id, 200, 260);
    RecordedScopes recorded{0, 2, 0, 1'980'000, {}};
    recorded.inside.warps = 4;
    recorded.inside.scopes = {{"loop", KernelScope::kNoParent, 800}, {"load", 0, 200}};
    const CallTree tree = programTree(eventsOf(fake), processWith("k"), {recorded});
    QCOMPARE(linesOf(tree).mid(2),
             QStringList({"ROOT/s/k count=2 device_id=0 device_type=CUDA time (ns)=70",
                          "ROOT/s/k/loop cycles=800 device_id=0 device_type=CUDA "
                          "normalized_cycles=200",
                          "ROOT/s/k/loop/load cycles=200 device_id=0 device_type=CUDA "
                          "normalized_cycles=50"}));
    const calltree::DeviceProperties &device = tree.devices().at("CUDA").at("0");
    QCOMPARE(std::get<std::string>(device.at("arch")), std::string("90"));
    QCOMPARE(std::get<int64_t>(device.at("clock_rate")), int64_t(1'980'000));
    QVERIFY(!device.contains("num_sms")); // unknown
  }

  /// Random paths and launches, against a map from whole paths to sums.
  void treeIsThatOfANaiveModel() {
    std::mt19937 random(11);
    for (int round = 0; round < 30; ++round) {
      FakeEvents fake;
      std::vector<std::string> paths{"ROOT"};
      std::map<std::string, std::pair<int64_t, int64_t>> expected;
      for (uint32_t i = 0; i < 40; ++i) {
        const auto parent = static_cast<uint32_t>(random() % paths.size());
        const std::string name = "n" + std::to_string(random() % 5);
        paths.push_back(paths[parent] + "/" + name);
        fake.node(parent, name);
      }
      for (int i = 0; i < 200; ++i) {
        const auto path = static_cast<uint32_t>(random() % paths.size());
        const std::string kernel = "k" + std::to_string(random() % 3);
        const uint64_t time = random() % 1000;
        fake.kernel(kernel, fake.launch(path, 0, 1, 10).id, 1000, 1000 + time);
        auto &[count, sum] = expected[paths[path] + "/" + kernel];
        ++count;
        sum += static_cast<int64_t>(time);
      }
      const std::string written = hatchetText(programTree(eventsOf(fake), {}, {}));
      const auto file = calltree::readHatchet(written, "tree");
      QVERIFY(file);
      QStringList lines;
      for (const auto &[path, sums] : expected)
        lines << QString::fromStdString(
            path + " count=" + std::to_string(sums.first) +
            " device_id=0 device_type=CUDA time (ns)=" + std::to_string(sums.second));
      QStringList found = linesOf(file->tree).filter("device_id");
      found.sort();
      lines.sort();
      QCOMPARE(found, lines);
    }
  }
};

QTEST_GUILESS_MAIN(ProgramTreeTest)
#include "program_tree_test.moc"
