// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/ptx_memory.h"

#include "llvm/IR/Intrinsics.h"

namespace pstudio::cpu {
namespace {

using ptx::Operand;
using ptx::StateSpace;

class MemoryInstruction {
public:
  MemoryInstruction(llvm::IRBuilder<> &builder, const ptx::Statement &statement,
                    PtxOperands &operands)
      : m_builder(builder), m_statement(statement), m_operands(operands),
        m_facts(ptx::classify(statement)),
        m_name(statement.modifiers.empty() ? std::string_view() : statement.modifiers.back()),
        m_type(typeOfPtx(m_name, builder.getContext())) {}

  bool run() {
    const std::string_view op = m_statement.opcode;
    if (op == "ld")
      return m_facts.space == StateSpace::Parameter ? parameter() : load();
    if (op == "st")
      return store();
    if (op == "atom" || op == "red")
      return atomic(op == "red");
    if (op == "membar" || op == "fence")
      return m_builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent) != nullptr;
    if (op == "bar" || op == "barrier")
      return barrier();
    if (op == "shfl")
      return shuffle();
    if (op == "vote")
      return vote();
    if (op == "redux")
      return reduce();
    if (op == "nanosleep") {
      llvm::Value *time = operand(0, m_builder.getInt32Ty());
      return time && intrinsic("nanosleep", m_builder.getVoidTy(), {time});
    }
    if (op == "prefetch" || op == "prefetchu")
      return true;
    if (op == "activemask")
      return set(intrinsic("activemask", m_builder.getInt32Ty(), {}));
    return op == "cp" && has("async") && copy();
  }

private:
  bool has(std::string_view modifier) const { return m_statement.has(modifier); }
  size_t count() const { return m_statement.operands.size(); }
  const Operand &at(size_t index) const { return m_statement.operands[index]; }
  llvm::Value *operand(size_t index, llvm::Type *type) {
    return index < count() ? m_operands.value(m_builder, at(index), type) : nullptr;
  }
  bool set(llvm::Value *value) { return m_operands.set(m_builder, at(0), value); }
  bool isAccessible() const {
    return m_facts.space == StateSpace::Generic || m_facts.space == StateSpace::Global ||
           m_facts.space == StateSpace::Shared || m_facts.space == StateSpace::Local;
  }
  llvm::Value *intrinsic(const std::string &name, llvm::Type *result,
                         llvm::ArrayRef<llvm::Value *> arguments) {
    llvm::SmallVector<llvm::Type *> types;
    for (const llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    llvm::Module &module = *m_builder.GetInsertBlock()->getModule();
    return m_builder.CreateCall(
        module.getOrInsertFunction("llvm.nvvm." + name,
                                   llvm::FunctionType::get(result, types, false)),
        arguments);
  }

  bool parameter() {
    if (count() != 2 || at(1).kind != Operand::Kind::Address || at(1).parts.size() != 1 ||
        at(1).offset != 0 || at(0).kind == Operand::Kind::Group)
      return false;
    llvm::Value *value = m_operands.variables().parameter(at(1).parts.front().text);
    return value && m_type &&
           value->getType()->getScalarSizeInBits() >= m_type->getScalarSizeInBits() && set(value);
  }

  /// The registers of a vector, or the one of a scalar.
  std::vector<Operand> registersOf(const Operand &operand) const {
    return operand.kind == Operand::Kind::Group ? operand.parts : std::vector<Operand>{operand};
  }
  llvm::Value *element(llvm::Value *pointer, size_t index) {
    return index == 0 ? pointer
                      : m_builder.CreateConstGEP1_64(m_type, pointer, static_cast<uint64_t>(index));
  }
  llvm::Align alignment() const { return llvm::Align(m_type->getScalarSizeInBits() / 8); }

  bool load() {
    llvm::Value *pointer = m_type && isAccessible() && count() == 2
                               ? m_operands.pointer(m_builder, at(1), m_facts.space)
                               : nullptr;
    if (!pointer)
      return false;
    const std::vector<Operand> targets = registersOf(at(0));
    for (size_t i = 0; i < targets.size(); ++i) {
      llvm::Value *value =
          m_builder.CreateAlignedLoad(m_type, element(pointer, i), alignment(), has("volatile"));
      llvm::Type *type = m_operands.typeOf(targets[i]);
      if (type && type->isIntegerTy() && m_type->isIntegerTy())
        value = m_builder.CreateIntCast(value, type, m_name.front() == 's');
      if (!m_operands.set(m_builder, targets[i], value))
        return false;
    }
    return true;
  }

  bool store() {
    llvm::Value *pointer = m_type && isAccessible() && count() == 2
                               ? m_operands.pointer(m_builder, at(0), m_facts.space)
                               : nullptr;
    if (!pointer)
      return false;
    const std::vector<Operand> sources = registersOf(at(1));
    for (size_t i = 0; i < sources.size(); ++i) {
      llvm::Value *value = m_operands.value(m_builder, sources[i], m_type);
      if (!value)
        return false;
      m_builder.CreateAlignedStore(value, element(pointer, i), alignment(), has("volatile"));
    }
    return true;
  }

  std::optional<llvm::AtomicRMWInst::BinOp> atomicOperation() const {
    using Inst = llvm::AtomicRMWInst;
    const bool isSigned = m_name.front() == 's';
    if (has("add"))
      return m_type->isFloatingPointTy() ? Inst::FAdd : Inst::Add;
    if (m_type->isFloatingPointTy())
      return std::nullopt;
    if (has("min"))
      return isSigned ? Inst::Min : Inst::UMin;
    if (has("max"))
      return isSigned ? Inst::Max : Inst::UMax;
    if (has("and"))
      return Inst::And;
    if (has("or"))
      return Inst::Or;
    if (has("xor"))
      return Inst::Xor;
    if (has("inc"))
      return Inst::UIncWrap;
    if (has("dec"))
      return Inst::UDecWrap;
    return has("exch") ? std::optional(Inst::Xchg) : std::nullopt;
  }

  bool atomic(bool isReduction) {
    const size_t address = isReduction ? 0 : 1;
    if (!m_type || !isAccessible() || count() < address + 2)
      return false;
    llvm::Value *value = operand(address + 1, m_type);
    llvm::Value *pointer = m_operands.pointer(m_builder, at(address), m_facts.space);
    if (!value || !pointer)
      return false;
    constexpr auto kOrder = llvm::AtomicOrdering::SequentiallyConsistent;
    llvm::Value *old = nullptr;
    if (has("cas")) {
      llvm::Value *desired = operand(address + 2, m_type);
      if (!desired)
        return false;
      old = m_builder.CreateExtractValue(
          m_builder.CreateAtomicCmpXchg(pointer, value, desired, alignment(), kOrder, kOrder), 0);
    } else if (const auto operation = atomicOperation(); operation && count() == address + 2) {
      old = m_builder.CreateAtomicRMW(*operation, pointer, value, alignment(), kOrder);
    }
    return old && (isReduction || set(old));
  }

  /// The barrier 0 of all threads of the CTA, or a barrier of lanes.
  bool barrier() {
    if (has("warp"))
      return count() == 1 && [&] {
        llvm::Value *members = operand(0, m_builder.getInt32Ty());
        return members && intrinsic("bar.warp.sync", m_builder.getVoidTy(), {members}) != nullptr;
      }();
    if (!has("sync") || count() != 1 || at(0).text != "0")
      return false;
    return intrinsic("barrier0", m_builder.getVoidTy(), {}) != nullptr;
  }

  /// shfl.sync.down.b32 d|p, a, offset, clamp and segments, members.
  bool shuffle() {
    std::string mode;
    for (const char *one : {"up", "down", "bfly", "idx"})
      if (has(one))
        mode = one;
    llvm::Type *word = m_builder.getInt32Ty();
    llvm::Value *value = operand(1, word), *offset = operand(2, word), *clamp = operand(3, word),
                *members = operand(4, word);
    if (!has("sync") || mode.empty() || !value || !offset || !clamp || !members)
      return false;
    llvm::Type *both = llvm::StructType::get(word, m_builder.getInt1Ty());
    llvm::Value *result =
        intrinsic("shfl.sync." + mode + ".i32p", both, {members, value, offset, clamp});
    llvm::Value *received = m_builder.CreateExtractValue(result, 0);
    if (at(0).kind != Operand::Kind::Pair)
      return set(received);
    return at(0).parts.size() == 2 && m_operands.set(m_builder, at(0).parts[0], received) &&
           m_operands.set(m_builder, at(0).parts[1], m_builder.CreateExtractValue(result, 1));
  }

  /// redux.sync.add.s32 d, a, members.
  bool reduce() {
    llvm::Type *word = m_builder.getInt32Ty();
    llvm::Value *value = operand(1, word), *members = operand(2, word);
    if (m_type != word || !has("sync") || !value || !members)
      return false;
    const bool isSigned = m_name.front() == 's';
    for (const std::string_view kind : {"add", "and", "or", "xor", "min", "max"})
      if (has(kind)) {
        const bool isOrdered = kind == "min" || kind == "max";
        const std::string name = (isOrdered && !isSigned ? "u" : "") + std::string(kind);
        return set(intrinsic("redux.sync." + name, word, {value, members}));
      }
    return false;
  }

  bool vote() {
    llvm::Value *value = operand(1, m_builder.getInt1Ty());
    llvm::Value *members = operand(2, m_builder.getInt32Ty());
    if (!has("sync") || !value || !members)
      return false;
    if (has("ballot"))
      return set(intrinsic("vote.ballot.sync", m_builder.getInt32Ty(), {members, value}));
    for (const char *kind : {"any", "all", "uni"})
      if (has(kind))
        return set(intrinsic(std::string("vote.") + kind + ".sync", m_builder.getInt1Ty(),
                             {members, value}));
    return false;
  }

  /// cp.async.ca.shared.global [to], [from], 16; commit_group; wait_group N; wait_all.
  bool copy() {
    if (has("commit_group"))
      return intrinsic("cp.async.commit.group", m_builder.getVoidTy(), {}) != nullptr;
    if (has("wait_all"))
      return intrinsic("cp.async.wait.all", m_builder.getVoidTy(), {}) != nullptr;
    if (has("wait_group")) {
      llvm::Value *pending = operand(0, m_builder.getInt32Ty());
      return pending && intrinsic("cp.async.wait.group", m_builder.getVoidTy(), {pending});
    }
    const bool isWhole = count() == 3 || (count() == 4 && at(3).text == at(2).text);
    if (!isWhole || !has("global") || has("bulk"))
      return false;
    llvm::Value *to = m_operands.pointer(m_builder, at(0), StateSpace::Shared);
    llvm::Value *from = m_operands.pointer(m_builder, at(1), StateSpace::Global);
    if (!to || !from || (at(2).text != "4" && at(2).text != "8" && at(2).text != "16"))
      return false;
    const std::string kind = has("cg") ? "cg" : "ca";
    llvm::LLVMContext &context = m_builder.getContext();
    to = m_builder.CreateAddrSpaceCast(to, llvm::PointerType::get(context, 3));
    from = m_builder.CreateAddrSpaceCast(from, llvm::PointerType::get(context, 1));
    return intrinsic("cp.async." + kind + ".shared.global." + at(2).text, m_builder.getVoidTy(),
                     {to, from}) != nullptr;
  }

  llvm::IRBuilder<> &m_builder;
  const ptx::Statement &m_statement;
  PtxOperands &m_operands;
  const ptx::Instruction m_facts;
  std::string_view m_name; ///< of the type: "f32"
  llvm::Type *m_type;      ///< null for another last modifier
};

} // namespace

bool buildPtxMemory(llvm::IRBuilder<> &builder, const ptx::Statement &statement,
                    PtxOperands &operands) {
  return MemoryInstruction(builder, statement, operands).run();
}

} // namespace pstudio::cpu
