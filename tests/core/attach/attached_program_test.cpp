// SPDX-License-Identifier: Apache-2.0
// Programs that are recorded as they are: their checks, their command lines, their JSON.
#include <QtTest>

#include "core/attach/attached_program.h"
#include "core/attach/launch_numbers.h"
#include "core/base/glob.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

AttachedProgram programOf(const char *command) {
  AttachedProgram program;
  program.command = command;
  program.folder = "/";
  return program;
}

QStringList listOf(const std::vector<std::string> &words) {
  QStringList list;
  for (const std::string &word : words)
    list << QString::fromStdString(word);
  return list;
}

} // namespace

class AttachedProgramTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void wordsAreThoseOfAShell_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("blanks") << "  a   b " << QStringList{"a", "b"};
    QTest::newRow("quotes") << "a 'b \"c' \"d 'e\" f\\ g"
                            << QStringList{"a", "b \"c", "d 'e", "f g"};
    QTest::newRow("backslash in double quotes")
        << "\"a\\d\" \"\\\"\\\\\\$\"" << QStringList{"a\\d", "\"\\$"};
    QTest::newRow("backslash in single quotes") << "'a\\b'" << QStringList{"a\\b"};
    QTest::newRow("empty word") << "a ''" << QStringList{"a", ""};
    QTest::newRow("nothing is expanded") << "a $HOME *" << QStringList{"a", "$HOME", "*"};
  }
  void wordsAreThoseOfAShell() {
    QFETCH(QString, command);
    QFETCH(QStringList, words);
    const auto split = wordsOf(programOf(command.toUtf8().constData()));
    QVERIFY(split);
    QCOMPARE(listOf(*split), words);
  }

  void problemsNameTheirField_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << ""
                           << "/"
                           << "command"
                           << "empty";
    QTest::newRow("quote") << "a 'b"
                           << "/"
                           << "command"
                           << "unterminated quote";
    QTest::newRow("unknown") << "no-such-program"
                             << "/"
                             << "command"
                             << "in the folders of PATH";
    QTest::newRow("missing") << "./nothing"
                             << "/tmp"
                             << "command"
                             << "/tmp/./nothing does not exist";
    QTest::newRow("folder") << "/tmp"
                            << "/"
                            << "command"
                            << "is a directory";
    QTest::newRow("not executable") << "/etc/passwd"
                                    << "/"
                                    << "command"
                                    << "not executable";
    QTest::newRow("no directory") << "ls"
                                  << "/nonexistent"
                                  << "folder"
                                  << "does not exist";
    QTest::newRow("file as directory") << "ls"
                                       << "/etc/passwd"
                                       << "folder"
                                       << "is not a directory";
    QTest::newRow("directory left out") << "ls"
                                        << ""
                                        << "folder"
                                        << "no working directory";
  }
  void problemsNameTheirField() {
    QFETCH(QString, command);
    QFETCH(QString, folder);
    QFETCH(QString, field);
    QFETCH(QString, message);
    AttachedProgram program = programOf(command.toUtf8().constData());
    program.folder = folder.toStdString();
    const auto checked = checkStart(program);
    QVERIFY(!checked);
    QCOMPARE(QString::fromStdString(checked.error().where), field);
    QVERIFY2(checked.error().message.find(message.toStdString()) != std::string::npos,
             checked.error().message.c_str());
  }

  void programsAreFoundWhereTheProgramWouldLook() {
    const QTemporaryDir folder;
    const QString tool = folder.filePath("some-tool");
    QVERIFY(QFile::copy("/bin/true", tool));
    AttachedProgram program = programOf("some-tool");
    QVERIFY(!checkStart(program));
    program.environment["PATH"] = folder.path().toStdString();
    QVERIFY(checkStart(program));
    program.environment.clear();
    program.command = "./some-tool";
    program.folder = folder.path().toStdString();
    QVERIFY(checkStart(program));
  }

  void variablesAndOutputFoldersAreChecked() {
    AttachedProgram program = programOf("ls");
    QVERIFY(checkStart(program));
    program.environment["A=B"] = "c";
    QCOMPARE(checkStart(program).error().where, std::string("environment"));
    program.environment.clear();
    const QTemporaryDir folder;
    program.output = folder.path().toStdString();
    QVERIFY(checkStart(program));
    QVERIFY(QFile(folder.filePath("mine")).open(QIODevice::WriteOnly));
    QCOMPARE(checkStart(program).error().where, std::string("output"));
    QVERIFY(QFile(folder.filePath(".proton-attach")).open(QIODevice::WriteOnly));
    QVERIFY(checkStart(program));
  }

  void ticksBecomeOptions() {
    AttachedProgram program = programOf("python 'a b.py' --list");
    program.kernels = {{"f(float*)", "1, 10-12"}, {"g", "every=3"}};
    program.mode = "loops";
    program.countsAutotuning = true;
    const auto arguments = recordingArguments(program, "/out");
    QVERIFY(arguments);
    QCOMPARE(listOf(*arguments),
             QStringList({"attach", "-o", "/out", "--kernel=f(float\\*)", "--launch=1",
                          "--launch=10-12", "--mode=loops", "--kernel=g", "--launch=every=3",
                          "--mode=loops", "--autotune", "--callpath=scopes", "--max-launches=16",
                          "--max-memory=256", "--", "python", "a b.py", "--list"}));
    program.kernels.clear();
    program.callPath = "python";
    QCOMPARE(
        listOf(*recordingArguments(program, "/out")),
        QStringList({"attach", "-o", "/out", "--autotune", "--callpath=python", "--max-launches=16",
                     "--max-memory=256", "--", "python", "a b.py", "--list"}));
    program.kernels = {{"g", "1"}};
    program.recordsActivity = false;
    QVERIFY(listOf(*recordingArguments(program, "/out")).contains("--activity=off"));
    QCOMPARE(listOf(*listingArguments(program, "/out")),
             QStringList({"attach", "-o", "/out", "--list", "--", "python", "a b.py", "--list"}));
  }

  void wrongTicksAreExplained() {
    AttachedProgram program = programOf("ls");
    QVERIFY(checkTicks(program)); // activity alone
    program.recordsActivity = false;
    QCOMPARE(checkTicks(program).error().message,
             std::string("neither kernels nor activity are chosen"));
    program.callPath = "frames";
    QCOMPARE(checkTicks(program).error().where, std::string("kernels"));
    program.recordsActivity = true;
    QCOMPARE(checkTicks(program).error().where, std::string("callpath"));
    program.callPath = "python";
    program.kernels = {{"f", "0"}};
    QVERIFY(checkTicks(program).error().message.starts_with("f: "));
    program.kernels = {{"f", ""}};
    QVERIFY(!checkTicks(program));
    program.kernels = {{"f", "1"}};
    QVERIFY(checkTicks(program));
    program.mode = "loops:strategy=stream";
    QCOMPARE(checkTicks(program).error().where, std::string("instrumentation"));
  }

  void anEscapedNameFitsItselfAlone() {
    for (const std::string name : {"f(float*, int)", "a?b", "c\\d", "plain"})
      QVERIFY(matchesGlob(name, escapedGlob(name)));
    QVERIFY(!matchesGlob("f(float x, int)", escapedGlob("f(float*, int)")));
    QVERIFY(!matchesGlob("axb", escapedGlob("a?b")));
    QVERIFY(matchesGlob("x a?b y", "*" + escapedGlob("a?b") + "*"));
  }

  void jsonKeepsEverything() {
    AttachedProgram program = programOf("python train.py");
    program.environment = {{"A", "b=c"}};
    program.output = "/out";
    program.kernels = {{"f", "2"}};
    program.mode = "loops:slots=64";
    program.countsAutotuning = true;
    program.mostLaunches = 3;
    program.mostMemoryMib = 9;
    const auto read = parseAttachedProgram(attachedProgramToJson(program));
    QVERIFY2(read, read ? "" : read.error().toString().c_str());
    QVERIFY(*read == program);
    QVERIFY(parseAttachedProgram("{\"command\":\"a\",\"folder\":\"/\",\"later\":1}"));
    QVERIFY(!parseAttachedProgram("{}"));
    QVERIFY(!parseAttachedProgram("nonsense"));
  }
};

QTEST_GUILESS_MAIN(AttachedProgramTest)
#include "attached_program_test.moc"
