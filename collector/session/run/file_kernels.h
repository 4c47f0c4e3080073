// SPDX-License-Identifier: Apache-2.0
// Parts of the instrumentation of files that are the same for modules of every language.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collector/codegen/kernel_module.h"
#include "collector/instrument.h"

namespace pstudio {

/// Threads of a CTA in each dimension.
using FileBlock = std::array<uint32_t, 3>;

inline constexpr uint32_t kFileLanesPerWarp = 32;
/// Of a file and a request that name none.
inline constexpr const char *kFileArchitecture = "sm_80";

/// A kernel of a file before instrumentation.
struct NamedKernel {
  std::string name;
  KernelRequirements required;
  std::string ctaWait; ///< ctaWaitOf()
};

/// Options of KernelModule::instrument(). \param sharedBytes  static shared memory that the kernel
/// uses already [bytes]
InstrumentOptions instrumentOptions(const InstrumentRequest &request, const FileBlock &block,
                                    uint64_t sharedBytes);

/// Row of the table for an instrumented kernel.
record::InstrumentedKernelEntry tableEntry(const NamedKernel &of, const FileBlock &block,
                                           InstrumentedKernel kernel);

/// Adds a note for each mode that does not record all of the kernel.
void noteCoverage(const std::string &kernel, const InstrumentedKernel &instrumented,
                  std::vector<std::string> &notes);

/// The block size that all of `kernels` are instrumented for: the request's or the file's; nothing
/// if neither gives one. InvalidInput if they contradict each other.
Result<std::optional<FileBlock>> blockOf(const InstrumentRequest &request,
                                         const std::vector<NamedKernel> &kernels);

/// InvalidInput for a kernel with records whose block size is not known.
Error missingBlock(const InstrumentRequest &request, const std::string &kernel);

/// instrumentFile() of a PTX file.
Result<InstrumentedFile> instrumentPtxFile(const InstrumentRequest &request);

/// instrumentFile() of a .cu file, compiled by nvcc for the architecture of the request.
Result<InstrumentedFile> instrumentCudaFile(const InstrumentRequest &request);

} // namespace pstudio
