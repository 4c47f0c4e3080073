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
  Result<void> lower(KernelModule &module) override { return m_target->lower(module); }
  Result<void> compile(ProgressSink &progress) override { return m_target->compile(progress); }
  Result<std::string> codeIdentity() const override { return m_target->codeIdentity(); }
  std::string code() const override { return m_target->code(); }
  Result<void> restore(std::string_view code, ProgressSink &progress) override {
    return m_target->restore(code, progress);
  }
  std::shared_ptr<KernelCode> kernelCode() const override { return m_target->kernelCode(); }
  void use(std::shared_ptr<KernelCode> code) override { m_target->use(std::move(code)); }
  Result<void> allocateArguments(BoundArguments &arguments) override {
    m_arguments = &arguments;
    return m_target->allocateArguments(arguments);
  }
  Result<void> allocateRecords(const RecordMemory &records, ProgressSink &progress) override {
    return m_target->allocateRecords(records, progress);
  }
  Result<LaunchReport> launch(const LaunchOrder &order) override { return m_target->launch(order); }
  Result<void> fetchBuffers() override {
    PSTUDIO_TRY(m_target->fetchBuffers());
    for (size_t i = 0; i < m_arguments->count(); ++i)
      if (const HostBuffer *buffer = m_arguments->buffer(i))
        buffers[m_arguments->name(i)].assign(buffer->bytes().begin(), buffer->bytes().end());
    return {};
  }
  void describe(record::LaunchCapture &capture) const override { m_target->describe(capture); }
  bool isLost() const override { return m_target->isLost(); }

private:
  std::unique_ptr<RunTarget> m_target;
  BoundArguments *m_arguments = nullptr;
};

} // namespace pstudio::test
