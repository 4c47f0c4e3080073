// SPDX-License-Identifier: Apache-2.0
// The functions that an auto mode marks, and the places in them where a record is allowed.
#pragma once

#include <string>
#include <vector>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "collector/ir/unknown_paths.h"

namespace pstudio::automode {

/// A choice of functions by name.
struct FunctionFilter {
  llvm::ArrayRef<std::string> include; ///< globs; empty: all
  llvm::ArrayRef<std::string> exclude; ///< globs; wins

  /// By name alone.
  bool selects(llvm::StringRef name) const;
};

/// The functions that kernels reach, over calls by name and through values, divided by the decision
/// of an auto mode. A call through a value may reach every function whose address is taken.
struct FunctionChoice {
  std::vector<mlir::FunctionOpInterface> marked;
  std::vector<UnknownPath> leftOut; ///< because the call analysis rejects records in them
  /// Calls through a value for which no callee in the module was found.
  llvm::SmallVector<mlir::CallOpInterface> unknownCalls;
};

/// Kernels and the functions that they reach, if the filter selects them, in the order of the text.
/// `root` is a module of functions, or contains such modules. O(operations).
FunctionChoice chooseFunctions(mlir::Operation *root, const FunctionFilter &filter);

/// FunctionChoice::marked.
std::vector<mlir::FunctionOpInterface> functionsToMark(mlir::Operation *root,
                                                       const FunctionFilter &filter);

/// True if the execution order of `op` is known, as the rules for scopes require: all operations
/// around it in its function implement RegionBranchOpInterface.
bool mayRecordAt(mlir::Operation *op);

} // namespace pstudio::automode
