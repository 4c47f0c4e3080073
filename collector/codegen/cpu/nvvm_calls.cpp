// SPDX-License-Identifier: Apache-2.0
// A table of direct replacements, and the few calls that require additional code.
#include "collector/codegen/cpu/nvvm_calls.h"

#include <optional>

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/nvvm_warp_operations.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace pstudio::cpu {
namespace {

constexpr uint32_t kLanes = 32;

/// The intrinsic of the CPU target with the same value: i32, no arguments.
std::string_view idOf(llvm::StringRef name) {
  if (!name.consume_front("read.ptx.sreg."))
    return {};
  struct Dimensions {
    llvm::StringLiteral prefix;
    const std::string_view (&names)[3];
  };
  static constexpr Dimensions kAll[] = {{"tid.", intrinsics::kThreadId},
                                        {"ctaid.", intrinsics::kBlockId},
                                        {"ntid.", intrinsics::kBlockDim},
                                        {"nctaid.", intrinsics::kGridDim}};
  for (const Dimensions &dimensions : kAll)
    if (name.starts_with(dimensions.prefix) && name.size() == dimensions.prefix.size() + 1 &&
        name.back() >= 'x' && name.back() <= 'z')
      return dimensions.names[name.back() - 'x'];
  if (name == "laneid")
    return intrinsics::kLaneId;
  if (name == "warpid")
    return intrinsics::kWarpId;
  return name == "smid" ? intrinsics::kSmId : std::string_view();
}

/// LLVM's own intrinsic for the arithmetic that `name` begins with. Rounding to nearest is the
/// host's; approximations become the exact function.
llvm::Intrinsic::ID arithmeticOf(llvm::StringRef name) {
  struct Row {
    llvm::StringLiteral prefix;
    llvm::Intrinsic::ID id;
  };
  static constexpr Row kRows[] = {
      {"fma.rn.", llvm::Intrinsic::fma},       {"fmin.", llvm::Intrinsic::minnum},
      {"fmax.", llvm::Intrinsic::maxnum},      {"fabs.", llvm::Intrinsic::fabs},
      {"floor.", llvm::Intrinsic::floor},      {"ceil.", llvm::Intrinsic::ceil},
      {"trunc.", llvm::Intrinsic::trunc},      {"sqrt.rn.", llvm::Intrinsic::sqrt},
      {"sqrt.approx.", llvm::Intrinsic::sqrt}, {"ex2.approx.", llvm::Intrinsic::exp2},
      {"lg2.approx.", llvm::Intrinsic::log2},  {"sin.approx.", llvm::Intrinsic::sin},
      {"cos.approx.", llvm::Intrinsic::cos},
  };
  for (const Row &row : kRows)
    if (name.starts_with(row.prefix))
      return row.id;
  return llvm::Intrinsic::not_intrinsic;
}

/// Builds the replacement of one call.
class Replacement {
public:
  explicit Replacement(llvm::CallInst &call)
      : m_call(call), m_module(*call.getModule()), m_builder(&call),
        m_name(call.getCalledFunction()->getName().drop_front(sizeof("llvm.nvvm.") - 1)) {}

  /// The value that replaces the call; null if the CPU target does not implement it. For a call
  /// without a result any value.
  llvm::Value *make() {
    if (const std::string_view id = idOf(m_name); !id.empty())
      return ask(id, word());
    if (m_name.starts_with("read.ptx.sreg."))
      return clocks(m_name.drop_front(sizeof("read.ptx.sreg.") - 1));
    if (llvm::Value *value = buildWarpOperation(m_builder, m_call, m_name))
      return value;
    if (m_name.starts_with("cp.async."))
      return copies(m_name.drop_front(sizeof("cp.async.") - 1));
    if (m_name.starts_with("bar"))
      return barriers();
    llvm::Value *value = memory();
    return value ? value : arithmetic();
  }

private:
  llvm::IntegerType *word() { return m_builder.getInt32Ty(); }

  llvm::Value *ask(std::string_view intrinsic, llvm::Type *result,
                   llvm::ArrayRef<llvm::Value *> arguments = {}) {
    llvm::SmallVector<llvm::Type *> types;
    for (const llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    return m_builder.CreateCall(marker(m_module, intrinsic, result, types), arguments);
  }

  /// Values of the other special registers: clocks, lane masks and constants.
  llvm::Value *clocks(llvm::StringRef name) {
    llvm::Type *wide = m_builder.getInt64Ty();
    if (name == "warpsize")
      return m_builder.getInt32(kLanes);
    if (name == "clock64")
      return ask(intrinsics::kClock, wide);
    if (name == "clock")
      return m_builder.CreateTrunc(ask(intrinsics::kClock, wide), word());
    if (name == "globaltimer")
      return ask(intrinsics::kGlobalTimer, wide);
    return name.consume_front("lanemask.") ? laneMask(name) : nullptr;
  }

  /// `which` lanes, compared with this one: eq, lt, le, gt, ge.
  llvm::Value *laneMask(llvm::StringRef which) {
    llvm::Value *lane = ask(intrinsics::kLaneId, word());
    llvm::Value *self = m_builder.CreateShl(m_builder.getInt32(1), lane);
    llvm::Value *below = m_builder.CreateSub(self, m_builder.getInt32(1));
    llvm::Value *upTo = m_builder.CreateOr(self, below);
    if (which == "eq")
      return self;
    if (which == "lt")
      return below;
    if (which == "le")
      return upTo;
    if (which == "gt")
      return m_builder.CreateNot(upTo);
    return which == "ge" ? m_builder.CreateNot(below) : nullptr;
  }

  bool isConstant(unsigned argument, uint64_t value) const {
    const auto *number = argument < m_call.arg_size()
                             ? llvm::dyn_cast<llvm::ConstantInt>(m_call.getArgOperand(argument))
                             : nullptr;
    return number && number->getZExtValue() == value;
  }

  llvm::Value *barriers() {
    const bool isWhole =
        m_name == "barrier0" ||
        ((m_name == "barrier.n" || m_name == "bar.sync" || m_name == "barrier.sync") &&
         isConstant(0, 0));
    if (isWhole)
      return ask(intrinsics::kBarrier, m_builder.getVoidTy());
    return m_name.starts_with("barrier0.") ? barrierReduction(m_name) : nullptr;
  }

  /// barrier0.popc, barrier0.and, barrier0.or(predicate): i32.
  llvm::Value *barrierReduction(llvm::StringRef name) {
    llvm::Value *both = ask(intrinsics::kBarrierCount, word(), {m_call.getArgOperand(0)});
    llvm::Value *chosen = m_builder.CreateAnd(both, m_builder.getInt32(0xffff));
    if (name == "barrier0.popc")
      return chosen;
    llvm::Value *all = m_builder.CreateLShr(both, m_builder.getInt32(16));
    llvm::Value *isTrue = name == "barrier0.and" ? m_builder.CreateICmpEQ(chosen, all)
                                                 : m_builder.CreateIsNotNull(chosen);
    return m_builder.CreateZExt(isTrue, word());
  }

  llvm::Value *copies(llvm::StringRef name) {
    if (name == "commit.group")
      return ask(intrinsics::kAsyncCommit, m_builder.getVoidTy());
    if (name == "wait.group")
      return ask(intrinsics::kAsyncWait, m_builder.getVoidTy(), {m_call.getArgOperand(0)});
    if (name == "wait.all")
      return ask(intrinsics::kAsyncWait, m_builder.getVoidTy(), {m_builder.getInt32(0)});
    uint32_t bytes = 0;
    const bool isCopy =
        name.consume_front("ca.shared.global.") || name.consume_front("cg.shared.global.");
    if (!isCopy || name.getAsInteger(10, bytes) || m_call.arg_size() != 2)
      return nullptr;
    llvm::Type *pointer = m_builder.getPtrTy();
    return ask(intrinsics::kAsyncCopy, m_builder.getVoidTy(),
               {m_builder.CreateAddrSpaceCast(m_call.getArgOperand(0), pointer),
                m_builder.CreateAddrSpaceCast(m_call.getArgOperand(1), pointer),
                m_builder.getInt32(bytes)});
  }

  llvm::Value *memory() {
    if (m_name.starts_with("membar.") || m_name.starts_with("fence."))
      return m_builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    if (m_name == "nanosleep") // a thread that sleeps yields to others
      return ask(intrinsics::kOrder, m_builder.getVoidTy());
    if (m_name == "isspacep.shared" || m_name == "isspacep.global")
      return ask(m_name.ends_with("shared") ? intrinsics::kIsShared : intrinsics::kIsGlobal,
                 m_builder.getInt1Ty(), {m_call.getArgOperand(0)});
    if (m_name.starts_with("ldg.global.") || m_name.starts_with("ldu.global."))
      return m_builder.CreateLoad(m_call.getType(), m_call.getArgOperand(0));
    return nullptr;
  }

  llvm::Value *arithmetic() {
    if (const llvm::Intrinsic::ID id = arithmeticOf(m_name); id != llvm::Intrinsic::not_intrinsic)
      return m_builder.CreateIntrinsic(id, {m_call.getType()},
                                       llvm::SmallVector<llvm::Value *>(m_call.args()));
    const auto argument = [&](unsigned i) { return m_call.getArgOperand(i); };
    if (m_name.starts_with("rcp."))
      return m_builder.CreateFDiv(llvm::ConstantFP::get(m_call.getType(), 1.0), argument(0));
    if (m_name.starts_with("div.rn.") || m_name.starts_with("div.approx."))
      return m_builder.CreateFDiv(argument(0), argument(1));
    if (m_name.starts_with("add.rn."))
      return m_builder.CreateFAdd(argument(0), argument(1));
    if (m_name.starts_with("mul.rn."))
      return m_builder.CreateFMul(argument(0), argument(1));
    if (m_name.starts_with("rsqrt.approx.")) {
      llvm::Value *root = m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, argument(0));
      return m_builder.CreateFDiv(llvm::ConstantFP::get(m_call.getType(), 1.0), root);
    }
    return nullptr;
  }

  llvm::CallInst &m_call;
  llvm::Module &m_module;
  llvm::IRBuilder<> m_builder;
  llvm::StringRef m_name; ///< without the prefix
};

/// The replacement of a call; null for a call that is none of NVIDIA's, or that is not implemented.
llvm::Value *replacementOf(llvm::CallInst &call) {
  if (call.isInlineAsm()) {
    llvm::IRBuilder<> builder(&call);
    return buildWarpAssembly(builder, call);
  }
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("llvm.nvvm.") ? Replacement(call).make() : nullptr;
}

} // namespace

void replaceNvvmCalls(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Value *value = call ? replacementOf(*call) : nullptr;
      if (!value)
        continue;
      if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
}

} // namespace pstudio::cpu
