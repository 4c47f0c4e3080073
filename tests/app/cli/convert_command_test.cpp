// SPDX-License-Identifier: Apache-2.0
// proton-collect convert: a capture becomes a trace file with the same content, or an error says
// why not.
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_text.h"
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
