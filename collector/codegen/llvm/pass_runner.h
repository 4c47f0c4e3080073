// SPDX-License-Identifier: Apache-2.0
// Runs LLVM passes over a module, with the environment that LLVM's pass manager requires.
#pragma once

#include <memory>
#include <string_view>

#include "core/run/pass_report_builder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace pstudio {

/// LLVM's pass builder, analysis managers and, optionally, a recorder of the result of each pass.
/// For one module; create it anew after the module was changed by other means. [one thread]
class LlvmPassRunner {
public:
  /// \param machine  null: no information about the target. \param report  null: nothing is
  /// recorded. Both must outlive the runner.
  LlvmPassRunner(llvm::TargetMachine *machine, PassReportBuilder *report);
  ~LlvmPassRunner();
  LlvmPassRunner(const LlvmPassRunner &) = delete;
  LlvmPassRunner &operator=(const LlvmPassRunner &) = delete;

  /// For pipelines that LLVM defines.
  llvm::PassBuilder &builder();
  /// Runs the passes as one stage of the report: each pass with its time, and the text of the unit
  /// that it processed (a function, a module) after each pass that reports a change.
  void run(llvm::ModulePassManager passes, llvm::Module &module, std::string_view stage);

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
