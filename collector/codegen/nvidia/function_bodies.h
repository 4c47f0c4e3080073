// SPDX-License-Identifier: Apache-2.0
// Adds bodies of functions that a kernel calls by name: libdevice's, or the built-in ones.
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/result.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Links the functions that `module` calls and does not define from the bitcode file `libdevice`,
/// with their own callees. True if there were any. InvalidFormat if it cannot be read.
Result<bool> linkLibdevice(llvm::Module &module, const std::filesystem::path &libdevice);

/// The folder of an installed CUDA toolkit: CUDA_HOME, CUDA_PATH, or /usr/local/cuda. Only folders
/// that exist are returned; their content is not checked.
std::optional<std::filesystem::path> toolkitFolder();

/// libdevice.10.bc of an installed toolkit; nullopt if there is none.
std::optional<std::filesystem::path> findLibdevice();

/// Unsupported, naming it and the source location of a call, if the module calls a function that
/// neither it nor the driver defines.
Result<void> checkBodies(const llvm::Module &module);

} // namespace pstudio::nvidia
