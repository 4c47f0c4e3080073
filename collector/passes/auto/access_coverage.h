// SPDX-License-Identifier: Apache-2.0
// Number of access instructions, or barriers, of a module that an auto mode records, and those that
// it does not record.
#pragma once

#include <cstdint>
#include <string>

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include "collector/classification/operation_classifier.h"
#include "collector/ir/unknown_paths.h"

namespace pstudio::automode {

/// Counts for one auto mode. An access that is not recorded is counted, and a warning reports its
/// location.
class AccessCoverage {
public:
  /// `mode`: as in the mode string. "memory".
  explicit AccessCoverage(llvm::StringRef mode) : m_mode(mode) {}

  void cover(mlir::Operation *op, uint64_t accesses = 1) { countsOf(op).covered += accesses; }
  /// Counts an operation that the mode omits by its options, without a warning.
  void skip(mlir::Operation *op) { ++countsOf(op).leftOut; }
  /// `what`: "access", "copy" or "store".
  void leaveOut(mlir::Operation *op, const llvm::Twine &why, llvm::StringRef what = "access");
  /// Counts each access in functions that the mode excludes, without a warning for each.
  void leaveOut(llvm::ArrayRef<UnknownPath> functions, const Classifiers &classifiers);
  /// Counts possible memory accesses of `op` that the classifiers do not support: PTX instructions
  /// and intrinsics.
  void leaveOutUnknown(mlir::Operation *op, const Classifiers &classifiers);
  /// Stores the counts on the kernels of the module: the counts of each kernel, plus those of all
  /// functions that are not kernels.
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

/// Number of loads, stores and atomic operations of memory that other threads see; a copy counts as
/// two.
uint64_t accessesOf(mlir::Operation *op, const Classifiers &classifiers);

} // namespace pstudio::automode
