// SPDX-License-Identifier: Apache-2.0
// Output of the commands: failed writes, names with control characters, names of any bytes and
// length, closed streams.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "tests/app/cli/collect_process.h"
#include "tests/app/cli/scripted_folder.h"

using namespace pstudio;

namespace {

const QString kProgram = PSTUDIO_SCRIPTED_COLLECT;
const QString kCapture =
    QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/captures/softmax_cpu.pscapture");

/// Names that would change what a terminal shows, and one that a spreadsheet would evaluate.
constexpr const char *kNames[] = {"\\u001b[31mred\\u001b[0m", "\\u001b]0;title\\u0007",
                                  "line\\nerror: forged", "\\u007f\\u009b31m", "=cmd|'/C calc'!A0"};

std::string hostileTrace() {
  std::string json = "[";
  int time = 0;
  for (const std::string name : kNames)
    for (const char *kind : {"process_name", "thread_name"}) {
      json += std::string(json.size() > 1 ? "," : "") + R"({"ph":"M","pid":1,"tid":)" +
              std::to_string(time) + R"(,"name":")" + kind + R"(","args":{"name":")" + name +
              R"("}},{"ph":"X","pid":1,"tid":)" + std::to_string(time) + R"(,"ts":)" +
              std::to_string(time + 1) + R"(,"dur":1,"name":")" + name + R"(","cat":")" + name +
              R"(","args":{")" + name + R"(":")" + name + R"("}})";
      ++time;
    }
  return json + "]";
}

std::string hostileTree() {
  std::string json = R"x([{"frame":{"name":"ROOT"},"metrics":{"time (ns)":1},"children":[)x";
  bool isFirst = true;
  for (const std::string name : kNames) {
    json += std::string(isFirst ? "" : ",") + "{\"frame\":{\"name\":\"" + name +
            "\"},\"metrics\":{\"time (ns)\":2,\"" + name + "\":3},\"children\":[]}";
    isFirst = false;
  }
  return json + "]}]";
}

/// C0 but line feeds and tabs, DEL, C1.
bool hasControls(const QByteArray &text) {
  for (const QChar c : QString::fromUtf8(text))
    if ((c.unicode() < 0x20 && c != '\n' && c != '\t' && c != '\r') ||
        (c.unicode() >= 0x7f && c.unicode() < 0xa0))
      return true;
  return false;
}

} // namespace

class OutputSafetyTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  void addCommands() const {
    QTest::addColumn<QStringList>("arguments");
    const QString trace = QStringLiteral("hostile.json"), tree = QStringLiteral("hostile.hatchet");
    QTest::newRow("info") << QStringList{"info", trace};
    QTest::newRow("info --overlap") << QStringList{"info", "--overlap", trace};
    QTest::newRow("info --memory") << QStringList{"info", "--memory", trace};
    QTest::newRow("statistics") << QStringList{"statistics", trace};
    QTest::newRow("statistics as CSV") << QStringList{"statistics", "--format", "csv", trace};
    QTest::newRow("statistics as JSON") << QStringList{"statistics", "--format", "json", trace};
    const QString sql = QStringLiteral("SELECT * FROM slices");
    QTest::newRow("query") << QStringList{"query", trace, sql};
    QTest::newRow("query as CSV") << QStringList{"query", "--format", "csv", trace, sql};
    QTest::newRow("query as JSON") << QStringList{"query", "--format", "json", trace, sql};
    QTest::newRow("tree") << QStringList{"tree", tree};
    QTest::newRow("tree --list") << QStringList{"tree", "-l", tree};
    QTest::newRow("tree as JSON") << QStringList{"tree", "--format", "json", tree};
    QTest::newRow("compare") << QStringList{"compare", trace, trace};
    QTest::newRow("targets") << QStringList{"targets"};
    QTest::newRow("help") << QStringList{"--help"};
  }
  Finished inShell(const QString &line, const QStringList &arguments) const {
    QProcess process;
    process.setWorkingDirectory(m_folder->path());
    process.start("/bin/sh", QStringList{"-c", line, "sh", kProgram} + arguments);
    process.closeWriteChannel();
    return finish(process);
  }
  QStringList runOf(const QString &function, const QStringList &more) const {
    test::writeScriptedSpec(path(function + ".json"), function);
    return QStringList{"run", path(function + ".json")} + more;
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(test::prepareScriptedFolder(m_folder->path()));
    test::writeScriptedSpec(path("good.json"), "good");
    std::ofstream(path("hostile.json").toStdString()) << hostileTrace();
    std::ofstream(path("hostile.hatchet").toStdString()) << hostileTree();
  }

  void aFailedWriteToStandardOutputIsAnError_data() {
    addCommands();
    QTest::newRow("run") << QStringList{"run", "good.json", "-o", "a.pftrace"};
    QTest::newRow("convert") << QStringList{"convert", "hostile.json", "-o", "b.pftrace"};
  }
  void aFailedWriteToStandardOutputIsAnError() {
    QFETCH(QStringList, arguments);
    const Finished done = inShell("exec \"$@\" > /dev/full", arguments);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("standard output") && done.err.contains("cannot write"),
             qPrintable(done.err));
  }

  void noControlCharacterOfANameReachesATerminal_data() { addCommands(); }
  void noControlCharacterOfANameReachesATerminal() {
    QFETCH(QStringList, arguments);
    const Finished done = inShell("exec \"$@\"", arguments);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(!hasControls(done.out.toUtf8()), qPrintable(done.out));
    QVERIFY2(!hasControls(done.err.toUtf8()), qPrintable(done.err));
    if (!arguments.contains("csv")) // a field in quotes may have lines
      QVERIFY2(!done.out.contains("\nerror: forged"), qPrintable(done.out));
  }

  /// The argument parser would print enumerators as characters.
  void helpAndErrorsOfWordsHaveNoControlCharacters_data() {
    QTest::addColumn<QString>("command");
    const QString all = runToEnd(kProgram, {"--help"}).out;
    const QString list = all.mid(all.indexOf(QLatin1String("Subcommands:")));
    static const QRegularExpression kCommand(QStringLiteral("^  ([a-z]+) "),
                                             QRegularExpression::MultilineOption);
    for (QRegularExpressionMatchIterator at = kCommand.globalMatch(list); at.hasNext();) {
      const QString name = at.next().captured(1);
      QTest::newRow(qPrintable(name)) << name;
    }
  }
  void helpAndErrorsOfWordsHaveNoControlCharacters() {
    QFETCH(const QString, command);
    const Finished done = runToEnd(kProgram, {command, "--help"});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(!hasControls(done.out.toUtf8()) && !done.out.contains(QLatin1String("->")),
             qPrintable(done.out));
    static const QRegularExpression kWords(
        QStringLiteral("^  (?:-\\w,)?(--[\\w-]+)[^{\n]*\\{([^}]*)\\}"),
        QRegularExpression::MultilineOption);
    qsizetype options = 0;
    for (QRegularExpressionMatchIterator at = kWords.globalMatch(done.out); at.hasNext();) {
      const QRegularExpressionMatch option = at.next();
      ++options;
      for (const char *wrong : {"no-such-word", "1"}) { // "1": the number of an enumerator
        const Finished failed = runToEnd(kProgram, {command, option.captured(1), wrong});
        QCOMPARE(failed.exitCode, 2);
        QVERIFY2(!hasControls(failed.err.toUtf8()), qPrintable(failed.err));
        for (const QString &word : option.captured(2).split(','))
          QVERIFY2(failed.err.contains(word), qPrintable(failed.err));
      }
    }
    QCOMPARE(options, done.out.count(QLatin1String(":{"))); // each option with words was tried
  }

  void errorsQuoteNamesWithoutControlCharacters() {
    const Finished done =
        inShell("exec \"$@\"", {"statistics", "--scope", "a\x1b[31m", "hostile.json"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(!hasControls(done.err.toUtf8()) && done.err.contains("\\x1B[31m"),
             qPrintable(done.err));
  }

  void aFileNameOfAnyBytesIsWrittenAndReadAsGiven() {
    namespace fs = std::filesystem;
    const fs::path folder = m_folder->path().toStdString();
    fs::rename(folder / "good.json", folder / "spec\xff.json");
    const Finished done = inShell("exec \"$1\" run \"$(printf 'spec\\377.json')\" -o "
                                  "\"$(printf 'x\\377.pftrace')\"",
                                  {});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY(fs::is_regular_file(folder / "x\xff.pftrace"));
    QVERIFY2(done.out.contains("wrote x\\xFF.pftrace"), qPrintable(done.out));
    const Finished info = inShell("exec \"$1\" info \"$(printf 'x\\377.pftrace')\"", {});
    QVERIFY2(info.exitCode == 0, qPrintable(info.err));
  }

  void anOutputNameMayBeLong() {
    const QString name = QString(237, 'x') + ".pftrace"; // 245 bytes
    const Finished done = inShell("exec \"$@\"", runOf("good", {"-o", name}));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Finished converted = inShell("exec \"$@\"", {"convert", kCapture, "-o", name});
    QVERIFY2(converted.exitCode == 0, qPrintable(converted.err));
    // A run that fails keeps its trace under a name that fits.
    const QString longest = QString(247, 'y') + ".pftrace";
    const Finished failed = inShell("exec \"$@\"", runOf("time_limit", {"-o", longest}));
    QCOMPARE(failed.exitCode, 1);
  }

  void aRunWorksWithAllStandardStreamsClosed() {
    const Finished done = inShell("exec \"$@\" <&- >&- 2>&-", runOf("good", {"-o", "c.pftrace"}));
    QCOMPARE(done.exitCode, 0);
    const Finished info = inShell("exec \"$@\"", {"info", "c.pftrace"});
    QVERIFY2(info.exitCode == 0, qPrintable(info.err));
    QVERIFY2(info.out.contains("launch    good"), qPrintable(info.out));
  }

  void aReplacedFileKeepsItsPermissions_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("run") << QStringList{"run", "good.json", "-o", "private.pftrace"};
    QTest::newRow("convert") << QStringList{"convert", kCapture, "-o", "private.pftrace"};
  }
  void aReplacedFileKeepsItsPermissions() {
    QFETCH(QStringList, arguments);
    const QByteArray file = path("private.pftrace").toLocal8Bit();
    std::ofstream(file.toStdString()) << "old";
    QVERIFY(::chmod(file.constData(), 0600) == 0);
    const Finished done = inShell("exec \"$@\"", arguments);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    struct stat status {};
    QVERIFY(::stat(file.constData(), &status) == 0);
    QCOMPARE(status.st_mode & 07777, mode_t{0600});
    QVERIFY(status.st_size > 3);
  }

  void aCallbackOutputWithoutCallbacksIsAnError() {
    const Finished done = inShell(
        "exec \"$@\"", runOf("good", {"-o", "d.pftrace", "--callback-output", "counts.npy"}));
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("--callback-output"), qPrintable(done.err));
    QVERIFY(!QFile::exists(path("d.pftrace")));
  }
};

QTEST_GUILESS_MAIN(OutputSafetyTest)
#include "output_safety_test.moc"
