// SPDX-License-Identifier: Apache-2.0
// Declarations of what the fake library exports, made from the same list as the table of functions,
// so that a signature that differs does not compile.
#pragma once

#include "collector/runtime/hip/hip_api.h"
#include "tests/collector/fake_hip/fake_hip.h"

namespace pstudio::hip {

extern "C" {

#define FAKE_HIP_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_HIP_FUNCTIONS(FAKE_HIP_DECLARE)
#undef FAKE_HIP_DECLARE

test::FakeHip *pstudioFakeHip();
}

} // namespace pstudio::hip
