// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/llvm/content_hash.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/SHA256.h"

namespace pstudio {

std::string contentHash(std::string_view bytes) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(bytes));
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string_view llvmVersion() {
  return LLVM_VERSION_STRING;
}

} // namespace pstudio
