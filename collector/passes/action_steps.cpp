// SPDX-License-Identifier: Apache-2.0
// MLIR dispatches each pass and each pattern as an action.
#include "collector/passes/action_steps.h"

#include <optional>

#include "mlir/Debug/ExecutionContext.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio {
namespace {

/// The operation is described by what outlives it: a pattern may have erased it.
class ActionStep final : public llvm::PrettyStackTraceEntry {
public:
  explicit ActionStep(const mlir::tracing::Action &action) : m_action(action) {
    for (const mlir::IRUnit &unit : action.getContextIRUnits())
      if (auto *op = llvm::dyn_cast_if_present<mlir::Operation *>(unit)) {
        m_name = op->getName().getStringRef();
        m_location = op->getLoc();
      }
  }

  void print(llvm::raw_ostream &stream) const override {
    if (m_action.getTag() == "apply-pattern" && m_location) {
      stream << "operation '" << m_name << "' at ";
      printPlace(*m_location, stream);
    } else if (m_action.getTag() == "pass-execution") {
      stream << "pass '"
             << static_cast<const mlir::PassExecutionAction &>(m_action).getPass().getArgument()
             << '\'';
    }
    stream << '\n';
  }

private:
  static void printPlace(mlir::Location location, llvm::raw_ostream &stream) {
    if (const auto file = location->findInstanceOf<mlir::FileLineColLoc>())
      stream << file.getFilename().getValue() << ':' << file.getLine() << ':' << file.getColumn();
    else
      stream << "an unknown place";
  }

  const mlir::tracing::Action &m_action;
  llvm::StringRef m_name;
  std::optional<mlir::Location> m_location;
};

} // namespace

ActionSteps::ActionSteps(mlir::MLIRContext &context) : m_context(context) {
  context.registerActionHandler(
      [](llvm::function_ref<void()> execute, const mlir::tracing::Action &action) {
        const ActionStep step(action);
        execute();
      });
}

ActionSteps::~ActionSteps() {
  m_context.registerActionHandler(nullptr);
}

} // namespace pstudio
