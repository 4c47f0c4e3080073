// SPDX-License-Identifier: Apache-2.0
// The parser runs on its own thread, which stops permanently where it reports its first error.
#include "collector/diagnostics/parse_mlir.h"

#include <condition_variable>
#include <mutex>
#include <optional>

#include <unistd.h>

#include "collector/diagnostics/diagnostics.h"
#include "collector/diagnostics/nested_definition.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/thread.h"

namespace pstudio {
namespace {

constexpr unsigned kStackBytes = 8u << 20; ///< size of a main thread; the parser is recursive

/// State that the parsing thread and its caller share.
class Attempt {
public:
  explicit Attempt(std::shared_ptr<MlirInput> input) : m_input(std::move(input)) {}

  /// Runs on the parsing thread; does not return after an error.
  void run() {
    mlir::MLIRContext &context = m_input->context;
    auto &engine = context.getDiagEngine();
    const auto handler = engine.registerHandler([this](mlir::Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
        stopWith(errorOf(diagnostic, ErrorCode::CompileFailed));
      return mlir::success();
    });
    const mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
    m_module = mlir::parseSourceFile<mlir::ModuleOp>(m_input->sources, config);
    engine.eraseHandler(handler);
    finish();
  }

  /// Waits for the parser. [the caller's thread]
  void wait() {
    std::unique_lock lock(m_mutex);
    m_isOverChanged.wait(lock, [this] { return m_isOver; });
  }

  // After wait()
  const std::optional<Error> &error() const { return m_error; }
  mlir::OwningOpRef<mlir::ModuleOp> takeModule() { return std::move(m_module); }
  MlirInput &input() { return *m_input; }

private:
  void finish() {
    const std::lock_guard lock(m_mutex);
    m_isOver = true;
    m_isOverChanged.notify_one();
  }

  [[noreturn]] void stopWith(Error error) {
    m_error = std::move(error);
    finish();
    for (;;)
      ::pause();
  }

  std::shared_ptr<MlirInput> m_input;
  mlir::OwningOpRef<mlir::ModuleOp> m_module;
  std::optional<Error> m_error;
  std::mutex m_mutex;
  std::condition_variable m_isOverChanged;
  bool m_isOver = false;
};

const llvm::MemoryBuffer &textOf(const MlirInput &input) {
  return *input.sources.getMemoryBuffer(input.sources.getMainFileID());
}

std::string placeIn(const MlirInput &input, size_t offset) {
  const llvm::MemoryBuffer &text = textOf(input);
  const auto [line, column] = input.sources.getLineAndColumn(
      llvm::SMLoc::getFromPointer(text.getBufferStart() + offset), input.sources.getMainFileID());
  return text.getBufferIdentifier().str() + ":" + std::to_string(line) + ":" +
         std::to_string(column);
}

/// Reports uses of values that a region of the same operation defines. The parser cannot report
/// them.
Result<void> checkNestedDefinitions(const MlirInput &input) {
  const auto found = findNestedDefinition(std::string_view(textOf(input).getBuffer()));
  if (!found)
    return {};
  return fail(ErrorCode::CompileFailed,
              "use of value '" + std::string(found->value) +
                  "', which the region of this operation defines; note: defined at " +
                  placeIn(input, found->definition),
              placeIn(input, found->use));
}

/// A walk over device code and the functions that it calls.
class DeviceCode {
public:
  /// The first launch in `code`, the contents of `root` only, or null.
  mlir::Operation *findLaunch(mlir::Operation *root) {
    mlir::Operation *found = nullptr;
    root->walk([&](mlir::Operation *op) {
      if (op == root)
        return mlir::WalkResult::advance();
      if (mlir::isa<mlir::gpu::LaunchOp, mlir::gpu::LaunchFuncOp>(op))
        found = op;
      else if (mlir::Operation *callee = calleeOf(op); callee && m_visited.insert(callee).second)
        found = findLaunch(callee);
      return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
    });
    return found;
  }

private:
  static mlir::Operation *calleeOf(mlir::Operation *op) {
    auto call = mlir::dyn_cast<mlir::CallOpInterface>(op);
    if (!call)
      return nullptr;
    const auto symbol = mlir::dyn_cast<mlir::SymbolRefAttr>(call.getCallableForCallee());
    return symbol ? mlir::SymbolTable::lookupNearestSymbolFrom(op, symbol) : nullptr;
  }

  llvm::DenseSet<mlir::Operation *> m_visited;
};

/// A kernel that launches a kernel: the body of a gpu.launch or a function of a gpu.module, itself
/// or in a function that it calls. The verifier reports such a launch in other terms.
Result<void> checkNestedLaunches(mlir::ModuleOp module) {
  DeviceCode code;
  mlir::Operation *launch = nullptr;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!mlir::isa<mlir::gpu::LaunchOp, mlir::gpu::GPUModuleOp>(op))
      return mlir::WalkResult::advance();
    launch = code.findLaunch(op);
    return launch ? mlir::WalkResult::interrupt() : mlir::WalkResult::skip();
  });
  if (!launch)
    return {};
  return fail(ErrorCode::Unsupported,
              "a kernel contains " + launch->getName().getStringRef().str() +
                  ": a kernel cannot launch a kernel",
              locationText(launch->getLoc()), "launch it in the host code");
}

} // namespace

MlirInput::MlirInput() : context(mlir::MLIRContext::Threading::DISABLED) {}

MlirInput::MlirInput(const mlir::DialectRegistry &registry)
    : context(registry, mlir::MLIRContext::Threading::DISABLED) {}

void MlirInput::setText(std::string_view text, std::string_view name) {
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
}

Result<mlir::OwningOpRef<mlir::ModuleOp>> parseMlir(std::shared_ptr<MlirInput> input) {
  PSTUDIO_TRY(checkNestedDefinitions(*input));
  const auto attempt = std::make_shared<Attempt>(std::move(input));
  llvm::thread parser(std::optional<unsigned>(kStackBytes), [attempt] { attempt->run(); });
  attempt->wait();
  if (attempt->error()) {
    parser.detach();
    return tl::unexpected<Error>(*attempt->error());
  }
  parser.join();
  DiagnosticCollector diagnostics(&attempt->input().context);
  mlir::OwningOpRef<mlir::ModuleOp> module = attempt->takeModule();
  if (module)
    PSTUDIO_TRY(checkNestedLaunches(*module));
  if (!module || mlir::failed(mlir::verify(*module)))
    return tl::unexpected<Error>(diagnostics.error(
        ErrorCode::CompileFailed,
        textOf(attempt->input()).getBufferIdentifier().str() + " is not valid MLIR"));
  return module;
}

} // namespace pstudio
