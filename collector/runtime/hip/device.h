// SPDX-License-Identifier: Apache-2.0
// A device in use: memory on it, code objects and their kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "collector/runtime/hip/code_object.h"
#include "collector/runtime/hip/hip_library.h"
#include "core/base/result.h"

namespace pstudio::hip {

class DeviceState; ///< what everything made from a device shares (device_state.h)

/// Copies share the device. [one thread at a time]
class Device {
public:
  /// InvalidInput for an index that is not there; errors of Library::devices().
  static Result<Device> open(std::shared_ptr<const Library> library, uint32_t index);

  const DeviceInfo &info() const;
  const Library &library() const;
  /// A kernel faulted or would not end: this process gets nothing more from the device.
  bool isLost() const;
  const std::shared_ptr<DeviceState> &state() const { return m_state; } ///< for this folder

private:
  explicit Device(std::shared_ptr<DeviceState> state) : m_state(std::move(state)) {}
  std::shared_ptr<DeviceState> m_state;
};

/// Device memory. Move-only; freed with it, except on a lost device.
class DeviceBuffer {
public:
  /// RunFailed with the number of bytes and what is free if there is not that much memory;
  /// `purpose` ("argument A", "the profile buffer") stands in the message. 0 bytes are allowed.
  static Result<DeviceBuffer> allocate(const Device &device, uint64_t bytes,
                                       std::string_view purpose);
  DeviceBuffer(DeviceBuffer &&) noexcept;
  DeviceBuffer &operator=(DeviceBuffer &&) noexcept;
  ~DeviceBuffer();

  uint64_t address() const; ///< on the device
  uint64_t bytes() const { return m_bytes; }
  void *pointer() const { return m_pointer; } ///< the same for HIP

private:
  DeviceBuffer() = default;
  std::shared_ptr<DeviceState> m_device;
  void *m_pointer = nullptr;
  uint64_t m_bytes = 0;
};

/// A kernel of a code object, loaded. Move-only; unloaded with it.
class Kernel {
public:
  /// CompileFailed, with the architectures of both, if the code is not for this device or the
  /// library does not take it; InvalidFormat and InvalidInput as layoutOf(); Unsupported as
  /// checkHiddenArguments().
  static Result<Kernel> load(const Device &device, const std::string &codeObject,
                             const std::string &entry);
  Kernel(Kernel &&) noexcept;
  Kernel &operator=(Kernel &&) noexcept;
  ~Kernel();

  const KernelLayout &layout() const { return m_layout; }
  const std::string &name() const { return m_layout.entry; }
  void *handle() const { return m_function; } ///< for this folder

private:
  Kernel() = default;
  std::shared_ptr<DeviceState> m_device;
  void *m_module = nullptr;
  void *m_function = nullptr;
  KernelLayout m_layout;
};

} // namespace pstudio::hip
