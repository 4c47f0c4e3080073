// SPDX-License-Identifier: Apache-2.0
// Generated names of scopes, and their records.
#pragma once

#include <string>

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include "collector/ir/proton_dialect.h"

namespace pstudio::automode {

/// A line of a source file.
struct Place {
  std::string file; ///< without its folder
  unsigned line = 0;
};

/// The innermost source line of a location; an empty file if it has none.
Place placeOf(mlir::Location location);

/// "gemm.mlir:40", or "gemm.mlir:40-43" if `last` is a later line of the same file; empty if
/// `first` has no line.
std::string placeText(mlir::Location first, mlir::Location last);

/// Makes names for one pass over one function. It does not return names of records or events that
/// the function had before, so no scope of the pass mixes with one of them.
class ScopeNames {
public:
  explicit ScopeNames(mlir::FunctionOpInterface function);

  /// "barrier gemm.mlir:40". Operations at one place share a name. Operations without a place are
  /// numbered: "barrier 2".
  std::string at(llvm::StringRef what, mlir::Location first, mlir::Location last);
  /// Returns `wanted`. If that name is in use or in `alsoTaken`, appends a number (" #2").
  std::string notTaken(std::string wanted, const llvm::StringSet<> &alsoTaken = {}) const;

private:
  llvm::StringSet<> m_taken;
  llvm::StringMap<unsigned> m_counts; ///< of operations without a place
};

/// A record that has no id yet.
void createRecord(mlir::OpBuilder &builder, mlir::Location location, proton::Boundary boundary,
                  llvm::StringRef name);

/// Puts [first, last], which are in one block and not terminators, into a scope.
void putInScope(mlir::Operation *first, mlir::Operation *last, llvm::StringRef name);

} // namespace pstudio::automode
