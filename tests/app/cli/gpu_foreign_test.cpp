// SPDX-License-Identifier: Apache-2.0
// LLVM IR of other compilers on a real NVIDIA GPU: tensor maps by value, null pointers, scopes of
// the auto modes at the lines of the source that the file names.
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

std::string sourceOf(const Trace &trace, const Slice &slice) {
  for (const Arg &arg : trace.args(slice.args))
    if (trace.string(arg.key) == "source")
      return std::string(trace.string(arg.stringValue));
  return {};
}

/// Slices by what they are and where; those of the mode `async` also by their category: it names
/// its steps as `matrix` names what it finds, by instruction and line.
std::map<std::string, uint64_t> countPlaces(const Trace &trace) {
  std::map<std::string, uint64_t> counts;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const std::string category(trace.string(slice.category));
    ++counts[(category.starts_with("async") ? category + " " : "") +
             std::string(trace.string(slice.name)) + " at " + sourceOf(trace, slice)];
  }
  return counts;
}

bool isHopper() {
  const auto driver = cuda::Driver::open("libcuda.so.1");
  const auto devices = driver ? (*driver)->devices() : Result<std::vector<cuda::DeviceInfo>>();
  return devices && !devices->empty() && devices->front().major == 9;
}

} // namespace

class GpuForeignTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void aKernelOfTritonsFormIsRightAndItsSlicesAreAtItsLines_data() {
    QTest::addColumn<QString>("buffer");
    for (const char *buffer : {"global", "shared"})
      QTest::newRow(buffer) << buffer;
  }
  void aKernelOfTritonsFormIsRightAndItsSlicesAreAtItsLines() {
    QFETCH(const QString, buffer);
    if (!isHopper())
      QSKIP("the kernel's instructions are of sm_90a alone");
    const QString output = m_folder.filePath(buffer + ".pftrace");
    const Finished done =
        runToEnd(collectProgram(), {"run", testData("tests/collector/kernels/tile_product.json"),
                                    "-o", output, "--no-activity", "--mode",
                                    "loops,barriers,accesses,async,matrix:buffer_type=" + buffer});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const auto trace = readTraceFile(output.toStdString());
    QVERIFY(trace);
    const Launch &launch = trace->launches().front();
    QCOMPARE(launch.recordsDropped, uint64_t{0});
    QCOMPARE(launch.recordsUnmatched, uint64_t{0});
    const auto found = countPlaces(*trace);
    // 16 warps, 8 steps of the loop.
    const std::map<std::string, uint64_t> expected{
        {"barrier tile_product.py:13 at /kernels/tile_product.py:13:30", 128},
        {"barrier tile_product.py:14 at /kernels/tile_product.py:14:64", 128},
        {"mbarrier wait tile_product.py:16 at /kernels/tile_product.py:16:28", 128},
        // A group of four products a step: issuing it is a scope of `matrix` and a step of `async`,
        // and each warp has the group under way until it leaves its wait.
        {"wgmma tile_product.py:17 at /kernels/tile_product.py:17:36", 128},
        {"async.issue wgmma tile_product.py:17 at /kernels/tile_product.py:17:36", 128},
        {"async.flight wgmma tile_product.py:17 at /kernels/tile_product.py:17:36", 128},
        {"wait wgmma tile_product.py:18 at /kernels/tile_product.py:18:50", 128},
        {"async.wait wait wgmma tile_product.py:18 at /kernels/tile_product.py:18:50", 128},
        {"store global tile_product.py:21 at /kernels/tile_product.py:21:22", 16}};
    for (const auto &[place, count] : expected)
      QVERIFY2(found.contains(place) && found.at(place) == count,
               qPrintable(QString("%1: %2 slices")
                              .arg(place.c_str())
                              .arg(found.contains(place) ? found.at(place) : 0)));
  }
};

QTEST_GUILESS_MAIN(GpuForeignTest)
#include "gpu_foreign_test.moc"
