// SPDX-License-Identifier: Apache-2.0
// A target that keeps what its buffers held at the end.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collector/collector.h"
#include "collector/session/run_target.h"
#include "tests/collector/session/run_log.h"

namespace pstudio::test {

using Buffers = std::map<std::string, std::vector<std::byte>>; ///< by argument

/// Does what the target inside does.
class WatchedTarget : public RunTarget {
public:
  explicit WatchedTarget(std::unique_ptr<RunTarget> target) : m_target(std::move(target)) {}
  Buffers buffers; ///< after fetchBuffers()

  Result<void> open() override { return m_target->open(); }
  DeviceLimits limits() const override { return m_target->limits(); }
  Result<std::string> codeIdentity() const override { return m_target->codeIdentity(); }
  Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) override {
    return m_target->compile(module, stages);
  }
  Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes,
                                              ProgressSink &progress) override {
    return m_target->restore(bytes, progress);
  }
  Result<void> allocateArguments(BoundArguments &arguments) override {
    m_arguments = &arguments;
    return m_target->allocateArguments(arguments);
  }
  Result<void> allocateRecords(KernelCode &code, const RecordMemory &records,
                               ProgressSink &progress) override {
    return m_target->allocateRecords(code, records, progress);
  }
  Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &code,
                                               const LaunchOrder &order) override {
    return m_target->launch(code, order);
  }
  void wait(DeviceLaunch &launch) override { m_target->wait(launch); }
  Result<LaunchReport> finish(DeviceLaunch &launch) override { return m_target->finish(launch); }
  void describe(const DeviceLaunch &launch, record::LaunchCapture &capture) const override {
    m_target->describe(launch, capture);
  }
  Result<void> fetchBuffers() override {
    PSTUDIO_TRY(m_target->fetchBuffers());
    for (size_t i = 0; i < m_arguments->count(); ++i)
      if (const HostBuffer *buffer = m_arguments->buffer(i))
        buffers[m_arguments->name(i)].assign(buffer->bytes().begin(), buffer->bytes().end());
    return {};
  }
  bool isLost() const override { return m_target->isLost(); }

private:
  std::unique_ptr<RunTarget> m_target;
  BoundArguments *m_arguments = nullptr;
};

} // namespace pstudio::test
