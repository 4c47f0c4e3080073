// SPDX-License-Identifier: Apache-2.0
// Sessions of the real program, controlled by commands on standard input.
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/collect_process.h"

using namespace pstudio;

class SessionCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_PROTON_COLLECT;
  const QString m_kernels = PSTUDIO_SOURCE_DIR "/resources/kernels/";
  QTemporaryDir m_folder;

  Finished execute(const QByteArray &commands, const QStringList &arguments) const {
    QProcess process;
    process.start(m_program, QStringList{"session", "--no-cache"} + arguments);
    process.write(commands);
    process.closeWriteChannel();
    return finish(process);
  }
  Finished execute(const QByteArray &commands) const {
    return execute(commands, {m_kernels + "vector_add.json", m_kernels + "reduction.json"});
  }
  QString file(const char *name) const { return m_folder.filePath(name); }

private Q_SLOTS:
  void commandsInstrumentLaunchAndRestore() {
    const QString first = file("first.pftrace"), second = file("second one.pftrace");
    const Finished done = execute("# a script\n"
                                  "launch vector_add\n"
                                  "instrument vector_add functions # by itself\n"
                                  "instrument red* default:granularity=cta\n"
                                  "list\n"
                                  "\n"
                                  "launch -o " +
                                  first.toUtf8() +
                                  "\n"
                                  "restore vector_add\n"
                                  "launch reduction -o \"" +
                                  second.toUtf8() +
                                  "\"\n"
                                  "quit\n"
                                  "launch nothing\n");
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.contains("\nvector_add: functions\nreduction: default:granularity=cta\n"),
             qPrintable(done.out));
    QVERIFY(done.out.contains("vector_add: original code\n"));
    QVERIFY(done.out.contains("check C: max error"));
    QCOMPARE(done.out.count("launched in "), 3);
    const auto both = readTraceFile(first.toStdString());
    QVERIFY(both);
    QCOMPARE(both->launches().size(), size_t{2});
    const auto one = readTraceFile(second.toStdString());
    QVERIFY(one);
    QCOMPARE(one->launches().size(), size_t{1});
    QVERIFY(one->sliceCount() > 0);
    // The same launch as before except for its position in time.
    QCOMPARE(one->launches()[0].recordsWritten, both->launches()[1].recordsWritten);
  }

  void aCommandThatFailsLeavesTheSessionAndTheExitCodeTellsIt() {
    const Finished done = execute("instrument vector_add loop\n"
                                  "instrument vector_sub default\n"
                                  "instrument vector_add\n"
                                  "lunch\n"
                                  "launch -o\n"
                                  "launch vector_add -o " +
                                  file("none.pftrace").toUtf8() +
                                  "\n"
                                  "launch vector_add\n");
    QCOMPARE(done.exitCode, 1);
    for (const char *part :
         {"did you mean 'loops'", "no kernel of the session is named \"vector_sub\"",
          "\"instrument\" has the form \"instrument KERNEL MODE\"", "did you mean 'launch'",
          "-o needs the name of a file", "no kernel of this launch is instrumented"})
      QVERIFY2(done.err.contains(part), qPrintable(done.err));
    QVERIFY(!QFile::exists(file("none.pftrace")));
    QCOMPARE(done.out.count("vector_add took "), 2);
  }

  void whatAFailedLaunchRecordedIsBesideTheFile() {
    const QString output = file("fault.pftrace");
    const Finished done =
        execute("instrument * functions\nlaunch -o " + output.toUtf8() + "\n",
                {QString(PSTUDIO_SOURCE_DIR) + "/tests/collector/kernels/wrong_result.json"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("wrong result"), qPrintable(done.err));
    QVERIFY(!QFile::exists(output));
    QVERIFY(readTraceFile(file("fault.wrong.pftrace").toStdString()));
  }

  void aSpecificationThatIsWrongOpensNoSession() {
    const Finished done = execute("list\n", {m_kernels + "no_such.json"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("no_such.json"), qPrintable(done.err));
  }

  void helpTellsTheCommands() {
    const Finished done = runToEnd(m_program, {"session", "--help"});
    QCOMPARE(done.exitCode, 0);
    for (const char *command : {"instrument KERNEL MODE", "restore [KERNEL]", "launch [KERNEL]"})
      QVERIFY2(done.out.contains(command), qPrintable(done.out));
  }
};

QTEST_GUILESS_MAIN(SessionCommandTest)
#include "session_command_test.moc"
