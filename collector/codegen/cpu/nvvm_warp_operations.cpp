// SPDX-License-Identifier: Apache-2.0
// Tables from names to operations, and the conversion of operands.
#include "collector/codegen/cpu/nvvm_warp_operations.h"

#include <optional>
#include <string>

#include "collector/codegen/cpu/markers.h"
#include "collector/runtime/cpu/cta_thread.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

namespace pstudio::cpu {
namespace {

constexpr uint32_t kLanes = 32;
/// The member mask of an instruction without one.
constexpr uint32_t kActiveLanes = 0;

struct Row {
  llvm::StringLiteral name;
  WarpOperation operation;
};

template <size_t N> std::optional<WarpOperation> find(const Row (&rows)[N], llvm::StringRef name) {
  for (const Row &row : rows)
    if (row.name == name)
      return row.operation;
  return std::nullopt;
}

constexpr Row kVotes[] = {{"all", WarpOperation::VoteAll},
                          {"any", WarpOperation::VoteAny},
                          {"uni", WarpOperation::VoteUni},
                          {"ballot", WarpOperation::VoteBallot}};
constexpr Row kReductions[] = {{"add", WarpOperation::ReduceAdd},
                               {"min", WarpOperation::ReduceMin},
                               {"max", WarpOperation::ReduceMax},
                               {"umin", WarpOperation::ReduceUnsignedMin},
                               {"umax", WarpOperation::ReduceUnsignedMax},
                               {"and", WarpOperation::ReduceAnd},
                               {"or", WarpOperation::ReduceOr},
                               {"xor", WarpOperation::ReduceXor}};

class WarpCall {
public:
  WarpCall(llvm::IRBuilder<> &builder, llvm::CallInst &call) : m_builder(builder), m_call(call) {}

  llvm::Value *make(llvm::StringRef name) {
    if (name.consume_front("shfl."))
      return shuffle(name);
    if (name.consume_front("vote."))
      return vote(name);
    if (name.consume_front("match."))
      return match(name);
    if (name.consume_front("redux.sync."))
      if (const auto operation = find(kReductions, name))
        return word(operate(*operation, argument(1), argument(0)));
    if (name == "bar.warp.sync")
      return operate(WarpOperation::Sync, argument(0), m_builder.getInt32(0));
    if (name == "activemask")
      return word(operate(WarpOperation::ActiveMask, m_builder.getInt32(kActiveLanes),
                          m_builder.getInt32(0)));
    return name == "elect.sync" ? elect(argument(0)) : nullptr;
  }

private:
  llvm::Value *argument(unsigned index) { return m_call.getArgOperand(index); }

  /// i64, as intrinsics::kWarpOperation.
  llvm::Value *operate(WarpOperation operation, llvm::Value *members, llvm::Value *value) {
    llvm::Type *narrow = m_builder.getInt32Ty(), *wide = m_builder.getInt64Ty();
    return m_builder.CreateCall(
        marker(*m_call.getModule(), intrinsics::kWarpOperation, wide, {narrow, narrow, wide}),
        {m_builder.getInt32(static_cast<uint32_t>(operation)), members,
         m_builder.CreateZExt(value, wide)});
  }

  llvm::Value *word(llvm::Value *result) {
    return m_builder.CreateTrunc(result, m_builder.getInt32Ty());
  }
  llvm::Value *predicate(llvm::Value *result) {
    return m_builder.CreateTrunc(m_builder.CreateLShr(result, 32), m_builder.getInt1Ty());
  }
  llvm::Value *pair(llvm::Value *first, llvm::Value *second) {
    llvm::Value *result =
        m_builder.CreateInsertValue(llvm::PoisonValue::get(m_call.getType()), first, 0);
    return m_builder.CreateInsertValue(result, second, 1);
  }

  /// [sync.]<mode>.<type>[p]([mask,] value, offset, clamp and segment mask).
  llvm::Value *shuffle(llvm::StringRef name) {
    const unsigned first = name.consume_front("sync.") ? 1 : 0;
    const auto [mode, type] = name.split('.');
    const std::string_view intrinsic = mode == "bfly"   ? intrinsics::kShuffleXor
                                       : mode == "up"   ? intrinsics::kShuffleUp
                                       : mode == "down" ? intrinsics::kShuffleDown
                                                        : intrinsics::kShuffleIdx;
    llvm::Type *narrow = m_builder.getInt32Ty();
    llvm::Value *value = argument(first);
    if (value->getType()->isFloatTy())
      value = m_builder.CreateBitCast(value, narrow);
    llvm::Value *segments =
        m_builder.CreateAnd(m_builder.CreateLShr(argument(first + 2), m_builder.getInt32(8)),
                            m_builder.getInt32(kLanes - 1));
    llvm::Value *width = m_builder.CreateSub(m_builder.getInt32(kLanes), segments);
    llvm::Value *members = first == 1 ? argument(0) : m_builder.getInt32(kActiveLanes);
    llvm::Type *both = llvm::StructType::get(narrow, m_builder.getInt1Ty());
    llvm::Value *result = m_builder.CreateCall(
        marker(*m_call.getModule(), intrinsic, both, {narrow, narrow, narrow, narrow}),
        {value, argument(first + 1), width, members});
    llvm::Value *received = m_builder.CreateExtractValue(result, 0);
    if (type.starts_with("f32"))
      received = m_builder.CreateBitCast(received, m_builder.getFloatTy());
    return type.ends_with("p") ? pair(received, m_builder.CreateExtractValue(result, 1)) : received;
  }

  /// <kind>[.sync]([mask,] predicate).
  llvm::Value *vote(llvm::StringRef name) {
    const unsigned first = name.consume_back(".sync") ? 1 : 0;
    const auto operation = find(kVotes, name);
    if (!operation)
      return nullptr;
    llvm::Value *members = first == 1 ? argument(0) : m_builder.getInt32(kActiveLanes);
    llvm::Value *result = operate(*operation, members, argument(first));
    return m_call.getType()->isIntegerTy(1) ? m_builder.CreateTrunc(result, m_builder.getInt1Ty())
                                            : word(result);
  }

  /// any.sync.<type>, all.sync.<type>p(mask, value).
  llvm::Value *match(llvm::StringRef name) {
    if (name.starts_with("any.sync."))
      return word(operate(WarpOperation::MatchAny, argument(0), argument(1)));
    if (!name.starts_with("all.sync."))
      return nullptr;
    llvm::Value *result = operate(WarpOperation::MatchAll, argument(0), argument(1));
    return pair(word(result), predicate(result));
  }

  llvm::Value *elect(llvm::Value *members) {
    llvm::Value *result = operate(WarpOperation::Elect, members, m_builder.getInt32(0));
    return pair(word(result), predicate(result));
  }

  llvm::IRBuilder<> &m_builder;
  llvm::CallInst &m_call;
};

/// The words of inline assembly, one space apart.
std::string wordsOf(llvm::StringRef assembly) {
  std::string words;
  for (const char c : assembly) {
    const bool isSpace = llvm::isSpace(c);
    if (!isSpace || (!words.empty() && words.back() != ' '))
      words += isSpace ? ' ' : c;
  }
  return llvm::StringRef(words).rtrim().str();
}

} // namespace

llvm::Value *buildWarpOperation(llvm::IRBuilder<> &builder, llvm::CallInst &call,
                                llvm::StringRef name) {
  return WarpCall(builder, call).make(name);
}

llvm::Value *buildWarpAssembly(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!assembly)
    return nullptr;
  const std::string words = wordsOf(assembly->getAsmString());
  // CUDA's headers have this form for __activemask().
  if (words == "activemask.b32 $0;" && call.arg_size() == 0 && call.getType()->isIntegerTy(32))
    return WarpCall(builder, call).make("activemask");
  // collector/foreign replaces the intrinsic, which LLVM 19 lacks, by this form.
  if (words == "elect.sync $0|$1, $2;" && call.arg_size() == 1 && call.getType()->isStructTy())
    return WarpCall(builder, call).make("elect.sync");
  return nullptr;
}

} // namespace pstudio::cpu
