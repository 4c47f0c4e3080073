// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/ptx_name.h"

#include "llvm/ADT/StringExtras.h"

namespace pstudio::nvidia {
namespace {

/// The one identifier that PTX reserves and that has the form of a name.
constexpr const char *kReserved = "WARP_SZ";

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

} // namespace pstudio::nvidia
