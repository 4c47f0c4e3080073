// SPDX-License-Identifier: Apache-2.0
// The main function of the tests that compile kernels for a GPU (README.md says why they share it).
#include "tests/collector/gpu/compiled_gpu_test.h"

using namespace pstudio;

namespace {

struct TestClass {
  const char *name;
  test::RunTestClass run;
};

constexpr TestClass kClasses[] = {{"MemoryModeGpuTest", test::runMemoryModeGpuTest},
                                  {"TritonMemoryGpuTest", test::runTritonMemoryGpuTest},
                                  {"GeneratedGpuTest", test::runGeneratedGpuTest},
                                  {"CalibrateGpuTest", test::runCalibrateGpuTest}};

} // namespace

/// Arguments: nothing, or the name of a class and what Qt Test takes. The status is the number of
/// failures.
int main(int argc, char **argv) {
  const QCoreApplication application(argc, argv);
  QStringList arguments = application.arguments();
  const QString wanted = arguments.size() > 1 ? arguments.takeAt(1) : QString();
  int failures = 0;
  bool hasRun = false;
  for (const TestClass &each : kClasses)
    if (wanted.isEmpty() || wanted == QLatin1String(each.name)) {
      failures += each.run(arguments);
      hasRun = true;
    }
  if (!hasRun)
    qCritical("no test class '%s'", qPrintable(wanted));
  return hasRun ? failures : 2;
}
