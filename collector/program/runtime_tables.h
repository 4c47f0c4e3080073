// SPDX-License-Identifier: Apache-2.0
// The functions that host code of a program may call, one table for each library that MLIR's own
// runner would load.
#pragma once

#include <vector>

#include "collector/program/host/runtime_function.h"

namespace pstudio::program {

/// mgpu*: what MLIR's lowering of GPU operations calls.
std::vector<RuntimeFunction> gpuFunctions();
/// mlirAsyncRuntime*: what its lowering of asynchronous functions calls.
std::vector<RuntimeFunction> asyncFunctions();
/// printMemrefF32, printI64, ...: its runner utilities.
std::vector<RuntimeFunction> printFunctions();
/// Memory, copies and mathematics of the C library, and what this program's own stages call.
std::vector<RuntimeFunction> libraryFunctions();

/// All of the above.
std::vector<RuntimeFunction> runtimeFunctions();

} // namespace pstudio::program
