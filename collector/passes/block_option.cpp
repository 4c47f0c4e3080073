// SPDX-License-Identifier: Apache-2.0
// Checks the option `block`.
#include "collector/passes/block_option.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace pstudio {

FailureOr<BlockShape> readBlock(Operation *op, ArrayRef<uint32_t> numbers) {
  BlockShape block{};
  if (numbers.size() != block.size() || llvm::is_contained(numbers, 0u)) {
    op->emitError() << "option 'block' takes three numbers of at least 1, the threads of a CTA in "
                       "x, y and z";
    return failure();
  }
  llvm::copy(numbers, block.begin());
  return block;
}

} // namespace pstudio
