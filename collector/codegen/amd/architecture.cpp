// SPDX-License-Identifier: Apache-2.0
// Searches names in LLVM's table of chips: LLVM would compile a name that is not in it for a
// default.
#include "collector/codegen/amd/architecture.h"

#include <algorithm>

#include "collector/codegen/amd/target_machine.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace pstudio::amd {

Result<Architecture> architectureNamed(std::string_view name) {
  const std::string chip(name.substr(0, name.find(':')));
  PSTUDIO_TRY_ASSIGN(const auto chips, subtargetInfo());
  const auto known = chips->getAllProcessorDescriptions();
  const bool isKnown = std::ranges::any_of(
      known, [&](const llvm::SubtargetSubTypeKV &entry) { return chip == entry.Key; });
  const std::string tested = "tested are " + std::string(kTestedArchitectures);
  if (!isKnown)
    return fail(ErrorCode::Unsupported,
                "no code can be made for \"" + chip + "\": this build's LLVM does not support it",
                {}, tested);
  const std::optional<AmdChip> family = amdChipNamed(chip);
  if (!family)
    return fail(ErrorCode::Unsupported,
                "records cannot be written for \"" + chip +
                    "\": its clocks and hardware ids are not known here",
                {}, tested);
  return Architecture{chip, *family};
}

} // namespace pstudio::amd
