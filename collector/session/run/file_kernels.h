// SPDX-License-Identifier: Apache-2.0
// Parts of the instrumentation of files that are the same for modules of every language.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collector/chips/amd_chip.h"
#include "collector/codegen/kernel_module.h"
#include "collector/instrument.h"

namespace pstudio {

/// Threads of a CTA in each dimension.
using FileBlock = std::array<uint32_t, 3>;

inline constexpr uint32_t kFileLanesPerWarp = 32;
/// Of a file and a request that name none.
inline constexpr const char *kFileArchitecture = "sm_80";

/// The GPU that the kernels of a file are instrumented for.
struct FileGpu {
  std::string architecture;        ///< "sm_90a", "gfx942", "gfx1100+wavefrontsize64"
  std::optional<AmdChip> amd = {}; ///< none: one of NVIDIA's
  /// An upper limit of the threads of a CTA is the block of the launches (Triton's kernels).
  bool limitIsBlock = false;

  uint32_t lanesPerWarp() const { return amd ? amd->lanesPerWave() : kFileLanesPerWarp; }
};

/// A kernel of a file before instrumentation.
struct NamedKernel {
  std::string name;
  KernelRequirements required;
  std::string ctaWait; ///< ctaWaitOf()
};

/// Options of KernelModule::instrument(). \param sharedBytes  static shared memory that the kernel
/// uses already [bytes]
InstrumentOptions instrumentOptions(const InstrumentRequest &request, const FileGpu &gpu,
                                    const FileBlock &block, uint64_t sharedBytes);

/// Row of the table for an instrumented kernel.
record::InstrumentedKernelEntry tableEntry(const NamedKernel &of, const FileBlock &block,
                                           InstrumentedKernel kernel);

/// Adds a note for each mode that does not record all of the kernel.
void noteCoverage(const std::string &kernel, const InstrumentedKernel &instrumented,
                  std::vector<std::string> &notes);

/// The block size that all of `kernels` are instrumented for: the request's, or the one that the
/// file requires; otherwise, with a note, that of `amdgpu-flat-work-group-size` in x: a range with
/// one number, or its upper limit if FileGpu::limitIsBlock. Nothing if none gives one. InvalidInput
/// if they contradict each other.
Result<std::optional<FileBlock>> blockOf(const InstrumentRequest &request, const FileGpu &gpu,
                                         const std::vector<NamedKernel> &kernels,
                                         std::vector<std::string> &notes);

/// InvalidInput for a kernel with records whose block size is not known.
Error missingBlock(const InstrumentRequest &request, const std::string &kernel);

/// instrumentFile() of a PTX file.
Result<InstrumentedFile> instrumentPtxFile(const InstrumentRequest &request);

/// instrumentFile() of a .cu file, compiled by nvcc for the architecture of the request.
Result<InstrumentedFile> instrumentCudaFile(const InstrumentRequest &request);

} // namespace pstudio
