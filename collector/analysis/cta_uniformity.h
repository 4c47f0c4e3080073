// SPDX-License-Identifier: Apache-2.0
// Operations that all threads of a CTA reach together.
#pragma once

#include "collector/analysis/address_analysis.h"
#include "collector/ir/call_graph.h"

namespace pstudio {

/// A sound approximation for the functions that the kernels of a module reach, for CTAs of any
/// shape: an operation reported as reached by all is reached by all threads of a CTA, equally
/// often, if threads reconverge after divergent branches.
class CtaUniformity {
public:
  /// `calls` must outlive this. Cost: that of AddressAnalysis.
  explicit CtaUniformity(const CallGraph &calls);

  /// `op` if all threads reach it. Otherwise the outermost operation around it, in its function,
  /// that all threads reach although they may take different paths inside; null if there is none.
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
