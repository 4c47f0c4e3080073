// SPDX-License-Identifier: Apache-2.0
// Shared state of a device and of all objects made from it: the library and the description.
#pragma once

#include <memory>
#include <string_view>

#include "collector/runtime/gpu/device_state.h"
#include "collector/runtime/hip/hip_api.h"
#include "collector/runtime/hip/hip_library.h"

namespace pstudio::hip {

/// A HIP device has no explicit context: each call first selects the device for the thread. [one
/// thread at a time]
class DeviceState final : public gpu::DeviceState {
public:
  DeviceState(std::shared_ptr<const Library> library, DeviceInfo info);

  const Library &library() const { return *m_library; }
  const HipApi &api() const { return m_library->api(); }
  const DeviceInfo &info() const { return m_info; }

private:
  Result<void> select(std::string_view doing) override;
  void deselect() override {}
  Error errorOf(HipResult result, std::string_view call, std::string_view doing,
                ErrorCode code) const override;
  bool isFinal(HipResult result) const override;

  std::shared_ptr<const Library> m_library;
  DeviceInfo m_info;
};

} // namespace pstudio::hip
