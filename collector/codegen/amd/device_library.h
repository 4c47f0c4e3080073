// SPDX-License-Identifier: Apache-2.0
// AMD's library of device functions (`__ocml_sin_f32`, `__ockl_get_local_id`): found where the
// machine has it, and linked to a kernel that calls it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "collector/codegen/amd/architecture.h"
#include "collector/runtime/opened_library.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::amd {

/// Folders that may hold the library's bitcode, in the order in which they are tried: the one that
/// PSTUDIO_DEVICE_LIBS names, alone; else HIP_DEVICE_LIB_PATH, those of ROCm's installations, of
/// Python's wheels and of the distributions' packages, where there are any.
std::vector<std::filesystem::path> deviceLibraryFolders(const Environment &environment);

/// Gives the functions of the library that `module` declares their bodies, and what those call;
/// they are internal then. The library's control variables (`__oclc_*`) become constants: IEEE
/// arithmetic with denormals, the wave size and the number of `architecture`, code objects of
/// version
/// 5. Without such a declaration no file is touched. Unsupported, with the place of the first call,
/// if the library is nowhere, cannot be read by this LLVM, or has a control that is not known here.
/// A function that the library does not have keeps its declaration. [about 10 ms]
Result<void> linkDeviceLibrary(llvm::Module &module, const Architecture &architecture,
                               const Environment &environment = processEnvironment());

/// What of the library matters to compiled code, for caches: place, size and age of the first that
/// is found; empty without one.
std::string deviceLibraryIdentity(const Environment &environment = processEnvironment());

} // namespace pstudio::amd
