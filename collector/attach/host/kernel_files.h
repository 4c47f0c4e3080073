// SPDX-License-Identifier: Apache-2.0
// Files of a compiler's cache with the code of a kernel that a program launches.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/host/program_environment.h"

namespace pstudio::attach {

/// Bytes of a file that are an image of code (ImageSeen).
struct ImagePlace {
  std::filesystem::path file;
  uint64_t offset = 0, bytes = 0;
  uint64_t check = 0;
  bool isCompiled = false;               ///< PTX from which NVRTC made the cubin that runs
  std::vector<std::string> options = {}; ///< of NVRTC; only with isCompiled
  /// Of a cubin: the folder into which its compiler writes PTX; else empty.
  std::filesystem::path dumpFolder = {};
  bool mayHaveEarlierDumps = false; ///< the folder is the user's
  bool operator==(const ImagePlace &) const = default;
};

/// Search parameters for the code of a kernel.
struct KernelImage {
  std::string name;               ///< as the image names it
  std::string hash;               ///< SHA-256 of the cubin; empty: the image is no cubin
  uint64_t bytes = 0;             ///< of the cubin
  std::string architecture;       ///< of the device: "sm_90", "gfx942"
  std::filesystem::path cubin;    ///< its path in the compiler's cache; empty: unknown
  std::filesystem::path metadata; ///< likewise
  /// The device is one of AMD's: the "cubin" is a code object.
  bool isAmd() const { return architecture.starts_with("gfx"); }
  std::optional<ImagePlace> place =
      {}; ///< of a fat binary, of PTX text, or of a cubin's PTX; none: the image is another one
};

/// Files with the same stem, of exactly the code that runs.
struct KernelFiles {
  std::filesystem::path llvmIr;
  std::filesystem::path metadata; ///< Triton's JSON; empty: there is none
};

/// Reason why no code was found: a code of report_codes.h and a detail.
struct CodeProblem {
  std::string code;
  std::string detail;
};

struct FoundCode {
  std::optional<KernelFiles> files;
  CodeProblem problem; ///< valid if there are no files
};

/// Folders whose subfolders contain kernels of Triton: from the user's settings and the defaults.
std::vector<std::filesystem::path> cacheFolders(const Environment &environment);

/// Checks the file `image.cubin` if it exists, else searches the folders for a file NAME.cubin.
/// Accepts only a file with the image's bytes. O(folders + bytes of the files compared). [thread:
/// any]
FoundCode findCode(const KernelImage &image, const std::vector<std::filesystem::path> &folders);

} // namespace pstudio::attach
