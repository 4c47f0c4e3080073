// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/generated_modes.h"

#include <array>

namespace pstudio::test {
namespace {

constexpr std::array<const char *, 24> kOtherModes{
    "default",
    "functions",
    "loops",
    "barriers",
    "accesses",
    "async",
    "matrix",
    "functions,loops,barriers",
    "functions,loops,barriers,accesses,memory,async,matrix",
    "loops,accesses:annotations=drop",
    "default:granularity=thread",
    "default:granularity=cta",
    "loops:granularity=warp_2",
    "default:strategy=first:slots=64",
    "accesses:strategy=flush",
    "functions,loops:strategy=stream",
    "default:buffer_type=shared",
    "loops,barriers:buffer_type=global",
    "default:groups=off",
    "functions,accesses:groups=fast",
    "loops,memory:every=2",
    "memory:warps=0:ctas=0",
    "default:metric=time",
    "memory:slots=64",
};

} // namespace

std::vector<std::string> modesOf(uint64_t seed, size_t others) {
  std::vector<std::string> modes{kAllAccesses};
  if (seed % 4 == 0)
    modes.emplace_back("memory:strategy=histogram");
  if (seed % 8 == 1)
    modes.emplace_back("memory:annotations=drop:strategy=stream");
  if (seed % 8 == 3)
    modes.emplace_back("memory:annotations=drop:groups=off:slots=32768");
  for (size_t i = 0; i < others; ++i)
    modes.emplace_back(kOtherModes[(seed * others + i) % kOtherModes.size()]);
  return modes;
}

Result<GeneratedCase> makeCaseOf(uint64_t seed, bool isForHardware,
                                 const std::filesystem::path &folder, const std::string &stem) {
  constexpr std::array kClasses{KernelClass::Hardware, KernelClass::Model, KernelClass::Portable,
                                KernelClass::Hardware, KernelClass::Model, KernelClass::Tree};
  KernelClass kind = kClasses[seed % kClasses.size()];
  if (isForHardware && kind == KernelClass::Model)
    kind = KernelClass::Hardware;
  std::vector<TextForm> forms{TextForm::LlPhi, TextForm::LlStack};
  if (kind == KernelClass::Portable)
    forms = {TextForm::MlirFlow, TextForm::LlPhi};
  if (kind == KernelClass::Tree)
    forms = {TextForm::MlirTree, TextForm::MlirFlow};
  return makeCase(makeKernel(seed, kind), forms[seed / kClasses.size() % forms.size()], folder,
                  stem);
}

} // namespace pstudio::test
