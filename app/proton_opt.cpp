// SPDX-License-Identifier: Apache-2.0
// proton-opt: reads IR, runs passes, prints IR. For the tests of the compiler and for people who
// work on it.
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/auto/passes.h"
#include "collector/passes/passes.h"
#include "collector/pipeline/named_pipelines.h"
#include "collector/records/passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  // By hand: registering every dialect of MLIR takes a minute to compile.
  registry
      .insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
              mlir::func::FuncDialect, mlir::gpu::GPUDialect, mlir::index::IndexDialect,
              mlir::LLVM::LLVMDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
              mlir::NVVM::NVVMDialect, mlir::nvgpu::NVGPUDialect, mlir::ROCDL::ROCDLDialect,
              mlir::amdgpu::AMDGPUDialect, mlir::scf::SCFDialect, mlir::vector::VectorDialect,
              pstudio::proton::ProtonDialect, pstudio::proton_gpu::ProtonGPUDialect>();
  mlir::func::registerInlinerExtension(registry);
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerInlinerPass();
  pstudio::registerPstudioAutoPasses();
  pstudio::registerPstudioInstrumentationPasses();
  pstudio::registerPstudioRecordPasses();
  pstudio::registerRecordPipeline();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Proton Studio pass driver\n", registry));
}
