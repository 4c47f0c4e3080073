// SPDX-License-Identifier: Apache-2.0
// Runs LLVM passes over a module, with all that LLVM's pass manager needs around them.
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

/// LLVM's pass builder, analysis managers and, if wanted, a recorder of what each pass did. For one
/// module; make it anew after the module was changed by other means. [one thread]
class LlvmPassRunner {
public:
  /// \param machine  null: nothing is known of the target. \param report  null: nothing is
  /// recorded. Both must outlive the runner.
  LlvmPassRunner(llvm::TargetMachine *machine, PassReportBuilder *report);
  ~LlvmPassRunner();
  LlvmPassRunner(const LlvmPassRunner &) = delete;
  LlvmPassRunner &operator=(const LlvmPassRunner &) = delete;

  /// For pipelines that LLVM defines.
  llvm::PassBuilder &builder();
  /// Runs the passes as one stage of the report: each pass with its time, and the text of what it
  /// worked on (a function, a module) after each that says it changed something.
  void run(llvm::ModulePassManager passes, llvm::Module &module, std::string_view stage);

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
