// SPDX-License-Identifier: Apache-2.0
// What all threads of a CTA reach together.
#pragma once

#include "collector/analysis/address_analysis.h"
#include "collector/ir/call_graph.h"

namespace pstudio {

/// A sound approximation for the functions that the kernels of a module reach, for CTAs of any
/// shape: what is called reached by all is reached by all threads of a CTA, equally often, if
/// threads come together again behind branches that they take differently.
class CtaUniformity {
public:
  /// `calls` must outlive this. Cost: that of AddressAnalysis.
  explicit CtaUniformity(const CallGraph &calls);

  /// `op`, or the outermost operation around it in its function that all threads reach while they
  /// may take different ways inside. Null if not even that is reached by all.
  mlir::Operation *meetingPoint(mlir::Operation *op) const;
  bool isReachedByAll(mlir::Operation *op) const { return meetingPoint(op) == op; }
  /// False for a function with a call that is not reached by all.
  bool isReachedByAll(mlir::FunctionOpInterface function) const {
    return !m_divergent.contains(function);
  }

private:
  bool isUniform(mlir::Value value) const;
  bool isTakenByAll(mlir::Operation *structured) const;
  bool isDivergentBlock(mlir::Block *block) const { return m_divergentBlocks.contains(block); }
  void findDivergentBlocks(mlir::FunctionOpInterface function);

  AddressAnalysis m_addresses;
  llvm::DenseSet<mlir::Block *> m_divergentBlocks;
  llvm::DenseSet<mlir::Operation *> m_divergent; ///< functions
};

} // namespace pstudio
