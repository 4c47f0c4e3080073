// SPDX-License-Identifier: Apache-2.0
// Declarations of what the fake driver exports, made from the same list as the table of functions,
// so that a signature that differs does not compile.
#pragma once

#include "collector/runtime/cuda/driver_api.h"
#include "tests/collector/fake_cuda/fake_cuda.h"

namespace pstudio::cuda {

extern "C" {

#define FAKE_CUDA_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_CUDA_FUNCTIONS(FAKE_CUDA_DECLARE)
#undef FAKE_CUDA_DECLARE

test::FakeCuda *pstudioFakeCuda();
}

} // namespace pstudio::cuda
