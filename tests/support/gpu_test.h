// SPDX-License-Identifier: Apache-2.0
// Tests that require a GPU. Without a GPU they are skipped with the reason, or fail if the
// environment variable PSTUDIO_REQUIRE_GPU names the vendor ("cuda").
#pragma once

#include <QString>
#include <QtTest>

#include "collector/runtime/cuda/driver.h"

namespace pstudio::test {

/// The reason why no NVIDIA GPU is usable; empty if one is. Link pstudio_runtime_cuda.
inline QString missingCudaDevice(const std::string &library = "libcuda.so.1") {
  const auto driver = cuda::Driver::open(library);
  if (!driver)
    return QString::fromStdString(driver.error().toString());
  const auto devices = (*driver)->devices();
  return devices ? QString() : QString::fromStdString(devices.error().toString());
}

/// Whether PSTUDIO_REQUIRE_GPU contains this vendor ("cuda", or "cuda,hip").
inline bool isGpuRequired(QLatin1String vendor) {
  return qEnvironmentVariable("PSTUDIO_REQUIRE_GPU").split(',').contains(vendor);
}

} // namespace pstudio::test

/// At the start of initTestCase() or of a test function: continues only if there is an NVIDIA GPU.
#define PSTUDIO_NEEDS_CUDA_DEVICE()                                                                \
  do {                                                                                             \
    const QString missing = ::pstudio::test::missingCudaDevice();                                  \
    if (missing.isEmpty())                                                                         \
      break;                                                                                       \
    if (::pstudio::test::isGpuRequired(QLatin1String("cuda")))                                     \
      QFAIL(qPrintable("PSTUDIO_REQUIRE_GPU=cuda, but: " + missing));                              \
    QSKIP(qPrintable("no NVIDIA GPU: " + missing));                                                \
  } while (false)
