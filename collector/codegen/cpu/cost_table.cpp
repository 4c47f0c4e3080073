// SPDX-License-Identifier: Apache-2.0
// The cost table and the classification of LLVM instructions.
#include "collector/codegen/cpu/cost_table.h"

#include "collector/codegen/cpu/markers.h"
#include "core/base/check.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace pstudio::cpu {
namespace {

constexpr ClassCost kTable[] = {
    {CostClass::Free, "free", 0},
    {CostClass::IntegerAlu, "integer arithmetic", 1},
    {CostClass::IntegerDivide, "integer division", 20},
    {CostClass::FloatAlu, "floating-point arithmetic", 2},
    {CostClass::FloatDivide, "floating-point division, square root", 16},
    {CostClass::Convert, "conversion", 2},
    {CostClass::Transcendental, "transcendental function", 24},
    {CostClass::Branch, "conditional branch", 2},
    {CostClass::GlobalLoad, "global load", 40},
    {CostClass::GlobalStore, "global store", 8},
    {CostClass::SharedLoad, "shared load", 4},
    {CostClass::SharedStore, "shared store", 4},
    {CostClass::LocalAccess, "local access", 2},
    {CostClass::Atomic, "atomic", 60},
    {CostClass::Barrier, "barrier", 6},
    {CostClass::Shuffle, "shuffle", 6},
    {CostClass::CopyIssue, "asynchronous copy, issue", 6},
    {CostClass::CopyControl, "asynchronous copies, commit or wait", 2},
};

enum class Memory { Global, Shared, Local };

Memory memoryOf(const llvm::Value *pointer) {
  const llvm::Value *object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (object->getType()->getPointerAddressSpace() == kSharedSpace ||
      pointer->getType()->getPointerAddressSpace() == kSharedSpace)
    return Memory::Shared;
  if (llvm::isa<llvm::AllocaInst, llvm::Constant>(object))
    return Memory::Local;
  return Memory::Global;
}

CostClass classifyAccess(const llvm::Value *pointer, bool isWrite) {
  switch (memoryOf(pointer)) {
  case Memory::Global:
    return isWrite ? CostClass::GlobalStore : CostClass::GlobalLoad;
  case Memory::Shared:
    return isWrite ? CostClass::SharedStore : CostClass::SharedLoad;
  case Memory::Local:
    break;
  }
  return CostClass::LocalAccess;
}

CostClass classifyIntrinsic(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::fabs:
  case llvm::Intrinsic::copysign:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::minimum:
  case llvm::Intrinsic::maximum:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::round:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::vector_reduce_fadd:
  case llvm::Intrinsic::vector_reduce_fmul:
  case llvm::Intrinsic::vector_reduce_fmax:
  case llvm::Intrinsic::vector_reduce_fmin:
    return CostClass::FloatAlu;
  case llvm::Intrinsic::sqrt:
    return CostClass::FloatDivide;
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::memset:
    return CostClass::GlobalStore;
  default:
    break;
  }
  if (call.getType()->isFPOrFPVectorTy())
    return CostClass::Transcendental;
  return call.getType()->isIntOrIntVectorTy() ? CostClass::IntegerAlu : CostClass::Free;
}

CostClass classifyMarker(std::string_view name) {
  if (name == intrinsics::kBarrier || name == intrinsics::kBarrierCount)
    return CostClass::Barrier;
  if (name == intrinsics::kShuffleXor || name == intrinsics::kShuffleUp ||
      name == intrinsics::kShuffleDown || name == intrinsics::kShuffleIdx ||
      name == intrinsics::kWarpOperation)
    return CostClass::Shuffle;
  if (name == intrinsics::kAsyncCopy)
    return CostClass::CopyIssue;
  if (name == intrinsics::kAsyncCommit || name == intrinsics::kAsyncWait)
    return CostClass::CopyControl;
  return CostClass::Free; // ids are registers
}

CostClass classifyCall(const llvm::CallBase &call) {
  if (isInstrumentationCall(call))
    return CostClass::Free;
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return classifyIntrinsic(*intrinsic);
  if (const std::string_view name = calledMarker(call); !name.empty())
    return classifyMarker(name);
  const llvm::Function *callee = call.getCalledFunction();
  // The body of a function that was not inlined has its own cost; functions without a body are
  // those of the math library.
  return callee && !callee->isDeclaration() ? CostClass::Branch : CostClass::Transcendental;
}

CostClass classify(const llvm::Instruction &instruction) {
  using llvm::Instruction;
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::ICmp:
  case Instruction::Select:
    return CostClass::IntegerAlu;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return CostClass::IntegerDivide;
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
  case Instruction::FCmp:
    return CostClass::FloatAlu;
  case Instruction::FDiv:
  case Instruction::FRem:
    return CostClass::FloatDivide;
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return CostClass::Convert;
  case Instruction::Br:
    return llvm::cast<llvm::BranchInst>(instruction).isConditional() ? CostClass::Branch
                                                                     : CostClass::Free;
  case Instruction::Switch:
    return CostClass::Branch;
  case Instruction::Load:
    return classifyAccess(instruction.getOperand(0), false);
  case Instruction::Store:
    return classifyAccess(instruction.getOperand(1), true);
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return CostClass::Atomic;
  case Instruction::Call:
    return classifyCall(llvm::cast<llvm::CallBase>(instruction));
  default:
    return CostClass::Free;
  }
}

/// Elements of a vector operation, or started 16 bytes of an access.
uint32_t unitsOf(const llvm::Instruction &instruction) {
  const llvm::DataLayout &layout = instruction.getModule()->getDataLayout();
  const llvm::Type *type = instruction.getType();
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    type = store->getValueOperand()->getType();
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
    constexpr uint64_t kAccessBytes = 16;
    const uint64_t bytes = layout.getTypeStoreSize(const_cast<llvm::Type *>(type)).getFixedValue();
    return static_cast<uint32_t>((bytes + kAccessBytes - 1) / kAccessBytes);
  }
  if (instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->isVectorTy())
    type = instruction.getOperand(0)
               ->getType(); // reductions and comparisons: the width is that of the input
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

} // namespace

const ClassCost &costOf(CostClass costClass) {
  const ClassCost &row = kTable[static_cast<size_t>(costClass)];
  PSTUDIO_CHECK(row.costClass == costClass);
  return row;
}

uint32_t cyclesOf(const llvm::Instruction &instruction) {
  const uint32_t cycles = costOf(classify(instruction)).cycles;
  return cycles == 0 ? 0 : cycles * unitsOf(instruction);
}

} // namespace pstudio::cpu
