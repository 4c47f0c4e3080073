// SPDX-License-Identifier: Apache-2.0
#include "core/summary/launch_facts.h"

namespace pstudio::summary {

const Arg *factOf(const Trace &trace, const Launch &launch, std::string_view key) {
  for (const Arg &arg : trace.args(launch.args))
    if (trace.string(arg.key) == key)
      return &arg;
  return nullptr;
}

std::optional<uint64_t> wholeFact(const Trace &trace, const Launch &launch, std::string_view key) {
  const Arg *arg = factOf(trace, launch, key);
  if (arg == nullptr)
    return std::nullopt;
  if (arg->type == ArgType::Uint)
    return arg->uintValue;
  return arg->type == ArgType::Int && arg->intValue >= 0
             ? std::optional(static_cast<uint64_t>(arg->intValue))
             : std::nullopt;
}

std::optional<Picoseconds> gpuTimeOf(const Trace &trace, const Launch &launch) {
  constexpr uint64_t kMost = INT64_MAX / 1000;
  const std::optional<uint64_t> ns = wholeFact(trace, launch, "launch.gpuTimeNs");
  return ns && *ns <= kMost ? std::optional(Picoseconds(static_cast<int64_t>(*ns) * 1000))
                            : std::nullopt;
}

} // namespace pstudio::summary
