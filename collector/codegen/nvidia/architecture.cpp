// SPDX-License-Identifier: Apache-2.0
// Reads LLVM's table of chips: LLVM would silently compile a name that is not in it for an old
// default.
#include "collector/codegen/nvidia/architecture.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "collector/codegen/nvidia/newer_architectures.h"
#include "collector/codegen/nvidia/target_machine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace pstudio::nvidia {
namespace {

/// The oldest supported capability: asynchronous copies require it.
constexpr uint32_t kOldest = 80;

/// "sm_90a" in parts; nullopt for a name of another form or an older chip.
std::optional<Architecture> parsed(llvm::StringRef name) {
  Architecture architecture;
  architecture.name = name.str();
  llvm::StringRef rest = name;
  if (!rest.consume_front("sm_") || rest.consumeInteger(10, architecture.capability))
    return std::nullopt;
  architecture.isSpecific = rest.consume_front("a");
  if (!rest.empty() || architecture.capability < kOldest)
    return std::nullopt;
  return architecture;
}

Result<std::vector<Architecture>> knownArchitectures() {
  PSTUDIO_TRY_ASSIGN(const auto chips, subtargetInfo());
  std::vector<Architecture> known;
  for (const llvm::SubtargetSubTypeKV &chip : chips->getAllProcessorDescriptions())
    if (std::optional<Architecture> architecture = parsed(chip.Key))
      known.push_back(std::move(*architecture));
  for (Architecture &newer : newerArchitectures())
    if (std::ranges::find(known, newer.name, &Architecture::name) == known.end())
      known.push_back(std::move(newer));
  return known;
}

std::string dotted(uint32_t capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

} // namespace

Result<Architecture> architectureNamed(std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const std::vector<Architecture> known, knownArchitectures());
  std::string names;
  for (const Architecture &architecture : known) {
    if (architecture.name == name)
      return architecture;
    names += (names.empty() ? "" : ", ") + architecture.name;
  }
  return fail(ErrorCode::Unsupported, "no PTX can be made for \"" + std::string(name) + "\"", {},
              "there are: " + names +
                  "; a newer chip runs code for the newest of them without "
                  "\"a\"");
}

Result<Architecture> architectureForDevice(uint32_t major, uint32_t minor) {
  PSTUDIO_TRY_ASSIGN(const std::vector<Architecture> known, knownArchitectures());
  const uint32_t device = major * 10 + minor;
  std::optional<Architecture> best;
  for (const Architecture &architecture : known) {
    if (!checkRunsOn(architecture, major, minor))
      continue;
    if (!best || std::pair(best->capability, best->isSpecific) <
                     std::pair(architecture.capability, architecture.isSpecific))
      best = architecture;
  }
  if (best)
    return *best;
  return fail(ErrorCode::Unsupported, "the device has compute capability " + dotted(device) +
                                          "; kernels need " + dotted(kOldest) + " or newer");
}

Result<void> checkRunsOn(const Architecture &architecture, uint32_t major, uint32_t minor) {
  const uint32_t device = major * 10 + minor;
  if (architecture.isSpecific && architecture.capability != device)
    return fail(ErrorCode::Unsupported,
                architecture.name + " code runs on compute capability " +
                    dotted(architecture.capability) + " alone, and the device has " +
                    dotted(device),
                {},
                "omit the architecture, or request sm_" +
                    std::to_string(std::min(device, architecture.capability)));
  if (architecture.capability > device)
    return fail(ErrorCode::Unsupported, architecture.name +
                                            " code is newer than the device, which has compute "
                                            "capability " +
                                            dotted(device));
  return {};
}

} // namespace pstudio::nvidia
