// SPDX-License-Identifier: Apache-2.0
// Compiles kernels for AMD GPUs in tests, and disassembles code objects with LLVM's tools.
#pragma once

#include <filesystem>
#include <string>

#include "collector/codegen/to_amd/compile_kernel.h"

namespace pstudio::test {

/// Compile options of a test; others have their defaults.
struct AmdRequest {
  std::string architecture = "gfx942";
  std::string mode = "none";
  bool hasScheduleBarriers = false;
};

/// The code object of the kernel of a specification, as `proton-collect run --emit=hsaco` produces
/// it. `path` is relative to the repository's root.
Result<amd::AmdKernel> compileExample(const std::filesystem::path &path, const AmdRequest &request);
/// The same for kernel "k" in `source` with CTAs of `threads` threads.
Result<amd::AmdKernel> compileForAmd(std::string_view source, uint32_t threads,
                                     const AmdRequest &request);

/// The disassembly of a code object.
Result<std::string> disassembly(const amd::AmdKernel &kernel);
/// The output of llvm-readelf for header, symbols and notes of a code object.
Result<std::string> elfText(const amd::AmdKernel &kernel);

/// The number after `key` in the output of elfText(); nullopt if the key is absent.
std::optional<uint64_t> noteFigure(const std::string &text, const std::string &key);

} // namespace pstudio::test
