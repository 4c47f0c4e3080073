// SPDX-License-Identifier: Apache-2.0
// What stands for modules, kernels, streams and events in host code.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::program {

/// A kernel as host code has looked it up.
struct KernelHandle {
  std::string module;
  std::string kernel;
};

/// Hands out addresses that host code carries around, and knows them again. A handle that was not
/// handed out, or was given back, is RunFailed. [not thread-safe]
class GpuHandles {
public:
  /// `modules` are the names of the program's gpu.modules.
  explicit GpuHandles(const std::vector<std::string> &modules)
      : m_moduleNames(modules.begin(), modules.end()) {}

  Result<void *> loadModule(std::string_view name);
  Result<void> unloadModule(void *module);
  /// The same handle for the same kernel; whether the module has it shows at its launch.
  Result<void *> findKernel(void *module, std::string_view kernel);
  Result<const KernelHandle *> kernel(void *handle) const;

  void *createStream() { return create(m_streams); }
  /// A null stream is the default one.
  Result<void> checkStream(void *stream) const;
  Result<void> destroyStream(void *stream);
  void *createEvent() { return create(m_events); }
  Result<void> checkEvent(void *event) const;
  Result<void> destroyEvent(void *event);

private:
  /// Distinct addresses of nothing.
  using Tokens = std::map<void *, std::unique_ptr<char>>;
  static void *create(Tokens &tokens);

  std::set<std::string, std::less<>> m_moduleNames;
  std::map<void *, std::unique_ptr<std::string>> m_modules;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<KernelHandle>> m_kernels;
  std::map<void *, const KernelHandle *> m_kernelsByHandle;
  Tokens m_streams;
  Tokens m_events;
};

} // namespace pstudio::program
