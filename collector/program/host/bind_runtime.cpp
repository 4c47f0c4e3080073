// SPDX-License-Identifier: Apache-2.0
#include "collector/program/host/bind_runtime.h"

#include <map>

#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::program {
namespace {

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

llvm::Type *typeOf(char letter, llvm::LLVMContext &context) {
  switch (letter) {
  case 'p':
    return llvm::PointerType::get(context, 0);
  case 'l':
    return llvm::Type::getInt64Ty(context);
  case 'i':
    return llvm::Type::getInt32Ty(context);
  case 'f':
    return llvm::Type::getFloatTy(context);
  case 'd':
    return llvm::Type::getDoubleTy(context);
  default:
    return llvm::Type::getVoidTy(context);
  }
}

/// Whether a value of the declared type can be passed as `type`: the same, or a narrower integer.
bool fits(const llvm::Type *declared, const llvm::Type *type) {
  return declared == type ||
         (declared->isIntegerTy() && type->isIntegerTy() && declared->getIntegerBitWidth() < 32 &&
          type->getIntegerBitWidth() == 32);
}

std::string placeOfCall(const llvm::Function &function) {
  for (const llvm::User *user : function.users())
    if (const auto *call = llvm::dyn_cast<llvm::Instruction>(user))
      if (std::string place = cpu::locationOf(*call); !place.empty())
        return place;
  return {};
}

tl::unexpected<Error> noSuchFunction(const llvm::Function &function) {
  const std::string name = function.getName().str();
  const bool isGpuCall = name.starts_with("mgpu");
  return fail(ErrorCode::Unsupported,
              "the program calls " + name + ", which " +
                  (isGpuCall ? "no target here has" : "is neither in the program nor known here"),
              placeOfCall(function),
              isGpuCall ? "libraries for sparse matrices are not supported"
                        : "define it in the program; of MLIR's runner libraries the functions that "
                          "print, allocate and copy are known");
}

class Binder {
public:
  Binder(llvm::Module &module, std::span<const RuntimeFunction> functions)
      : m_module(module), m_context(module.getContext()) {
    for (const RuntimeFunction &function : functions)
      m_functions.try_emplace(function.name, &function);
  }

  Result<void> bindAll() {
    llvm::SmallVector<llvm::Function *, 32> declared;
    for (llvm::Function &function : m_module)
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
        declared.push_back(&function);
    for (llvm::Function *function : declared)
      PSTUDIO_TRY(bind(*function));
    return {};
  }

private:
  Result<void> bind(llvm::Function &function) {
    const auto found = m_functions.find(std::string_view(function.getName()));
    if (found == m_functions.end())
      return noSuchFunction(function);
    const RuntimeFunction &target = *found->second;
    llvm::SmallVector<llvm::Type *, 12> parameters;
    for (const char letter : std::string_view(target.signature).substr(1))
      parameters.push_back(typeOf(letter, m_context));
    llvm::Type *result = typeOf(target.signature[0], m_context);
    if (!isDeclaredAs(function, result, parameters))
      return fail(ErrorCode::Unsupported,
                  "the program declares " + function.getName().str() +
                      " with a result or parameters that it does not have",
                  placeOfCall(function));
    addBody(function, target, result, parameters);
    return {};
  }

  static bool isDeclaredAs(const llvm::Function &function, const llvm::Type *result,
                           llvm::ArrayRef<llvm::Type *> parameters) {
    if (function.isVarArg() || function.arg_size() != parameters.size() ||
        !fits(function.getReturnType(), result))
      return false;
    for (const auto &[argument, type] : llvm::zip(function.args(), parameters))
      if (!fits(argument.getType(), type))
        return false;
    return true;
  }

  void addBody(llvm::Function &function, const RuntimeFunction &target, llvm::Type *result,
               llvm::ArrayRef<llvm::Type *> parameters) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(m_context, "", &function));
    llvm::SmallVector<llvm::Value *, 13> arguments;
    llvm::SmallVector<llvm::Type *, 13> types;
    if (target.takesRun) {
      arguments.push_back(m_module.getOrInsertGlobal(ref(kRunSymbol), builder.getInt8Ty()));
      types.push_back(builder.getPtrTy());
    }
    for (const auto &[argument, type] : llvm::zip(function.args(), parameters)) {
      arguments.push_back(argument.getType() == type ? static_cast<llvm::Value *>(&argument)
                                                     : builder.CreateZExt(&argument, type));
      types.push_back(type);
    }
    auto callee = m_module.getOrInsertFunction(symbolOf(target),
                                               llvm::FunctionType::get(result, types, false));
    llvm::Value *value = builder.CreateCall(callee, arguments);
    if (result->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(function.getReturnType() == result
                            ? value
                            : builder.CreateTrunc(value, function.getReturnType()));
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // The front end's attributes of the C function may not hold for the function of the runtime.
    function.setAttributes(llvm::AttributeList());
    function.setSubprogram(nullptr);
  }

  llvm::Module &m_module;
  llvm::LLVMContext &m_context;
  std::map<std::string_view, const RuntimeFunction *> m_functions;
};

} // namespace

std::string symbolOf(const RuntimeFunction &function) {
  return "pstudio.runtime." + std::string(function.name);
}

Result<void> bindRuntime(llvm::Module &module, std::span<const RuntimeFunction> functions) {
  return Binder(module, functions).bindAll();
}

void insertPolls(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> backEdges;
    llvm::FindFunctionBackedges(function, backEdges);
    for (const auto &[from, to] : backEdges) {
      llvm::Instruction *terminator = const_cast<llvm::BasicBlock *>(from)->getTerminator();
      const std::string place = cpu::locationOf(*terminator);
      builder.SetInsertPoint(terminator); // with its location
      auto poll = module.getOrInsertFunction(
          "pstudioPoll", llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false));
      builder.CreateCall(poll, {builder.CreateGlobalString(place)});
    }
  }
}

} // namespace pstudio::program
