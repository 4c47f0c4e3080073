// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/ptx_name.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

/// The one identifier that PTX reserves and that has the form of a name.
constexpr const char *kReserved = "WARP_SZ";

bool isIntrinsic(const llvm::GlobalValue &global) {
  const auto *function = llvm::dyn_cast<llvm::Function>(&global);
  return function && function->isIntrinsic();
}

} // namespace

std::string ptxName(llvm::StringRef name) {
  std::string valid = name.str();
  for (char &c : valid)
    if (!llvm::isAlnum(c) && c != '_' && c != '$')
      c = '_';
  if (valid.empty() || llvm::isDigit(valid.front()) || valid == kReserved)
    valid.insert(valid.begin(), '_');
  return valid;
}

void useValidNames(llvm::Module &module) {
  for (llvm::GlobalValue &global : module.global_values()) {
    if (isIntrinsic(global) || global.getName().starts_with("llvm."))
      continue;
    if (const std::string name = ptxName(global.getName()); name != global.getName())
      global.setName(name);
  }
}

} // namespace pstudio::nvidia
