// SPDX-License-Identifier: Apache-2.0
// LLVM IR to a gpu.module of LLVM dialect whose kernels are gpu.func.
#include <algorithm>

#include "collector/diagnostics/diagnostics.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/scratch_copy.h"
#include "collector/foreign/struct_types.h"
#include "collector/foreign/text/changed_intrinsics.h"
#include "collector/foreign/text/instruction_places.h"
#include "collector/foreign/text/kernel_marks.h"
#include "collector/ir/proton_dialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/LLVMIRToNVVMTranslation.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

using namespace mlir;

void loadImporters(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<DLTIDialect, LLVM::LLVMDialect, NVVM::NVVMDialect, ROCDL::ROCDLDialect>();
  registerLLVMDialectImport(registry);
  registerNVVMDialectImport(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<DLTIDialect, LLVM::LLVMDialect, NVVM::NVVMDialect, ROCDL::ROCDLDialect>();
}

class Importer {
public:
  Importer(const LlModule &source, const Markers &markers,
           const std::vector<const llvm::Instruction *> &instructions, MLIRContext &context)
      : m_source(source), m_markers(markers), m_instructions(instructions), m_context(context) {}

  Result<OwningOpRef<ModuleOp>> run() {
    DiagnosticCollector diagnostics(&m_context);
    const NumberedStructTypes numbered(*m_source.module);
    OwningOpRef<ModuleOp> imported = translateLLVMIRToModule(
        scratchCopy(*m_source.module, m_markers, m_instructions, m_context), &m_context,
        /*emitExpensiveWarnings=*/false, /*dropDICompositeTypeElements=*/true);
    if (!imported)
      return tl::unexpected<Error>(importError(diagnostics));
    noteSources(*imported);
    wrap(*imported);
    PSTUDIO_TRY(wrapKernels());
    releaseHeld();
    if (failed(m_result->verify()))
      return tl::unexpected<Error>(
          diagnostics.error(ErrorCode::CompileFailed, "the imported module does not verify"));
    return std::move(m_result);
  }

private:
  /// The scratch copy's locations are numbers of instructions.
  Error importError(const DiagnosticCollector &diagnostics) const {
    Error error = diagnostics.error(ErrorCode::Unsupported, "MLIR cannot import the module");
    const auto parts = llvm::StringRef(error.where).split(':');
    uint64_t line = 0;
    const bool isNumber = !parts.second.split(':').first.getAsInteger(10, line);
    if (parts.first.ends_with("instructions") && isNumber && line > 0 &&
        line <= m_instructions.size())
      error.where = placeOf(*m_instructions[line - 1], m_source);
    else
      error.where = m_source.name;
    return error;
  }

  Location wholeFile() { return FileLineColLoc::get(&m_context, m_source.name, 0, 0); }

  static std::string pathOf(StringRef directory, StringRef file) {
    const bool isWhole = file.empty() || file.starts_with("/") || directory.empty();
    return isWhole ? file.str() : (directory + "/" + file).str();
  }

  /// Location of the function in the source; the file as a whole without debug information.
  Location locationOf(StringRef function) {
    const llvm::Function *source = m_source.module->getFunction(function);
    const llvm::DISubprogram *scope = source ? source->getSubprogram() : nullptr;
    if (!scope || scope->getLine() == 0)
      return wholeFile();
    return FileLineColLoc::get(&m_context, pathOf(scope->getDirectory(), scope->getFilename()),
                               scope->getLine(), 0);
  }

  Location locationOf(const llvm::DILocation &at) {
    const std::string file = pathOf(at.getDirectory(), at.getFilename());
    const Location here = FileLineColLoc::get(&m_context, file, at.getLine(), at.getColumn());
    return at.getInlinedAt() ? CallSiteLoc::get(here, locationOf(*at.getInlinedAt())) : here;
  }

  Location locationOf(const llvm::Instruction &instruction) {
    const llvm::DILocation *source = instruction.getDebugLoc();
    if (source && source->getLine() != 0)
      return locationOf(*source);
    const std::string place = placeOf(instruction, m_source);
    const auto [rest, column] = llvm::StringRef(place).rsplit(':');
    const auto [file, line] = rest.rsplit(':');
    unsigned lineNumber = 0, columnNumber = 0;
    if (line.getAsInteger(10, lineNumber) || column.getAsInteger(10, columnNumber))
      return UnknownLoc::get(&m_context);
    return FileLineColLoc::get(&m_context, file, lineNumber, columnNumber);
  }

  /// Replaces numbers by locations. The last operation of a number is the instruction itself, those
  /// before it are its constants.
  void noteSources(ModuleOp module) {
    llvm::SmallVector<Operation *> last(m_instructions.size());
    module.walk([&](Operation *op) {
      const auto number = op->getLoc()->findInstanceOf<FileLineColLoc>();
      const bool isInFunction = op->getParentOfType<LLVM::LLVMFuncOp>() != nullptr;
      if (!isInFunction || !number || number.getLine() == 0 ||
          number.getLine() > m_instructions.size()) {
        auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        return op->setLoc(function ? locationOf(function.getName()) : wholeFile());
      }
      const size_t index = number.getLine() - 1;
      last[index] = op;
      op->setLoc(locationOf(*m_instructions[index]));
    });
    for (const auto &[index, op] : llvm::enumerate(last))
      if (op)
        op->setAttr(kSourceAttribute, IntegerAttr::get(IntegerType::get(&m_context, 64),
                                                       static_cast<int64_t>(index)));
  }

  /// Moves globals and functions to a gpu.module in a module of its own.
  void wrap(ModuleOp imported) {
    const Location location = wholeFile();
    m_result = ModuleOp::create(location);
    OpBuilder builder = OpBuilder::atBlockEnd(m_result->getBody());
    m_module = builder.create<gpu::GPUModuleOp>(location, kModuleName);
    for (Operation &op : llvm::make_early_inc_range(*imported.getBody()))
      if (isa<LLVM::GlobalOp, LLVM::LLVMFuncOp>(op))
        op.moveBefore(m_module.getBody()->getTerminator());
  }

  Result<void> wrapKernels() {
    for (const llvm::Function *kernel : kernelsOf(*m_source.module)) {
      auto function = m_module.lookupSymbol<LLVM::LLVMFuncOp>(kernel->getName());
      if (!function)
        continue;
      const auto reject = [&](const std::string &why) {
        return fail(ErrorCode::Unsupported, "kernel " + kernel->getName().str() + " " + why,
                    m_source.name);
      };
      if (!isa<LLVM::LLVMVoidType>(function.getFunctionType().getReturnType()))
        return reject("returns a value");
      if (function.isVarArg())
        return reject("takes a variable number of arguments");
      if (!SymbolTable::symbolKnownUseEmpty(function, m_module))
        return reject("is called or has its address taken by other code of the file");
      wrapKernel(function);
    }
    return {};
  }

  void wrapKernel(LLVM::LLVMFuncOp function) {
    OpBuilder builder(function);
    const auto type =
        FunctionType::get(&m_context, function.getFunctionType().getParams(), TypeRange());
    auto kernel = builder.create<gpu::GPUFuncOp>(function.getLoc(), function.getName(), type);
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
    if (ArrayAttr attributes = function.getAllArgAttrs())
      kernel.setAllArgAttrs(attributes);
    kernel.getBody().takeBody(function.getBody());
    kernel.walk([&](LLVM::ReturnOp leave) {
      OpBuilder at(leave);
      // Lowering creates the llvm.return anew and keeps only the location.
      const Location location =
          FusedLoc::get(&m_context, {leave.getLoc()}, leave->getAttr(kSourceAttribute));
      at.create<gpu::ReturnOp>(location);
      leave.erase();
    });
    function.erase();
  }

  void releaseHeld() {
    llvm::SmallVector<LLVM::CallOp> calls;
    m_module.walk([&](LLVM::CallOp call) {
      if (call.getCallee() && call.getCallee()->starts_with(kHeldPrefix))
        calls.push_back(call);
    });
    for (LLVM::CallOp call : calls) {
      if (const auto index = call->getAttrOfType<IntegerAttr>(kSourceAttribute))
        release(call, *m_instructions[static_cast<size_t>(index.getInt())]);
    }
    for (auto function : llvm::make_early_inc_range(m_module.getOps<LLVM::LLVMFuncOp>()))
      if (function.isExternal() && SymbolTable::symbolKnownUseEmpty(function, m_module))
        function.erase();
  }

  void release(LLVM::CallOp call, const llvm::Instruction &instruction) {
    if (const auto marker = m_markers.find(&instruction); marker != m_markers.end())
      return releaseMarker(call, marker->second);
    const auto *source = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!source || source->hasOperandBundles())
      return;
    if (const auto *text = llvm::dyn_cast<llvm::InlineAsm>(source->getCalledOperand()))
      return releaseAssembly(call, *text);
    const llvm::Function *callee = source->getCalledFunction();
    if (!callee || source->arg_size() != call.getArgOperands().size())
      return;
    if (callee->getIntrinsicID() == llvm::Intrinsic::not_intrinsic)
      return releaseOpaque(call, nameInText(*callee));
    if (Operation *id = createId(call, callee->getIntrinsicID()))
      return replace(call, id);
    replace(call, OpBuilder(call).create<LLVM::CallIntrinsicOp>(
                      call.getLoc(), call.getResultTypes(),
                      StringAttr::get(&m_context, callee->getName()), call.getArgOperands(),
                      LLVM::FastmathFlagsAttr::get(&m_context, LLVM::FastmathFlags::none)));
  }

  /// The operation of rocdl for an id, which analyses read; null for other intrinsics.
  static Operation *createId(LLVM::CallOp call, llvm::Intrinsic::ID intrinsic) {
    OpBuilder builder(call);
    const Location location = call.getLoc();
    const Type i32 = builder.getI32Type();
    switch (intrinsic) {
    case llvm::Intrinsic::amdgcn_workitem_id_x:
      return builder.create<ROCDL::ThreadIdXOp>(location, i32);
    case llvm::Intrinsic::amdgcn_workitem_id_y:
      return builder.create<ROCDL::ThreadIdYOp>(location, i32);
    case llvm::Intrinsic::amdgcn_workitem_id_z:
      return builder.create<ROCDL::ThreadIdZOp>(location, i32);
    case llvm::Intrinsic::amdgcn_workgroup_id_x:
      return builder.create<ROCDL::BlockIdXOp>(location, i32);
    case llvm::Intrinsic::amdgcn_workgroup_id_y:
      return builder.create<ROCDL::BlockIdYOp>(location, i32);
    case llvm::Intrinsic::amdgcn_workgroup_id_z:
      return builder.create<ROCDL::BlockIdZOp>(location, i32);
    default:
      return nullptr;
    }
  }

  /// An intrinsic of a newer LLVM: for MLIR a call of a function of that name.
  void releaseOpaque(LLVM::CallOp call, StringRef name) {
    if (!m_module.lookupSymbol(name)) {
      auto held = m_module.lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee());
      OpBuilder(held).create<LLVM::LLVMFuncOp>(held.getLoc(), name, held.getFunctionType());
    }
    call.setCallee(name);
  }

  void releaseAssembly(LLVM::CallOp call, const llvm::InlineAsm &text) {
    const auto dialect = text.getDialect() == llvm::InlineAsm::AD_Intel ? LLVM::AsmDialect::AD_Intel
                                                                        : LLVM::AsmDialect::AD_ATT;
    replace(call,
            OpBuilder(call).create<LLVM::InlineAsmOp>(
                call.getLoc(), call.getResultTypes(), call.getArgOperands(), text.getAsmString(),
                text.getConstraintString(), text.hasSideEffects(), text.isAlignStack(),
                LLVM::AsmDialectAttr::get(&m_context, dialect), ArrayAttr()));
  }

  void replace(LLVM::CallOp call, Operation *op) {
    op->setAttr(kSourceAttribute, call->getAttr(kSourceAttribute));
    call->replaceAllUsesWith(op->getResults());
    call.erase();
  }

  void releaseMarker(LLVM::CallOp call, const Marker &marker) {
    OpBuilder builder(call);
    const Location location = call.getLoc();
    const auto boundary =
        marker.kind == MarkerKind::ScopeStart || marker.kind == MarkerKind::EventStart
            ? proton::Boundary::Start
            : proton::Boundary::End;
    switch (marker.kind) {
    case MarkerKind::ScopeStart:
    case MarkerKind::ScopeEnd:
      builder.create<proton::RecordOp>(location, boundary, marker.name, IntegerAttr());
      if (!call->use_empty()) // the result of assembly that writes none
        call->replaceAllUsesWith(
            builder.create<LLVM::UndefOp>(location, call->getResultTypes())->getResults());
      break;
    case MarkerKind::Value:
      builder.create<proton::ValueOp>(location, builder.getStringAttr(marker.name), StringAttr(),
                                      call.getArgOperands()[1], IntegerAttr());
      break;
    case MarkerKind::AllocateEvent: {
      Value event = builder.create<proton::AllocateEventOp>(
          location, builder.getI32Type(), builder.getStringAttr(marker.name), IntegerAttr());
      call.getResult().replaceAllUsesWith(event);
      break;
    }
    case MarkerKind::EventStart:
    case MarkerKind::EventEnd: {
      Value key = builder.create<arith::IndexCastOp>(location, builder.getIndexType(),
                                                     call.getArgOperands()[1]);
      builder.create<proton::EventOp>(location, boundary, call.getArgOperands()[0], key,
                                      IntegerAttr());
      break;
    }
    }
    call.erase();
  }

  const LlModule &m_source;
  const Markers &m_markers;
  const std::vector<const llvm::Instruction *> &m_instructions;
  MLIRContext &m_context;
  OwningOpRef<ModuleOp> m_result;
  gpu::GPUModuleOp m_module;
};

} // namespace

Result<mlir::OwningOpRef<mlir::ModuleOp>>
ForeignModule::importTo(mlir::MLIRContext &context) const {
  loadImporters(context);
  context.loadDialect<mlir::arith::ArithDialect, mlir::gpu::GPUDialect, proton::ProtonDialect>();
  return Importer(m_source, m_markers, m_instructions, context).run();
}

} // namespace pstudio::foreign
