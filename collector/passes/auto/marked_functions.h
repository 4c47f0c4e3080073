// SPDX-License-Identifier: Apache-2.0
// Which functions an auto mode marks, and where in them a record may stand.
#pragma once

#include <string>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace pstudio::automode {

/// A choice of functions by name.
struct FunctionFilter {
  llvm::ArrayRef<std::string> include; ///< globs; empty: all
  llvm::ArrayRef<std::string> exclude; ///< globs; wins
  bool kernelsOnly = true;

  /// By name alone.
  bool selects(llvm::StringRef name) const;
};

/// The functions with a body in `root` that the filter lets through, in the order of the text.
llvm::SmallVector<mlir::FunctionOpInterface> functionsToMark(mlir::Operation *root,
                                                             const FunctionFilter &filter);

/// True if the order in which `op` runs is known, as the rules for scopes ask: all that is around
/// it in its function says how control flows through it.
bool mayRecordAt(mlir::Operation *op);

} // namespace pstudio::automode
