// SPDX-License-Identifier: Apache-2.0
// A device in use, code objects and their kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "collector/runtime/gpu/device_buffer.h"
#include "collector/runtime/hip/code_object.h"
#include "collector/runtime/hip/hip_library.h"
#include "core/base/result.h"

namespace pstudio::hip {

class DeviceState; ///< what everything made from a device shares (device_state.h)
using gpu::DeviceBuffer;

/// Copies share the device. [one thread at a time]
class Device : public gpu::Device {
public:
  /// InvalidInput for an index that is not there; errors of Library::devices().
  static Result<Device> open(std::shared_ptr<const Library> library, uint32_t index);

  const DeviceInfo &info() const;
  const Library &library() const;
  std::shared_ptr<DeviceState> state() const; ///< for this folder

private:
  explicit Device(std::shared_ptr<gpu::DeviceState> state) : gpu::Device(std::move(state)) {}
};

/// A kernel of a code object, loaded. Move-only; unloaded with it.
class Kernel {
public:
  /// CompileFailed, with the architectures of both, if the code is not for this device or the
  /// library does not take it; InvalidFormat and InvalidInput as layoutOf(); Unsupported as
  /// checkHiddenArguments().
  static Result<Kernel> load(const Device &device, const std::string &codeObject,
                             const std::string &entry);

  const KernelLayout &layout() const { return m_layout; }
  const std::string &name() const { return m_layout.entry; }
  const std::shared_ptr<DeviceState> &device() const { return m_device; }
  void *handle() const { return m_function; } ///< for this folder

private:
  Kernel() = default;
  std::shared_ptr<DeviceState> m_device;
  gpu::Owned<void *> m_module;
  void *m_function = nullptr;
  KernelLayout m_layout;
};

} // namespace pstudio::hip
