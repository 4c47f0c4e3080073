// SPDX-License-Identifier: Apache-2.0
// Compiles CUDA C++ to PTX with the nvcc of an installed toolkit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pstudio::toolkit {

/// True for the names of files of CUDA C++: ".cu".
bool isCudaFile(const std::filesystem::path &file);

struct CudaSource {
  std::filesystem::path file;
  std::string architecture; ///< "sm_90a"
  /// Further options of nvcc. A relative folder of "-I" is relative to the folder of the file.
  std::vector<std::string> options;
};

struct CompiledPtx {
  std::string text;
  std::string warnings; ///< of nvcc; empty if there are none
};

/// Runs nvcc, which is that of PSTUDIO_NVCC, CUDA_HOME, CUDA_PATH, PATH or /usr/local/cuda.
/// Unsupported, with what to install, if there is none; CompileFailed with the output of nvcc if it
/// rejects the file; Io if it cannot be run. Seconds. [thread: any; blocks]
Result<CompiledPtx> compileCuda(const CudaSource &source);

} // namespace pstudio::toolkit
