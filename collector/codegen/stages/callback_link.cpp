// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/stages/callback_link.h"

#include <string>

#include "collector/callbacks/callback_points.h"
#include "collector/runtime/cpu/intrinsics.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace pstudio {

namespace ids = cpu::intrinsics;

const CallbackIntrinsics kCpuCallbackIntrinsics{
    {ids::kThreadId[0], ids::kThreadId[1], ids::kThreadId[2]},
    {ids::kBlockDim[0], ids::kBlockDim[1], ids::kBlockDim[2]},
    {ids::kBlockId[0], ids::kBlockId[1], ids::kBlockId[2]},
    {ids::kGridDim[0], ids::kGridDim[1], ids::kGridDim[2]},
    ids::kClock,
    ids::kInstrumentationAttribute,
    0};

const CallbackIntrinsics kNvidiaCallbackIntrinsics{
    {"llvm.nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.read.ptx.sreg.tid.y",
     "llvm.nvvm.read.ptx.sreg.tid.z"},
    {"llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.y",
     "llvm.nvvm.read.ptx.sreg.ntid.z"},
    {"llvm.nvvm.read.ptx.sreg.ctaid.x", "llvm.nvvm.read.ptx.sreg.ctaid.y",
     "llvm.nvvm.read.ptx.sreg.ctaid.z"},
    {"llvm.nvvm.read.ptx.sreg.nctaid.x", "llvm.nvvm.read.ptx.sreg.nctaid.y",
     "llvm.nvvm.read.ptx.sreg.nctaid.z"},
    "llvm.nvvm.read.ptx.sreg.clock64",
    {},
    1};

namespace {

using callbacks::Value;
using Callback = InstrumentationMode::Callback;

constexpr uint32_t kLanesPerWarp = 32;

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

std::string placeOf(const llvm::Function &function, const CallbackCode &code) {
  const llvm::DISubprogram *place = function.getSubprogram();
  return code.file.string() + (place ? ":" + std::to_string(place->getLine()) : std::string());
}

/// The values that one point passes to the parameters of a function, in order.
using Wanted = llvm::SmallVector<Value, 8>;

std::string provided(InstrumentationMode::Point point) {
  std::string text;
  for (const callbacks::Parameter &parameter : callbacks::parametersAt(point))
    text += (text.empty() ? "" : ", ") + std::string(parameter.type) + " " +
            std::string(parameter.name);
  return text;
}

Result<Value> wantedBy(const llvm::Argument &argument, const Callback &callback,
                       const std::string &place) {
  const std::string name = argument.getName().str();
  const std::string point(InstrumentationMode::pointName(callback.point));
  for (const callbacks::Parameter &parameter : callbacks::parametersAt(callback.point)) {
    if (parameter.name != name)
      continue;
    const llvm::Type *type = argument.getType();
    if (parameter.bits == 0 ? type->isPointerTy() : type->isIntegerTy(parameter.bits))
      return parameter.value;
    return fail(ErrorCode::InvalidInput,
                "parameter " + name + " of callback " + callback.function + " has to be " +
                    std::string(parameter.type),
                place);
  }
  return fail(ErrorCode::InvalidInput,
              "callback " + callback.function + " asks for \"" + name + "\", which point " + point +
                  " does not provide",
              place, "it provides " + provided(callback.point));
}

Result<Wanted> signatureOf(const llvm::Module &library, const Callback &callback,
                           const CallbackCode &code) {
  const llvm::Function *function = library.getFunction(callback.function);
  if (!function || function->isDeclaration() || function->hasLocalLinkage()) {
    std::string known;
    for (const llvm::Function &other : library)
      if (!other.isDeclaration() && !other.hasLocalLinkage())
        known += (known.empty() ? "" : ", ") + other.getName().str();
    return fail(ErrorCode::InvalidInput, "there is no callback " + callback.function,
                code.file.string(),
                "the file has: " + (known.empty() ? "no function with external linkage" : known) +
                    "; functions of C++ need extern \"C\"");
  }
  const std::string place = placeOf(*function, code);
  if (!function->getReturnType()->isVoidTy())
    return fail(ErrorCode::InvalidInput, "callback " + callback.function + " returns a value",
                place, "its result is unused: let it return void");
  Wanted wanted;
  for (const llvm::Argument &argument : function->args()) {
    PSTUDIO_TRY_ASSIGN(const Value value, wantedBy(argument, callback, place));
    wanted.push_back(value);
  }
  return wanted;
}

/// Rejects calls of marker functions: records are already lowered when this code is linked.
Result<void> rejectMarkers(const llvm::Module &library, const CallbackCode &code) {
  for (const llvm::Function &function : library)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->isDeclaration() && callee->getName().starts_with("proton_"))
        return fail(ErrorCode::Unsupported,
                    "a callback cannot make records: " + function.getName().str() + " calls " +
                        callee->getName().str(),
                    placeOf(function, code), "count in the callback's buffer instead");
    }
  return {};
}

/// Computes the arguments of a function, at the beginning of a wrapper.
class ValueBuilder {
public:
  ValueBuilder(llvm::IRBuilder<> &builder, llvm::Function &wrapper,
               const CallbackIntrinsics &intrinsics)
      : m_b(builder), m_wrapper(wrapper), m_intrinsics(intrinsics) {}

  llvm::Value *make(Value value) {
    switch (value) {
    case Value::Buffer:
      return m_b.CreateIntToPtr(ofBuffer(0), m_b.getPtrTy());
    case Value::BufferBytes:
      return ofBuffer(8);
    case Value::Cta:
      return cta();
    case Value::Warp:
      return m_b.CreateUDiv(thread(), m_b.getInt32(kLanesPerWarp));
    case Value::Lane:
      return m_b.CreateURem(thread(), m_b.getInt32(kLanesPerWarp));
    case Value::Warps:
      return warps();
    case Value::WarpOfGrid:
      return m_b.CreateAdd(m_b.CreateMul(cta(), warps()), make(Value::Warp));
    case Value::Cycle:
      return call(m_intrinsics.clock, m_b.getInt64Ty());
    case Value::Line: // the last parameter of every wrapper
      return m_wrapper.getArg(static_cast<unsigned>(m_wrapper.arg_size()) - 1);
    case Value::Address:
      return m_wrapper.getArg(0);
    case Value::Bytes:
      return m_wrapper.getArg(1);
    case Value::Space:
      return m_wrapper.getArg(2);
    }
    llvm_unreachable("a value without a rule");
  }

private:
  llvm::Value *call(std::string_view name, llvm::Type *type) {
    llvm::Module &module = *m_wrapper.getParent();
    return m_b.CreateCall(module.getOrInsertFunction(ref(name), type));
  }
  llvm::Value *id(std::string_view name) { return call(name, m_b.getInt32Ty()); }

  /// x + X * (y + Y * z), of ids within extents.
  llvm::Value *linear(const std::array<std::string_view, 3> &of,
                      const std::array<std::string_view, 3> &in) {
    llvm::Value *inner = m_b.CreateAdd(id(of[1]), m_b.CreateMul(id(in[1]), id(of[2])));
    return m_b.CreateAdd(id(of[0]), m_b.CreateMul(id(in[0]), inner));
  }
  llvm::Value *cta() { return linear(m_intrinsics.blockId, m_intrinsics.gridDim); }
  llvm::Value *thread() { return linear(m_intrinsics.threadId, m_intrinsics.blockDim); }
  llvm::Value *warps() {
    const auto &extents = m_intrinsics.blockDim;
    llvm::Value *threads =
        m_b.CreateMul(id(extents[0]), m_b.CreateMul(id(extents[1]), id(extents[2])));
    return m_b.CreateUDiv(m_b.CreateAdd(threads, m_b.getInt32(kLanesPerWarp - 1)),
                          m_b.getInt32(kLanesPerWarp));
  }

  llvm::Value *ofBuffer(uint64_t offset) {
    llvm::Module &module = *m_wrapper.getParent();
    const llvm::StringRef name = ref(callbacks::kBufferSymbol);
    llvm::GlobalVariable *global = module.getGlobalVariable(name);
    llvm::Value *address = m_b.CreateConstGEP1_64(m_b.getInt8Ty(), global, offset);
    return m_b.CreateLoad(m_b.getInt64Ty(), m_b.CreateAddrSpaceCast(address, m_b.getPtrTy()));
  }

  llvm::IRBuilder<> &m_b;
  llvm::Function &m_wrapper;
  const CallbackIntrinsics &m_intrinsics;
};

/// Only the host writes the global, so no pass may assume its value.
void addBufferGlobal(llvm::Module &module, unsigned space) {
  llvm::Type *type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), 2);
  auto *global = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
      llvm::Constant::getNullValue(type), ref(callbacks::kBufferSymbol), nullptr,
      llvm::GlobalValue::NotThreadLocal, space,
      /*isExternallyInitialized=*/true);
  global->setAlignment(llvm::Align(8));
}

/// Removes properties that were set for another target or by another front end.
void adapt(llvm::Module &library, const llvm::Module &module) {
  library.setTargetTriple(module.getTargetTriple());
  library.setDataLayout(module.getDataLayout());
  if (llvm::NamedMDNode *flags = library.getModuleFlagsMetadata())
    flags->eraseFromParent();
  if (!module.getModuleFlag("Debug Info Version"))
    library.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                          llvm::DEBUG_METADATA_VERSION);
  for (llvm::Function &function : library)
    for (const char *attribute : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
      function.removeFnAttr(attribute);
}

void giveBody(llvm::Function &wrapper, llvm::Function &callback, const Wanted &wanted,
              const CallbackIntrinsics &intrinsics) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(wrapper.getContext(), "", &wrapper));
  wrapper.setSubprogram(nullptr); // calls in a function with debug information require locations
  wrapper.setLinkage(llvm::GlobalValue::InternalLinkage);
  ValueBuilder values(builder, wrapper, intrinsics);
  llvm::SmallVector<llvm::Value *, 8> arguments;
  for (const Value value : wanted)
    arguments.push_back(values.make(value));
  builder.CreateCall(&callback, arguments);
  builder.CreateRetVoid();
}

/// Makes the linked functions internal: no other module calls them.
void internalise(llvm::Module &module, llvm::ArrayRef<std::string> names,
                 std::string_view attribute) {
  for (const std::string &name : names)
    if (llvm::Function *function = module.getFunction(name);
        function && !function->isDeclaration()) {
      function->setLinkage(llvm::GlobalValue::InternalLinkage);
      function->setDSOLocal(true);
      if (!attribute.empty())
        function->addFnAttr(ref(attribute));
    }
}

} // namespace

Result<void> linkCallbacks(llvm::Module &module, const LinkedCallbacks &linked,
                           const CallbackIntrinsics &intrinsics) {
  const CallbackCode &code = linked.code;
  auto library = llvm::parseBitcodeFile(llvm::MemoryBufferRef(code.bitcode, code.file.string()),
                                        module.getContext());
  if (!library)
    return fail(ErrorCode::InvalidFormat,
                "the compiler's bitcode cannot be read: " + llvm::toString(library.takeError()),
                code.file.string(), "use clang 19 or older: PSTUDIO_CLANG names it");
  PSTUDIO_TRY(rejectMarkers(**library, code));
  std::vector<Wanted> signatures;
  for (const Callback &callback : linked.callbacks) {
    PSTUDIO_TRY_ASSIGN(Wanted wanted, signatureOf(**library, callback, code));
    signatures.push_back(std::move(wanted));
  }
  std::vector<std::string> names;
  for (const llvm::Function &function : **library) {
    if (module.getFunction(function.getName()) && !function.isIntrinsic())
      return fail(ErrorCode::InvalidInput,
                  "the kernel's file has a function " + function.getName().str() + ", too",
                  placeOf(function, code), "rename the callback");
    names.push_back(function.getName().str());
  }
  adapt(**library, module);
  if (llvm::Linker::linkModules(module, std::move(*library)))
    return fail(ErrorCode::CompileFailed, "the callbacks cannot be linked to the kernel",
                code.file.string());
  addBufferGlobal(module, intrinsics.globalSpace);
  for (size_t i = 0; i < linked.callbacks.size(); ++i) {
    const Callback &callback = linked.callbacks[i];
    llvm::Function *wrapper = module.getFunction(callbacks::wrapperName(callback));
    if (!wrapper) // the kernel has no such point
      continue;
    giveBody(*wrapper, *module.getFunction(callback.function), signatures[i], intrinsics);
    names.push_back(wrapper->getName().str());
  }
  internalise(module, names, intrinsics.functionAttribute);
  return {};
}

} // namespace pstudio
