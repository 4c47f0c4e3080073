// SPDX-License-Identifier: Apache-2.0
#include "collector/ir/amd_names.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace pstudio {

std::optional<std::string> amdStemOf(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    name = call.getIntrin();
  else if (auto named = dyn_cast<LLVM::CallOp>(op))
    name = named.getCallee().value_or("");
  if (!name.consume_front("llvm.amdgcn.") && !name.consume_front("rocdl.") &&
      !name.consume_front("amdgpu."))
    return std::nullopt;
  std::string stem = name.str(); // rocdl.ds_bpermute, amdgpu.raw_buffer_load
  std::replace(stem.begin(), stem.end(), '_', '.');
  return stem;
}

} // namespace pstudio
