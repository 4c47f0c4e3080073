// SPDX-License-Identifier: Apache-2.0
// Registers are stack slots until LLVM promotes them to values; one that is read first is undef.
#include "collector/foreign/ptx/lift_entry.h"

#include <memory>

#include "collector/foreign/ptx/assembly_text.h"
#include "collector/foreign/ptx/kernel_head.h"
#include "collector/foreign/ptx/statement_places.h"
#include "core/base/text_position.h"
#include "core/ptx/marker_comments.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace pstudio::foreign {
namespace {

using Kind = ptx::BodyStatement::Kind;

/// Type and constraint of a register in inline assembly.
std::pair<llvm::Type *, char> formOf(std::string_view type, llvm::LLVMContext &context) {
  if (type == "f32")
    return {llvm::Type::getFloatTy(context), 'f'};
  if (type == "f64")
    return {llvm::Type::getDoubleTy(context), 'd'};
  const unsigned bits = ptx::bitsOfType(type);
  const char constraint = bits == 1    ? 'b'
                          : bits == 16 ? 'h'
                          : bits == 32 ? 'r'
                          : bits == 64 ? 'l'
                                       : 'q';
  return {llvm::Type::getIntNTy(context, bits), constraint};
}

class EntryLifter {
public:
  EntryLifter(const ptx::Module &module, const ptx::Function &entry, const ptx::Body &body,
              std::string_view name, llvm::Function &function)
      : m_module(module), m_entry(entry), m_body(body), m_name(name), m_function(function),
        m_context(function.getContext()), m_registers(body), m_builder(m_context),
        m_places(module, name, function, entry.range.begin), m_markersBehind(entry.body.begin),
        m_start(llvm::BasicBlock::Create(m_context, "entry", &function)) {}

  EntryLifter(const EntryLifter &) = delete;
  EntryLifter &operator=(const EntryLifter &) = delete;
  ~EntryLifter() { // blocks whose label was not reached, after an error
    for (const auto &[label, block] : m_labels)
      if (!block->getParent())
        block->insertInto(&m_function);
  }

  Result<void> run() {
    m_builder.SetInsertPoint(m_start);
    hoistDeclarations();
    for (const StatementGroup &group : groupsOf(m_body)) {
      const ptx::BodyStatement &statement = m_body.statements[group.first];
      addMarkersUpTo(statement.range.begin, statement);
      PSTUDIO_TRY(lift(group));
    }
    if (!m_body.statements.empty())
      addMarkersUpTo(m_entry.body.end, m_body.statements.back());
    leave();
    PSTUDIO_TRY(checkLabels());
    m_labels.clear(); // unreachable blocks are deleted
    llvm::EliminateUnreachableBlocks(m_function);
    llvm::SmallVector<llvm::AllocaInst *> slots;
    for (llvm::AllocaInst *slot : m_slots)
      if (slot)
        slots.push_back(slot);
    llvm::DominatorTree dominators(m_function);
    llvm::PromoteMemToReg(slots, dominators);
    m_places.finish();
    return {};
  }

private:
  tl::unexpected<Error> reject(const ptx::BodyStatement &statement, std::string message) const {
    return fail(ErrorCode::Unsupported, std::move(message),
                placeText(m_name, textPosition(m_module.text, statement.range.begin)));
  }

  std::string textOf(ptx::TextRange range) const {
    return std::string(m_module.text.substr(range.begin, range.end - range.begin));
  }

  //===--- Blocks ----------------------------------------------------------------------------===//

  llvm::BasicBlock *newBlock() { return llvm::BasicBlock::Create(m_context, "", &m_function); }

  /// Statements after a terminator without a label: unreachable, removed later.
  void openBlock() {
    if (m_builder.GetInsertBlock()->getTerminator())
      m_builder.SetInsertPoint(newBlock());
  }

  /// A final block without a terminator returns.
  void leave() {
    if (!m_builder.GetInsertBlock()->getTerminator())
      m_builder.CreateRetVoid();
  }

  /// The block of a label, which may come later in the text.
  llvm::BasicBlock *blockOf(size_t label) {
    llvm::BasicBlock *&block = m_labels[label];
    if (!block)
      block = llvm::BasicBlock::Create(m_context, "", nullptr);
    return block;
  }

  /// The index of the label that a branch in `scope` names; nothing if there is none.
  std::optional<size_t> labelNamed(uint32_t scope, std::string_view name) const {
    const std::optional<ptx::Symbol> symbol = m_body.find(scope, name);
    if (!symbol || symbol->kind != ptx::Symbol::Kind::Label)
      return std::nullopt;
    return symbol->statement;
  }

  /// Labels of a call sequence are no blocks: a branch to one has no target.
  Result<void> checkLabels() {
    for (const auto &[label, block] : m_labels)
      if (!block->getParent()) {
        const ptx::BodyStatement &statement = m_body.statements[label];
        return reject(statement,
                      "a branch to " + std::string(statement.name) + " leads into a call sequence");
      }
    return {};
  }

  //===--- Markers ---------------------------------------------------------------------------===//

  /// Calls for the marker comments before `offset`, which ForeignModule::read() makes scopes of.
  void addMarkersUpTo(size_t offset, const ptx::BodyStatement &statement) {
    if (offset <= m_markersBehind)
      return;
    const std::string_view text = m_module.text.substr(m_markersBehind, offset - m_markersBehind);
    m_markersBehind = offset;
    for (const ptx::MarkerComment &marker : ptx::markerCommentsIn(text)) {
      openBlock();
      m_builder.SetCurrentDebugLocation(m_places.at(statement));
      const llvm::FunctionCallee callee = m_function.getParent()->getOrInsertFunction(
          marker.isStart ? "proton_scope_start" : "proton_scope_end", m_builder.getVoidTy(),
          m_builder.getPtrTy());
      m_builder.CreateCall(callee,
                           m_builder.CreateGlobalString({marker.name.data(), marker.name.size()}));
    }
  }

  //===--- Statements ------------------------------------------------------------------------===//

  /// Variables, and prototypes of functions that are called through pointers, which any block may
  /// use.
  void hoistDeclarations() {
    for (const StatementGroup &group : groupsOf(m_body)) {
      const ptx::BodyStatement &statement = m_body.statements[group.first];
      if (group.kind != StatementGroup::Kind::Single)
        continue;
      if (statement.kind == Kind::Declaration)
        addText(declarationText(m_module, m_body, statement), statement);
      else if (statement.kind == Kind::CallTargets && group.first > 0 &&
               m_body.statements[group.first - 1].kind == Kind::Label)
        addText(escapedAssembly(std::string(m_body.statements[group.first - 1].name) + ": " +
                                textOf(statement.range)),
                statement);
    }
  }

  /// True for the label of .branchtargets or a prototype, which is no place in the code.
  bool isNameOfList(size_t label) const {
    if (label + 1 >= m_body.statements.size())
      return false;
    const Kind next = m_body.statements[label + 1].kind;
    return next == Kind::Targets || next == Kind::CallTargets;
  }

  Result<void> lift(const StatementGroup &group) {
    const ptx::BodyStatement &statement = m_body.statements[group.first];
    if (group.kind != StatementGroup::Kind::Single)
      return addAssembly(group);
    switch (statement.kind) {
    case Kind::Label:
      if (!isNameOfList(group.first))
        beginLabel(group.first, statement);
      return {};
    case Kind::Pragma:
      openBlock();
      addText(escapedAssembly(textOf(statement.range)), statement);
      return {};
    case Kind::Location:
      m_places.noteLocation(statement);
      // One may name the place of one before it as what it is inlined at.
      m_pendingLocation += (m_pendingLocation.empty() ? "" : "\n\t") + textOf(statement.range);
      return {};
    case Kind::Instruction:
      openBlock();
      if (!isTerminator(statement))
        return addAssembly(group);
      placeLocation(statement);
      return addTerminator(statement);
    default: // declarations are at the start of the entry, and scopes are flat
      return {};
    }
  }

  void beginLabel(size_t index, const ptx::BodyStatement &statement) {
    llvm::BasicBlock *block = blockOf(index);
    if (!m_builder.GetInsertBlock()->getTerminator()) {
      m_builder.SetCurrentDebugLocation(m_places.at(statement));
      m_builder.CreateBr(block);
    }
    block->insertInto(&m_function);
    m_builder.SetInsertPoint(block);
    if (m_module.isForDebugger()) // debug sections name labels of the code
      addText(escapedAssembly(std::string(statement.name).append(kOriginalLabel) + ":"), statement);
  }

  Result<void> addTerminator(const ptx::BodyStatement &statement) {
    m_builder.SetCurrentDebugLocation(m_places.at(statement));
    llvm::BasicBlock *target = nullptr;
    if (statement.root() == "brx")
      return addSwitch(statement);
    if (statement.root() == "bra") {
      const std::optional<size_t> label =
          statement.operands.size() == 1
              ? labelNamed(statement.scope, textOf(statement.operands.front()))
              : std::nullopt;
      if (!label)
        return reject(statement, "a branch needs a label of this function");
      target = blockOf(*label);
    }
    if (statement.guard.empty()) {
      if (target)
        m_builder.CreateBr(target);
      else
        m_builder.CreateRetVoid();
      return {};
    }
    const auto guard = m_registers.find(statement.scope, statement.guard);
    if (!guard || m_registers.all()[*guard].type != "pred")
      return reject(statement, "the guard is not a predicate register");
    llvm::BasicBlock *next = newBlock();
    const bool returns = !target;
    if (returns)
      target = newBlock();
    llvm::Value *condition = load(*guard);
    m_builder.CreateCondBr(condition, statement.isGuardNegated ? next : target,
                           statement.isGuardNegated ? target : next);
    if (returns) {
      target->moveBefore(next);
      m_builder.SetInsertPoint(target);
      m_builder.CreateRetVoid();
    }
    m_builder.SetInsertPoint(next);
    return {};
  }

  /// brx.idx %r1, $L_targets;
  Result<void> addSwitch(const ptx::BodyStatement &statement) {
    const auto invalid = [&] {
      return reject(statement, "an indirect branch needs an index and a list of labels");
    };
    if (statement.operands.size() != 2 || !statement.guard.empty())
      return invalid();
    const auto index = m_registers.find(statement.scope, textOf(statement.operands[0]));
    const auto list = labelNamed(statement.scope, textOf(statement.operands[1]));
    if (!index || !list || *list + 1 >= m_body.statements.size() ||
        m_body.statements[*list + 1].kind != Kind::Targets)
      return invalid();
    const ptx::BodyStatement &targets = m_body.statements[*list + 1];
    llvm::SmallVector<llvm::BasicBlock *> blocks;
    for (const ptx::TextRange name : targets.operands) {
      const auto label = labelNamed(targets.scope, textOf(name));
      if (!label)
        return invalid();
      blocks.push_back(blockOf(*label));
    }
    llvm::Value *value = load(*index);
    if (blocks.empty() || !value->getType()->isIntegerTy(32))
      return invalid();
    auto *jump = m_builder.CreateSwitch(value, blocks.back(), static_cast<unsigned>(blocks.size()));
    for (size_t i = 0; i + 1 < blocks.size(); ++i)
      jump->addCase(m_builder.getInt32(static_cast<uint32_t>(i)), blocks[i]);
    return {};
  }

  //===--- Assembly --------------------------------------------------------------------------===//

  llvm::AllocaInst *slotOf(uint32_t number) {
    if (m_slots.size() <= number)
      m_slots.resize(number + 1, nullptr);
    llvm::AllocaInst *&slot = m_slots[number];
    if (!slot)
      slot = new llvm::AllocaInst(formOf(m_registers.all()[number].type, m_context).first, 0, "",
                                  m_start->begin());
    return slot;
  }

  llvm::Value *load(uint32_t number) {
    llvm::AllocaInst *slot = slotOf(number);
    return m_builder.CreateLoad(slot->getAllocatedType(), slot);
  }

  /// Line tables of the original: .loc stays in the text, before its instruction.
  void placeLocation(const ptx::BodyStatement &statement) {
    if (!m_pendingLocation.empty())
      addText("", statement);
  }

  /// Assembly without operands.
  void addText(std::string text, const ptx::BodyStatement &statement) {
    emit({.text = std::move(text), .outputs = {}, .inputs = {}, .kept = {}}, statement);
  }

  Result<void> addAssembly(const StatementGroup &group) {
    openBlock();
    const ptx::BodyStatement &statement = m_body.statements[group.first];
    for (size_t i = group.first; i < group.last; ++i)
      if (const std::string_view guard = m_body.statements[i].guard;
          !guard.empty() && !m_registers.find(m_body.statements[i].scope, guard))
        return reject(m_body.statements[i], std::string(guard) + " is no register");
    const AssemblyText assembly = assemblyOf(m_module, m_body, group, m_registers);
    if (!m_registers.unsupported().empty())
      return reject(statement, "LLVM has no form of the " + m_registers.unsupported());
    emit(assembly, statement);
    return {};
  }

  void emit(const AssemblyText &assembly, const ptx::BodyStatement &statement) {
    m_builder.SetCurrentDebugLocation(m_places.at(statement));
    std::string text = escapedAssembly(m_pendingLocation);
    m_pendingLocation.clear();
    text += (text.empty() || assembly.text.empty() ? "" : "\n\t") + assembly.text;
    std::string constraints;
    llvm::SmallVector<llvm::Type *> results, types;
    llvm::SmallVector<llvm::Value *> values;
    const auto addConstraint = [&constraints](const std::string &one) {
      constraints += (constraints.empty() ? "" : ",") + one;
    };
    for (size_t i = 0; i < assembly.outputs.size(); ++i) {
      const auto [type, constraint] = formOf(typeOf(assembly.outputs[i]), m_context);
      results.push_back(type);
      const bool isKept = llvm::is_contained(assembly.kept, i);
      addConstraint((assembly.writesEarly && !isKept ? "=&" : "=") + std::string(1, constraint));
    }
    for (const uint32_t input : assembly.inputs) {
      addConstraint(std::string(1, formOf(typeOf(input), m_context).second));
      values.push_back(load(input));
    }
    for (const size_t kept : assembly.kept) {
      addConstraint(std::to_string(kept));
      values.push_back(load(assembly.outputs[kept]));
    }
    for (const llvm::Value *value : values)
      types.push_back(value->getType());
    llvm::Type *result = results.empty()       ? llvm::Type::getVoidTy(m_context)
                         : results.size() == 1 ? results.front()
                                               : llvm::StructType::get(m_context, results);
    // Side effects keep the order of the text, which ptxas's result depends on.
    llvm::CallInst *call = m_builder.CreateCall(
        llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false), text, constraints,
                             /*hasSideEffects=*/true),
        values);
    call->setConvergent();
    call->setDoesNotThrow();
    for (size_t i = 0; i < assembly.outputs.size(); ++i)
      m_builder.CreateStore(assembly.outputs.size() == 1
                                ? call
                                : m_builder.CreateExtractValue(call, static_cast<unsigned>(i)),
                            slotOf(assembly.outputs[i]));
  }

  std::string_view typeOf(uint32_t number) const { return m_registers.all()[number].type; }

  const ptx::Module &m_module;
  const ptx::Function &m_entry;
  const ptx::Body &m_body;
  std::string_view m_name;
  llvm::Function &m_function;
  llvm::LLVMContext &m_context;
  EntryRegisters m_registers;
  llvm::IRBuilder<> m_builder;
  StatementPlaces m_places;
  size_t m_markersBehind; ///< offset: markers before it are in the module
  llvm::BasicBlock *m_start;
  std::map<size_t, llvm::BasicBlock *> m_labels; ///< by index of the statement
  std::vector<llvm::AllocaInst *> m_slots;       ///< by number of the register
  std::string m_pendingLocation;                 ///< .loc statements before the next instruction
};

} // namespace

Result<LiftedEntry> liftEntry(const ptx::Module &module, const ptx::Function &entry,
                              std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const ptx::Body body, ptx::readBody(module.text, entry, name));
  llvm::LLVMContext context;
  llvm::Module lifted(std::string(name), context);
  LiftedEntry result;
  result.chip = liftedChip(module.architecture);
  result.staticSharedBytes = staticSharedBytes(module, body);
  llvm::Function &function = createKernel(lifted, entry, result.chip);
  PSTUDIO_TRY(EntryLifter(module, entry, body, name, function).run());
  std::string message;
  llvm::raw_string_ostream errors(message);
  if (llvm::verifyModule(lifted, &errors))
    return fail(ErrorCode::CompileFailed, "the lifted entry became malformed LLVM IR: " + message,
                std::string(name));
  llvm::raw_string_ostream stream(result.text);
  lifted.print(stream, nullptr);
  return result;
}

} // namespace pstudio::foreign
