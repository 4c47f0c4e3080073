// SPDX-License-Identifier: Apache-2.0
// Compiles kernels to PTX in tests and analyses the text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "collector/codegen/to_nvidia/compile_kernel.h"

namespace pstudio::test {

/// Compile options of a test; others have their defaults.
struct PtxRequest {
  std::string kernel = "k";
  std::string architecture = "sm_90";
  std::string mode = "none";
  std::array<uint32_t, 3> block{32, 1, 1};
  RecordLanes lanes = RecordLanes::All;
  nvidia::MathFunctions math = nvidia::MathFunctions::Best;
  uint64_t sharedBytesFree = 64 * 1024; ///< see InstrumentOptions
};

/// PTX of a kernel in `source` ("test.mlir" in messages).
Result<nvidia::PtxKernel> compileToPtx(std::string_view source, const PtxRequest &request = {});
/// PTX of request.kernel in a file; `path` is relative to the repository's root.
Result<nvidia::PtxKernel> compileFile(const std::filesystem::path &path, const PtxRequest &request);
/// PTX of the kernel of a specification, with its block size; `path` is relative to the
/// repository's root. Compiles for the architecture in the specification's target, if the target
/// has one.
Result<nvidia::PtxKernel> compileSpecification(const std::filesystem::path &path,
                                               PtxRequest request);
/// The paths of the example specifications and of those in tests/collector/kernels, sorted, without
/// those for AMD GPUs.
std::vector<std::string> specificationPaths();
/// The architectures that a kernel compiles for: that of the specification's target, or else a
/// sample of all architectures.
std::vector<std::string> architecturesOf(const std::filesystem::path &path);

/// Number of occurrences of `part` in the text.
size_t countOf(std::string_view text, std::string_view part);

} // namespace pstudio::test
