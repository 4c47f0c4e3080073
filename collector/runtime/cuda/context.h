// SPDX-License-Identifier: Apache-2.0
// One device in use, and its modules.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/runtime/cuda/driver.h"
#include "collector/runtime/gpu/stream.h"
#include "core/base/result.h"

namespace pstudio::cuda {

class ContextState;
using gpu::DeviceBuffer;

/// A new driver context on one device. Copies share the context. It is destroyed with the last copy
/// and the last object made from it, unless a kernel hangs on the device: then it stays until the
/// end of the process, since every call would block. [one thread at a time]
class Context : public gpu::Device {
public:
  /// RunFailed with the driver's text if the device is in exclusive use, lost or out of memory.
  static Result<Context> open(std::shared_ptr<const Driver> driver, uint32_t device);
  const DeviceInfo &device() const;
  const Driver &driver() const;
  /// The CUcontext, for the vendor's tools.
  void *handle() const;
  std::shared_ptr<ContextState> state() const; ///< for this folder

private:
  explicit Context(std::shared_ptr<gpu::DeviceState> state) : Device(std::move(state)) {}
};

/// Resources of the compiled kernel, as the driver reports them.
struct KernelResources {
  uint32_t registersPerThread = 0;
  uint64_t localBytesPerThread = 0; ///< stack frame and spills [bytes]
  uint64_t staticSharedBytes = 0;
  uint32_t maxThreadsPerCta = 0;
  /// CTAs per cluster that the kernel was compiled for (.reqnctapercluster); 0 = any.
  std::array<uint32_t, 3> requiredCluster{};
};

/// A PTX module, compiled by the driver for the device. Move-only.
class Module {
public:
  /// CompileFailed with the driver's compiler log. `log()` then holds its report of registers and
  /// spills.
  static Result<Module> load(const Context &context, const std::string &ptx);
  const std::string &log() const { return m_log; }
  /// Device address of a global variable. InvalidInput if the module has no such global.
  Result<uint64_t> addressOf(const std::string &global) const;
  /// Queues the copy of `bytes` to that global. They must not change before the copy is done.
  Result<void> copyTo(const std::string &global, std::span<const std::byte> bytes,
                      gpu::Stream &stream) const;
  const std::shared_ptr<ContextState> &context() const { return m_context; }
  void *handle() const { return m_handle.get(); } ///< for this folder

private:
  Module() = default;
  std::shared_ptr<ContextState> m_context;
  gpu::Owned<void *> m_handle;
  std::string m_log;
};

/// An entry function of a module. Valid as long as the module.
class Kernel {
public:
  /// InvalidInput if the module has no such entry.
  static Result<Kernel> find(const Module &module, const std::string &entry);
  const KernelResources &resources() const { return m_resources; }
  const std::string &name() const { return m_name; }
  /// Size of each parameter [bytes]; nullopt if the driver does not report it (before CUDA 12.4).
  const std::optional<std::vector<uint64_t>> &parameterBytes() const { return m_parameterBytes; }
  const std::shared_ptr<ContextState> &context() const { return m_context; }
  void *handle() const { return m_handle; } ///< for this folder

private:
  Kernel() = default;
  std::shared_ptr<ContextState> m_context;
  void *m_handle = nullptr;
  std::string m_name;
  KernelResources m_resources;
  std::optional<std::vector<uint64_t>> m_parameterBytes;
};

} // namespace pstudio::cuda
