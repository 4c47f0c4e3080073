// SPDX-License-Identifier: Apache-2.0
// Classifies instructions, intrinsics and inline PTX by their reads. Unknown ones count as Others.
#include "collector/foreign/text/cta_reads.h"

#include <algorithm>
#include <array>

#include "core/ptx/instruction.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace pstudio::foreign {
namespace {

constexpr unsigned kGenericSpace = 0, kSharedSpace = 3, kConstantSpace = 4, kLocalSpace = 5,
                   kParameterSpace = 101;

constexpr const char *kAtomicWords = "an atomic operation on global memory";
constexpr const char *kLoadWords = "a load from global memory";

ReadSource fromShared() {
  return {ValueSource::Shared, "a load from shared memory"};
}

/// True for memory that is constant in any address space.
bool isConstantMemory(const llvm::Value &address) {
  const llvm::Value *object = llvm::getUnderlyingObject(&address);
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object))
    return global->isConstant();
  const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument && argument->hasByValAttr();
}

ReadSource sourceOfLoad(const llvm::LoadInst &load) {
  const unsigned space = load.getPointerAddressSpace();
  if (space == kConstantSpace || space == kParameterSpace ||
      load.hasMetadata(llvm::LLVMContext::MD_invariant_load) ||
      isConstantMemory(*load.getPointerOperand()))
    return {};
  const llvm::Value *object = llvm::getUnderlyingObject(load.getPointerOperand());
  if (space == kLocalSpace || llvm::isa<llvm::AllocaInst>(object))
    return {ValueSource::Private, {}};
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (space == kSharedSpace || (global && global->getAddressSpace() == kSharedSpace))
    return fromShared();
  return {ValueSource::Others, kLoadWords};
}

ReadSource sourceOfAtomic(unsigned space) {
  return space == kSharedSpace ? fromShared() : ReadSource{ValueSource::Others, kAtomicWords};
}

bool isInline(const llvm::CallBase &call) {
  return llvm::isa<llvm::InlineAsm>(call.getCalledOperand());
}

ReadSource sourceOfPtx(const ptx::Statement &statement) {
  const ptx::Instruction instruction = ptx::classify(statement);
  using Operation = ptx::Operation;
  using Space = ptx::StateSpace;
  switch (instruction.operation) {
  case Operation::Load:
    if (statement.has("nc") || instruction.space == Space::Constant ||
        instruction.space == Space::Parameter)
      return {};
    if (instruction.space == Space::Shared)
      return fromShared();
    return {ValueSource::Others, kLoadWords};
  case Operation::Atomic:
    if (instruction.space == Space::Shared)
      return fromShared();
    return {ValueSource::Others, kAtomicWords};
  case Operation::LoadMatrix:
    return fromShared();
  case Operation::MbarrierTryWait:
  case Operation::MbarrierTestWait:
    return {ValueSource::OwnCta, {}};
  case Operation::Unknown:
    return {ValueSource::Others, "the PTX instruction " + statement.opcode};
  default:
    return statement.opcode == "suld" ? ReadSource{ValueSource::Others, "a load from a surface"}
                                      : ReadSource{};
  }
}

template <class Visit> void eachInstruction(const std::string &text, Visit visit) {
  for (const ptx::Statement &statement : ptx::parse(text).statements)
    if (statement.kind == ptx::Statement::Kind::Instruction)
      visit(statement);
}

ReadSource sourceOfInlinePtx(const std::string &text) {
  ReadSource worst;
  eachInstruction(text, [&](const ptx::Statement &statement) {
    if (ReadSource read = sourceOfPtx(statement); read.source > worst.source)
      worst = std::move(read);
  });
  return worst;
}

/// True for intrinsics that return values of lanes, ids and clocks: these depend on their operands,
/// or on no CTA.
bool givesRegisters(llvm::StringRef name) {
  constexpr std::array<llvm::StringLiteral, 11> kPrefixes{
      "llvm.nvvm.shfl.",   "llvm.nvvm.vote.",     "llvm.nvvm.match.",     "llvm.nvvm.redux.",
      "llvm.nvvm.elect.",  "llvm.nvvm.read.ptx.", "llvm.nvvm.activemask", "llvm.nvvm.ldg.",
      "llvm.nvvm.barrier", "llvm.nvvm.wgmma.",    "llvm.nvvm.mma."};
  return std::ranges::any_of(kPrefixes,
                             [name](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

ReadSource sourceOfIntrinsic(const llvm::CallBase &call, llvm::StringRef name) {
  if (!call.mayReadFromMemory() || call.getType()->isVoidTy() || givesRegisters(name))
    return {};
  if (name.starts_with("llvm.nvvm.mbarrier."))
    return {ValueSource::OwnCta, {}};
  if (name.starts_with("llvm.nvvm.ldmatrix"))
    return fromShared();
  return {ValueSource::Others, "the intrinsic " + name.str()};
}

ReadSource sourceOfCall(const llvm::CallBase &call) {
  if (isInline(call))
    return sourceOfInlinePtx(inlinePtxOf(call));
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return {ValueSource::Others, "a call through a pointer"};
  if (callee->getName().starts_with("llvm."))
    return sourceOfIntrinsic(call, callee->getName());
  return {};
}

/// Argument of inline assembly for operand `index` of its text; null for a result.
const llvm::Value *inlineOperand(const llvm::CallBase &call, uint32_t index) {
  const auto *text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  uint32_t results = 0;
  for (const llvm::InlineAsm::ConstraintInfo &constraint : text->ParseConstraints())
    results += constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect;
  return index >= results && index - results < call.arg_size() ? call.getArgOperand(index - results)
                                                               : nullptr;
}

/// The value of an operand that is a placeholder, or an address with one as its base.
const llvm::Value *valueOf(const llvm::CallBase &call, const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Kind::Placeholder)
    return inlineOperand(call, operand.placeholder);
  if (operand.kind == ptx::Operand::Kind::Address && !operand.parts.empty())
    return valueOf(call, operand.parts.front());
  return nullptr;
}

bool isPositive(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  return constant && constant->getValue().isStrictlyPositive();
}

/// "atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2" with a constant in place of $2.
bool isPtxIncrement(const llvm::CallBase &call, const ptx::Statement &statement) {
  if (statement.opcode != "atom" || !statement.has("add") || statement.operands.size() != 3)
    return false;
  if (ptx::classify(statement).space == ptx::StateSpace::Shared)
    return false;
  return isPositive(valueOf(call, statement.operands[2]));
}

/// True for instructions that write shared memory, or may write it through a generic address.
bool writesShared(const ptx::Statement &, const ptx::Instruction &instruction) {
  using Operation = ptx::Operation;
  const bool isWrite = instruction.operation == Operation::Store ||
                       instruction.operation == Operation::StoreMatrix ||
                       instruction.operation == Operation::Atomic ||
                       instruction.operation == Operation::StoreAsync;
  using Space = ptx::StateSpace;
  return isWrite && instruction.space != Space::Global && instruction.space != Space::Local;
}

bool mayLeadToShared(unsigned space) {
  return space == kSharedSpace || space == kGenericSpace;
}

/// The first instruction of inline PTX for which `test` holds, if there is one.
template <class Test>
std::optional<ptx::Statement> findPtx(const llvm::Instruction &instruction, Test test) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  std::optional<ptx::Statement> found;
  if (call && isInline(*call))
    eachInstruction(inlinePtxOf(*call), [&](const ptx::Statement &statement) {
      if (!found && test(statement, ptx::classify(statement)))
        found = statement;
    });
  return found;
}

const llvm::Value *addressIn(const llvm::Instruction &instruction,
                             const std::optional<ptx::Statement> &statement) {
  if (!statement)
    return nullptr;
  const int address = ptx::classify(*statement).address;
  if (address < 0 || static_cast<size_t>(address) >= statement->operands.size())
    return nullptr;
  return valueOf(llvm::cast<llvm::CallBase>(instruction),
                 statement->operands[static_cast<size_t>(address)]);
}

bool writesOthers(const ptx::Statement &, const ptx::Instruction &instruction) {
  using Operation = ptx::Operation;
  return (instruction.operation == Operation::Store ||
          instruction.operation == Operation::Atomic) &&
         instruction.space != ptx::StateSpace::Shared;
}

} // namespace

std::string inlinePtxOf(const llvm::CallBase &call) {
  const auto *text = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return text ? text->getAsmString() : std::string();
}

ReadSource readSourceOf(const llvm::Instruction &instruction) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return sourceOfLoad(*load);
  if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return sourceOfAtomic(atomic->getPointerAddressSpace());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return sourceOfAtomic(exchange->getPointerAddressSpace());
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return sourceOfCall(*call);
  if (instruction.mayReadFromMemory())
    return {ValueSource::Others, instruction.getOpcodeName()};
  return {};
}

bool isIncrement(const llvm::Instruction &instruction) {
  if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return atomic->getOperation() == llvm::AtomicRMWInst::Add &&
           atomic->getPointerAddressSpace() != kSharedSpace && isPositive(atomic->getValOperand());
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !isInline(*call))
    return false;
  size_t increments = 0, others = 0;
  eachInstruction(inlinePtxOf(*call), [&](const ptx::Statement &statement) {
    if (isPtxIncrement(*call, statement))
      ++increments;
    else if (sourceOfPtx(statement).source != ValueSource::Operands)
      ++others;
  });
  return increments == 1 && others == 0;
}

bool storesToShared(const llvm::Instruction &instruction) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return mayLeadToShared(store->getPointerAddressSpace());
  if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return mayLeadToShared(atomic->getPointerAddressSpace());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return mayLeadToShared(exchange->getPointerAddressSpace());
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return (callee && callee->getName().starts_with("llvm.nvvm.stmatrix")) ||
         findPtx(instruction, writesShared).has_value();
}

const llvm::Value *sharedStoreAddress(const llvm::Instruction &instruction) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand();
  return addressIn(instruction, findPtx(instruction, writesShared));
}

bool copiesToShared(const llvm::Instruction &instruction) {
  if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
    return mayLeadToShared(copy->getDestAddressSpace());
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (const llvm::Function *callee = call->getCalledFunction())
      return callee->getName().starts_with("llvm.nvvm.cp.async");
  return findPtx(instruction,
                 [](const ptx::Statement &, const ptx::Instruction &found) {
                   using Operation = ptx::Operation;
                   return found.operation == Operation::CopyAsync ||
                          (found.operation == Operation::BulkCopy &&
                           found.space == ptx::StateSpace::Shared) ||
                          found.operation == Operation::Unknown;
                 })
      .has_value();
}

bool writesGlobal(const llvm::Instruction &instruction) {
  const auto isOther = [](unsigned space) { return space != kSharedSpace && space != kLocalSpace; };
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isOther(store->getPointerAddressSpace());
  if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return isOther(atomic->getPointerAddressSpace());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return isOther(exchange->getPointerAddressSpace());
  return findPtx(instruction, writesOthers).has_value();
}

const llvm::Value *writtenAddress(const llvm::Instruction &instruction) {
  if (const llvm::Value *address = llvm::getPointerOperand(&instruction))
    return address;
  if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return atomic->getPointerOperand();
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return addressIn(instruction, findPtx(instruction, writesOthers));
}

} // namespace pstudio::foreign
