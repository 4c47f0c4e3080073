// SPDX-License-Identifier: Apache-2.0
// The contents of a cache entry: the decisions of the instrumentation, and code.
#pragma once

#include <string>
#include <string_view>

#include "collector/codegen/nvidia/ptx_kernel.h"
#include "collector/pipeline/pipeline.h"
#include "collector/runtime/cpu/program_map.h"
#include "core/base/result.h"

namespace pstudio {

/// One compile.
struct KernelEntry {
  InstrumentedKernel kernel;
  std::string code; ///< of the target, written by one of the functions below
};

// All of these return CBOR (RFC 8949), which the reader of the same build accepts; readers return
// InvalidFormat for other data. O(bytes).

std::string toBytes(const KernelEntry &entry);
Result<KernelEntry> kernelEntryFrom(std::string_view bytes);

/// PTX of an NVIDIA GPU, with and without instrumentation; the latter is empty if it was not
/// compiled.
struct PtxCode {
  nvidia::PtxKernel kernel;
  nvidia::PtxKernel plain;
};
std::string toBytes(const PtxCode &code);
Result<PtxCode> ptxCodeFrom(std::string_view bytes);

/// Code objects of an AMD GPU, with and without instrumentation; the latter is empty if it was not
/// compiled.
struct HsaCode {
  std::string entry;
  std::string codeObject;
  std::string plainCodeObject;
};
std::string toBytes(const HsaCode &code);
Result<HsaCode> hsaCodeFrom(std::string_view bytes);

/// A program of the CPU target.
struct CpuCode {
  std::string object; ///< an object file of the host
  cpu::ProgramMap map;
};
std::string toBytes(const CpuCode &code);
Result<CpuCode> cpuCodeFrom(std::string_view bytes);

} // namespace pstudio
