// SPDX-License-Identifier: Apache-2.0
// Facts about the result of each operation, from the facts about its operands.
#pragma once

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "collector/analysis/thread_facts.h"

namespace mlir {
class LoopLikeOpInterface;
} // namespace mlir

namespace pstudio {

/// Name of the argument attribute that gives the power of two (IntegerAttr, i64) by which every
/// value that a launch passes is divisible. It is set by proton-specialize-arguments.
inline constexpr llvm::StringLiteral kDivisibleAttribute = "proton_gpu.divisible";

/// Facts of result `index` of an operation without regions. Casts and views of memrefs are
/// followed. A load returns the same value to all lanes of a warp if all of them read one address.
/// A result that is not proven to be a function of the operands is unknown. O(operands).
ThreadFacts resultFacts(mlir::Operation *op, unsigned index, llvm::ArrayRef<ThreadFacts> operands,
                        const ThreadArithmetic &arithmetic);

/// Facts of an argument of a kernel, the same for all threads: its alignment and divisibility are
/// those of its attributes. Memory that is private to a thread is unknown.
ThreadFacts kernelArgumentFacts(mlir::BlockArgument argument);

/// Facts of the loop counter in argument `index` of the body, from those of the loop's operands;
/// unknown for loops that do not specify a lower bound and a step.
ThreadFacts counterFacts(mlir::Operation *loop, unsigned index,
                         llvm::function_ref<const ThreadFacts *(mlir::Value)> known,
                         const ThreadArithmetic &arithmetic);

/// Facts of the value of `expression`, whose dimensions and then symbols are `operands`.
ThreadFacts evaluate(mlir::AffineExpr expression, unsigned dimensions,
                     llvm::ArrayRef<ThreadFacts> operands, const ThreadArithmetic &arithmetic);

/// Bytes from the origin of a memref value to an element. Dynamic strides are taken to be uniform
/// if the memref is a kernel's argument, unknown otherwise.
ThreadFacts elementOffset(mlir::Value memref, llvm::ArrayRef<ThreadFacts> indices,
                          const ThreadArithmetic &arithmetic);

} // namespace pstudio
