// SPDX-License-Identifier: Apache-2.0
// What an entry of the cache holds: the decisions of the instrumentation, and code.
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
  std::string code; ///< of the target, as one of the functions below writes it
};

// All of these give CBOR (RFC 8949) that the reader of the same build understands; a reader gets
// InvalidFormat for anything else. O(bytes).

std::string toBytes(const KernelEntry &entry);
Result<KernelEntry> kernelEntryFrom(std::string_view bytes);

/// PTX of an NVIDIA GPU, with and without instrumentation; the latter empty if it was not made.
struct PtxCode {
  nvidia::PtxKernel kernel;
  nvidia::PtxKernel plain;
};
std::string toBytes(const PtxCode &code);
Result<PtxCode> ptxCodeFrom(std::string_view bytes);

/// Code objects of an AMD GPU, with and without instrumentation; the latter empty if it was not
/// made.
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
