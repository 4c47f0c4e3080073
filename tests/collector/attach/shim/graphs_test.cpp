// SPDX-License-Identifier: Apache-2.0
// Replays of CUDA graphs: a chosen replay of a chosen node runs with the twin, the next without.
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/event_files.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kEnd = QStringLiteral("allocations 0\nevents 0\n");
const QStringList kFinish{"sync", "flush", "10000", "print"};

ServerScript choosing(std::vector<LaunchRange> ranges) {
  ServerScript script = recordingScript();
  script.choices["add"] = std::move(ranges);
  return script;
}

QStringList program(const QString &image, const QString &commands) {
  return QStringList{"v2", "open", "module", "m", image} +
         QStringLiteral("function f m add function o m other").split(QLatin1Char(' ')) +
         commands.split(QLatin1Char(' ')) + kFinish;
}

/// A graph of add, other and add; the second one adds 10.
const QString kBuilt =
    QStringLiteral("newgraph g addnode g a f 1 addnode g b o 0 addnode g c f 10 instantiate e g 0");

/// A server that requests events with the paths of scopes.
ServerScript noting() {
  ServerScript script = activityScript();
  script.welcome.settings.callPath = CallPath::Scopes;
  return script;
}

QString pathText(const EventFiles &files, uint32_t path) {
  std::map<uint32_t, PathNodeEvent> nodes;
  for (const PathNodeEvent &node : files.all<PathNodeEvent>(EventKind::PathNode))
    nodes[node.node] = node;
  QStringList names;
  for (; nodes.contains(path); path = nodes[path].parent)
    names.prepend(QString::fromStdString(files.texts.at(nodes[path].text)));
  return names.join(QLatin1Char(' '));
}

QStringList describedNodes(const EventFiles &files) {
  QStringList lines;
  for (const GraphNodeEvent &node : files.all<GraphNodeEvent>(EventKind::GraphNode))
    lines << QStringLiteral("graph %1 kernel %2 %3")
                 .arg(node.graph)
                 .arg(node.kernel)
                 .arg(pathText(files, node.path));
  return lines;
}

} // namespace

class ShimGraphsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theReplayAfterARecordedOneRunsTheOriginal();
  void eachOf30ReplaysIsRecordedOnce();
  void nodesOfOneKernelAreNumberedInTheirOrder();
  void bothNodesOfOneReplayAreRecorded();
  void capturedLaunchesAreRecordedInTheirReplays();
  void aNodeOfALibrarysKernelIsThatKernel();
  void argumentsInOneBufferAreCopied();
  void aDestroyedGraphLivesAsLongAsItsExecutable();
  void aReplayOnAnotherStreamIsRecordedThere();
  void aChangedNodeKeepsItsNewArguments();
  void aNodeThatIsSwitchedOffHasNoNumber();
  void aGraphThatIsUpdatedAsAWholeIsRecordedAsItIsThen();
  void anUpdateThatFailsChangesNothing();
  void anUpdateWhosePairsAreUnknownIsRejectedByNameAndCounted();
  void nodesOfAnUpdatedChildGraphAreRecorded();
  void aNodeSetByTheGeneralFunctionIsRecorded();
  void anUpdateThatChangesAKernelIsCountedAsThatKernel();
  void numbersOfManyReplaysAreExactBetweenOtherLaunches();
  void aRuleThatComesLaterFindsExactNumbers();
  void replaysOfADestroyedExecutableAreCounted();
  void nodesHaveThePathOfTheirCapture();
  void clonesAndBuiltNodesHaveThePathOfTheirOrigin();
  void nodesThatAnUpdateBringsBackAreNotDescribedAgain();
  void nodesOfChildGraphsAreRecorded();
  void aConditionalNodeIsNamedAndOthersAreRecorded();
  void aGraphForTheDeviceIsRejectedByName();
  void aTwinThatIsNotTakenLeavesTheOriginal();
  void aLaunchThatFailsWithTwinsIsRepeatedOnceWithout();
  void anOriginalThatIsNotTakenBackIsUpdatedAsAWhole();
  void memoryOfATwinThatStaysIsKept();
  void eventsNameTheReplayAndTheNode();
  void aProcessThatOnlyListsHoldsNoGraph();
};

void ShimGraphsTest::theReplayAfterARecordedOneRunsTheOriginal() {
  AttachedRun attached(choosing({{3, 3, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        kBuilt + QStringLiteral(" replay e 3 destroygraph g destroyexec e")));
  QCOMPARE(outcome.output, QStringLiteral("total 33\nlaunches add=5 other=3 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  QCOMPARE(files[0].state, RecordState::Arrived);
  QCOMPARE(files[0].header.launch, uint64_t(3));
  const std::vector<CounterFile> counters = attached.counterFiles();
  QCOMPARE(counters.at(0).rows.at(0), (CounterRow{.launches = 6, .recorded = 1, .replays = 6}));
}

void ShimGraphsTest::eachOf30ReplaysIsRecordedOnce() {
  for (int replay = 1; replay <= 30; ++replay) {
    AttachedRun attached(choosing({{uint64_t(replay), uint64_t(replay), 1}}));
    const VictimOutcome outcome =
        attached.run("victim", program(attached.image("plain", plainImage()),
                                       QStringLiteral("newgraph g addnode g a f 1 instantiate e g "
                                                      "0 destroygraph g replay e 30")));
    QCOMPARE(outcome.output, QStringLiteral("total 30\nlaunches add=29 twin=1\n") + kEnd);
    QCOMPARE(attached.recordFiles().size(), size_t(1));
  }
}

void ShimGraphsTest::nodesOfOneKernelAreNumberedInTheirOrder() {
  AttachedRun attached(choosing({{4, 4, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" replay e 2")));
  // The node that adds 10, in the second replay: bytes of its records depend on the total.
  QCOMPARE(outcome.output, QStringLiteral("total 22\nlaunches add=3 other=2 twin=1\n") + kEnd);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  QCOMPARE(static_cast<unsigned char>(files[0].records.at(0)), (unsigned char)22);
}

void ShimGraphsTest::bothNodesOfOneReplayAreRecorded() {
  AttachedRun attached(choosing({{3, 4, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" replay e 3")));
  QCOMPARE(outcome.output, QStringLiteral("total 33\nlaunches add=4 other=3 twin=2\n") + kEnd);
  QCOMPARE(attached.recordFiles().size(), size_t(2));
}

void ShimGraphsTest::capturedLaunchesAreRecordedInTheirReplays() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("stream capture 0 launch f 1 plain launch o 1 "
                                                    "plain endgraph g instantiate e g 0 "
                                                    "destroygraph g replay e 3")));
  // The fake driver counts captured launches, too.
  QCOMPARE(outcome.output, QStringLiteral("total 6\nlaunches add=3 other=4 twin=1\n") + kEnd);
  QCOMPARE(attached.counterFiles().at(0).rows.at(0),
           (CounterRow{.launches = 3, .captured = 1, .recorded = 1, .replays = 3}));
}

void ShimGraphsTest::aNodeOfALibrarysKernelIsThatKernel() {
  AttachedRun attached(choosing({{3, 3, 1}}));
  attached.setVariable("FAKE_OWN_MODULES", "1");
  const QString commands =
      QStringLiteral("kernel k l add launch k 1 plain hidden f l add newgraph g addnode g a f 1 "
                     "instantiate e g 0 replay e 3");
  const VictimOutcome outcome = attached.run(
      "victim", QStringList{"v2", "open", "library", "l", attached.image("plain", plainImage())} +
                    commands.split(QLatin1Char(' ')) + kFinish);
  QCOMPARE(outcome.output, QStringLiteral("total 4\nlaunches add=3 twin=1\n") + kEnd);
  QCOMPARE(attached.received().seen.size(), size_t(1));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0),
           (CounterRow{.launches = 4, .recorded = 1, .replays = 3}));
}

void ShimGraphsTest::argumentsInOneBufferAreCopied() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addbuffer g a f 5 instantiate e g "
                                                    "0 replay e 3")));
  QCOMPARE(outcome.output, QStringLiteral("total 15\nlaunches add=2 twin=1\n") + kEnd);
}

void ShimGraphsTest::aDestroyedGraphLivesAsLongAsItsExecutable() {
  AttachedRun attached(choosing({{1, 1, 1}, {3, 3, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim",
      program(attached.image("plain", plainImage()),
              QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 instantiate d g 0 "
                             "destroygraph g replay e 2 destroyexec e graphs replay d 2 "
                             "destroyexec d graphs")));
  QCOMPARE(outcome.output,
           QStringLiteral("graphs 1\ngraphs 0\ntotal 4\nlaunches add=2 twin=2\n") + kEnd);
}

void ShimGraphsTest::aReplayOnAnotherStreamIsRecordedThere() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 "
                                                    "replay e 1 stream replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 3\nlaunches add=2 twin=1\n") + kEnd);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  QVERIFY(files[0].header.stream != 0);
}

void ShimGraphsTest::aChangedNodeKeepsItsNewArguments() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 "
                                                    "replay e 1 setnode e a f 7 replay e 2 "
                                                    "setnode e a o 100 replay e 1")));
  QCOMPARE(outcome.output, QStringLiteral("total 115\nlaunches add=2 other=1 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimGraphsTest::aNodeThatIsSwitchedOffHasNoNumber() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" enable e a 0 replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 20\nlaunches add=1 other=2 twin=1\n") + kEnd);
}

// The driver pairs the nodes along their edges, whatever the order in which they were made.
void ShimGraphsTest::aGraphThatIsUpdatedAsAWholeIsRecordedAsItIsThen() {
  AttachedRun attached(choosing({{1, 1, 1}, {3, 3, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim",
      program(attached.image("plain", plainImage()),
              QStringLiteral("newgraph g addnode g a f 1 addafter g b a o 0 instantiate e g 0 "
                             "destroygraph g replay e 1 newgraph h addnode h d o 10 addnode h c f "
                             "5 edge c d update e h destroygraph h replay e 3 destroyexec e "
                             "graphs")));
  QCOMPARE(outcome.output,
           QStringLiteral("graphs 0\ntotal 46\nlaunches add=2 other=4 twin=2\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(2));
  // Bytes of its records depend on the total: 1 + 15 + 5.
  QCOMPARE(static_cast<unsigned char>(files[1].records.at(0)), (unsigned char)21);
}

void ShimGraphsTest::anUpdateThatFailsChangesNothing() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 replay e 1 "
                                       "newgraph h addnode h b f 5 addafter h c b f 7 update e h "
                                       "replay e 2")));
  QCOMPARE(outcome.output,
           QStringLiteral("cuGraphExecUpdate_v2 answers 910\ntotal 3\nlaunches add=2 twin=1\n") +
               kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimGraphsTest::anUpdateWhosePairsAreUnknownIsRejectedByNameAndCounted() {
  AttachedRun attached(choosing({{1, 3, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        QStringLiteral("newgraph g addnode g a f 1 addnode g b o 1 instantiate e g "
                                       "0 replay e 1 newgraph h addnode h c f 5 addnode h d f 7 "
                                       "update e h replay e 1")));
  QCOMPARE(outcome.output, QStringLiteral("total 14\nlaunches add=2 other=1 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(),
           std::string("graph.updated: several of its last nodes have the same dependencies\n"
                       "graph.updated: several of its last nodes have the same dependencies\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0),
           (CounterRow{.launches = 3, .recorded = 1, .replays = 3}));
}

void ShimGraphsTest::nodesOfAnUpdatedChildGraphAreRecorded() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim",
      program(attached.image("plain", plainImage()),
              QStringLiteral("newgraph c addnode c a f 3 newgraph g addnode g b o 1 addchild g n c "
                             "instantiate e g 0 replay e 1 newgraph d addnode d k f 9 updatechild "
                             "e n d replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 24\nlaunches add=2 other=3 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimGraphsTest::aNodeSetByTheGeneralFunctionIsRecorded() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 "
                                                    "replay e 1 setany e a f 7 replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 15\nlaunches add=2 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimGraphsTest::anUpdateThatChangesAKernelIsCountedAsThatKernel() {
  ServerScript script = recordingScript();
  script.welcome.mayRecord = false;
  script.choices.clear();
  AttachedRun attached(script);
  attached.run("victim", program(attached.image("plain", plainImage()),
                                 QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 "
                                                "replay e 2 newgraph h addnode h b o 1 update e h "
                                                "replay e 3")));
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.rows.at(0), (CounterRow{.launches = 2, .replays = 2}));
  QCOMPARE(counters.rows.at(1), (CounterRow{.launches = 3, .replays = 3}));
}

void ShimGraphsTest::numbersOfManyReplaysAreExactBetweenOtherLaunches() {
  AttachedRun attached(choosing({{200, 203, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        kBuilt + QStringLiteral(" replay e 100 launch f 1 plain replay e 100")));
  QCOMPARE(outcome.output,
           QStringLiteral("total 2201\nlaunches add=397 other=200 twin=4\n") + kEnd);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(4)); // two replays and the launch between them
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.rows.at(0), (CounterRow{.launches = 401, .recorded = 4, .replays = 400}));
  QCOMPARE(counters.rows.at(1), (CounterRow{.launches = 200, .replays = 200}));
}

void ShimGraphsTest::aRuleThatComesLaterFindsExactNumbers() {
  ServerScript script = recordingScript();
  script.choices.clear();
  script.ruleChoices["add"] = {{12, 12, 1}};
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        QStringLiteral("newgraph g addnode g a f 1 instantiate e g 0 replay e 10 "
                                       "instrument add functions launch f 1 plain replay e 3")));
  QCOMPARE(outcome.output, QStringLiteral("rule 1\ntotal 14\nlaunches add=13 twin=1\n") + kEnd);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  QCOMPARE(files[0].header.launch, uint64_t(12));
  QCOMPARE(static_cast<unsigned char>(files[0].records.at(0)), (unsigned char)12);
}

void ShimGraphsTest::replaysOfADestroyedExecutableAreCounted() {
  AttachedRun attached(choosing({{1000, 1000, 1}}));
  attached.run("victim", program(attached.image("plain", plainImage()),
                                 kBuilt + QStringLiteral(" replay e 5 enable e a 0 replay e 5 "
                                                         "destroyexec e")));
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.rows.at(0), (CounterRow{.launches = 15, .replays = 15}));
  QCOMPARE(counters.rows.at(1), (CounterRow{.launches = 10, .replays = 10}));
}

void ShimGraphsTest::nodesHaveThePathOfTheirCapture() {
  AttachedRun attached(noting());
  attached.run("victim",
               program(attached.image("plain", plainImage()),
                       QStringLiteral("scope model stream capture 0 scope first launch f 1 plain "
                                      "endscope scope second launch o 1 plain launch f 1 plain "
                                      "endscope endgraph g endscope instantiate e g 0 "
                                      "destroygraph g scope step replay e 2 endscope")));
  const EventFiles files(attached);
  QCOMPARE(describedNodes(files),
           QStringList({"graph 0 kernel 0 model first", "graph 0 kernel 1 model second",
                        "graph 0 kernel 0 model second"}));
  int replays = 0;
  for (const LaunchEvent &launch : files.launches())
    if (launch.kind == LaunchKind::Graph) {
      ++replays;
      QCOMPARE(launch.kernel, 0u);
      QCOMPARE(pathText(files, launch.path), QStringLiteral("step"));
    }
  QCOMPARE(replays, 2);
}

void ShimGraphsTest::clonesAndBuiltNodesHaveThePathOfTheirOrigin() {
  AttachedRun attached(noting());
  attached.run(
      "victim",
      program(attached.image("plain", plainImage()),
              QStringLiteral(
                  "scope built newgraph c addnode c a f 1 endscope clone k c "
                  "destroygraph c newgraph g addchild g n k scope later addnode g b o 1 "
                  "endscope instantiate e g 0 replay e 1 newgraph h addchild h n k scope other "
                  "addnode h b o 1 endscope update e h replay e 1 update e h replay e "
                  "1")));
  QCOMPARE(describedNodes(EventFiles(attached)),
           QStringList({"graph 0 kernel 0 built", "graph 0 kernel 1 later",
                        "graph 1 kernel 0 built", "graph 1 kernel 1 other"}));
}

void ShimGraphsTest::nodesThatAnUpdateBringsBackAreNotDescribedAgain() {
  AttachedRun attached(noting());
  attached.run("victim",
               program(attached.image("plain", plainImage()),
                       QStringLiteral("scope one newgraph g addnode g a f 1 endscope scope two "
                                      "newgraph h addnode h b f 1 endscope instantiate e g 0 "
                                      "replay e 1 update e h replay e 1 update e g replay e 1 "
                                      "update e h replay e 1")));
  const EventFiles files(attached);
  QCOMPARE(describedNodes(files), QStringList({"graph 0 kernel 0 one", "graph 1 kernel 0 two"}));
  QList<uint32_t> graphs;
  for (const LaunchEvent &launch : files.launches())
    if (launch.kind == LaunchKind::Graph)
      graphs << launch.kernel;
  QCOMPARE(graphs, (QList<uint32_t>{0, 1, 0, 1}));
}

void ShimGraphsTest::nodesOfChildGraphsAreRecorded() {
  AttachedRun attached(choosing({{2, 2, 1}}));
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", plainImage()),
                        QStringLiteral("newgraph c addnode c a f 3 newgraph g addnode g b o 1 "
                                       "addchild g n c destroygraph c instantiate e g 0 replay e "
                                       "3")));
  QCOMPARE(outcome.output, QStringLiteral("total 12\nlaunches add=2 other=3 twin=1\n") + kEnd);
}

void ShimGraphsTest::aConditionalNodeIsNamedAndOthersAreRecorded() {
  AttachedRun attached(choosing({{1, 1, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addnode g a f 1 addconditional g "
                                                    "instantiate e g 0 replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches add=1 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string("graph.conditional: \n"));
}

void ShimGraphsTest::aGraphForTheDeviceIsRejectedByName() {
  AttachedRun attached(choosing({{1, 1, 1}}));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     QStringLiteral("newgraph g addnode g a f 1 instantiate e g 4 "
                                                    "replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches add=2\n") + kEnd);
  const auto &notices = attached.received().notices;
  QCOMPARE(notices.size(), size_t(2));
  QCOMPARE(notices[0].kernel, Notice::kNoKernel);
  QCOMPARE(notices[1].code, std::string("graph.device"));
  QCOMPARE(notices[1].launch, uint64_t(1));
}

void ShimGraphsTest::aTwinThatIsNotTakenLeavesTheOriginal() {
  ServerScript script = choosing({{1, 1, 1}});
  script.code = twinImage("nodes=0");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 22\nlaunches add=4 other=2\n") + kEnd);
  QVERIFY(attached.received().noticeLines().starts_with(
      "driver.error: launch: CUDA_ERROR_INVALID_VALUE"));
  QCOMPARE(attached.recordFiles().size(), size_t(0));
}

void ShimGraphsTest::aLaunchThatFailsWithTwinsIsRepeatedOnceWithout() {
  ServerScript script = choosing({{1, 2, 1}});
  script.code = twinImage("launch=701");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 22\nlaunches add=4 other=2\n") + kEnd);
  QCOMPARE(attached.recordFiles().size(), size_t(0));
}

void ShimGraphsTest::anOriginalThatIsNotTakenBackIsUpdatedAsAWhole() {
  AttachedRun attached(choosing({{1, 1, 1}}));
  const std::string image =
      fakeImage("kernel add parameters=2 nodes=0\nkernel other parameters=2\n", ImageKind::Cubin);
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", image),
                                     kBuilt + QStringLiteral(" destroygraph g replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("total 22\nlaunches add=3 other=2 twin=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimGraphsTest::memoryOfATwinThatStaysIsKept() {
  AttachedRun attached(choosing({{1, 1, 1}}));
  const std::string image =
      fakeImage("kernel add parameters=2 nodes=-1\nkernel other parameters=2\n", ImageKind::Cubin);
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", image), kBuilt + QStringLiteral(" replay e 1")));
  QCOMPARE(outcome.output, QStringLiteral("total 11\nlaunches add=1 other=1 twin=1\n"
                                          "allocations 1\nevents 0\n"));
  QCOMPARE(attached.received().noticeLines(),
           std::string("graph.kept: cuGraphExecKernelNodeSetParams: CUDA_ERROR_INVALID_VALUE\n"));
  QCOMPARE(attached.recordFiles().at(0).state, RecordState::Arrived);
}

void ShimGraphsTest::eventsNameTheReplayAndTheNode() {
  ServerScript script = choosing({{4, 4, 1}});
  script.welcome.settings.activity = DeviceActivity::On;
  AttachedRun attached(script);
  attached.offerCupti();
  attached.run("victim", program(attached.image("plain", plainImage()),
                                 kBuilt + QStringLiteral(" replay e 2")));
  const EventFiles files(attached);
  const std::vector<LaunchEvent> launches = files.launches();
  std::vector<LaunchEvent> graphs, nodes;
  for (const LaunchEvent &launch : launches)
    if (launch.kind == LaunchKind::Graph)
      graphs.push_back(launch);
    else if (launch.kind == LaunchKind::Kernel)
      nodes.push_back(launch);
  QCOMPARE(graphs.size(), size_t(2));
  QCOMPARE(nodes.size(), size_t(1));
  QCOMPARE(nodes[0].operation, graphs[1].id);
  QCOMPARE(nodes[0].number, uint64_t(4));
  QCOMPARE(nodes[0].flags, uint32_t(kLaunchRecorded | kLaunchReplayed | 1u << kLaunchNodeShift));
}

void ShimGraphsTest::aProcessThatOnlyListsHoldsNoGraph() {
  ServerScript script = recordingScript();
  script.welcome.mayRecord = false;
  script.choices.clear();
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", plainImage()),
                                     kBuilt + QStringLiteral(" destroygraph g graphs replay e 2")));
  QCOMPARE(outcome.output, QStringLiteral("graphs 0\ntotal 22\nlaunches add=4 other=2\n") + kEnd);
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{.launches = 4, .replays = 4}));
}

QTEST_GUILESS_MAIN(ShimGraphsTest)
#include "graphs_test.moc"
