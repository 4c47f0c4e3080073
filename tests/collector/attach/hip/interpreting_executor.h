// SPDX-License-Identifier: Apache-2.0
// The executor that runs kernels in the interpreter of AMD's instructions.
#pragma once

#include "tests/collector/attach/hip/executor.h"

namespace pstudio::test {

Executor interpretingExecutor();

} // namespace pstudio::test
