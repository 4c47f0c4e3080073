// SPDX-License-Identifier: Apache-2.0
// Expansion of one marker at a time.
#include "collector/codegen/cpu/marker_expansion.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "collector/codegen/cpu/markers.h"
#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/model.h"
#include "collector/runtime/cpu/thread_context.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu {
namespace {

class Expander {
public:
  Expander(llvm::CallInst &call, llvm::Value &thread)
      : m_call(call), m_thread(thread), m_module(*call.getModule()), m_builder(&call) {}

  /// The value of the call, or null if it has none; nullopt if there is no such marker.
  std::optional<llvm::Value *> expand(std::string_view name) {
    if (const std::optional<size_t> offset = registerOffset(name))
      return loadConstant(m_builder.getInt32Ty(), *offset);
    if (const std::optional<ShuffleMode> mode = shuffleMode(name))
      return expandShuffle(*mode);
    if (auto runtime = expandRuntimeCall(name))
      return runtime;
    return expandContextAccess(name);
  }

private:
  // --- Pieces
  // -----------------------------------------------------------------------------------------------

  llvm::Value *field(size_t offset) {
    return m_builder.CreateConstInBoundsGEP1_64(m_builder.getInt8Ty(), &m_thread, offset);
  }

  /// A field that does not change while the thread runs.
  llvm::Value *loadConstant(llvm::Type *type, size_t offset) {
    return invariant(m_builder.CreateLoad(type, field(offset)));
  }

  llvm::LoadInst *invariant(llvm::LoadInst *load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(m_module.getContext(), {}));
    return load;
  }

  /// The runtime takes an i1 as an i32.
  llvm::Value *callRuntime(llvm::StringRef name, llvm::Type *result,
                           llvm::ArrayRef<llvm::Value *> arguments) {
    llvm::Type *word = m_builder.getInt32Ty();
    llvm::SmallVector<llvm::Value *, 11> all{&m_thread};
    llvm::SmallVector<llvm::Type *, 11> types{m_thread.getType()};
    for (llvm::Value *argument : arguments) {
      all.push_back(argument->getType()->isIntegerTy(1) ? m_builder.CreateZExt(argument, word)
                                                        : argument);
      types.push_back(all.back()->getType());
    }
    const bool isFlag = result->isIntegerTy(1);
    auto callee = m_module.getOrInsertFunction(
        name, llvm::FunctionType::get(isFlag ? word : result, types, false));
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    llvm::Value *value = m_builder.CreateCall(callee, all);
    return isFlag ? m_builder.CreateTrunc(value, result) : value;
  }

  llvm::Value *argument(unsigned index) { return m_call.getArgOperand(index); }
  llvm::Type *voidType() { return m_builder.getVoidTy(); }

  void storePosition(llvm::Value *site) {
    m_builder.CreateStore(site, field(offsetof(ThreadContext, position)));
  }

  // --- Tables
  // -----------------------------------------------------------------------------------------------

  /// Offset of the i32 field that an id intrinsic reads.
  static std::optional<size_t> registerOffset(std::string_view name) {
    for (size_t axis = 0; axis < 3; ++axis) {
      if (name == intrinsics::kThreadId[axis])
        return offsetof(ThreadContext, threadId) + axis * sizeof(uint32_t);
      if (name == intrinsics::kBlockId[axis])
        return offsetof(ThreadContext, blockId) + axis * sizeof(uint32_t);
      if (name == intrinsics::kBlockDim[axis])
        return offsetof(ThreadContext, blockDim) + axis * sizeof(uint32_t);
      if (name == intrinsics::kGridDim[axis])
        return offsetof(ThreadContext, gridDim) + axis * sizeof(uint32_t);
    }
    if (name == intrinsics::kLaneId)
      return offsetof(ThreadContext, laneId);
    if (name == intrinsics::kWarpId)
      return offsetof(ThreadContext, warpId);
    if (name == intrinsics::kSmId)
      return offsetof(ThreadContext, smId);
    return std::nullopt;
  }

  static std::optional<ShuffleMode> shuffleMode(std::string_view name) {
    if (name == intrinsics::kShuffleXor)
      return ShuffleMode::Xor;
    if (name == intrinsics::kShuffleUp)
      return ShuffleMode::Up;
    if (name == intrinsics::kShuffleDown)
      return ShuffleMode::Down;
    if (name == intrinsics::kShuffleIdx)
      return ShuffleMode::Idx;
    return std::nullopt;
  }

  // --- Expansions
  // ---------------------------------------------------------------------------------------------

  llvm::Value *expandShuffle(ShuffleMode mode) {
    llvm::Value *packed = callRuntime("pstudio_cpu_shuffle", m_builder.getInt64Ty(),
                                      {m_builder.getInt32(static_cast<uint32_t>(mode)), argument(0),
                                       argument(1), argument(2), argument(3)});
    llvm::Value *value = m_builder.CreateTrunc(packed, m_builder.getInt32Ty());
    llvm::Value *valid =
        m_builder.CreateTrunc(m_builder.CreateLShr(packed, 32), m_builder.getInt1Ty());
    llvm::Value *pair =
        m_builder.CreateInsertValue(llvm::PoisonValue::get(m_call.getType()), value, 0);
    return m_builder.CreateInsertValue(pair, valid, 1);
  }

  std::optional<llvm::Value *> expandRuntimeCall(std::string_view name) {
    const llvm::SmallVector<llvm::Value *, 10> arguments(m_call.args());
    if (name == intrinsics::kAssertFail)
      return callRuntime("pstudio_cpu_assert_fail", voidType(),
                         llvm::ArrayRef(arguments).take_front(4));
    if (name == markers::kDivisionFault || name == markers::kStackFault) {
      storePosition(argument(0));
      return callRuntime(name == markers::kStackFault ? "pstudio_cpu_stack_fault"
                                                      : "pstudio_cpu_division_fault",
                         voidType(), {});
    }
    std::string function(name);
    std::replace(function.begin(), function.end(), '.', '_');
    if (!isRuntimeSymbol(function))
      return std::nullopt;
    return callRuntime(function, m_call.getType(), arguments);
  }

  std::optional<llvm::Value *> expandContextAccess(std::string_view name) {
    llvm::Type *wide = m_builder.getInt64Ty();
    llvm::Type *pointer = m_builder.getPtrTy();
    if (name == intrinsics::kClock ||
        name == intrinsics::kGlobalTimer) // the virtual SM runs at 1 GHz
      return m_builder.CreateLoad(wide, field(offsetof(ThreadContext, clock)));
    if (name == markers::kSharedBase)
      return loadConstant(pointer, offsetof(ThreadContext, shared));
    if (name == markers::kStackLimit)
      return loadConstant(wide, offsetof(ThreadContext, stackLimit));
    if (name == markers::kDynamicExtent)
      return loadConstant(wide, offsetof(ThreadContext, dynamicSharedBytes));
    if (name == markers::kExtent) {
      llvm::Value *extents = loadConstant(pointer, offsetof(ThreadContext, extents));
      return invariant(
          m_builder.CreateLoad(wide, m_builder.CreateInBoundsGEP(wide, extents, argument(0))));
    }
    if (name == markers::kAdvance) {
      llvm::Value *clock = field(offsetof(ThreadContext, clock));
      m_builder.CreateStore(m_builder.CreateAdd(m_builder.CreateLoad(wide, clock), argument(0)),
                            clock);
      return nullptr;
    }
    if (name == markers::kPosition) {
      storePosition(argument(0));
      return nullptr;
    }
    if (name == markers::kStartIterations) {
      m_builder.CreateStore(m_builder.getInt64(0), iterationsOf(argument(0)));
      return nullptr;
    }
    if (name == markers::kNextIteration) {
      expandNextIteration();
      return nullptr;
    }
    if (name == markers::kPoll) {
      expandPoll();
      return nullptr;
    }
    return std::nullopt;
  }

  llvm::Value *iterationsOf(llvm::Value *loop) {
    llvm::Value *all = loadConstant(m_builder.getPtrTy(), offsetof(ThreadContext, iterations));
    return m_builder.CreateInBoundsGEP(m_builder.getInt64Ty(), all, loop);
  }

  void expandNextIteration() {
    llvm::Type *wide = m_builder.getInt64Ty();
    llvm::Value *counter = iterationsOf(argument(0));
    llvm::Value *number =
        m_builder.CreateAdd(m_builder.CreateLoad(wide, counter), m_builder.getInt64(1));
    m_builder.CreateStore(number, counter);
    if (!llvm::cast<llvm::ConstantInt>(argument(1))->isOne())
      return;
    llvm::Value *isLate =
        m_builder.CreateICmpUGE(number, m_builder.getInt64(kPollsBeforeFirstYield));
    llvm::Value *isDue = m_builder.CreateIsNull(
        m_builder.CreateURem(number, m_builder.getInt64(kPollsBetweenYields)));
    llvm::Value *yields = field(offsetof(ThreadContext, yields));
    llvm::Value *due =
        m_builder.CreateZExt(m_builder.CreateAnd(isLate, isDue), m_builder.getInt32Ty());
    m_builder.CreateStore(
        m_builder.CreateOr(m_builder.CreateLoad(m_builder.getInt32Ty(), yields), due), yields);
  }

  void expandPoll() {
    llvm::Value *flag = loadConstant(m_builder.getPtrTy(), offsetof(ThreadContext, stop));
    llvm::LoadInst *raised =
        m_builder.CreateAlignedLoad(m_builder.getInt32Ty(), flag, llvm::Align(4));
    raised->setAtomic(llvm::AtomicOrdering::Monotonic); // must not be hoisted out of the loop
    llvm::Value *site = argument(0);
    llvm::Instruction *slowPath = llvm::SplitBlockAndInsertIfThen(
        m_builder.CreateIsNotNull(raised), &m_call, /*Unreachable=*/true,
        llvm::MDBuilder(m_module.getContext()).createUnlikelyBranchWeights());
    m_builder.SetInsertPoint(slowPath);
    storePosition(site);
    callRuntime("pstudio_cpu_stopped", voidType(), {});
  }

  llvm::CallInst &m_call;
  llvm::Value &m_thread;
  llvm::Module &m_module;
  llvm::IRBuilder<> m_builder;
};

} // namespace

Result<void> expandMarker(llvm::CallInst &call, llvm::Value &thread) {
  const std::string name(calledMarker(call));
  const std::optional<llvm::Value *> value = Expander(call, thread).expand(name);
  if (!value)
    return fail(ErrorCode::Unsupported, "there is no intrinsic " + name, locationOf(call));
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(*value);
  call.eraseFromParent();
  return {};
}

} // namespace pstudio::cpu
