// SPDX-License-Identifier: Apache-2.0
// Kernels of random integer arithmetic on thread ids, with what every thread computes.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "collector/analysis/lane_values.h"

namespace pstudio::test {

/// One integer of the kernel in all threads of the CTA.
struct ComputedValue {
  mlir::Value value;
  unsigned width = 0;
  std::vector<uint64_t> threads; ///< by linear thread id; the bits above `width` are 0
};

/// A gpu.func whose values are thread ids, constants, arguments and operations on them. Loops and
/// branches are not in it. The values of arguments and of the block id are random, too.
struct RandomKernel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<ComputedValue> values;
};

/// `context` must have the dialects builtin, arith, gpu and affine loaded. Operations whose result
/// is not defined (shifts by too much, divisions by 0) are not made; nsw is set where it holds.
RandomKernel makeRandomKernel(mlir::MLIRContext &context, const BlockShape &block,
                              std::mt19937_64 &random, unsigned operations);

} // namespace pstudio::test
