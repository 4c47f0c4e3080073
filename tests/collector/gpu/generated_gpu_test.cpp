// SPDX-License-Identifier: Apache-2.0
// Generated kernels on an NVIDIA GPU: values and accesses of the interpreter, with and without
// instrumentation, in processes side by side because compiling takes most of the time.
#include "tests/collector/gpu/compiled_gpu_test.h"

#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <memory>
#include <thread>

#include "tests/collector/generated/generated_modes.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr const char *kShareVariable = "PSTUDIO_GENERATED_SHARE"; ///< "3/16": seeds 3, 19, 35, ...

const std::vector<std::string> &gpuModes() {
  static const std::vector<std::string> kModes{
      test::kAllAccesses, "functions,loops,barriers,accesses", "default:granularity=warp_2",
      "functions,loops,barriers,accesses,memory,async,matrix"};
  return kModes;
}

int kernelCount() {
  const int wanted = qEnvironmentVariableIntValue("PSTUDIO_GENERATED_KERNELS");
  return wanted > 0 ? wanted : 500;
}

QStringList failuresOf(int first, int step, const std::string &folder) {
  QStringList failures;
  for (int seed = first; seed <= kernelCount(); seed += step) {
    const auto made = test::makeCaseOf(static_cast<uint64_t>(seed), true, folder, "k");
    const std::string failure =
        made ? test::checkCase(*made, gpuModes(), "cuda", test::AccessOrder::Lanes)
             : made.error().toString();
    if (!failure.empty())
      failures.append(QString("seed %1: %2").arg(seed).arg(QString::fromStdString(failure)));
  }
  return failures;
}

} // namespace

class GeneratedGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  /// Starts this program once for each share, or does one share of the seeds.
  void generatedKernelsGiveTheValuesAndAccessesOfTheInterpreter() {
    const QTemporaryDir folder;
    const QString share = qEnvironmentVariable(kShareVariable);
    if (!share.isEmpty()) {
      const QStringList failures =
          failuresOf(share.section('/', 0, 0).toInt(), share.section('/', 1, 1).toInt(),
                     folder.path().toStdString());
      QVERIFY2(failures.empty(), qPrintable(failures.join('\n')));
      return;
    }
    const int processes = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
    std::vector<std::unique_ptr<QProcess>> running;
    for (int i = 1; i <= processes; ++i) {
      auto &process = running.emplace_back(std::make_unique<QProcess>());
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      environment.insert(kShareVariable, QString("%1/%2").arg(i).arg(processes));
      process->setProcessEnvironment(environment);
      process->setProcessChannelMode(QProcess::MergedChannels);
      process->start(
          QCoreApplication::applicationFilePath(),
          {"GeneratedGpuTest", "generatedKernelsGiveTheValuesAndAccessesOfTheInterpreter"});
    }
    for (const auto &process : running) {
      QVERIFY(process->waitForFinished(-1));
      const QByteArray output = process->readAll();
      QVERIFY2(process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0,
               output.constData());
    }
    qInfo("%d kernels, %d processes, modes none and %zu others", kernelCount(), processes,
          gpuModes().size());
  }
};

int test::runGeneratedGpuTest(const QStringList &arguments) {
  GeneratedGpuTest tests;
  return QTest::qExec(&tests, arguments);
}

#include "generated_gpu_test.moc"
