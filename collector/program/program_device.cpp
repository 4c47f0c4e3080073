// SPDX-License-Identifier: Apache-2.0
#include "collector/program/program_device.h"

namespace pstudio::program {

Result<void> ProgramDevice::openQueue(uint64_t) {
  return {};
}

void ProgramDevice::closeQueue(uint64_t) {}

Result<TensorMapBytes> ProgramDevice::encodeTensorMap(const TensorMapLayout &, uint64_t) {
  return fail(ErrorCode::Unsupported, "the target has no tensor maps", {},
              "choose a GPU of compute capability 9.0 as target");
}

} // namespace pstudio::program
