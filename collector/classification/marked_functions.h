// SPDX-License-Identifier: Apache-2.0
// Which functions an auto mode marks, and where in them a record may stand.
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

/// The functions that kernels reach, over calls by name and through values, by the decision of an
/// auto mode. A call through a value may reach every function whose address is taken.
struct FunctionChoice {
  std::vector<mlir::FunctionOpInterface> marked;
  std::vector<UnknownPath> leftOut; ///< because a record in them would fail the call analysis
  /// Calls through a value that reach no function of the module, as far as is known.
  llvm::SmallVector<mlir::CallOpInterface> unknownCalls;
};

/// Kernels and what they reach, as far as the filter lets it through, in the order of the text.
/// `root` is a module of functions, or has such modules in it. O(operations).
FunctionChoice chooseFunctions(mlir::Operation *root, const FunctionFilter &filter);

/// FunctionChoice::marked.
std::vector<mlir::FunctionOpInterface> functionsToMark(mlir::Operation *root,
                                                       const FunctionFilter &filter);

/// True if the order in which `op` runs is known, as the rules for scopes ask: all that is around
/// it in its function says how control flows through it.
bool mayRecordAt(mlir::Operation *op);

} // namespace pstudio::automode
