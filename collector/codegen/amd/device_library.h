// SPDX-License-Identifier: Apache-2.0
// AMD's library of device functions (`__ocml_sin_f32`, `__ockl_get_local_id`): locates it on the
// machine, and links it to a kernel that calls it.
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

/// Folders that may contain the library's bitcode, in the order of the search: only the one in
/// PSTUDIO_DEVICE_LIBS if it is set; otherwise HIP_DEVICE_LIB_PATH, and the folders of ROCm's
/// installations, of Python's wheels and of the distributions' packages that exist.
std::vector<std::filesystem::path> deviceLibraryFolders(const Environment &environment);

/// Adds the bodies of the library's functions that `module` declares, and of their callees, as
/// internal functions. The library's control variables (`__oclc_*`) become constants: IEEE
/// arithmetic with denormals, the wave size and the number of `architecture`, code objects of
/// version 5. Without such a declaration no file is read. Unsupported, with the place of the first
/// call, if the library is not found, cannot be read by this LLVM, or has an unknown control. A
/// function that the library does not have keeps its declaration. [about 10 ms]
Result<void> linkDeviceLibrary(llvm::Module &module, const Architecture &architecture,
                               const Environment &environment = processEnvironment());

/// Identity of the library, for caches of compiled code: path, size and age of the first one found;
/// empty without one.
std::string deviceLibraryIdentity(const Environment &environment = processEnvironment());

} // namespace pstudio::amd
