// SPDX-License-Identifier: Apache-2.0
#include "collector/session/cuda_device.h"

namespace pstudio {

Result<std::shared_ptr<CudaDevice>> openCudaDevice(const std::string &library,
                                                   const ActivityKinds &activity) {
  PSTUDIO_TRY_ASSIGN(std::shared_ptr<const cuda::Driver> driver, cuda::Driver::open(library));
  // Between the driver's start and the context: the tool has to see that being made.
  std::unique_ptr<DeviceActivity> seen = DeviceActivity::begin(activity);
  PSTUDIO_TRY_ASSIGN(cuda::Context context, cuda::Context::open(std::move(driver), 0));
  PSTUDIO_TRY_ASSIGN(cuda::Stream stream, cuda::Stream::open(context));
  PSTUDIO_TRY_ASSIGN(cuda::Stream drain, cuda::Stream::open(context));
  return std::make_shared<CudaDevice>(
      CudaDevice{std::move(seen), std::move(context), std::move(stream), std::move(drain)});
}

} // namespace pstudio
