// SPDX-License-Identifier: Apache-2.0
// Twins of kernels that use variables of their module: they change the program's, and read its
// constants.
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kEnd = QStringLiteral("allocations 0\nevents 0\n");

std::string cubin(const std::string &text) {
  return fakeImage(text, ImageKind::Cubin);
}

/// An image whose kernel `add` counts, and whose kernel `other` adds the counter to the total.
std::string countingImage(const std::string &counter = "variable count 8") {
  return cubin(counter + "\nkernel add parameters=2 count=1\nkernel other parameters=2 "
                         "read=1\n");
}

/// An image whose kernel `add` adds a constant, and whose kernel `other` changes it.
std::string weighingImage() {
  return cubin("variable weight 8 5\nkernel add parameters=2 weight=1\nkernel other "
               "parameters=2 weigh=1\n");
}

ServerScript countingScript(const std::string &name = "count", uint64_t bytes = 8) {
  ServerScript script = recordingScript();
  script.code = cubin("variable pstudio_address_of_count 8\nkernel twin parameters=3 cell=1\n");
  script.twin.variables = {{VariableForm::Addressed, name, "pstudio_address_of_count", bytes}};
  return script;
}

ServerScript weighingScript() {
  ServerScript script = recordingScript();
  script.code = cubin("variable weight 8\nkernel twin parameters=3 weight=1\n");
  script.twin.variables = {{VariableForm::Copied, "weight", "weight", 8}};
  return script;
}

QStringList kernelsOf(const QString &module, const QString &image, const QString &add,
                      const QString &other) {
  return {"module", module,     image, "function", add,    module,
          "add",    "function", other, module,     "other"};
}

QStringList program(const QString &image, const QStringList &commands) {
  return QStringList{"v2", "open"} + kernelsOf("m", image, "f", "o") + commands;
}

const QStringList kFinish{"sync", "flush", "10000", "print"};

} // namespace

class ShimVariablesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTwinChangesTheVariableOfTheOriginal();
  void aManagedVariableOfALibraryIsFound();
  void codeThatIsLoadedTwiceHasTwoVariables();
  void eachContextHasItsOwnVariable();
  void constantsAreCopiedBeforeEachLaunchOnItsStream();
  void aVariableThatTheDriverDoesNotFindLeavesTheOriginal();
  void aVariableOfAnotherSizeLeavesTheOriginal();
  void aTwinWithoutItsCellLeavesTheOriginal();
  void aCaptureOfAnotherStreamStaysValid();
};

void ShimVariablesTest::aTwinChangesTheVariableOfTheOriginal() {
  AttachedRun attached(countingScript());
  const VictimOutcome outcome = attached.run(
      "victim",
      program(attached.image("plain", countingImage()),
              QStringList{"launch", "f", "3", "plain", "launch", "o", "1", "plain"} + kFinish));
  // Three launches, and the fourth with the counter.
  QCOMPARE(outcome.output, QStringLiteral("total 7\nlaunches other=1 twin=3\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
  QCOMPARE(attached.recordFiles().size(), size_t(3));
}

void ShimVariablesTest::aManagedVariableOfALibraryIsFound() {
  AttachedRun attached(countingScript());
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2",
                                         "open",
                                         "library",
                                         "l",
                                         attached.image("plain", countingImage("managed "
                                                                               "count 8")),
                                         "kernel",
                                         "f",
                                         "l",
                                         "add",
                                         "kernel",
                                         "o",
                                         "l",
                                         "other",
                                         "launch",
                                         "f",
                                         "2",
                                         "plain",
                                         "launch",
                                         "o",
                                         "1",
                                         "plain"} +
                                 kFinish);
  QCOMPARE(outcome.output, QStringLiteral("total 5\nlaunches other=1 twin=2\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimVariablesTest::codeThatIsLoadedTwiceHasTwoVariables() {
  AttachedRun attached(countingScript());
  const QString image = attached.image("plain", countingImage());
  const VictimOutcome outcome = attached.run(
      "victim", program(image, kernelsOf("n", image, "g", "p") +
                                   QStringList{"launch", "f", "3", "plain", "launch", "g", "1",
                                               "plain", "launch", "p", "1", "plain"} +
                                   kFinish));
  // Four launches, and the fifth with the counter of the second module.
  QCOMPARE(outcome.output, QStringLiteral("total 6\nlaunches other=1 twin=4\n") + kEnd);
}

void ShimVariablesTest::eachContextHasItsOwnVariable() {
  AttachedRun attached(countingScript());
  const QString image = attached.image("plain", countingImage());
  const VictimOutcome outcome = attached.run(
      "victim",
      program(image, QStringList{"launch", "f", "2", "plain", "context", "second"} +
                         kernelsOf("n", image, "g", "p") +
                         QStringList{"launch", "g", "1", "plain", "launch", "p", "1", "plain"} +
                         kFinish));
  QCOMPARE(outcome.output, QStringLiteral("total 5\nlaunches other=1 twin=3\n") + kEnd);
}

void ShimVariablesTest::constantsAreCopiedBeforeEachLaunchOnItsStream() {
  AttachedRun attached(weighingScript());
  const VictimOutcome outcome = attached.run(
      "victim", program(attached.image("plain", weighingImage()),
                        QStringList{"stream", "launch", "f", "1", "plain", "launch", "o", "1",
                                    "plain", "launch", "f", "1", "plain", "swapstream", "stream",
                                    "launch", "f", "1", "plain"} +
                            kFinish));
  // 1 + 5, then 1, then twice 1 + 6.
  QCOMPARE(outcome.output, QStringLiteral("total 21\nlaunches other=1 twin=3\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimVariablesTest::aVariableThatTheDriverDoesNotFindLeavesTheOriginal() {
  AttachedRun attached(countingScript("absent"));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", countingImage()),
                                     QStringList{"launch", "f", "1", "plain"} + kFinish));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(),
           std::string("code.variable: cuModuleGetGlobal(absent): error 500\n"));
}

void ShimVariablesTest::aVariableOfAnotherSizeLeavesTheOriginal() {
  AttachedRun attached(countingScript("count", 16));
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", countingImage()),
                                     QStringList{"launch", "f", "1", "plain"} + kFinish));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(),
           std::string("code.variable: count has 8 bytes, its PTX 16\n"));
}

void ShimVariablesTest::aTwinWithoutItsCellLeavesTheOriginal() {
  ServerScript script = countingScript();
  script.code = cubin("kernel twin parameters=3\n");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", countingImage()),
                                     QStringList{"launch", "f", "1", "plain"} + kFinish));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kEnd);
  QCOMPARE(attached.received().noticeLines(),
           std::string("driver.error: cuModuleGetGlobal(pstudio_address_of_count): error 500\n"));
}

void ShimVariablesTest::aCaptureOfAnotherStreamStaysValid() {
  AttachedRun attached(weighingScript());
  const VictimOutcome outcome =
      attached.run("victim", program(attached.image("plain", weighingImage()),
                                     QStringList{"stream", "capture", "0", "swapstream", "launch",
                                                 "f", "1", "plain", "swapstream", "endcapture"} +
                                         kFinish));
  QCOMPARE(outcome.output, QStringLiteral("total 6\nlaunches twin=1\n") + kEnd);
}

QTEST_GUILESS_MAIN(ShimVariablesTest)
#include "variables_test.moc"
