// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/resource_facts.h"

#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

std::string takes(const CodeResources &resources) {
  return std::to_string(resources.registersPerThread) + " registers, " +
         std::to_string(resources.localBytesPerThread) + " bytes of local memory, " +
         std::to_string(resources.sharedBytes) + " bytes of shared memory";
}

} // namespace

std::string describeResources(const std::string &kernel, const CodeResources &resources,
                              const std::optional<CodeResources> &plain) {
  std::string text = kernel + " takes " + takes(resources);
  if (!plain)
    return text;
  text += "; without instrumentation " + takes(*plain);
  if (resources.localBytesPerThread > plain->localBytesPerThread)
    text += "; instrumentation added " +
            std::to_string(resources.localBytesPerThread - plain->localBytesPerThread) +
            " bytes of local memory: registers were spilled";
  return text;
}

void addResourceFacts(std::vector<record::LaunchFact> &facts, const CodeResources &resources,
                      const std::optional<CodeResources> &plain) {
  const auto add = [&facts](const CodeResources &of, const std::string &suffix) {
    facts.push_back({"kernel.registers" + suffix, int64_t{of.registersPerThread}});
    facts.push_back({"kernel.localBytes" + suffix, static_cast<int64_t>(of.localBytesPerThread)});
    facts.push_back({"kernel.sharedBytes" + suffix, static_cast<int64_t>(of.sharedBytes)});
  };
  add(resources, "");
  if (plain)
    add(*plain, "Plain");
}

void addShareFacts(std::vector<record::LaunchFact> &facts, const CodeResources &plain,
                   uint64_t dynamicSharedBytes, uint64_t limitBytes) {
  facts.push_back({std::string(kSharedMemoryArg),
                   static_cast<int64_t>(plain.sharedBytes + dynamicSharedBytes)});
  facts.push_back({std::string(kSharedLimitArg), static_cast<int64_t>(limitBytes)});
  facts.push_back({std::string(kRegistersArg), int64_t{plain.registersPerThread}});
}

} // namespace pstudio
