// SPDX-License-Identifier: Apache-2.0
// Fixture of session tests on a HIP runtime without a GPU.
#pragma once

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/collector.h"
#include "tests/collector/fake_hip/scripted_compiler.h"
#include "tests/collector/session/run_log.h"

namespace pstudio::test {

/// The kernel "twice" as a file and a fake device that runs it. Call writeKernel() in
/// initTestCase() and reset() in init().
class TwiceFixture : public QObject {
protected:
  void writeKernel() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("twice.mlir").toStdString()) << kTwiceForAmd;
  }
  /// Resets the device.
  void reset() {
    m_fake = &freshFakeHip();
    m_gpu = SimulatedAmdGpu();
    m_log = RunLog();
    m_compiles = 0;
    m_fake->kernels = {"twice"};
    m_fake->body = [this](const FakeHipLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
    };
  }
  RunSpec spec() const { return twiceForAmd(m_folder.filePath("twice.mlir").toStdString()); }
  /// Options without a cache: each run compiles its kernels.
  static CollectOptions withoutCache() {
    CollectOptions options;
    options.cache = CacheSettings();
    return options;
  }

  QTemporaryDir m_folder;
  FakeHip *m_fake = nullptr;
  SimulatedAmdGpu m_gpu;
  RunLog m_log;
  size_t m_compiles = 0;
};

} // namespace pstudio::test
