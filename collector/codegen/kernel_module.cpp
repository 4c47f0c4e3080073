// SPDX-License-Identifier: Apache-2.0
// Parses kernel files, reads signatures, runs the instrumentation pipeline.
#include "collector/codegen/kernel_module.h"

#include <cctype>
#include <optional>

#include "collector/analysis/shared_memory.h"
#include "collector/codegen/expand_reductions.h"
#include "collector/codegen/kernel_memory.h"
#include "collector/codegen/launch_attributes.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/codegen/mlir_dtype.h"
#include "collector/codegen/ptx_signature.h"
#include "collector/codegen/tensor_map_parameters.h"
#include "collector/diagnostics/diagnostics.h"
#include "collector/diagnostics/parse_mlir.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/ptx/lifted_module.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "core/base/check.h"
#include "core/run/run_file_kind.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace pstudio {

struct KernelModule::State {
  static Result<KernelModule> parse(std::string_view text, std::string_view name, ArgumentForm form,
                                    std::string_view kernel);

  std::string source; ///< the text that was read
  std::string name;   ///< of the file, for messages
  std::string kernel; ///< of a PTX module the one that was lifted
  ArgumentForm form = ArgumentForm::Pointers;
  std::shared_ptr<MlirInput> input = std::make_shared<MlirInput>();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<foreign::ForeignModule> foreign; ///< what `module` was imported from
  std::optional<foreign::LiftedModule> lifted;   ///< what `foreign` was lifted from
  PassReportBuilder *report = nullptr;
  ArgumentFacts facts;
  std::vector<InstrumentationMode::Callback> callbacks; ///< that the mode names
  std::shared_ptr<const CallbackCode> callbackCode;     ///< of callbacks
};

namespace {

void loadDialects(mlir::MLIRContext &context) {
  context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                      mlir::cf::ControlFlowDialect, mlir::complex::ComplexDialect,
                      mlir::func::FuncDialect, mlir::gpu::GPUDialect, mlir::index::IndexDialect,
                      mlir::LLVM::LLVMDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
                      mlir::NVVM::NVVMDialect, mlir::nvgpu::NVGPUDialect, mlir::ROCDL::ROCDLDialect,
                      mlir::amdgpu::AMDGPUDialect, mlir::scf::SCFDialect, mlir::ub::UBDialect,
                      mlir::vector::VectorDialect, proton::ProtonDialect,
                      proton_gpu::ProtonGPUDialect>();
}

mlir::gpu::GPUFuncOp findKernel(mlir::ModuleOp module, std::string_view name) {
  mlir::gpu::GPUFuncOp found;
  module.walk([&](mlir::gpu::GPUFuncOp function) {
    if (function.isKernel() && function.getName() == llvm::StringRef(name))
      found = function;
  });
  return found;
}

std::string textOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// A kind of type that a specification has no value for, or empty.
llvm::StringRef unsupportedKind(mlir::Type type) {
  return llvm::TypeSwitch<mlir::Type, llvm::StringRef>(type)
      .Case<mlir::LLVM::LLVMStructType>([](mlir::Type) { return "a struct"; })
      .Case<mlir::LLVM::LLVMArrayType>([](mlir::Type) { return "an array"; })
      .Case<mlir::UnrankedMemRefType>([](mlir::Type) { return "a memref without a rank"; })
      .Case<mlir::TensorType>([](mlir::Type) { return "a tensor"; })
      .Case<mlir::VectorType>([](mlir::Type) { return "a vector"; })
      .Case<mlir::ComplexType>([](mlir::Type) { return "a complex number"; })
      .Default([](mlir::Type) { return ""; });
}

/// "parameter 1 (%X) of type memref<?xi32>".
std::string describeParameter(mlir::BlockArgument argument, llvm::StringRef typeText) {
  const auto name = mlir::dyn_cast<mlir::NameLoc>(argument.getLoc());
  return "parameter " + std::to_string(argument.getArgNumber()) +
         (name ? " (%" + name.getName().str() + ")" : "") + " of type " + typeText.str();
}

Result<KernelParameter> parameterOf(mlir::BlockArgument argument) {
  const mlir::Type type = argument.getType();
  KernelParameter parameter;
  parameter.typeText = textOf(type);
  const auto reject = [&](std::string_view why, std::string hint = {}) {
    return fail(ErrorCode::Unsupported,
                describeParameter(argument, parameter.typeText) + " " + std::string(why), {},
                std::move(hint));
  };
  if (mlir::isa<mlir::LLVM::LLVMPointerType>(type)) {
    parameter.isBuffer = parameter.isBarePointer = true;
    return parameter;
  }
  if (const llvm::StringRef kind = unsupportedKind(type); !kind.empty())
    return reject("is " + kind.str() + ", which a specification cannot give",
                  "pass buffers of a fixed shape, pointers and numbers");
  mlir::Type element = type;
  if (const auto memref = mlir::dyn_cast<mlir::MemRefType>(type)) {
    if (!memref.hasStaticShape())
      return reject("has a shape that is unknown at compile time",
                    "write the extents of the buffer in the type, or run the file as a program "
                    "with host code");
    if (!memref.getLayout().isIdentity())
      return reject("is not a plain row-major array");
    parameter.isBuffer = true;
    parameter.shape.assign(memref.getShape().begin(), memref.getShape().end());
    element = memref.getElementType();
  }
  const std::optional<DType> dtype = dtypeOf(element);
  if (!dtype)
    return reject("has no element type that a specification can give");
  parameter.dtype = *dtype;
  return parameter;
}

/// The identifier after the '%' at `location` in the source, or empty.
std::string identifierAt(llvm::SourceMgr &sources, mlir::Location location) {
  const auto position = mlir::dyn_cast<mlir::FileLineColLoc>(location);
  if (!position || position.getFilename() !=
                       sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier())
    return {};
  const llvm::SMLoc start = sources.FindLocForLineAndColumn(
      sources.getMainFileID(), position.getLine(), position.getColumn());
  if (!start.isValid() || *start.getPointer() != '%')
    return {};
  const char *c = start.getPointer() + 1; // the buffer ends with a zero
  std::string name;
  for (; std::isalnum(static_cast<unsigned char>(*c)) || *c == '_' || *c == '.' || *c == '-' ||
         *c == '$';
       ++c)
    name += *c;
  return name;
}

/// MLIR does not keep the names of values. This keeps those of arguments, workgroup buffers and
/// loop counters: error messages contain them, and accesses and loops are named after them.
void keepNames(mlir::ModuleOp module, llvm::SourceMgr &sources) {
  const auto keep = [&](mlir::Value value) {
    if (const std::string name = identifierAt(sources, value.getLoc()); !name.empty())
      value.setLoc(
          mlir::NameLoc::get(mlir::StringAttr::get(module.getContext(), name), value.getLoc()));
  };
  module.walk([&](mlir::gpu::GPUFuncOp function) {
    for (mlir::BlockArgument buffer : function.getWorkgroupAttributions())
      keep(buffer);
  });
  module.walk([&](mlir::FunctionOpInterface function) {
    for (mlir::BlockArgument argument : function.getArguments())
      keep(argument);
  });
  module.walk([&](mlir::LoopLikeOpInterface loop) {
    if (const auto counters = loop.getLoopInductionVars())
      for (mlir::Value counter : *counters)
        keep(counter);
  });
}

void addCleanup(mlir::OpPassManager &passes) {
  mlir::GreedyRewriteConfig config;
  // Two barriers that look the same are two places where threads may wait: no merging of blocks.
  config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Normal;
  passes.addPass(mlir::createCanonicalizerPass(config));
  passes.addPass(mlir::createCSEPass());
  passes.addPass(mlir::createLoopInvariantCodeMotionPass());
}

} // namespace

bool isLlvmIrFile(const std::filesystem::path &file) {
  return file.extension() == ".ll" || file.extension() == ".llir";
}

KernelModule::KernelModule(std::unique_ptr<State> state) : m_state(std::move(state)) {}
KernelModule::KernelModule(KernelModule &&) noexcept = default;
KernelModule &KernelModule::operator=(KernelModule &&) noexcept = default;
KernelModule::~KernelModule() = default;

Result<KernelModule> KernelModule::load(const std::filesystem::path &file) {
  return load(file, file.string(), {});
}

Result<KernelModule> KernelModule::load(const std::filesystem::path &file, std::string_view name,
                                        std::string_view kernel) {
  auto buffer = llvm::MemoryBuffer::getFile(file.string());
  if (!buffer)
    return fail(ErrorCode::Io, "cannot read the kernel file: " + buffer.getError().message(),
                std::string(name));
  const llvm::StringRef text = (*buffer)->getBuffer();
  return parse({text.data(), text.size()}, name, ArgumentForm::Pointers, kernel);
}

Result<KernelModule> KernelModule::parse(std::string_view text, std::string_view name,
                                         ArgumentForm form, std::string_view kernel) {
  return guarded(name, [&] { return State::parse(text, name, form, kernel); });
}

void KernelModule::abandon() {
  static_cast<void>(m_state.release());
  m_state = std::make_unique<State>();
}

Result<KernelModule> KernelModule::State::parse(std::string_view text, std::string_view name,
                                                ArgumentForm form, std::string_view kernel) {
  auto state = std::make_unique<State>();
  state->source = text;
  state->name = name;
  state->kernel = kernel;
  state->form = form;
  loadDialects(state->input->context);
  if (isPtxFile(state->name)) {
    PSTUDIO_TRY_ASSIGN(state->lifted, foreign::LiftedModule::read(text, name, kernel));
    text = state->lifted->lifted().text;
  }
  if (state->lifted || isLlvmIrFile(state->name)) {
    PSTUDIO_TRY_ASSIGN(foreign::ForeignModule module, foreign::ForeignModule::read(text, name));
    PSTUDIO_TRY_ASSIGN(state->module, module.importTo(state->input->context));
    state->foreign.emplace(std::move(module));
    return KernelModule(std::move(state));
  }
  state->input->setText(text, name);
  PSTUDIO_TRY_ASSIGN(state->module, parseMlir(state->input));
  keepNames(*state->module, state->input->sources);
  return KernelModule(std::move(state));
}

Result<KernelModule> KernelModule::asLoaded() const {
  return parse(m_state->source, m_state->name, m_state->form, m_state->kernel);
}

std::vector<std::string> KernelModule::notes() const {
  std::vector<std::string> lines;
  if (m_state->foreign)
    for (const foreign::LlChange &change : m_state->foreign->changes())
      lines.push_back(change.what + ", " + std::to_string(change.count) + " times, first in line " +
                      std::to_string(change.first.line));
  return lines;
}

std::optional<std::string> KernelModule::targetCpu() const {
  return m_state->foreign ? m_state->foreign->targetCpu() : std::nullopt;
}

std::vector<std::string> KernelModule::kernels() const {
  std::vector<std::string> names;
  module().walk([&](mlir::gpu::GPUFuncOp function) {
    if (function.isKernel())
      names.push_back(function.getName().str());
  });
  return names;
}

namespace {

Result<mlir::gpu::GPUFuncOp> kernelNamed(const KernelModule &module, std::string_view kernel) {
  if (mlir::gpu::GPUFuncOp function = findKernel(module.module(), kernel))
    return function;
  std::string known;
  for (const std::string &name : module.kernels())
    known += (known.empty() ? "" : ", ") + name;
  return fail(ErrorCode::InvalidInput, "there is no kernel \"" + std::string(kernel) + "\"",
              locationText(module.module().getLoc()),
              known.empty() ? "the file has no gpu.func with the kernel attribute"
                            : "the file has: " + known);
}

/// Adds the words that MLIR's host code passes for a parameter; false for a type without words.
bool addWords(mlir::Type type, uint32_t index, const std::string &name,
              std::vector<ParameterWord> &words) {
  if (const auto memref = mlir::dyn_cast<mlir::MemRefType>(type)) {
    words.insert(words.end(), 2, {name, true, 8}); // the allocated and the aligned pointer
    words.insert(words.end(), 1 + 2 * static_cast<size_t>(memref.getRank()), {name, false, 8});
    return true;
  }
  if (mlir::isa<mlir::UnrankedMemRefType>(type)) {
    words.push_back({name, false, 8});
    words.push_back({name, true, 8});
    return true;
  }
  if (mlir::isa<mlir::LLVM::LLVMPointerType, mlir::nvgpu::TensorMapDescriptorType>(type)) {
    words.push_back({name, true, 8}); // of a tensor map the address of its copy on the device
    return true;
  }
  if (!type.isIndex() && (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64))
    return false;
  const unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  words.push_back({name, false, (bits + 7) / 8});
  if (type.isIntOrIndex() && bits >= 8)
    words.back().integer = index;
  return true;
}

uint64_t sharedBytesOf(mlir::gpu::GPUFuncOp function) {
  uint64_t bytes = pstudio::staticSharedBytes(function);
  function.walk([&](mlir::gpu::AllReduceOp op) { bytes += sharedBytesOfReduction(op); });
  return bytes;
}

} // namespace

Result<std::vector<ParameterWord>> KernelModule::parameterWords(std::string_view kernel) const {
  PSTUDIO_TRY_ASSIGN(mlir::gpu::GPUFuncOp function, kernelNamed(*this, kernel));
  std::vector<ParameterWord> words;
  for (const auto &[index, type] : llvm::enumerate(function.getFunctionType().getInputs())) {
    const std::string name = "argument " + std::to_string(index) + " (" + textOf(type) + ")";
    const size_t before = words.size();
    if (!addWords(type, static_cast<uint32_t>(index), name, words))
      return fail(ErrorCode::Unsupported,
                  "a launch of a program cannot pass " + name + " to kernel " + std::string(kernel),
                  locationText(function.getLoc()), "pass it in memory");
    for (size_t i = before; i < words.size(); ++i)
      words[i].parameter = static_cast<uint32_t>(index);
  }
  return words;
}

Result<KernelRequirements> KernelModule::requirements(std::string_view kernel) const {
  PSTUDIO_TRY_ASSIGN(mlir::gpu::GPUFuncOp function, kernelNamed(*this, kernel));
  if (m_state->lifted)
    return requirementsOf(*m_state->lifted);
  KernelRequirements required;
  required.parameterCount = function.getNumArguments();
  required.staticSharedBytes = sharedBytesOf(function);
  if (!m_state->foreign) {
    required.launchRules = launchRulesOf(function);
    return required;
  }
  foreign::LaunchMarks marks = m_state->foreign->launchMarks(kernel);
  required.launchRules = std::move(marks.rules);
  required.dynamicShared = std::move(marks.dynamicShared);
  return required;
}

Result<KernelSignature> KernelModule::signature(std::string_view kernel) const {
  PSTUDIO_TRY_ASSIGN(mlir::gpu::GPUFuncOp function, kernelNamed(*this, kernel));
  KernelSignature signature;
  PSTUDIO_TRY_ASSIGN(static_cast<KernelRequirements &>(signature), requirements(kernel));
  if (m_state->lifted) {
    PSTUDIO_TRY_ASSIGN(signature.parameters, parametersOf(*m_state->lifted));
    return signature;
  }
  for (const auto &[index, type] : llvm::enumerate(function.getFunctionType().getInputs())) {
    PSTUDIO_TRY_ASSIGN(const bool isTensorMap,
                       isTensorMapParameter(function, static_cast<unsigned>(index)));
    if (isTensorMap) {
      KernelParameter &parameter = signature.parameters.emplace_back();
      parameter.isTensorMap = true;
      parameter.typeText = textOf(type);
      parameter.expectedMap = expectedTensorMap(function, static_cast<unsigned>(index));
      continue;
    }
    auto parameter = parameterOf(function.getArgument(static_cast<unsigned>(index)));
    if (!parameter) {
      parameter.error().where = locationText(function.getLoc());
      return tl::unexpected<Error>(parameter.error());
    }
    signature.parameters.push_back(std::move(*parameter));
  }
  return signature;
}

Result<InstrumentedKernel> KernelModule::instrument(std::string_view kernel,
                                                    const InstrumentOptions &options) {
  const bool hasCallbacks = options.mode.enabled && !options.mode.callbacks.empty();
  if (hasCallbacks && !options.callbacks)
    return fail(ErrorCode::InvalidInput, "the mode names callbacks, but no file that has them", {},
                "name it: --callbacks FILE.c, or \"callbacks\" in the specification");
  PSTUDIO_TRY(checkKernelAllocations(module()));
  m_state->facts = options.facts;
  DiagnosticCollector diagnostics(&m_state->input->context);
  mlir::PassManager passes(&m_state->input->context);
  if (!m_state->foreign) {
    buildSpecializePipeline(passes, kernel, options.facts);
    addCleanup(passes);
  }
  buildInstrumentPipeline(passes, options);
  if (mlir::failed(runPasses(passes, module(), m_state->report, "instrument")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "the kernel cannot be instrumented"));
  if (hasCallbacks)
    m_state->callbacks = options.mode.callbacks;
  m_state->callbackCode = options.callbacks;
  PSTUDIO_TRY_ASSIGN(InstrumentedKernel result, instrumentedKernel(module(), kernel));
  result.warnings = diagnostics.warnings();
  return result;
}

std::optional<LinkedCallbacks> KernelModule::callbacks() const {
  if (m_state->callbacks.empty())
    return std::nullopt;
  return LinkedCallbacks{*m_state->callbackCode, m_state->callbacks};
}

Result<InstrumentedKernel> KernelModule::instrumented(std::string_view kernel) const {
  return instrumentedKernel(module(), kernel);
}

const ArgumentFacts &KernelModule::facts() const {
  return m_state->facts;
}

void KernelModule::recordPasses(PassReportBuilder *report) {
  m_state->report = report;
}

PassReportBuilder *KernelModule::passReport() const {
  return m_state->report;
}

std::string KernelModule::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module()->print(stream, mlir::OpPrintingFlags().enableDebugInfo());
  // Flags and metadata that the dialects cannot represent are in the code nevertheless.
  if (m_state->foreign)
    stream << m_state->foreign->text();
  if (m_state->lifted) // the rest of its module
    stream << m_state->lifted->text();
  return text;
}

ArgumentForm KernelModule::argumentForm() const {
  return m_state->form;
}

mlir::ModuleOp KernelModule::module() const {
  PSTUDIO_CHECK(m_state && m_state->module);
  return *m_state->module;
}

foreign::ForeignModule *KernelModule::foreign() const {
  return m_state->foreign ? &*m_state->foreign : nullptr;
}

const foreign::LiftedModule *KernelModule::lifted() const {
  return m_state->lifted ? &*m_state->lifted : nullptr;
}

} // namespace pstudio
