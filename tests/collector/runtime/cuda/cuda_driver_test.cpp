// SPDX-License-Identifier: Apache-2.0
// Opening the CUDA driver: what is said when it is missing, incomplete, old, or has no device.
#include <QtTest>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/cuda/driver_error.h"
#include "core/base/number_text.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

class CudaDriverTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aMissingLibraryIsUnsupportedAndNamed() {
    const auto driver = Driver::open("libcuda-that-nobody-has.so.1");
    QVERIFY(!driver);
    QCOMPARE(driver.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(driver), "cannot load the CUDA driver: libcuda-that-nobody-has.so.1");
    VERIFY_CONTAINS(messageOf(driver), "no CUDA toolkit is needed");
  }

  void aLibraryWithoutANeededFunctionIsRefusedNamingIt() {
    freshFakeCuda(FakeLibrary::Incomplete);
    const auto driver = Driver::open(pathOf(FakeLibrary::Incomplete));
    QVERIFY(!driver);
    QCOMPARE(driver.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(driver), "lacks cuMemAlloc_v2");
    VERIFY_CONTAINS(messageOf(driver), "CUDA 3.2 or newer");
  }

  void anOldDriverOpensWithoutTheNewerFunctions() {
    freshFakeCuda(FakeLibrary::Old).version = 11020;
    const auto driver = Driver::open(pathOf(FakeLibrary::Old));
    VERIFY_RESULT(driver);
    QCOMPARE((*driver)->version(), 11020u);
    QVERIFY(!(*driver)->api().cuLaunchKernelEx.pointer);
    QVERIFY((*driver)->api().cuLaunchKernel.pointer);
  }

  void whatInitialisationAnsweredIsSaid() {
    freshFakeCuda().failNext["cuInit"] = 100;
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    QVERIFY(!driver);
    QCOMPARE(driver.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(driver),
                    "starting the CUDA driver: cuInit failed with CUDA_ERROR_NO_DEVICE (100): no "
                    "CUDA-capable device is detected");
    VERIFY_CONTAINS(messageOf(driver), "CUDA_VISIBLE_DEVICES");
  }

  void anErrorThatTheDriverHasNoNameForKeepsItsNumber() {
    freshFakeCuda().failNext["cuInit"] = 803;
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_CONTAINS(messageOf(driver), "cuInit failed with error (803)");
    VERIFY_CONTAINS(messageOf(driver), "reboot");
  }

  void noDeviceIsUnsupported() {
    freshFakeCuda().devices.clear();
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    const auto devices = (*driver)->devices();
    QVERIFY(!devices);
    QCOMPARE(devices.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(devices), "the CUDA driver shows no GPU");
  }

  void devicesAreDescribedInTheDriversOrder() {
    freshFakeCuda().devices = {fakeA100(), fakeH200()};
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    const auto devices = (*driver)->devices();
    VERIFY_RESULT(devices);
    QCOMPARE(devices->size(), size_t(2));
    const DeviceInfo &a100 = (*devices)[0];
    QCOMPARE(a100.major, 8u);
    QVERIFY(!a100.canLaunchClusters);
    const DeviceInfo &h200 = (*devices)[1];
    QCOMPARE(h200.index, 1u);
    QCOMPARE(h200.name, std::string("NVIDIA H200"));
    QCOMPARE(h200.major, 9u);
    QCOMPARE(h200.smCount, 132u);
    QCOMPARE(h200.lanesPerWarp, 32u);
    QCOMPARE(h200.maxThreadsPerCta, 1024u);
    QCOMPARE(h200.maxSharedBytesPerCta, uint64_t(227 * 1024));
    QCOMPARE(h200.sharedBytesPerSm, uint64_t(228 * 1024));
    QCOMPARE(h200.reservedSharedBytesPerCta, uint64_t(1024));
    QCOMPARE(h200.registersPerSm, 65536u);
    QCOMPARE(h200.maxThreadsPerSm, 2048u);
    QCOMPARE(h200.memoryBytes, uint64_t(139) << 30);
    QCOMPARE(h200.l2Bytes, uint64_t(60) << 20);
    QCOMPARE(h200.maxGrid[0], 2147483647u);
    QCOMPARE(h200.maxGrid[2], 65535u);
    QCOMPARE(h200.maxCtaExtent[2], 64u);
    QVERIFY(h200.canLaunchClusters);
  }

  void aDriverThatDoesNotKnowClustersShowsADeviceWithoutThem() {
    FakeCuda &fake = freshFakeCuda(FakeLibrary::Old);
    fake.devices[0].attributes.erase(120);
    fake.devices[0].attributes.erase(111);
    const auto driver = Driver::open(pathOf(FakeLibrary::Old));
    VERIFY_RESULT(driver);
    const auto devices = (*driver)->devices();
    VERIFY_RESULT(devices);
    QVERIFY(!devices->front().canLaunchClusters);
    QCOMPARE(devices->front().reservedSharedBytesPerCta, uint64_t(0));
  }

  void aDeviceThatDoesNotAnswerIsAnErrorNamingCallAndDevice() {
    FakeCuda &fake = freshFakeCuda();
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    fake.failNext["cuDeviceTotalMem_v2"] = 101;
    VERIFY_CONTAINS(messageOf((*driver)->devices()),
                    "asking about device 0: cuDeviceTotalMem_v2 failed with "
                    "CUDA_ERROR_INVALID_DEVICE (101)");
  }

  void aDeviceThatDoesNotExistIsRefusedWithTheNumberThatDo() {
    freshFakeCuda();
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    const auto context = Context::open(*driver, 5);
    QVERIFY(!context);
    QCOMPARE(context.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(context), "there is no GPU 5: the driver shows 1");
  }

  void aDeviceInUseIsSaidWithWhatToDo() {
    FakeCuda &fake = freshFakeCuda();
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    fake.failNext["cuCtxCreate_v2"] = 46;
    const auto context = Context::open(*driver, 0);
    VERIFY_CONTAINS(messageOf(context), "opening GPU 0 (NVIDIA H200): cuCtxCreate_v2 failed with");
    VERIFY_CONTAINS(messageOf(context), "another process has the GPU for itself");
    QCOMPARE(liveObjectsOf(fake), std::string());
  }

  void contextsOfOneDeviceLiveSideBySideAndAreDestroyed() {
    FakeCuda &fake = freshFakeCuda();
    const auto driver = Driver::open(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(driver);
    {
      const auto first = Context::open(*driver, 0);
      const auto second = Context::open(*driver, 0);
      VERIFY_RESULT(first);
      VERIFY_RESULT(second);
      QCOMPARE(fake.live["context"], 2);
      const auto a = DeviceBuffer::allocate(*first, 64, "A");
      const auto b = DeviceBuffer::allocate(*second, 64, "B");
      VERIFY_RESULT(a);
      VERIFY_RESULT(b);
      QVERIFY(a->address() != b->address());
    }
    QCOMPARE(liveObjectsOf(fake), std::string());
    QCOMPARE(offencesOf(fake), std::string());
  }

  void gpuTestsKnowWhetherThereIsAGpu() {
    freshFakeCuda();
    QCOMPARE(missingCudaDevice(pathOf(FakeLibrary::Whole)), QString());
    freshFakeCuda().devices.clear();
    VERIFY_CONTAINS(missingCudaDevice(pathOf(FakeLibrary::Whole)), "the CUDA driver shows no GPU");
    VERIFY_CONTAINS(missingCudaDevice("libcuda-that-nobody-has.so.1"), "cannot load");
  }

  void gpuTestsAreRequiredByVendor() {
    const QByteArray before = qgetenv("PSTUDIO_REQUIRE_GPU");
    const auto isRequired = [](const char *value) {
      qputenv("PSTUDIO_REQUIRE_GPU", value);
      return isGpuRequired(QLatin1String("cuda"));
    };
    QVERIFY(isRequired("cuda"));
    QVERIFY(isRequired("hip,cuda"));
    QVERIFY(!isRequired("hip"));
    QVERIFY(!isRequired(""));
    qputenv("PSTUDIO_REQUIRE_GPU", before);
  }

  void versionsAreReadable() {
    QCOMPARE(versionText(13000), std::string("13.0"));
    QCOMPARE(versionText(12080), std::string("12.8"));
  }
};

QTEST_GUILESS_MAIN(CudaDriverTest)
#include "cuda_driver_test.moc"
