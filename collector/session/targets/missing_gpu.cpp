// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/missing_gpu.h"

#include "collector/session/targets/cpu_target.h"

namespace pstudio {
namespace {

/// The words of the driver or its loader.
std::string wordsOf(const Error &cause) {
  return cause.message + (cause.hint.empty() ? "" : " (" + cause.hint + ")");
}

} // namespace

CpuModelUse cpuModelUse(const RunSpec &spec) {
  return checkCpuSpec(spec) ? CpuModelUse::Possible
                                                           : CpuModelUse::Impossible;
}

Error missingGpu(Error cause, std::string_view vendor, std::string_view target, CpuModelUse cpu) {
  if (cause.code != ErrorCode::Unsupported)
    return cause;
  Error error;
  error.code = cause.code;
  error.where = cause.where;
  error.message =
      "the run needs an " + std::string(vendor) + " GPU, and none can be used on this machine";
  error.hint = cpu == CpuModelUse::Possible
                   ? "run it on the CPU model (target \"cpu\") or on "
                   : "the CPU model does not support this kernel: run it on ";
  error.hint += "another machine (\"proton-collect remote add\", then target \"NAME/" +
                std::string(target) + "\"). On this machine: " + wordsOf(cause);
  return error;
}

std::string missingGpuReason(const Error &cause, std::string_view vendor) {
  if (cause.code != ErrorCode::Unsupported)
    return wordsOf(cause);
  return "no usable " + std::string(vendor) +
         " GPU was found on this machine; use the CPU model (target cpu) or another machine. "
         "Detail: " +
         wordsOf(cause);
}

} // namespace pstudio
