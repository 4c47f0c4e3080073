// SPDX-License-Identifier: Apache-2.0
// attach on ROCm: a kernel of Triton for gfx942 is recorded in a program whose GPU is the
// interpreter of AMD's instructions.
#include <QScopeGuard>
#include <QtTest>

#include <set>

#include "collector/code_object.h"
#include "collector/codegen/amd/link_code_object.h"
#include "core/base/file_bytes.h"
#include "core/capture/instrument_table.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/process/run_program.h"
#include "tests/collector/attach/host/attach_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using pstudio::test::AttachRun;

namespace {

constexpr const char *kKernel = "block_sum";

QString kernelFile() {
  return test::testData("tests/collector/attach/hip/block_sum.llir");
}

/// A run of the program with the kernel in a cache.
class HipRun : public AttachRun {
public:
  explicit HipRun(const QByteArray &codeObject) {
    qputenv("LD_LIBRARY_PATH", PSTUDIO_HIP_FOLDER);
    qputenv("TRITON_CACHE_DIR", QFile::encodeName(path("chain")));
    QDir().mkpath(path("chain/A"));
    write(codeFile(), codeObject);
    QFile::copy(kernelFile(), path("chain/A/block_sum.llir"));
    write(path("chain/A/block_sum.json"), R"({"num_warps": 4, "warp_size": 64})");
    places.preload = PSTUDIO_SHIM;
    rule(kKernel, "functions,loops,barriers", "2");
  }
  ~HipRun() {
    qunsetenv("LD_LIBRARY_PATH");
    qunsetenv("TRITON_CACHE_DIR");
  }

  std::vector<std::string> words(const QString &form, const QString &output) const {
    return {PSTUDIO_HIP_FOLDER "/hip_victim", codeFile().toStdString(), form.toStdString(), "3",
            path(output).toStdString()};
  }
  Result<attach::AttachOutcome> runVictim(const QString &form) {
    request.command = words(form, "recorded");
    return attach::attach(request, places);
  }
  /// The sums without attach.
  QByteArray plainSums(const QString &form) const {
    ChildStart start;
    start.words = words(form, "plain");
    const auto ended = runProgram(std::move(start), std::chrono::seconds(120));
    return ended && ended->exitCode == 0 ? read("plain") : QByteArray();
  }
  QByteArray read(const QString &name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

private:
  QString codeFile() const { return path("chain/A/block_sum.hsaco"); }
};

} // namespace

class AttachHipTest : public QObject {
  Q_OBJECT

  QByteArray m_codeObject;

private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
    InstrumentRequest request;
    request.input = kernelFile().toStdString();
    request.mode = InstrumentationMode::parse("none").value();
    request.architecture = "gfx942";
    request.block = {256, 1, 1};
    const auto code = instrumentedCodeObject(request);
    VERIFY_RESULT(code);
    m_codeObject = QByteArray::fromStdString(code->text);
  }

  void chosenLaunchOfTritonRecordsItsWavesWithEqualResults_data() {
    QTest::addColumn<QString>("form");
    for (const char *form : {"parameters", "extra", "threads", "address"})
      QTest::newRow(form) << form;
  }
  void chosenLaunchOfTritonRecordsItsWavesWithEqualResults() {
    QFETCH(const QString, form);
    HipRun run(m_codeObject);
    const QByteArray plain = run.plainSums(form);
    QCOMPARE(plain.size(), 3 * 4 * 4);
    const auto outcome = run.runVictim(form);
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->exitCode, 0);
    QCOMPARE(run.read("recorded"), plain);
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["kernel"].toString(), QString(kKernel));
    QCOMPARE(recorded[0]["launch"].toInt(), 2);
    QVERIFY(recorded[0]["back_end"].toString().startsWith("LLVM "));
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 1);
    QCOMPARE(kernels[0]["launches"].toInt(), 3);
    const auto bytes = FileBytes::read(run.out(run.traces().value(0)).toStdString());
    VERIFY_RESULT(bytes);
    const auto trace = readPftrace(bytes->bytes(), "trace");
    VERIFY_RESULT(trace);
    QCOMPARE(trace->launches().size(), size_t{1});
    QCOMPARE(trace->launches()[0].recordsUnmatched, uint64_t{0});
    // 4 CTAs of 4 waves of 64 lanes.
    size_t waves = 0;
    std::set<std::string> names;
    for (const Track &track : trace->tracks())
      waves += track.kind == TrackKind::Warp && track.rowCount > 0;
    for (uint32_t i = 0; i < trace->sliceCount(); ++i)
      names.emplace(trace->string(trace->slice(SliceId(i)).name));
    QCOMPARE(waves, size_t{16});
    for (const char *name : {"function block_sum", "loop sums.py:12", "barrier sums.py:14"})
      QVERIFY2(names.contains(name), name);
    QCOMPARE(run.reported("rejected").size(), 0);
  }

  void launchOfAGraphIsNotRecorded() {
    HipRun run(m_codeObject);
    run.rule(kKernel, "functions", "1-3");
    VERIFY_RESULT(run.runVictim("capture"));
    QCOMPARE(run.reported("recorded").size(), 0);
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 1);
    QCOMPARE(kernels[0]["captured"].toInt(), 3);
  }

  void hostFunctionThatWasNotRegisteredIsLaunchedAndCountedAsUnknown() {
    HipRun run(m_codeObject);
    const auto outcome = run.runVictim("unregistered");
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->exitCode, 0);
    QVERIFY2(run.text().contains("3 launches of kernels whose code was not seen"),
             qPrintable(run.text()));
  }

  void tableOfACodeObjectNamesItsChipAndTheLanesOfItsWaves() {
    InstrumentRequest request;
    request.input = kernelFile().toStdString();
    request.mode = InstrumentationMode::parse("functions").value();
    request.architecture = "gfx942";
    request.block = {256, 1, 1};
    const auto code = instrumentedCodeObject(request);
    VERIFY_RESULT(code);
    const QByteArray json = QByteArray::fromStdString(record::toJson(code->table));
    const QJsonObject table = QJsonDocument::fromJson(json).object();
    QCOMPARE(table["architecture"].toString(), QString("gfx942"));
    QCOMPARE(table["lanes_per_warp"].toInt(), 64);
  }

  void kernelOfAFatBinaryIsListedWithTheReason() {
    HipRun run(m_codeObject);
    run.request.isListing = true;
    run.request.rules = {};
    const auto outcome = run.runVictim("registered");
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->exitCode, 0);
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 1);
    QCOMPARE(kernels[0]["kernel"].toString(), QString("saxpy"));
    QCOMPARE(kernels[0]["launches"].toInt(), 3);
    QVERIFY(!kernels[0]["instrumentable"].toBool());
    const QString reason = kernels[0]["reason"].toString();
    QVERIFY2(reason.contains("code object of HIP C++"), qPrintable(reason));
  }
};

QTEST_GUILESS_MAIN(AttachHipTest)
#include "attach_hip_test.moc"
