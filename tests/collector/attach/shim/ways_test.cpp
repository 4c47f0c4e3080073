// SPDX-License-Identifier: Apache-2.0
// Programs find the driver in different ways, and their launches are seen in each of them.
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio::attach;
using namespace pstudio::test;

class ShimWaysTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void launchesAreSeenInEachWay_data();
  void launchesAreSeenInEachWay();
  void everyWayToLoadCodeNamesItsKind_data();
  void everyWayToLoadCodeNamesItsKind();
  void theRuntimesKernelHandlesAreKnown();
  void aHandleOfAnUnknownFunctionIsLearned();
  void aFunctionOfALaterDriverIsPassedThrough();
  void nothingHappensWithoutAServerVariable();
  void aProcessThatIsNotChosenLeavesNothing();
  void theChildOfAProcessThatIsNotChosenIsConsideredAnew();
  void aProcessThatDoesNotUseTheDriverIsNotSeen();
  void aProcessWithoutADriverFindsNoLaunchFunction();
  void rtldNextIsResolvedForItsCaller();
  void aLibraryThatIsNotTheDriverIsLeftAlone();
  void closelyBoundCallsRunUnseen();
  void anotherLibraryInTheDriversPlaceIsCalledOnce_data();
  void anotherLibraryInTheDriversPlaceIsCalledOnce();
};

void ShimWaysTest::launchesAreSeenInEachWay_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("way");
  for (const char *way : {"handle", "v1", "v2", "handle-ptsz", "v1-ptsz", "v2-ptsz"})
    QTest::newRow(way) << QStringLiteral("victim") << QString::fromLatin1(way);
  for (const char *way : {"linked", "default", "next", "linked-ptsz", "default-ptsz", "next-ptsz"})
    QTest::newRow(way) << QStringLiteral("linked_victim") << QString::fromLatin1(way);
}

void ShimWaysTest::launchesAreSeenInEachWay() {
  QFETCH(QString, program);
  QFETCH(QString, way);
  ServerScript script = recordingScript();
  script.choices["add"] = {{2, 2, 1}};
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      program, {way,      "open",   "module", "m",           image,    "function", "f",    "m",
                "add",    "launch", "f",      "3",           "launch", "f",        "2",    "ex",
                "launch", "f",      "1",      "cooperative", "flush",  "10000",    "print"});
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(outcome.output,
           QStringLiteral("total 6\nlaunches add=5 twin=1\nallocations 0\nevents 0\n"));
  const auto counters = attached.counterFiles();
  QCOMPARE(counters.size(), size_t(1));
  QCOMPARE(counters[0].rows.size(), size_t(1));
  QCOMPARE(counters[0].rows[0], (CounterRow{6, 0, 0, 1}));
  QCOMPARE(counters[0].unknown, uint64_t(0));
  QCOMPARE(counters[0].isClosed, 1u);
}

void ShimWaysTest::everyWayToLoadCodeNamesItsKind_data() {
  QTest::addColumn<QString>("function");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<int>("kind");
  const std::string text = "kernel add parameters=2\n";
  const auto row = [](const char *function, const char *what, const std::string &bytes,
                      ImageKind kind) {
    QTest::addRow("%s %s", function, what)
        << QString::fromLatin1(function) << QByteArray::fromStdString(bytes)
        << static_cast<int>(kind);
  };
  row("cuModuleLoad", "cubin", fakeImage(text, ImageKind::Cubin), ImageKind::Cubin);
  row("cuModuleLoadDataEx", "PTX", fakeImage(text, ImageKind::Ptx), ImageKind::Ptx);
  row("cuModuleLoadFatBinary", "wrapper", fakeImage(text, ImageKind::FatBinary),
      ImageKind::FatBinary);
  row("cuLibraryLoadFromFile", "cubin", fakeImage(text, ImageKind::Cubin), ImageKind::Cubin);
}

void ShimWaysTest::everyWayToLoadCodeNamesItsKind() {
  QFETCH(QString, function);
  QFETCH(QByteArray, bytes);
  QFETCH(int, kind);
  AttachedRun attached;
  const QString image = attached.image("image", bytes.toStdString());
  const bool isLibrary = function.startsWith(QStringLiteral("cuLibrary"));
  const VictimOutcome outcome = attached.run("victim", {"v2", "open", "load", function, "m", image,
                                                        isLibrary ? "kernel" : "function", "f", "m",
                                                        "add", "launch", "f", "1"});
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(static_cast<int>(received.seen[0].image), kind);
  QCOMPARE(received.seen[0].imageHash.size(), size_t(kind == int(ImageKind::Cubin) ? 64 : 0));
  QCOMPARE(received.seen[0].imageBytes,
           kind == int(ImageKind::Cubin) ? uint64_t(bytes.size()) : uint64_t(0));
}

void ShimWaysTest::theRuntimesKernelHandlesAreKnown() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{1, 3, 2}};
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      "victim", {"v2",  "open",   "library",  "l", image,        "kernel",   "k",    "l",
                 "add", "launch", "k",        "1", "functionof", "f",        "k",    "launch",
                 "f",   "1",      "moduleof", "m", "l",          "function", "g",    "m",
                 "add", "launch", "g",        "1", "flush",      "10000",    "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 3\nlaunches add=1 twin=2\nallocations 0\nevents 0\n"));
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(1)); // three handles, one kernel
  QCOMPARE(attached.counterFiles()[0].rows[0], (CounterRow{3, 0, 0, 2}));
}

void ShimWaysTest::aHandleOfAnUnknownFunctionIsLearned() {
  // The look-up goes through a function that no hook sees: the exported one of another table.
  ServerScript script = recordingScript();
  script.choices["add"] = {};
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome =
      attached.run("victim", {"v2", "open", "library", "l", image, "kernel", "k", "l", "add",
                              "hidden", "f", "l", "add", "launch", "f", "2"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().seen.size(), size_t(1));
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.unknown, uint64_t(0));
  QCOMPARE(counters.rows.at(0).launches, uint64_t(2));
}

void ShimWaysTest::aFunctionOfALaterDriverIsPassedThrough() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", {"v2", "open", "module", "m", attached.image("plain", plainImage()),
                              "function", "f", "m", "add", "later", "f", "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.size(), size_t(0));
}

void ShimWaysTest::nothingHappensWithoutAServerVariable() {
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  const QStringList arguments{"handle", "open", "module", "m",      image,     "function",
                              "f",      "m",    "add",    "launch", "f",       "3",
                              "flush",  "10",   "source", "f",      "a.cubin", "print"};
  const VictimOutcome with = attached.runWithout("victim", arguments);
  QCOMPARE(with.output, QStringLiteral("total 3\nlaunches add=3\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.received().order.size(), size_t(0));
  QCOMPARE(attached.fileNames(), QStringList{QStringLiteral("socket")});
}

void ShimWaysTest::aProcessThatIsNotChosenLeavesNothing() {
  ServerScript script = recordingScript();
  script.welcome.isChosen = false;
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", {"handle", "open", "module", "m", attached.image("plain", plainImage()), "function",
                 "f", "m", "add", "launch", "f", "3", "flush", "10", "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 3\nlaunches add=3\nallocations 0\nevents 0\n"));
  QVERIFY(attached.received().order == std::vector<MessageType>{MessageType::Hello});
  QCOMPARE(attached.fileNames(), QStringList{QStringLiteral("socket")});
}

void ShimWaysTest::theChildOfAProcessThatIsNotChosenIsConsideredAnew() {
  ServerScript script = recordingScript();
  script.welcome.isChosen = false;
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome =
      attached.run("victim", {"v2",  "open",   "module", "m", image,  "function", "f",  "m",
                              "add", "fork",   "module", "n", image,  "function", "g",  "n",
                              "add", "launch", "g",      "1", "quit", "0",        "end"});
  QCOMPARE(outcome.output, QStringLiteral("child 0\n"));
  const std::vector<Hello> &hellos = attached.received().hellos;
  QCOMPARE(hellos.size(), size_t(2));
  QCOMPARE(hellos[1].parent, hellos[0].process);
}

void ShimWaysTest::aProcessThatDoesNotUseTheDriverIsNotSeen() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", {"handle", "interpreter", "/usr/bin/python3", "notice", "tool", "gdb",
                              "autotune", "1", "flush", "100", "exit", "3"});
  QCOMPARE(outcome.exitCode, 3);
  QCOMPARE(attached.received().order.size(), size_t(0));
  QCOMPARE(attached.fileNames(), QStringList{QStringLiteral("socket")});
}

void ShimWaysTest::aProcessWithoutADriverFindsNoLaunchFunction() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run("victim", {"handle", "nameless"});
  QCOMPARE(outcome.output, QStringLiteral("cuLaunchKernel no\n"));
}

void ShimWaysTest::rtldNextIsResolvedForItsCaller() {
  AttachedRun attached(recordingScript());
  const QStringList libraries{attachFolder() + QStringLiteral("/next_library.so"),
                              attachFolder() + QStringLiteral("/last_library.so")};
  const VictimOutcome outcome = attached.run("victim", {"handle", "next"}, libraries);
  QCOMPARE(outcome.output, QStringLiteral("next 11\n"));
}

void ShimWaysTest::aLibraryThatIsNotTheDriverIsLeftAlone() {
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      "victim", {"handle", "open", "other", attachFolder() + QStringLiteral("/other_library.so"),
                 "module", "m", image, "function", "f", "m", "add", "launch", "f", "1"});
  QCOMPARE(outcome.output, QStringLiteral("other 42\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0).launches, uint64_t(1));
}

void ShimWaysTest::closelyBoundCallsRunUnseen() {
#ifdef PSTUDIO_SANITIZE
  QSKIP("the sanitizers reject RTLD_DEEPBIND");
#endif
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      "victim", {"handle", "open", "module", "m", image, "function", "f", "m", "add", "deep",
                 attachFolder() + QStringLiteral("/deepbind_library.so"), "f", "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.size(), size_t(0));
}

void ShimWaysTest::anotherLibraryInTheDriversPlaceIsCalledOnce_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("way");
  QTest::newRow("linked") << QStringLiteral("linked_victim") << QStringLiteral("linked");
  QTest::newRow("v2") << QStringLiteral("victim") << QStringLiteral("v2");
}

void ShimWaysTest::anotherLibraryInTheDriversPlaceIsCalledOnce() {
  QFETCH(QString, program);
  QFETCH(QString, way);
  ServerScript script = recordingScript();
  script.choices["add"] = {{2, 2, 1}};
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run(program,
                   {way, "open", "module", "m", attached.image("plain", plainImage()), "function",
                    "f", "m", "add", "launch", "f", "3", "flush", "10000", "print"},
                   {attachFolder() + QStringLiteral("/interposer_library.so")});
  QCOMPARE(outcome.output, QStringLiteral("total 3\nlaunches add=2 twin=1\nallocations 0\nevents "
                                          "0\ninterposer 3\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{3, 0, 0, 1}));
}

QTEST_GUILESS_MAIN(ShimWaysTest)
#include "ways_test.moc"
