// SPDX-License-Identifier: Apache-2.0
// The files in which a compiler keeps the code of a kernel that a program launches.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/host/program_environment.h"

namespace pstudio::attach {

/// What is known of a kernel whose code is looked for.
struct KernelImage {
  std::string name;               ///< as the image names it
  std::string hash;               ///< SHA-256 of the cubin; empty: the image is no cubin
  uint64_t bytes = 0;             ///< of the cubin
  std::string architecture;       ///< of the device: "sm_90"
  std::filesystem::path cubin;    ///< where the program's compiler keeps it; empty: unknown
  std::filesystem::path metadata; ///< likewise
};

/// Files of one stem, of exactly the code that runs.
struct KernelFiles {
  std::filesystem::path llvmIr;
  std::filesystem::path metadata; ///< Triton's JSON; empty: there is none
};

/// Why no code was found: a code of report_codes.h and a detail.
struct CodeProblem {
  std::string code;
  std::string detail;
};

struct FoundCode {
  std::optional<KernelFiles> files;
  CodeProblem problem; ///< where there are no files
};

/// Folders whose sub-folders hold kernels of Triton: of the user's settings and the defaults.
std::vector<std::filesystem::path> cacheFolders(const Environment &environment);

/// Looks at the file that the image names, else for a file NAME.cubin in the folders: only one with
/// the image's bytes counts. O(folders + bytes of the files compared). [thread: any]
FoundCode findCode(const KernelImage &image, const std::vector<std::filesystem::path> &folders);

} // namespace pstudio::attach
