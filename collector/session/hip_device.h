// SPDX-License-Identifier: Apache-2.0
// The AMD GPU that the kernels of a run share.
#pragma once

#include <memory>
#include <string>

#include "collector/runtime/hip/stream.h"
#include "core/base/result.h"

namespace pstudio {

/// A device in use. Members are destroyed in reverse order.
struct HipDevice {
  hip::Device device;
  hip::Stream stream;
  hip::Stream drain; ///< opened before any launch, so that it can read beside an endless one
};

/// The first device that HIP shows, by the library of that file; empty: by the first one that is
/// found. Errors of Library, Device and Stream.
Result<std::shared_ptr<HipDevice>> openHipDevice(const std::string &library = {});

} // namespace pstudio
