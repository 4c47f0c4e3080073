// SPDX-License-Identifier: Apache-2.0
// Programs that are recorded as they are: their checks, their requests, their JSON.
#include <QtTest>

#include "core/attach/attached_program.h"
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

  void ticksBecomeRules() {
    AttachedProgram program = programOf("python 'a b.py' --list");
    program.kernels = {{"f(float*)", "1, 10-12"}, {"g", "every=3"}};
    program.mode = "loops";
    program.settings.countsAutotuning = true;
    const auto request = requestOf(program, false);
    QVERIFY(request);
    QCOMPARE(listOf(request->command), QStringList({"python", "a b.py", "--list"}));
    QVERIFY(!request->isListing);
    QVERIFY(request->settings == program.settings);
    QCOMPARE(request->rules.size(), size_t{2});
    QCOMPARE(request->rules[0].kernel, std::string("f(float\\*)"));
    QVERIFY(request->rules[0].launches == std::vector<LaunchRange>({{1, 1, 1}, {10, 12, 1}}));
    QVERIFY(request->rules[1].launches == std::vector<LaunchRange>({{1, UINT64_MAX, 3}}));
    QVERIFY(request->rules[1].mode == *parseAttachMode("loops"));
    program.kernels.clear();
    QVERIFY(requestOf(program, false)->rules.empty());
    program.settings.range = "scope=step";
    const auto listing = requestOf(program, true);
    QVERIFY(listing->isListing);
    QCOMPARE(listing->settings.range, std::string("scope=step")); // counts as the run will
    QCOMPARE(listOf(listing->command), QStringList({"python", "a b.py", "--list"}));
  }

  void wrongTicksAreExplained() {
    AttachedProgram program = programOf("ls");
    const auto check = [&program] { return requestOf(program, false); };
    QVERIFY(check()); // activity alone
    program.settings.activity = DeviceActivity::Off;
    QCOMPARE(check().error().message, std::string("neither kernels nor activity are chosen"));
    QCOMPARE(check().error().where, std::string("kernels"));
    program.settings.activity = DeviceActivity::On;
    program.kernels = {{"f", "0"}};
    QVERIFY(check().error().message.starts_with("f: "));
    QCOMPARE(check().error().where, std::string("kernels"));
    program.kernels = {{"f", ""}};
    QVERIFY(!check());
    program.kernels = {{"f", "1"}};
    QVERIFY(check());
    program.mode = "loops:strategy=stream";
    QCOMPARE(check().error().where, std::string("instrumentation"));
  }

  void aRequestIsHandedOverInAFile() {
    const QTemporaryDir folder;
    const auto path = [&folder](const char *name) {
      return std::filesystem::path(folder.filePath(name).toStdString());
    };
    AttachRequest request;
    request.command = {"a b", "--list", ""};
    request.output = std::string("/out \xff");
    request.rules = {{"f\\*", {{1, 1, 1}, {2, UINT64_MAX, 5}}, *parseAttachMode("loops:slots=64")}};
    request.sourceRoots = {"/sources"};
    request.settings = {.countsAutotuning = true,
                        .activity = DeviceActivity::Off,
                        .callPath = CallPath::Python,
                        .mostActivities = 7,
                        .mostLaunches = 1 << 20,
                        .mostRecordBytes = uint64_t{1} << 40,
                        .twinTimeoutMs = 3000,
                        .usesCache = false,
                        .keepsRaw = true};
    QVERIFY(writeAttachRequest(path("request"), request));
    const auto read = readAttachRequest(path("request"));
    QVERIFY2(read, read ? "" : read.error().toString().c_str());
    QVERIFY(read->command == request.command);
    QCOMPARE(read->output, request.output);
    QCOMPARE(read->rules.size(), size_t{1});
    QCOMPARE(read->rules[0].kernel, request.rules[0].kernel);
    QVERIFY(read->rules[0].launches == request.rules[0].launches);
    QVERIFY(read->rules[0].mode == request.rules[0].mode);
    QVERIFY(read->sourceRoots == request.sourceRoots);
    QVERIFY(read->settings == request.settings);
    QCOMPARE(readAttachRequest(path("missing")).error().code, ErrorCode::Io);
  }

  void anErrorIsHandedBackAsAValue() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("error").toStdString();
    QVERIFY(!readAttachError(file));
    const Error error{ErrorCode::Unsupported, "error: of two\nlines", "there", "do this"};
    QVERIFY(writeAttachError(file, error));
    const auto read = readAttachError(file);
    QVERIFY(read);
    QCOMPARE(read->code, error.code);
    QCOMPARE(read->toString(), error.toString());
    QFile damaged(folder.filePath("error"));
    QVERIFY(damaged.resize(3));
    QCOMPARE(readAttachError(file)->code, ErrorCode::InvalidFormat);
  }

  void limitsAreInTheUnitsOfTheUser() {
    const auto read = [](const char *setting) {
      return parseAttachedProgram(std::string(R"({"command":"a","folder":"/",)") + setting + "}");
    };
    QCOMPARE(read(R"("most_memory_mib":3)")->settings.mostRecordBytes, uint64_t{3} << 20);
    QCOMPARE(read(R"("most_launches":1048576)")->settings.mostLaunches, uint32_t{1} << 20);
    QCOMPARE(read(R"("most_launches":1048577)").error().where,
             std::string("program: most_launches"));
    QCOMPARE(read(R"("callpath":"python")")->settings.callPath, CallPath::Python);
    QCOMPARE(read(R"("callpath":"frames")").error().where, std::string("program: callpath"));
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
    program.settings.countsAutotuning = true;
    program.settings.mostLaunches = 3;
    program.settings.mostRecordBytes = uint64_t{9} << 20;
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
