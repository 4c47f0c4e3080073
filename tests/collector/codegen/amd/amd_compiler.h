// SPDX-License-Identifier: Apache-2.0
// Compiles kernels for AMD's GPUs for tests, and takes code objects apart with LLVM's programs.
#pragma once

#include <filesystem>
#include <string>

#include "collector/codegen/to_amd/compile_kernel.h"

namespace pstudio::test {

/// What a test compiles; the rest has defaults.
struct AmdRequest {
  std::string architecture = "gfx942";
  std::string mode = "none";
  bool hasScheduleBarriers = false;
};

/// The code object of what a specification names, as `proton-collect run --emit=hsaco` makes it;
/// `path` starts at the repository's root.
Result<amd::AmdKernel> compileExample(const std::filesystem::path &path, const AmdRequest &request);
/// The same of kernel "k" in `source` with CTAs of `threads` threads.
Result<amd::AmdKernel> compileForAmd(std::string_view source, uint32_t threads,
                                     const AmdRequest &request);

/// The disassembly of a code object.
Result<std::string> disassembly(const amd::AmdKernel &kernel);
/// What llvm-readelf says of its header, symbols and notes.
Result<std::string> elfText(const amd::AmdKernel &kernel);

/// The number behind `key` in what elfText() gave; nothing if it is not there.
std::optional<uint64_t> noteFigure(const std::string &text, const std::string &key);

} // namespace pstudio::test
