// SPDX-License-Identifier: Apache-2.0
// Collects upstream's patterns.
#include "collector/codegen/llvm_patterns.h"

#include "collector/codegen/assert_pattern.h"
#include "collector/codegen/atomic_loops.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"

namespace pstudio {

void populateLlvmPatterns(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns) {
  populateAssertPattern(converter, patterns);
  populateAtomicLoopPattern(converter, patterns);
  mlir::arith::populateArithToLLVMConversionPatterns(converter, patterns);
  mlir::populateComplexToLLVMConversionPatterns(converter, patterns);
  mlir::cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  mlir::index::populateIndexToLLVMConversionPatterns(converter, patterns);
  mlir::populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  mlir::populateFuncToLLVMConversionPatterns(converter, patterns);
  mlir::ub::populateUBToLLVMConversionPatterns(converter, patterns);
  mlir::vector::populateVectorMaskMaterializationPatterns(patterns,
                                                          /*force32BitVectorIndices=*/false);
  mlir::vector::populateVectorTransferLoweringPatterns(patterns);
  mlir::populateVectorToLLVMMatrixConversionPatterns(converter, patterns);
  mlir::populateVectorToLLVMConversionPatterns(converter, patterns);
}

} // namespace pstudio
