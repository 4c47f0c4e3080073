// SPDX-License-Identifier: Apache-2.0
// A translation interface of the proton_gpu dialect that emits nothing.
#include "collector/foreign/source_recorder.h"

#include "collector/foreign/foreign_module.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/Instruction.h"

namespace pstudio::foreign {
namespace {

class SourceRecorder : public mlir::LLVMTranslationDialectInterface {
public:
  SourceRecorder(mlir::Dialect *dialect, RecordedSources &sources)
      : LLVMTranslationDialectInterface(dialect), m_sources(sources) {}

  mlir::LogicalResult amendOperation(mlir::Operation *, llvm::ArrayRef<llvm::Instruction *> made,
                                     mlir::NamedAttribute attribute,
                                     mlir::LLVM::ModuleTranslation &) const override {
    const auto index = mlir::dyn_cast<mlir::IntegerAttr>(attribute.getValue());
    if (attribute.getName() == kSourceAttribute && index)
      m_sources[static_cast<size_t>(index.getInt())].assign(made.begin(), made.end());
    return mlir::success();
  }

private:
  RecordedSources &m_sources;
};

} // namespace

void recordSources(mlir::MLIRContext &context, RecordedSources &sources) {
  context.getOrLoadDialect<proton_gpu::ProtonGPUDialect>()->addInterface<SourceRecorder>(sources);
}

void noteReturns(mlir::Operation *module) {
  module->walk([](mlir::LLVM::ReturnOp leave) {
    const auto fused = mlir::dyn_cast<mlir::FusedLoc>(leave.getLoc());
    const auto index =
        fused ? mlir::dyn_cast_or_null<mlir::IntegerAttr>(fused.getMetadata()) : nullptr;
    if (index && !leave->hasAttr(kSourceAttribute))
      leave->setAttr(kSourceAttribute, index);
  });
}

} // namespace pstudio::foreign
