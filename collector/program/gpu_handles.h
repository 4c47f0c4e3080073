// SPDX-License-Identifier: Apache-2.0
// Handles of modules, kernels, streams and events in host code.
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

/// A kernel that host code has looked up.
struct KernelHandle {
  std::string module;
  std::string kernel;
};

/// Creates handles for host code and resolves them. A handle that was not created here, or that was
/// released, is RunFailed. [not thread-safe]
class GpuHandles {
public:
  /// `modules` are the names of the program's gpu.modules.
  explicit GpuHandles(const std::vector<std::string> &modules)
      : m_moduleNames(modules.begin(), modules.end()) {}

  Result<void *> loadModule(std::string_view name);
  Result<void> unloadModule(void *module);
  /// Returns the same handle for the same kernel. The launch reports a kernel that the module
  /// lacks.
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
  /// Handles with distinct addresses and no content.
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
