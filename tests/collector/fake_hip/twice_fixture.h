// SPDX-License-Identifier: Apache-2.0
// What every test of sessions on AMD's runtime without a GPU stands on.
#pragma once

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/collector.h"
#include "tests/collector/fake_hip/scripted_compiler.h"
#include "tests/collector/session/run_log.h"

namespace pstudio::test {

/// The kernel "twice" as a file, on a fake device that runs it: writeKernel() in initTestCase(),
/// reset() in init().
class TwiceFixture : public QObject {
protected:
  void writeKernel() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("twice.mlir").toStdString()) << kTwiceForAmd;
  }
  /// A device that nothing was done with yet.
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
  /// Every kernel is compiled.
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
