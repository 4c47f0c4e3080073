// SPDX-License-Identifier: Apache-2.0
// proton-collect convert: a capture becomes a trace file with the same content, or an error says
// why not.
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

class ConvertCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_PROTON_COLLECT;
  const QString m_capture =
      QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/captures/softmax_cpu.pscapture");
  QTemporaryDir m_folder;

private Q_SLOTS:
  void aCaptureBecomesATraceFile() {
    const QString output = m_folder.filePath("softmax.pftrace");
    const Finished done = runToEnd(m_program, {"convert", m_capture, "-o", output});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.contains("softmax.pftrace: 512 slices"), qPrintable(done.out));
    const Result<Trace> decoded = readTraceFile(m_capture.toStdString());
    const Result<Trace> converted = readTraceFile(output.toStdString());
    VERIFY_RESULT(decoded);
    VERIFY_RESULT(converted);
    QCOMPARE(QString::fromStdString(traceToText(*converted)),
             QString::fromStdString(traceToText(*decoded)));
  }

  void filesOfOtherProfilersBecomeTraceFilesWithTheSameContent() {
    const QString corpus = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/fuzz/corpus/profiler_file/");
    const QString output = m_folder.filePath("other.pftrace");
    for (const char *const name : {"nsight.sqlite", "rocpd.db", "rocprof.json", "rocprof.csv"}) {
      const QString input = corpus + QLatin1String(name);
      const Finished done = runToEnd(m_program, {"convert", input, "-o", output});
      QVERIFY2(done.exitCode == 0, qPrintable(done.err));
      const Result<Trace> read = readTraceFile(input.toStdString());
      const Result<Trace> converted = readTraceFile(output.toStdString());
      VERIFY_RESULT(read);
      VERIFY_RESULT(converted);
      QCOMPARE(QString::fromStdString(traceToText(*converted)),
               QString::fromStdString(traceToText(*read)));
    }
  }

  void sourceFilesAreKeptOrLeftOut() {
    const QString input = m_folder.filePath("with.pftrace"),
                  output = m_folder.filePath("o.pftrace");
    TraceBuilder build;
    build.addSource("/k/softmax.mlir", std::make_shared<const std::string>("secret text"));
    VERIFY_RESULT(writePftrace(std::move(build).finish(), input.toStdString()));
    const auto sourcesOf = [&](const QStringList &more) {
      const Finished done = runToEnd(m_program, QStringList{"convert", input, "-o", output} + more);
      const Result<Trace> converted = readTraceFile(output.toStdString());
      return done.exitCode == 0 && converted ? converted->sources().size() : size_t{99};
    };
    QCOMPARE(sourcesOf({}), size_t{1});
    QCOMPARE(sourcesOf({"--without-sources"}), size_t{0});
  }

  void tablesOfOneOrSeveralFilesBecomeAFileOfSqlite() {
    const QString output = m_folder.filePath("tables.sqlite");
    const Finished one = runToEnd(m_program, {"convert", m_capture, "-o", output});
    QVERIFY2(one.exitCode == 0, qPrintable(one.err));
    QVERIFY2(one.out.contains("tables.sqlite: tables of 1 file"), qPrintable(one.out));
    QFile file(output);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.read(15), QByteArray("SQLite format 3"));
    const Finished part =
        runToEnd(m_program, {"convert", m_capture, "/none/a.pftrace", "-o", output});
    QCOMPARE(part.exitCode, 4);
    QVERIFY2(part.err.contains("1 of 2 files"), qPrintable(part.err));
    const Finished failed = runToEnd(m_program, {"convert", m_capture, m_program, "-o",
                                                 m_folder.filePath("two.pftrace")});
    QCOMPARE(failed.exitCode, 1);
    QVERIFY(!QFile::exists(m_folder.filePath("two.pftrace")));
  }

  void infoShowsACapture() {
    const Finished done = runToEnd(m_program, {"info", m_capture});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.contains("records 1024 written, 0 dropped"), qPrintable(done.out));
  }

  void whatIsNoTraceIsRejectedAndNothingIsWritten() {
    const QString output = m_folder.filePath("none.pftrace");
    const Finished done = runToEnd(m_program, {"convert", m_program, "-o", output});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("no known trace format"), qPrintable(done.err));
    QVERIFY(!QFile::exists(output));
  }

  void whatIsNoTraceOfRocprofv3IsRejectedAndNothingIsWritten() {
    const QString output = m_folder.filePath("both.pftrace");
    const Finished done =
        runToEnd(m_program, {"convert", m_capture, "--rocprof", m_capture, "-o", output});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("no records of a launch with measured times"), qPrintable(done.err));
    QVERIFY(!QFile::exists(output));
  }

  void anUnwritablePlaceIsNamed() {
    const Finished done =
        runToEnd(m_program, {"convert", m_capture, "-o", "/no/such/folder/a.pftrace"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("/no/such/folder"), qPrintable(done.err));
  }
};

QTEST_GUILESS_MAIN(ConvertCommandTest)
#include "convert_command_test.moc"
