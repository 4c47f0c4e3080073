// SPDX-License-Identifier: Apache-2.0
// Reports of proton-collect attach as other programs read them.
#include <QtTest>

#include "core/attach/attach_report.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

const std::string kProgram =
    "{\"type\":\"program\",\"command\":[\"python\",\"a b.py\"],\"exit_code\":3}";

Result<AttachReport> parse(const std::string &lines) {
  return parseAttachReport(kProgram + "\n" + lines + "\n", "report.json");
}

void write(const QString &file, const std::string &text) {
  QFile opened(file);
  QVERIFY(opened.open(QIODevice::WriteOnly));
  opened.write(text.data(), static_cast<qint64>(text.size()));
}

} // namespace

class AttachReportTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyTypeOfLineIsRead() {
    const auto report =
        parse("{\"type\":\"kernel\",\"process\":7,\"kernel\":\"_Z1fv\",\"demangled\":\"f()\","
              "\"versions\":1,\"launches\":9,\"autotuning\":2,\"captured\":1,\"recorded\":0,"
              "\"replays\":5,"
              "\"chosen\":true,\"instrumentable\":false,\"code\":\"code.none\",\"reason\":\"no: "
              "nothing; try\",\"gpu_time_ns\":12}\n"
              "{\"type\":\"recorded\",\"file\":\"a.7.pftrace\",\"kernel\":\"k\",\"launch\":3,"
              "\"mode\":\"loops\",\"ctas\":8,\"recorded_ctas\":4,\"covered_part\":0.25}\n"
              "{\"type\":\"rejected\",\"code\":\"captured\",\"process\":7,\"kernel\":\"k\","
              "\"launch\":2,\"reason\":\"why\",\"action\":\"what\"}\n"
              "{\"type\":\"note\",\"text\":\"a note\"}\n");
    QVERIFY2(report, report ? "" : report.error().toString().c_str());
    QCOMPARE(report->exitCode, 3);
    QCOMPARE(report->command.size(), size_t{2});
    QCOMPARE(report->kernels.size(), size_t{1});
    QCOMPARE(report->kernels[0].demangled, std::string("f()"));
    QCOMPARE(report->kernels[0].launches, uint64_t{9});
    QVERIFY(report->kernels[0].replays == 5);
    QVERIFY(report->kernels[0].instrumentable == false);
    QVERIFY(report->kernels[0].gpuTimeNs == 12);
    QCOMPARE(report->recorded[0].recordedCtas, uint64_t{4});
    QVERIFY(report->recorded[0].coveredPart == 0.25);
    QVERIFY(report->rejected[0].launch == 2);
    QCOMPARE(report->notes[0], std::string("a note"));
    QCOMPARE(report->unknownLines, size_t{0});
  }

  void whatWasNotMeasuredIsUnknown() {
    const auto report = parse(
        "{\"type\":\"kernel\",\"process\":7,\"kernel\":\"k\",\"demangled\":\"k\",\"versions\":1,"
        "\"launches\":9,\"autotuning\":0,\"captured\":0,\"recorded\":0,\"chosen\":false}");
    QVERIFY(report);
    QVERIFY(!report->kernels[0].gpuTimeNs);
    QVERIFY(!report->kernels[0].instrumentable);
  }

  void linesOfLaterVersionsAreCounted() {
    const auto report = parse("{\"type\":\"copy\",\"bytes\":4}");
    QVERIFY(report);
    QCOMPARE(report->unknownLines, size_t{1});
  }

  void damagedLinesAreNamed_data() {
    QTest::addColumn<QString>("line");
    QTest::newRow("no JSON") << "{\"type\":";
    QTest::newRow("no object") << "[1]";
    QTest::newRow("no type") << "{}";
    QTest::newRow("wrong number") << "{\"type\":\"recorded\",\"file\":\"f\",\"kernel\":\"k\","
                                     "\"launch\":-1,\"mode\":\"m\",\"ctas\":1,\"recorded_ctas\":1}";
  }
  void damagedLinesAreNamed() {
    QFETCH(QString, line);
    const auto report = parse(line.toStdString());
    QVERIFY(!report);
    QVERIFY2(report.error().where.starts_with("report.json:2"), report.error().where.c_str());
  }

  void otherFilesAreNoReports() {
    QVERIFY(!parseAttachReport("", "x"));
    QVERIFY(!parseAttachReport("{\"type\":\"note\",\"text\":\"x\"}", "x"));
  }

  void aFolderGivesItsReportAndItsTraces() {
    const QTemporaryDir folder;
    const auto path = [&folder](const char *name) { return folder.filePath(name).toStdString(); };
    QVERIFY(!isAttachFolder(path("")));
    QVERIFY(!readAttachFolder(path("")));
    write(folder.filePath("report.json"), kProgram);
    write(folder.filePath("b.2.pftrace"), "");
    write(folder.filePath("a.1.pftrace"), "");
    write(folder.filePath("a.1.txt"), "");
    for (const char *name : {"", "report.json"}) {
      QVERIFY(isAttachFolder(path(name)));
      const auto read = readAttachFolder(path(name));
      QVERIFY(read);
      QCOMPARE(read->traces.size(), size_t{2});
      QCOMPARE(read->traces[0].filename().string(), std::string("a.1.pftrace"));
    }
    QVERIFY(!isAttachFolder(path("a.1.txt")));
    QCOMPARE(readAttachFolder(path(""))->shown().size(), size_t{2});
  }

  void aMergedTraceIsShownInThePlaceOfThoseOfTheProcesses() {
    const QTemporaryDir folder;
    write(folder.filePath("report.json"), kProgram);
    for (const char *name : {"b.2.pftrace", "a.1.pftrace", "merged.pftrace"})
      write(folder.filePath(name), "");
    const auto read = readAttachFolder(folder.path().toStdString());
    QVERIFY(read);
    QCOMPARE(read->traces.size(), size_t{2});
    QCOMPARE(read->merged.filename().string(), std::string("merged.pftrace"));
    QCOMPARE(read->shown(), std::vector{read->merged});
  }
};

QTEST_GUILESS_MAIN(AttachReportTest)
#include "attach_report_test.moc"
