// SPDX-License-Identifier: Apache-2.0
// How many access instructions of a module an auto mode records, and which ones it cannot.
#pragma once

#include <cstdint>
#include <string>

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include "collector/ir/unknown_paths.h"
#include "collector/classification/operation_classifier.h"

namespace pstudio::automode {

/// Counts for one auto mode. What is not recorded is counted, and told in a warning at its place.
class AccessCoverage {
public:
  /// `mode`: as in the mode string. "memory".
  explicit AccessCoverage(llvm::StringRef mode) : m_mode(mode) {}

  void cover(mlir::Operation *op, uint64_t accesses = 1) { countsOf(op).covered += accesses; }
  /// `what`: "access" or "copy".
  void leaveOut(mlir::Operation *op, const llvm::Twine &why, llvm::StringRef what = "access");
  /// Each access in functions that the mode leaves alone, without a warning for each.
  void leaveOut(llvm::ArrayRef<UnknownPath> functions, const Classifiers &classifiers);
  /// What `op` may do with memory that nothing is known of here: PTX instructions and intrinsics.
  void leaveOutUnknown(mlir::Operation *op, const Classifiers &classifiers);
  /// Keeps the counts with the kernels of the module: their own, and those of all functions that
  /// are no kernels.
  void write(mlir::Operation *module) const;

private:
  struct Counts {
    uint64_t covered = 0;
    uint64_t leftOut = 0;
  };
  Counts &countsOf(mlir::Operation *op) {
    return m_counts[op->getParentOfType<mlir::FunctionOpInterface>()];
  }

  llvm::StringRef m_mode;
  llvm::DenseMap<mlir::Operation *, Counts> m_counts; ///< by function
};

/// Loads, stores and atomic operations of memory that other threads see; a copy is two.
uint64_t accessesOf(mlir::Operation *op, const Classifiers &classifiers);

} // namespace pstudio::automode
