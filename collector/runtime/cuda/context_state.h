// SPDX-License-Identifier: Apache-2.0
// Shared state of a context and of all objects made from it: the driver and the context's handle.
#pragma once

#include <memory>
#include <string_view>

#include "collector/runtime/cuda/driver.h"
#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/gpu/device_state.h"

namespace pstudio::cuda {

/// Each call pushes the context on the thread's context stack. [one thread at a time]
class ContextState final : public gpu::DeviceState {
public:
  static Result<std::shared_ptr<ContextState>> create(std::shared_ptr<const Driver> driver,
                                                      uint32_t device);
  ~ContextState() override;

  const Driver &driver() const { return *m_driver; }
  const DriverApi &api() const { return m_driver->api(); }
  const DeviceInfo &device() const { return m_device; }
  CuContext handle() const { return m_handle; }

private:
  ContextState(std::shared_ptr<const Driver> driver, DeviceInfo device);
  Result<void> select(std::string_view doing) override;
  void deselect() override;
  Error errorOf(CuResult result, std::string_view call, std::string_view doing,
                ErrorCode code) const override;
  bool isFinal(CuResult result) const override;

  std::shared_ptr<const Driver> m_driver;
  DeviceInfo m_device;
  CuContext m_handle = nullptr;
};

} // namespace pstudio::cuda
