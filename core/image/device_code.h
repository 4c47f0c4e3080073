// SPDX-License-Identifier: Apache-2.0
// The code of an image for one device, decompressed and read once for all of its kernels.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/image/cubin.h"
#include "core/image/gpu_image.h"
#include "core/image/kernel_ptx.h"

namespace pstudio::image {

/// Contains what findPtx() needs for any kernel of an image. It does not refer to the image's
/// bytes. [thread: any, for const functions]
class DeviceCode {
public:
  /// Decompresses the code for the device, and reads it. Damaged parts are reported by findPtx().
  /// O(image).
  DeviceCode(const GpuImage &image, Architecture device);
  ~DeviceCode();
  DeviceCode(DeviceCode &&) noexcept;
  DeviceCode &operator=(DeviceCode &&) noexcept;

  /// As image::findPtx(). O(PTX).
  PtxAnswer findPtx(std::string_view kernel) const;
  /// Memory of the decompressed PTX [bytes].
  uint64_t textBytes() const;

private:
  struct Ptx;
  /// Machine code that the driver selects for the device.
  struct Machine {
    Architecture architecture;
    Result<CubinFacts> facts;
  };

  void readMachineCode(const GpuImage &image);
  void readPtx(const std::vector<const ImageEntry *> &entries);
  PtxAnswer ptxOf(const Machine &code, std::string_view kernel) const;
  PtxAnswer ptxIn(const std::vector<const Ptx *> &sources, std::string_view kernel,
                  Architecture running) const;

  Architecture m_device;
  GpuImage::Kind m_kind = GpuImage::Kind::FatBinary;
  std::string m_targets; ///< "sm_80, sm_90" of all PTX of the image
  std::vector<Machine> m_machineCode;
  std::vector<std::unique_ptr<const Ptx>> m_ptx;
};

} // namespace pstudio::image
