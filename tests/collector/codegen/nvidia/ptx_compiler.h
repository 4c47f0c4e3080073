// SPDX-License-Identifier: Apache-2.0
// Compiles kernels to PTX for tests, and looks at the text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "collector/codegen/to_nvidia/compile_kernel.h"

namespace pstudio::test {

/// What a test compiles; the rest has defaults.
struct PtxRequest {
  std::string kernel = "k";
  std::string architecture = "sm_90";
  std::string mode = "none";
  std::array<uint32_t, 3> block{32, 1, 1};
  RecordLanes lanes = RecordLanes::All;
  nvidia::MathFunctions math = nvidia::MathFunctions::Best;
  uint64_t sharedBytesFree = 64 * 1024; ///< as InstrumentOptions
};

/// PTX of a kernel in `source` ("test.mlir" in messages).
Result<nvidia::PtxKernel> compileToPtx(std::string_view source, const PtxRequest &request = {});
/// PTX of request.kernel of a file; `path` starts at the repository's root.
Result<nvidia::PtxKernel> compileFile(const std::filesystem::path &path, const PtxRequest &request);
/// PTX of what a specification names, with its block; `path` starts at the repository's root. For
/// the architecture that its target names, if it does.
Result<nvidia::PtxKernel> compileSpecification(const std::filesystem::path &path,
                                               PtxRequest request);
/// The paths of the example specifications and of those of tests/collector/kernels, sorted; but for
/// those that are for AMD GPUs.
std::vector<std::string> specificationPaths();
/// What a specification's kernel compiles for: what its target names, or some of all.
std::vector<std::string> architecturesOf(const std::filesystem::path &path);

/// How often `part` occurs in the text.
size_t countOf(std::string_view text, std::string_view part);

} // namespace pstudio::test
