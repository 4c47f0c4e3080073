// SPDX-License-Identifier: Apache-2.0
// Runs upstream's interpreter of transform scripts.
#include "collector/program/host/transform_program.h"

#include "mlir/Dialect/Affine/TransformOps/AffineTransformOps.h"
#include "mlir/Dialect/Func/TransformOps/FuncTransformOps.h"
#include "mlir/Dialect/GPU/TransformOps/GPUTransformOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/TransformOps/DialectExtension.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/MemRef/TransformOps/MemRefTransformOps.h"
#include "mlir/Dialect/NVGPU/TransformOps/NVGPUTransformOps.h"
#include "mlir/Dialect/SCF/TransformOps/SCFTransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/LoopExtension/LoopExtension.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Dialect/Vector/TransformOps/VectorTransformOps.h"
#include "mlir/Pass/PassManager.h"

namespace pstudio::program {
namespace {

namespace transform = mlir::transform;

template <class Dialect> bool hasOperationsOf(mlir::ModuleOp module) {
  return module
      .walk([](mlir::Operation *op) {
        return mlir::isa<Dialect>(op->getDialect()) ? mlir::WalkResult::interrupt()
                                                    : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

mlir::StringAttr scriptAttribute(mlir::ModuleOp module) {
  return mlir::StringAttr::get(module.getContext(),
                               transform::TransformDialect::kWithNamedSequenceAttrName);
}

bool holdsScript(mlir::ModuleOp module) {
  return module->hasAttr(scriptAttribute(module));
}

mlir::LogicalResult applyNamedSequence(mlir::ModuleOp module) {
  const transform::TransformOpInterface entry =
      transform::detail::findTransformEntryPoint(module, mlir::ModuleOp());
  if (!entry)
    return mlir::failure();
  return transform::applyTransformNamedSequence(module, entry, mlir::ModuleOp(),
                                                transform::TransformOptions());
}

/// A sequence of its own, without a name: the older form.
mlir::LogicalResult applySequences(mlir::ModuleOp module) {
  for (auto sequence : module.getOps<transform::SequenceOp>())
    if (mlir::failed(transform::applyTransforms(module, sequence)))
      return mlir::failure();
  return mlir::success();
}

/// Scripts are no part of what is compiled.
void eraseScripts(mlir::ModuleOp module) {
  module->removeAttr(scriptAttribute(module));
  for (mlir::Operation &op : llvm::make_early_inc_range(module.getOps())) {
    auto nested = mlir::dyn_cast<mlir::ModuleOp>(op);
    if (mlir::isa<transform::TransformDialect>(op.getDialect()) || (nested && holdsScript(nested)))
      op.erase();
  }
}

} // namespace

void registerTransforms(mlir::DialectRegistry &registry) {
  registry.insert<mlir::linalg::LinalgDialect, transform::TransformDialect>();
  mlir::linalg::registerAllDialectInterfaceImplementations(registry); // tiling among them
  mlir::affine::registerTransformDialectExtension(registry);
  mlir::func::registerTransformDialectExtension(registry);
  mlir::gpu::registerTransformDialectExtension(registry);
  mlir::linalg::registerTransformDialectExtension(registry);
  mlir::memref::registerTransformDialectExtension(registry);
  mlir::nvgpu::registerTransformDialectExtension(registry);
  mlir::scf::registerTransformDialectExtension(registry);
  transform::registerLoopExtension(registry);
  mlir::vector::registerTransformDialectExtension(registry);
}

mlir::LogicalResult applyTransforms(mlir::ModuleOp module) {
  if (!hasOperationsOf<transform::TransformDialect>(module))
    return mlir::success();
  const bool isNamed =
      holdsScript(module) || llvm::any_of(module.getOps<mlir::ModuleOp>(), holdsScript);
  if (mlir::failed(isNamed ? applyNamedSequence(module) : applySequences(module)))
    return mlir::failure();
  eraseScripts(module);
  return mlir::success();
}

mlir::LogicalResult lowerLinalg(mlir::ModuleOp module) {
  if (!hasOperationsOf<mlir::linalg::LinalgDialect>(module))
    return mlir::success();
  mlir::PassManager passes(module.getContext());
  passes.addPass(mlir::createConvertLinalgToLoopsPass());
  return passes.run(module);
}

} // namespace pstudio::program
