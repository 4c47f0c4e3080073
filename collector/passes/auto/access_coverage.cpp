// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/access_coverage.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {

namespace {

bool takesPointer(Operation *op) {
  return llvm::any_of(op->getOperandTypes(),
                      [](Type type) { return isa<LLVM::LLVMPointerType>(type); });
}

/// The name of an intrinsic that is called without being one of the installed LLVM.
StringRef opaqueIntrinsic(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  const StringRef callee = call ? call.getCallee().value_or("") : "";
  return callee.starts_with("llvm.") ? callee : StringRef();
}

} // namespace

uint64_t accessesOf(Operation *op, const Classifiers &classifiers) {
  const Effects effects = classifiers.effectsOf(op);
  uint64_t accesses = 0;
  for (const Effect &effect : effects) {
    const bool isAccess = effect.activity == Activity::Load || effect.activity == Activity::Store ||
                          effect.activity == Activity::Atomic;
    const bool isCopy = effect.activity == Activity::Issue &&
                        (effect.queue == AsyncQueue::CopyGroup || effect.isCopy);
    accesses += isAccess ? 1 : isCopy ? 2 : 0; // a copy loads and stores
  }
  return accesses;
}

void AccessCoverage::leaveOut(Operation *op, const Twine &why, StringRef what) {
  ++countsOf(op).leftOut;
  op->emitWarning("mode '") << m_mode << "' leaves this " << what << " out: " << why.str();
}

void AccessCoverage::leaveOut(ArrayRef<UnknownPath> functions, const Classifiers &classifiers) {
  llvm::SmallPtrSet<Operation *, 8> seen; // one may be left alone for several reasons
  for (const UnknownPath &path : functions)
    if (FunctionOpInterface function = path.function; seen.insert(function).second)
      function->walk([&](Operation *op) {
        if (const uint64_t accesses = accessesOf(op, classifiers); accesses != 0)
          countsOf(op).leftOut += accesses;
      });
}

void AccessCoverage::leaveOutUnknown(Operation *op, const Classifiers &classifiers) {
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op)) {
    for (const auto &[opcode, count] : ptx::unknownOpcodes(ptx::parse(assembly.getAsmString())))
      for (uint64_t i = 0; i < count && ptx::isOpcode(opcode); ++i)
        leaveOut(op, "the PTX instruction " + opcode + " is not known");
    return;
  }
  const StringRef name = opaqueIntrinsic(op);
  if (!name.empty() && takesPointer(op) && classifiers.effectsOf(op).empty())
    leaveOut(op, "what " + name + " does with memory is not known");
}

void AccessCoverage::write(Operation *module) const {
  llvm::DenseMap<Operation *, Counts>
      calledIn; // by gpu.module: kernels call functions of their own
  for (const auto &[function, counts] : m_counts)
    if (!isKernelFunction(function)) {
      Counts &called = calledIn[function->getParentOp()];
      called.covered += counts.covered;
      called.leftOut += counts.leftOut;
    }
  module->walk([&](gpu::GPUFuncOp kernel) {
    if (!isKernelFunction(kernel))
      return;
    const Counts own = m_counts.lookup(kernel);
    const Counts called = calledIn.lookup(kernel->getParentOp());
    kernel->setAttr((proton_gpu::kCoveragePrefix + m_mode).str(),
                    DenseI64ArrayAttr::get(module->getContext(),
                                           {static_cast<int64_t>(own.covered + called.covered),
                                            static_cast<int64_t>(own.leftOut + called.leftOut)}));
  });
}

} // namespace pstudio::automode
