// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/requirement_table.h"

#include <algorithm>

namespace pstudio::nvidia {
namespace {

bool has(const Architecture &architecture, const Requirement &requirement) {
  if (requirement.isSpecific)
    return architecture.isSpecific && architecture.capability >= requirement.capability &&
           architecture.capability <= std::max(requirement.capability, requirement.last);
  return architecture.capability >= requirement.capability;
}

} // namespace

const Requirement *unmetRequirement(llvm::ArrayRef<Requirement> table,
                                    const Architecture &architecture, llvm::StringRef name) {
  for (const Requirement &requirement : table)
    if (name.starts_with(requirement.prefix) && !has(architecture, requirement))
      return &requirement;
  return nullptr;
}

} // namespace pstudio::nvidia
