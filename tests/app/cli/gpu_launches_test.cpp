// SPDX-License-Identifier: Apache-2.0
// The real proton-collect on a real NVIDIA GPU: specifications with tensor maps, cooperative,
// programmatic and cluster launches, plain and instrumented; and those that do not fit.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

QJsonObject readSpec(const QString &name) {
  const QString path = testData(name);
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return {};
  QJsonObject spec = QJsonDocument::fromJson(file.readAll()).object();
  QJsonObject kernel = spec["kernel"].toObject();
  kernel["file"] = QFileInfo(path).absolutePath() + '/' + kernel["file"].toString();
  spec["kernel"] = kernel;
  return spec;
}

/// A copy of the transposition with another kernel and swizzle.
QJsonObject transposition(const QString &function, const QString &swizzle) {
  QJsonObject spec = readSpec("tests/collector/kernels/tensor_transpose.json");
  QJsonObject kernel = spec["kernel"].toObject();
  kernel["function"] = function;
  spec["kernel"] = kernel;
  QJsonArray arguments = spec["arguments"].toArray();
  QJsonObject argument = arguments[0].toObject();
  QJsonObject map = argument["tensor_map"].toObject();
  map["swizzle"] = swizzle;
  argument["tensor_map"] = map;
  arguments[0] = argument;
  spec["arguments"] = arguments;
  return spec;
}

std::string factOf(const Trace &trace, std::string_view key) {
  for (const Arg &arg : trace.args(trace.launches()[0].args))
    if (trace.string(arg.key) == key)
      return arg.type == ArgType::String ? std::string(trace.string(arg.stringValue))
                                         : std::to_string(arg.intValue);
  return {};
}

} // namespace

class GpuLaunchesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
  }

  void aKernelGetsItsTensorMap_data() {
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("swizzle");
    QTest::addColumn<QString>("mode");
    for (const auto &[function, swizzle] : {std::pair{"descriptor", "none"},
                                            {"descriptor_swizzled", "128B"},
                                            {"by_value", "128B"},
                                            {"by_pointer", "none"}})
      for (const char *mode : {"none", "default", "default:strategy=stream",
                               "functions,loops,barriers,memory,async,matrix"})
        QTest::addRow("%s %s", function, mode) << function << swizzle << mode;
  }
  void aKernelGetsItsTensorMap() {
    QFETCH(QString, function);
    QFETCH(QString, swizzle);
    QFETCH(QString, mode);
    QJsonObject spec = transposition(function, swizzle);
    spec["repeat"] = 3;
    const Finished done = run(spec, {"--mode", mode});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read();
    QCOMPARE(trace.launches().size(), size_t{3});
    QVERIFY(mode == "none" || trace.sliceCount() > 0);
  }

  void launchesOfEveryKindSayWhatTheyAre() {
    QJsonObject spec = transposition("by_value", "128B");
    spec["launch"] = QJsonObject{{"cooperative", true}};
    Finished done = run(spec);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(factOf(read(), "launch.cooperative"), std::string("1"));
    spec["launch"] = QJsonObject{{"programmatic", true}};
    spec["cluster"] = QJsonArray{2};
    done = run(spec);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read();
    QCOMPARE(factOf(trace, "launch.programmatic"), std::string("1"));
    QCOMPARE(factOf(trace, "launch.cluster"), std::string("2 x 1 x 1"));
    QCOMPARE(factOf(trace, "launch.cooperative"), std::string());
  }

  void whatDoesNotFitIsRejectedBeforeTheLaunch_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("said");
    QTest::newRow("map beyond its buffer")
        << R"({"buffers": [{"name": "A", "dtype": "f16", "shape": [255, 32]}]})"
        << "the box does not fit";
    QTest::newRow("cluster") << R"({"grid": [32, 1], "cluster": [32]})"
                             << "32 is outside 1 to 16";
    QTest::newRow("cooperative grid") << R"({"grid": [65536], "launch": {"cooperative": true}})"
                                      << "a cooperative launch of 65536 CTAs is too large";
    QTest::newRow("other swizzle than the kernel's") << R"({"swizzle": "none"})"
                                                     << "has swizzle none, the kernel";
  }
  void whatDoesNotFitIsRejectedBeforeTheLaunch() {
    QFETCH(QString, change);
    QFETCH(QString, said);
    QJsonObject spec = transposition("descriptor_swizzled", "128B");
    const QJsonObject fields = QJsonDocument::fromJson(change.toUtf8()).object();
    if (fields.contains("swizzle"))
      spec = transposition("descriptor_swizzled", fields["swizzle"].toString());
    else
      for (const QString &key : fields.keys())
        spec[key] = fields[key];
    const Finished done = run(spec);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains(said), qPrintable(done.err));
    QVERIFY(QDir(m_folder->path()).entryList({"*.pftrace"}).isEmpty());
  }

private:
  Finished run(const QJsonObject &spec, const QStringList &more = {}) const {
    const QString path = m_folder->filePath("spec.json");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(spec).toJson()) < 0)
      qFatal("the specification cannot be written");
    file.close();
    return runToEnd(collectProgram(), QStringList{"run", path, "-o", output(), "--target", "cuda",
                                                  "--progress=none", "--no-activity"} +
                                          more);
  }
  QString output() const { return m_folder->filePath("out.pftrace"); }
  Trace read() const {
    auto trace = readTraceFile(output().toStdString());
    if (!trace)
      qFatal("%s", trace.error().toString().c_str());
    return std::move(*trace);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(GpuLaunchesTest)
#include "gpu_launches_test.moc"
