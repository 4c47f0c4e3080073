// SPDX-License-Identifier: Apache-2.0
// Values of the original are mapped to those of the translation, step by step.
#include "collector/foreign/transplant.h"

#include "collector/foreign/changed_signatures.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/struct_types.h"
#include "collector/foreign/text/block_order.h"
#include "collector/foreign/text/ll_printer.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pstudio::foreign {
namespace {

const llvm::RemapFlags kMapFlags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;

class Transplanter {
public:
  Transplanter(const llvm::Module &original, llvm::Module &made,
               const std::vector<const llvm::Instruction *> &instructions,
               const RecordedSources &sources, const OriginalCalls &calls)
      : m_original(original), m_made(made), m_instructions(instructions), m_sources(sources),
        m_calls(calls) {}

  TransplantCounts run() {
    m_made.setIsNewDbgInfoFormat(m_original.IsNewDbgInfoFormat);
    restoreStructTypes(m_original, m_made);
    mapGlobals();
    mapFunctions();
    mapAliases();
    restoreSymbols();
    restoreInstructions();
    for (llvm::Function &function : m_made)
      dropEmptyBlocks(function, m_blockOf);
    restorePhis();
    restoreDebugRecords();
    restoreCalls(m_calls, m_map, m_blockOf);
    dropDeadAdditions();
    placeAdded();
    restoreModule();
    for (llvm::Function &function : m_made)
      orderBlocks(function, m_blockOf);
    orderSymbols();
    count();
    return m_counts;
  }

private:
  //===--- Globals and functions -------------------------------------------------------------===//

  /// Creates globals anew, because the initialiser may have another type than in the translation.
  void mapGlobals() {
    for (const llvm::GlobalVariable &global : m_original.globals()) {
      auto *made = new llvm::GlobalVariable(m_made, global.getValueType(), global.isConstant(),
                                            global.getLinkage(), nullptr, "", nullptr,
                                            global.getThreadLocalMode(), global.getAddressSpace());
      if (llvm::GlobalVariable *translated = m_made.getNamedGlobal(global.getName())) {
        made->takeName(translated);
        translated->replaceAllUsesWith(made);
        translated->eraseFromParent();
      } else {
        made->setName(global.getName());
      }
      m_map[&global] = made;
    }
  }

  void mapFunctions() {
    for (const llvm::Function &function : m_original) {
      llvm::Function *made = m_made.getFunction(function.getName());
      if (!made)
        made = llvm::Function::Create(function.getFunctionType(), function.getLinkage(),
                                      function.getAddressSpace(), function.getName(), &m_made);
      m_map[&function] = made;
      for (auto [from, to] : llvm::zip(function.args(), made->args())) {
        m_map[&from] = &to;
        to.setName(from.getName());
      }
    }
  }

  void mapAliases() {
    for (const llvm::GlobalAlias &alias : m_original.aliases())
      m_map[&alias] = llvm::GlobalAlias::create(alias.getValueType(), alias.getAddressSpace(),
                                                alias.getLinkage(), alias.getName(), &m_made);
  }

  /// Attributes and initialisers name symbols, so all symbols are mapped first.
  void restoreSymbols() {
    for (const llvm::Function &function : m_original)
      restoreFunction(function, *llvm::cast<llvm::Function>(m_map[&function]));
    for (const llvm::GlobalVariable &global : m_original.globals())
      restoreGlobal(global, *llvm::cast<llvm::GlobalVariable>(m_map[&global]));
    for (const llvm::GlobalAlias &alias : m_original.aliases()) {
      auto *made = llvm::cast<llvm::GlobalAlias>(m_map[&alias]);
      made->copyAttributesFrom(&alias);
      made->setAliasee(llvm::cast<llvm::Constant>(mapped(*alias.getAliasee())));
    }
  }

  void restoreFunction(const llvm::Function &function, llvm::Function &made) {
    const bool isDefined = !made.isDeclaration();
    made.copyAttributesFrom(&function);
    dropContradictedAttributes(function, made);
    if (isDefined || function.isDeclaration())
      made.setLinkage(function.getLinkage());
    else
      made.setLinkage(llvm::GlobalValue::ExternalLinkage);
    made.setComdat(comdatOf(function));
    for (llvm::Use &constant : made.operands()) // personality, prefix and prologue
      constant.set(mapped(*constant.get()));
    if (!isDefined)
      return;
    made.clearMetadata();
    copyMetadata(function, made);
  }

  void restoreGlobal(const llvm::GlobalVariable &global, llvm::GlobalVariable &made) {
    made.copyAttributesFrom(&global);
    made.setConstant(global.isConstant());
    made.setLinkage(global.getLinkage());
    made.setComdat(comdatOf(global));
    made.clearMetadata();
    copyMetadata(global, made);
    if (global.hasInitializer())
      made.setInitializer(llvm::cast<llvm::Constant>(mapped(*global.getInitializer())));
  }

  void copyMetadata(const llvm::GlobalObject &from, llvm::GlobalObject &to) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>> all;
    from.getAllMetadata(all);
    for (const auto &[kind, node] : all)
      to.addMetadata(kind, *withOwnSymbols(*node));
  }

  void copyMetadata(const llvm::Instruction &from, llvm::Instruction &to) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>> all;
    from.getAllMetadataOtherThanDebugLoc(all);
    for (const auto &[kind, node] : all)
      to.setMetadata(kind, withOwnSymbols(*node));
  }

  template <class Object> llvm::Comdat *comdatOf(const Object &object) {
    const llvm::Comdat *comdat = object.getComdat();
    if (!comdat)
      return nullptr;
    llvm::Comdat *made = m_made.getOrInsertComdat(comdat->getName());
    made->setSelectionKind(comdat->getSelectionKind());
    return made;
  }

  llvm::Value *mapped(const llvm::Value &value) { return llvm::MapValue(&value, m_map, kMapFlags); }

  //===--- Instructions ----------------------------------------------------------------------===//

  void restoreInstructions() {
    for (const auto &[index, made] : m_sources)
      if (index < m_instructions.size() && !made.empty())
        restoreInstruction(*m_instructions[index], *made.back());
  }

  void restoreInstruction(const llvm::Instruction &source, llvm::Instruction &made) {
    if (hasOtherSignature(source, made) && !isHeld(made))
      return restoreCall(llvm::cast<llvm::CallBase>(source), llvm::cast<llvm::CallBase>(made));
    llvm::Instruction *copy = copyFor(source, made);
    if (!copy) {
      // The translation has an equivalent of another form: only its place is restored.
      made.setDebugLoc(source.getDebugLoc());
      m_map[&source] = &made;
      m_blockOf[&made] = source.getParent();
      return;
    }
    copyMetadata(source, *copy); // names of functions in it, too
    copy->insertBefore(&made);
    copy->setName(source.getName());
    made.replaceAllUsesWith(copy);
    made.eraseFromParent();
    m_map[&source] = copy;
    m_blockOf[copy] = source.getParent();
    ++m_counts.restored;
  }

  static bool isHeld(const llvm::Instruction &made) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&made);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with(kHeldPrefix);
  }

  /// Restores the call of a function that has more parameters or results than in the text.
  void restoreCall(const llvm::CallBase &source, llvm::CallBase &made) {
    llvm::SmallVector<llvm::OperandBundleDef> bundles;
    for (unsigned i = 0; i < source.getNumOperandBundles(); ++i) {
      const llvm::OperandBundleUse bundle = source.getOperandBundleAt(i);
      std::vector<llvm::Value *> inputs;
      for (const llvm::Use &input : bundle.Inputs)
        inputs.push_back(mapped(*input));
      bundles.emplace_back(bundle.getTagName().str(), std::move(inputs));
    }
    llvm::CallBase *call = restoreCallSite(source, made, bundles);
    copyMetadata(source, *call);
    m_map[&source] = call;
    m_blockOf[call] = source.getParent();
  }

  llvm::Instruction *copyFor(const llvm::Instruction &source, llvm::Instruction &made) {
    if (source.getType() != made.getType())
      return nullptr;
    if (isHeld(made))
      return copyOfHeld(source, llvm::cast<llvm::CallInst>(made));
    if (source.getOpcode() != made.getOpcode())
      return nullptr;
    if (const auto *bundled = llvm::dyn_cast<llvm::CallBase>(&source);
        bundled && bundled->hasOperandBundles())
      return copyOfBundled(*bundled, llvm::cast<llvm::CallBase>(made));
    if (source.getNumOperands() != made.getNumOperands())
      return nullptr;
    llvm::Instruction *copy = source.clone();
    for (unsigned i = 0; i < source.getNumOperands(); ++i)
      copy->setOperand(i, operandFor(*source.getOperand(i), *made.getOperand(i)));
    return copy;
  }

  /// Constants of the original, all other operands of the translation. A call of a function with
  /// records may return more than the constant result of the text.
  llvm::Value *operandFor(const llvm::Value &source, llvm::Value &made) {
    if (source.getType() != made.getType() ||
        llvm::isa<llvm::Instruction, llvm::Argument, llvm::BasicBlock>(source))
      return &made;
    return mapped(source);
  }

  /// A copy of a call with operand bundles, which the scratch copy does not have.
  llvm::Instruction *copyOfBundled(const llvm::CallBase &source, const llvm::CallBase &made) {
    auto *copy = llvm::cast<llvm::CallBase>(source.clone());
    for (unsigned i = 0; i < source.getNumOperands(); ++i) {
      const bool isArgument = i < source.arg_size();
      copy->setOperand(i, isArgument ? operandFor(*source.getOperand(i), *made.getArgOperand(i))
                                     : mapped(*source.getOperand(i)));
    }
    return copy;
  }

  llvm::Instruction *copyOfHeld(const llvm::Instruction &source, const llvm::CallInst &made) {
    llvm::Instruction *copy = source.clone();
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&source);
    unsigned next = 0;
    for (unsigned i = 0; i < source.getNumOperands(); ++i) {
      llvm::Value &operand = *source.getOperand(i);
      const bool isArgument = !call || i < call->arg_size();
      const bool wasPassed = isArgument && !operand.getType()->isMetadataTy();
      llvm::Value *now = wasPassed && next < made.arg_size() ? made.getArgOperand(next++) : nullptr;
      copy->setOperand(i, now ? operandFor(operand, *now) : mapped(operand));
    }
    return copy;
  }

  //===--- Phis ------------------------------------------------------------------------------===//

  /// A phi has no operation: it is an argument of the block that its predecessors branch to.
  void restorePhis() {
    for (const llvm::Function &function : m_original)
      for (const llvm::BasicBlock &block : function)
        for (const auto &[place, phi] : llvm::enumerate(block.phis()))
          if (llvm::PHINode *made = madePhi(block, place))
            restorePhi(phi, *made);
  }

  llvm::PHINode *madePhi(const llvm::BasicBlock &block, size_t place) {
    for (const llvm::BasicBlock *before : llvm::predecessors(&block)) {
      const auto terminator = m_map.find(before->getTerminator());
      if (terminator == m_map.end())
        continue;
      const auto *made = llvm::cast<llvm::Instruction>(&*terminator->second);
      for (unsigned i = 0; i < made->getNumSuccessors(); ++i)
        if (before->getTerminator()->getSuccessor(i) == &block)
          for (const auto &[at, phi] : llvm::enumerate(made->getSuccessor(i)->phis()))
            if (at == place)
              return const_cast<llvm::PHINode *>(&phi);
    }
    return nullptr;
  }

  void restorePhi(const llvm::PHINode &source, llvm::PHINode &made) {
    if (source.getType() != made.getType() ||
        source.getNumIncomingValues() != made.getNumIncomingValues())
      return;
    made.setName(source.getName());
    made.copyIRFlags(&source);
    copyMetadata(source, made);
    made.setDebugLoc(source.getDebugLoc());
    orderIncoming(source, made);
    m_map[&source] = &made;
    m_blockOf[&made] = source.getParent();
    ++m_counts.restored;
  }

  /// Orders the incoming values by predecessor as the original does.
  void orderIncoming(const llvm::PHINode &source, llvm::PHINode &made) {
    llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::Value *>> ordered;
    for (const llvm::BasicBlock *from : source.blocks()) {
      const auto terminator = m_map.find(from->getTerminator());
      if (terminator == m_map.end())
        return;
      auto *block = llvm::cast<llvm::Instruction>(&*terminator->second)->getParent();
      if (made.getBasicBlockIndex(block) < 0)
        return;
      ordered.emplace_back(block, made.getIncomingValueForBlock(block));
    }
    llvm::SmallVector<llvm::BasicBlock *> now(made.blocks()), then;
    for (const auto &entry : ordered)
      then.push_back(entry.first);
    llvm::sort(now);
    llvm::sort(then);
    if (now != then) // passes inserted blocks
      return;
    for (const auto &[i, entry] : llvm::enumerate(ordered)) {
      made.setIncomingBlock(static_cast<unsigned>(i), entry.first);
      made.setIncomingValue(static_cast<unsigned>(i), entry.second);
    }
  }

  //===--- Debug information, metadata, order ------------------------------------------------===//

  void restoreDebugRecords() {
    for (const llvm::Instruction *source : m_instructions) {
      const auto made = m_map.find(source);
      if (made == m_map.end() || !source->hasDbgRecords())
        continue;
      auto *copy = llvm::cast<llvm::Instruction>(&*made->second);
      copy->cloneDebugInfoFrom(source);
      llvm::RemapDbgRecordRange(&m_made, copy->getDbgRecordRange(), m_map, kMapFlags);
    }
  }

  /// Erases unused additions, such as the key of a record that was not emitted.
  void dropDeadAdditions() {
    for (llvm::Function &function : m_made)
      for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::reverse(block)))
          if (!m_blockOf.count(&instruction) && llvm::isInstructionTriviallyDead(&instruction))
            instruction.eraseFromParent();
  }

  /// Added instructions get the debug location of the instruction before them: the verifier
  /// requires a location on calls in functions with debug information.
  void placeAdded() {
    for (llvm::Function &function : m_made) {
      bool hasAdded = false;
      for (llvm::BasicBlock &block : function)
        hasAdded |= placeAdded(block);
      if (hasAdded)
        promiseLess(function);
    }
  }

  /// True if the block has added instructions.
  bool placeAdded(llvm::BasicBlock &block) {
    llvm::DISubprogram *scope = block.getParent()->getSubprogram();
    llvm::DebugLoc last;
    if (scope)
      last = llvm::DILocation::get(m_made.getContext(), 0, 0, scope);
    bool hasAdded = false;
    for (llvm::Instruction &instruction : block) {
      if (m_blockOf.count(&instruction)) {
        if (instruction.getDebugLoc())
          last = instruction.getDebugLoc();
        continue;
      }
      hasAdded = true;
      instruction.setDebugLoc(last);
      // llvm.inline_asm cannot express this. Records must not be copied into the arms of a branch.
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isInlineAsm()) {
        call->setConvergent();
        call->setDoesNotThrow();
      } else if (call) {
        m_counts.addedCalls.push_back(call);
      }
    }
    return hasAdded;
  }

  /// Records write memory and read memory that other threads wrote: drops attributes that exclude
  /// this.
  static void promiseLess(llvm::Function &function) {
    dropPromisesOfNoRecords(function);
    dropMarkedAttributes(function);
  }

  void restoreModule() {
    m_made.setTargetTriple(m_original.getTargetTriple());
    m_made.setDataLayout(m_original.getDataLayout());
    m_made.setModuleInlineAsm(m_original.getModuleInlineAsm());
    m_made.setSourceFileName(m_original.getSourceFileName());
    m_made.setModuleIdentifier(m_original.getModuleIdentifier());
    for (llvm::NamedMDNode &node : llvm::make_early_inc_range(m_made.named_metadata()))
      node.eraseFromParent();
    for (const llvm::NamedMDNode &node : m_original.named_metadata()) {
      llvm::NamedMDNode *made = m_made.getOrInsertNamedMetadata(node.getName());
      for (const llvm::MDNode *operand : node.operands())
        made->addOperand(withOwnSymbols(*operand));
    }
  }

  /// Metadata that names functions or variables; all other metadata is shared with the original.
  llvm::MDNode *withOwnSymbols(const llvm::MDNode &node) {
    auto *same = const_cast<llvm::MDNode *>(&node);
    if (node.isDistinct() || !llvm::isa<llvm::MDTuple>(node))
      return same;
    if (const auto known = m_nodes.find(&node); known != m_nodes.end())
      return known->second;
    llvm::SmallVector<llvm::Metadata *> operands(node.op_begin(), node.op_end());
    for (llvm::Metadata *&operand : operands)
      if (auto *constant = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(operand))
        operand = llvm::ConstantAsMetadata::get(
            llvm::cast<llvm::Constant>(mapped(*constant->getValue())));
      else if (const auto *inner = llvm::dyn_cast_or_null<llvm::MDNode>(operand))
        operand = withOwnSymbols(*inner);
    const bool hasOwn = !llvm::equal(
        operands, node.operands(),
        [](llvm::Metadata *now, const llvm::MDOperand &before) { return now == before.get(); });
    return m_nodes[&node] = hasOwn ? llvm::MDNode::get(m_made.getContext(), operands) : same;
  }

  void orderSymbols() {
    for (const llvm::Function &function : m_original)
      if (auto *made = llvm::cast_or_null<llvm::Function>(m_map.lookup(&function))) {
        made->removeFromParent();
        m_made.getFunctionList().push_back(made);
      }
    for (const llvm::GlobalVariable &global : m_original.globals())
      if (auto *made = llvm::cast_or_null<llvm::GlobalVariable>(m_map.lookup(&global))) {
        made->removeFromParent();
        m_made.insertGlobalVariable(made);
      }
    dropEmptyAliases(m_made);
    dropUnused();
  }

  /// Erases markers and their names, the stand-ins, and symbols that only removed functions used.
  void dropUnused() {
    for (llvm::Function &function : llvm::make_early_inc_range(m_made)) {
      const llvm::Function *source = m_original.getFunction(function.getName());
      if (function.isDeclaration() && function.use_empty() &&
          (!source || !source->use_empty() || !source->isDeclaration() || isReplaced(*source)))
        function.eraseFromParent();
    }
    for (const llvm::GlobalVariable &global : m_original.globals()) {
      auto *made = llvm::cast<llvm::GlobalVariable>(&*m_map.find(&global)->second);
      made->removeDeadConstantUsers();
      if (made->use_empty() && made->hasLocalLinkage() && !global.use_empty())
        made->eraseFromParent();
    }
  }

  /// True if equivalents replace the calls of the function.
  static bool isReplaced(const llvm::Function &function) {
    return function.isIntrinsic() && function.getIntrinsicID() == llvm::Intrinsic::not_intrinsic;
  }

  void count() {
    for (const llvm::Function &function : m_made)
      m_counts.added += function.getInstructionCount();
    m_counts.added -= std::min(m_counts.added, m_counts.restored);
  }

  const llvm::Module &m_original;
  llvm::Module &m_made;
  const std::vector<const llvm::Instruction *> &m_instructions;
  const RecordedSources &m_sources;
  const OriginalCalls &m_calls;
  llvm::ValueToValueMapTy m_map;
  llvm::DenseMap<const llvm::MDNode *, llvm::MDNode *> m_nodes; ///< copies with symbols of `made`
  SourceBlocks m_blockOf;
  TransplantCounts m_counts;
};

} // namespace

TransplantCounts transplant(const llvm::Module &original, llvm::Module &made,
                            const std::vector<const llvm::Instruction *> &instructions,
                            const RecordedSources &sources, const OriginalCalls &calls) {
  return Transplanter(original, made, instructions, sources, calls).run();
}

} // namespace pstudio::foreign
