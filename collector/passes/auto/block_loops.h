// SPDX-License-Identifier: Apache-2.0
// Loops in unstructured control flow, and records on the edges that enter and leave them.
#pragma once

#include <string>
#include <vector>

#include "mlir/IR/Block.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace pstudio::automode {

/// A natural loop: all ways into it lead through one block, which dominates the others.
struct BlockLoop {
  mlir::Block *header = nullptr;
  llvm::SmallSetVector<mlir::Block *, 8> blocks; ///< the header first
  int parent = -1;                               ///< index of the loop around it, or -1
  mlir::Location location;                       ///< of its first operation that has a place
};

/// The loops of one region, outer ones before inner ones, else in the order of their headers. A
/// loop with an edge that cannot be split (a terminator that is no BranchOpInterface) is not among
/// them. O(blocks * nesting).
std::vector<BlockLoop> findBlockLoops(mlir::Region &region);

/// Puts each loop of `loops`, all of `region`, into the scope of the name of the same index.
void putLoopsInScopes(mlir::Region &region, const std::vector<BlockLoop> &loops,
                      const std::vector<std::string> &names);

} // namespace pstudio::automode
