// SPDX-License-Identifier: Apache-2.0
// Markers as host functions, and the way from a gpu.module to them.
#include "tests/collector/codegen/cpu/records/simulated_warp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/TargetSelect.h"

#include "collector/codegen/cpu/intrinsics.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/pipeline.h"

namespace pstudio::test {
namespace {

namespace markers = cpu::intrinsics;

/// Kernels with a global and a shared segment and with each strategy: together they use every
/// function.
constexpr const char *kKernels = R"mlir(
!g = !proton_gpu.segment<64, global, warp>
!s = !proton_gpu.segment<32, shared, warp>
!shared = memref<32xi64, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @global(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr -> !g
    proton_gpu.initialize %s : !g
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !g
    proton_gpu.store event_start 1 key %n, %t to %s : !g
    proton_gpu.finalize %s : !g
    gpu.return
  }
  gpu.func @keeps_oldest(%n: index, %buffer: !llvm.ptr) kernel {
    %s = proton_gpu.segment_alloc strategy first units 1 in %buffer : !llvm.ptr -> !proton_gpu.segment<8, global, warp>
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !proton_gpu.segment<8, global, warp>
    proton_gpu.store event_start 1 key %n, %t to %s : !proton_gpu.segment<8, global, warp>
    gpu.return
  }
  gpu.func @shared(%buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %s = proton_gpu.segment_alloc units 1 in %buffer : !llvm.ptr staged %m : !shared -> !s
    proton_gpu.finalize %s : !s
    gpu.return
  }
  gpu.func @flushed(%buffer: !llvm.ptr) workgroup(%m: !shared) kernel {
    %s = proton_gpu.segment_alloc strategy flush keeps 64 units 1 in %buffer : !llvm.ptr staged %m : !shared -> !s
    %t = proton_gpu.read_counter : i32
    proton_gpu.store scope_start 0, %t to %s : !s
    proton_gpu.notify 1 of %s : !s
    proton_gpu.finalize %s : !s
    gpu.return
  }
}
)mlir";

/// The functions of the gpu.module, visible from outside, in a module of their own.
mlir::OwningOpRef<mlir::ModuleOp> extractFunctions(mlir::ModuleOp module) {
  mlir::OpBuilder builder(module.getContext());
  mlir::OwningOpRef<mlir::ModuleOp> result = mlir::ModuleOp::create(module.getLoc());
  builder.setInsertionPointToEnd(result->getBody());
  module.walk([&](mlir::LLVM::LLVMFuncOp function) {
    auto copy = mlir::cast<mlir::LLVM::LLVMFuncOp>(builder.clone(*function));
    copy.setLinkage(mlir::LLVM::Linkage::External);
  });
  return result;
}

mlir::OwningOpRef<mlir::ModuleOp> lower(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect,
                  mlir::memref::MemRefDialect, proton_gpu::ProtonGPUDialect>();
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kKernels, mlir::ParserConfig(&context));
  mlir::PassManager passes(&context);
  buildProtonGpuToCpuPipeline(passes);
  if (!module || mlir::failed(passes.run(*module)))
    return nullptr;
  return extractFunctions(*module);
}

template <uint32_t (Machine::*Field)[3], size_t Dimension> uint32_t component() {
  return (machine().*Field)[Dimension];
}
template <auto Field> auto field() {
  return machine().*Field;
}

template <class Function>
void define(llvm::orc::LLJIT &jit, llvm::orc::SymbolMap &symbols, std::string_view name,
            Function *function) {
  symbols[jit.mangleAndIntern(llvm::StringRef(name))] = {llvm::orc::ExecutorAddr::fromPtr(function),
                                                         llvm::JITSymbolFlags::Exported};
}

llvm::Error defineMarkers(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  define(jit, symbols, markers::kThreadId[0], component<&Machine::threadId, 0>);
  define(jit, symbols, markers::kThreadId[1], component<&Machine::threadId, 1>);
  define(jit, symbols, markers::kThreadId[2], component<&Machine::threadId, 2>);
  define(jit, symbols, markers::kBlockId[0], component<&Machine::blockId, 0>);
  define(jit, symbols, markers::kBlockId[1], component<&Machine::blockId, 1>);
  define(jit, symbols, markers::kBlockId[2], component<&Machine::blockId, 2>);
  define(jit, symbols, markers::kGridDim[0], component<&Machine::gridDim, 0>);
  define(jit, symbols, markers::kGridDim[1], component<&Machine::gridDim, 1>);
  define(jit, symbols, markers::kLaneId, field<&Machine::lane>);
  define(jit, symbols, markers::kWarpId, field<&Machine::warp>);
  define(jit, symbols, markers::kSmId, field<&Machine::sm>);
  define(jit, symbols, markers::kElected, field<&Machine::isElected>);
  define(jit, symbols, markers::kActiveMask, field<&Machine::activeMask>);
  define(jit, symbols, markers::kLiveMask, field<&Machine::liveMask>);
  define(jit, symbols, markers::kClock, field<&Machine::clock>);
  define(jit, symbols, markers::kGlobalTimer, field<&Machine::time>);
  return jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

} // namespace

Machine &machine() {
  static Machine theMachine;
  return theMachine;
}

ProfileFunctions::ProfileFunctions() = default;
ProfileFunctions::~ProfileFunctions() = default;

std::unique_ptr<ProfileFunctions> ProfileFunctions::compile(std::string &error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::MLIRContext mlirContext(mlir::MLIRContext::Threading::DISABLED);
  const mlir::OwningOpRef<mlir::ModuleOp> functions = lower(mlirContext);
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  if (functions)
    module = mlir::translateModuleToLLVMIR(*functions, *llvmContext);
  if (!module)
    return error = "the kernels do not lower", nullptr;
  auto result = std::make_unique<ProfileFunctions>();
  llvm::Error failure = llvm::Error::success();
  if (auto jit = llvm::orc::LLJITBuilder().create())
    result->m_jit = std::move(*jit);
  else
    return error = llvm::toString(jit.takeError()), nullptr;
  failure = llvm::joinErrors(std::move(failure), defineMarkers(*result->m_jit));
  failure =
      llvm::joinErrors(std::move(failure), result->m_jit->addIRModule(llvm::orc::ThreadSafeModule(
                                               std::move(module), std::move(llvmContext))));
  if (failure)
    return error = llvm::toString(std::move(failure)), nullptr;
  return result;
}

void *ProfileFunctions::address(const std::string &symbol) {
  auto found = m_jit->lookup(symbol);
  if (found)
    return found->toPtr<void *>();
  llvm::consumeError(found.takeError());
  return nullptr;
}

} // namespace pstudio::test
