// SPDX-License-Identifier: Apache-2.0
// The folder into which XLA, in the program, writes the PTX of the kernels that it compiles.
#pragma once

#include <string>
#include <vector>

namespace pstudio::attach {

/// Sets the folder for images that are loaded from now on; `flags` as in
/// pstudio_attach_dump_folder(). [thread: any]
void setDumpFolder(std::string folder, std::string flags);

/// ImageSeen::options of a cubin; empty if no folder was set. [thread: any, without a lock]
std::vector<std::string> dumpOptions();

} // namespace pstudio::attach
