// SPDX-License-Identifier: Apache-2.0
#include "collector/session/missing_gpu.h"

#include <string>

#include "collector/session/cpu_target.h"

namespace pstudio {

CpuModelUse cpuModelUse(const RunSpec &spec) {
  return checkCpuSpec(spec) ? CpuModelUse::Possible : CpuModelUse::Impossible;
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
                std::string(target) + "\"). On this machine: " + cause.message;
  if (!cause.hint.empty())
    error.hint += " (" + cause.hint + ")";
  return error;
}

} // namespace pstudio
