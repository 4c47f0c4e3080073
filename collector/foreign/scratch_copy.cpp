// SPDX-License-Identifier: Apache-2.0
// Clones, strips, numbers.
#include "collector/foreign/scratch_copy.h"

#include "collector/foreign/foreign_module.h"
#include "mlir/Target/LLVMIR/LLVMImportInterface.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace pstudio::foreign {
namespace {

class ScratchWriter {
public:
  ScratchWriter(const llvm::Module &module, const Markers &markers, mlir::MLIRContext &context)
      : m_markers(markers), m_known(&context), m_scratch(llvm::CloneModule(module, m_map)) {
    m_hasInterfaces = mlir::succeeded(m_known.initializeImport());
  }

  std::unique_ptr<llvm::Module> run(const std::vector<const llvm::Instruction *> &instructions) {
    strip();
    number(instructions);
    hold(instructions);
    dropBundles();
    return std::move(m_scratch);
  }

private:
  void strip() {
    llvm::StripDebugInfo(*m_scratch);
    for (llvm::NamedMDNode &node : llvm::make_early_inc_range(m_scratch->named_metadata()))
      node.eraseFromParent();
    for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(m_scratch->aliases())) {
      alias.replaceAllUsesWith(alias.getAliasee());
      alias.eraseFromParent();
    }
    for (llvm::GlobalVariable &global : llvm::make_early_inc_range(m_scratch->globals()))
      stripGlobal(global);
    for (llvm::Function &function : *m_scratch)
      stripFunction(function);
    m_scratch->setModuleInlineAsm("");
  }

  static void stripGlobal(llvm::GlobalVariable &global) {
    global.setInitializer(nullptr);
    global.setComdat(nullptr);
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
    global.setVisibility(llvm::GlobalValue::DefaultVisibility);
    global.setSection("");
    global.setExternallyInitialized(false);
    global.clearMetadata();
    // The lists of symbols that the linker keeps contain kernels, whose address MLIR cannot
    // represent.
    if (global.getName().starts_with("llvm.") && global.use_empty())
      global.eraseFromParent();
  }

  static void stripFunction(llvm::Function &function) {
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setSection("");
    function.clearGC();
    function.clearMetadata();
    if (function.hasPersonalityFn())
      function.setPersonalityFn(nullptr);
    if (!function.isIntrinsic()) {
      llvm::SmallVector<llvm::AttributeSet> parameters;
      for (const llvm::Argument &argument : function.args())
        parameters.push_back(function.getAttributes().getParamAttrs(argument.getArgNo()));
      function.setAttributes(llvm::AttributeList::get(function.getContext(), {}, {}, parameters));
    }
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      instruction.dropUnknownNonDebugMetadata();
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        call->setAttributes({});
        call->setTailCallKind(llvm::CallInst::TCK_None);
      }
    }
  }

  void number(const std::vector<const llvm::Instruction *> &instructions) {
    llvm::DIBuilder builder(*m_scratch);
    llvm::DIFile *file = builder.createFile("instructions", ".");
    builder.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "", false, "", 0);
    auto *type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
    for (llvm::Function &function : *m_scratch)
      if (!function.isDeclaration())
        function.setSubprogram(builder.createFunction(file, function.getName(), "", file, 1, type,
                                                      1, llvm::DINode::FlagZero,
                                                      llvm::DISubprogram::SPFlagDefinition));
    for (const auto &[index, instruction] : llvm::enumerate(instructions)) {
      auto *copy = llvm::cast<llvm::Instruction>(m_map[instruction]);
      copy->setDebugLoc(llvm::DILocation::get(m_scratch->getContext(),
                                              static_cast<unsigned>(index) + 1, 1,
                                              copy->getFunction()->getSubprogram()));
    }
    builder.finalize();
  }

  void hold(const std::vector<const llvm::Instruction *> &instructions) {
    for (const llvm::Instruction *instruction : instructions)
      if (isHeld(*instruction))
        holdOne(*llvm::cast<llvm::Instruction>(m_map[instruction]));
    for (llvm::Function &function : llvm::make_early_inc_range(*m_scratch))
      if (function.isDeclaration() && function.use_empty())
        function.eraseFromParent();
  }

  bool isHeld(const llvm::Instruction &instruction) {
    if (m_markers.count(&instruction) || llvm::isa<llvm::VAArgInst>(instruction))
      return true;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call)
      return false;
    if (call->isInlineAsm())
      return true;
    const llvm::Function *callee = call->getCalledFunction();
    if (!callee || !callee->isIntrinsic()) // whose bundles are dropped below
      return false;
    if (call->hasOperandBundles())
      return true;
    const bool hasMetadata = llvm::any_of(
        call->args(), [](const llvm::Use &use) { return use->getType()->isMetadataTy(); });
    return hasMetadata || !m_hasInterfaces ||
           !m_known.isConvertibleIntrinsic(callee->getIntrinsicID());
  }

  void holdOne(llvm::Instruction &instruction) {
    llvm::SmallVector<llvm::Value *> operands;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const bool isMarker = call && call->getCalledFunction() &&
                          call->getCalledFunction()->getName().contains("proton_") &&
                          call->arg_size() == 1;
    for (llvm::Value *value : call ? llvm::SmallVector<llvm::Value *>(call->args())
                                   : llvm::SmallVector<llvm::Value *>(instruction.operands()))
      if (!value->getType()->isMetadataTy() && !isMarker)
        operands.push_back(value);
    llvm::SmallVector<llvm::Type *> types;
    for (const llvm::Value *value : operands)
      types.push_back(value->getType());
    llvm::IRBuilder<> builder(&instruction);
    llvm::CallInst *standIn = builder.CreateCall(
        heldFunction(*llvm::FunctionType::get(instruction.getType(), types, false)), operands);
    standIn->setDebugLoc(instruction.getDebugLoc());
    instruction.replaceAllUsesWith(standIn);
    instruction.eraseFromParent();
  }

  llvm::Function *heldFunction(llvm::FunctionType &type) {
    llvm::Function *&function = m_held[&type];
    if (!function)
      function = llvm::Function::Create(&type, llvm::GlobalValue::ExternalLinkage,
                                        kHeldPrefix + llvm::Twine(m_held.size()), *m_scratch);
    return function;
  }

  /// MLIR imports no bundles. The call itself stays because analyses follow calls.
  void dropBundles() {
    for (llvm::Function &function : *m_scratch)
      for (llvm::Instruction &instruction :
           llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            call && call->hasOperandBundles()) {
          llvm::CallBase *plain = llvm::CallBase::Create(call, {}, call->getIterator());
          plain->setDebugLoc(call->getDebugLoc());
          call->replaceAllUsesWith(plain);
          call->eraseFromParent();
        }
  }

  const Markers &m_markers;
  mlir::LLVMImportInterface m_known;
  bool m_hasInterfaces = false;
  llvm::ValueToValueMapTy m_map;
  std::unique_ptr<llvm::Module> m_scratch;
  llvm::DenseMap<llvm::FunctionType *, llvm::Function *> m_held;
};

} // namespace

std::unique_ptr<llvm::Module>
scratchCopy(const llvm::Module &module, const Markers &markers,
            const std::vector<const llvm::Instruction *> &instructions,
            mlir::MLIRContext &context) {
  return ScratchWriter(module, markers, context).run(instructions);
}

} // namespace pstudio::foreign
