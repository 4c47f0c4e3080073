// SPDX-License-Identifier: Apache-2.0
// An mlir::PassInstrumentation that fills a PassReportBuilder.
#include "collector/pipeline/pipeline_recorder.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/action_steps.h"
#include "core/base/check.h"
#include "core/run/pass_report.h"
#include "core/run/pass_report_builder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

namespace pstudio {
namespace {

/// Quantities by name, sorted: "operations", then one for each kind of operation of the dialects
/// proton and proton_gpu ("proton.record"), "scopes" in the operation tables of kernels, and
/// "shared memory bytes" of the workgroup buffers.
using IrCounts = std::map<std::string, uint64_t>;

uint64_t sharedBytes(mlir::gpu::GPUFuncOp function) {
  uint64_t bytes = 0;
  for (mlir::BlockArgument buffer : function.getWorkgroupAttributions()) {
    const auto type = mlir::dyn_cast<mlir::MemRefType>(buffer.getType());
    if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrIndexOrFloat())
      continue;
    const unsigned bits = type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
    bytes += static_cast<uint64_t>(type.getNumElements()) * ((bits + 7) / 8);
  }
  return bytes;
}

void countKernel(mlir::gpu::GPUFuncOp function, IrCounts &counts) {
  if (const uint64_t bytes = sharedBytes(function))
    counts["shared memory bytes"] += bytes;
  if (const auto table = function->getAttrOfType<mlir::ArrayAttr>(proton_gpu::kOperationsAttribute))
    counts["scopes"] += table.size();
}

/// Walks everything nested in `root`. O(operations).
IrCounts countIr(mlir::Operation *root) {
  IrCounts counts;
  uint64_t operations = 0;
  root->walk([&](mlir::Operation *operation) {
    ++operations;
    if (mlir::isa_and_nonnull<proton::ProtonDialect, proton_gpu::ProtonGPUDialect>(
            operation->getDialect()))
      ++counts[operation->getName().getStringRef().str()];
    else if (auto function = mlir::dyn_cast<mlir::gpu::GPUFuncOp>(operation))
      countKernel(function, counts);
  });
  counts["operations"] = operations;
  return counts;
}

/// The rows that differ; a quantity that one side lacks is 0 there.
std::vector<PassStatistic> differences(const IrCounts &before, const IrCounts &after) {
  std::vector<PassStatistic> rows;
  for (const auto &[name, count] : before) {
    const auto other = after.find(name);
    if (const uint64_t now = other == after.end() ? 0 : other->second; now != count)
      rows.push_back({name, count, now});
  }
  for (const auto &[name, count] : after)
    if (!before.contains(name))
      rows.push_back({name, 0, count});
  return rows;
}

using Clock = std::chrono::steady_clock;

Nanoseconds toNanoseconds(Clock::duration duration) {
  return Nanoseconds(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

/// True for the pass that runs a nested pass manager, which is no step of the pipeline. Its class
/// is internal to MLIR.
bool isAdaptor(const mlir::Pass &pass) {
  return pass.getName().ends_with("OpToOpPassAdaptor");
}

/// "gpu.module @kernels"
std::string scopeOf(mlir::Operation *operation) {
  std::string text = operation->getName().getStringRef().str();
  if (const auto name =
          operation->getAttrOfType<mlir::StringAttr>(mlir::SymbolTable::getSymbolAttrName()))
    text += " @" + name.str();
  return text;
}

/// Name and options of "canonicalize{max-iterations=10}".
void describe(mlir::Pass &pass, PassRun &run) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  pass.printAsTextualPipeline(stream);
  const llvm::StringRef name = llvm::StringRef(text).take_until([](char c) { return c == '{'; });
  run.name = name.trim().str();
  llvm::StringRef options = llvm::StringRef(text).drop_front(name.size());
  if (options.consume_front("{") && options.consume_back("}"))
    run.options = options.trim().str();
}

/// The first file position in a location; for an inlined call, that of the callee.
mlir::FileLineColLoc fileLocationIn(mlir::Location location) {
  mlir::FileLineColLoc found;
  location->walk([&](mlir::Location part) {
    found = mlir::dyn_cast<mlir::FileLineColLoc>(static_cast<mlir::LocationAttr>(part));
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

/// The source places of the lines on which operations were printed; of a line with several
/// operations the first one's. O(operations log operations).
CodePlaces placesOf(const mlir::AsmState::LocationMap &printed) {
  struct PrintedAt {
    unsigned line, column;
    mlir::FileLineColLoc location;
  };
  std::vector<PrintedAt> all;
  for (const auto &[operation, at] : printed)
    if (const mlir::FileLineColLoc location = fileLocationIn(operation->getLoc()))
      all.push_back({at.first, at.second, location});
  std::sort(all.begin(), all.end(), [](const PrintedAt &a, const PrintedAt &b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  CodePlaces places;
  std::map<std::string, uint32_t> files;
  for (const PrintedAt &at : all) {
    if (at.line == 0 || at.location.getLine() == 0 || at.line <= places.lines.size())
      continue;
    const auto [file, isNew] = files.try_emplace(at.location.getFilename().str(),
                                                 static_cast<uint32_t>(places.files.size()));
    if (isNew)
      places.files.push_back(file->first);
    places.lines.resize(at.line);
    places.lines.back() = {file->second, at.location.getLine()};
  }
  return places;
}

/// The operation whose value names a printed operation shares, as Operation::print() finds it.
mlir::Operation *scopeOfNames(mlir::Operation *operation) {
  while (!operation->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() && operation->getParentOp())
    operation = operation->getParentOp();
  return operation;
}

/// The IR of one operation at one time.
struct Snapshot {
  mlir::Operation *operation = nullptr;
  std::optional<mlir::OperationFingerPrint> fingerprint;
  std::optional<IrTextId> text; ///< none if the report is full
  IrCounts counts;
};

class PipelineRecorder final : public mlir::PassInstrumentation {
public:
  explicit PipelineRecorder(PassReportBuilder &report) : m_report(report) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *operation) override {
    if (isAdaptor(*pass))
      return;
    const Clock::time_point begin = Clock::now();
    PassRun run;
    describe(*pass, run);
    run.scope = scopeOf(operation);
    // IR does not change between passes that follow each other.
    if (m_last.operation != operation)
      m_last = take(operation, /*isVerified=*/true);
    run.before = m_last.text;
    Frame frame{m_report.begin(std::move(run)), m_last, {}, {}};
    m_running.push_back(std::move(frame));
    noteRecording(begin, m_running.size() - 1);
    m_running.back().begin = Clock::now();
  }

  void runAfterPass(mlir::Pass *pass, mlir::Operation *operation) override {
    finish(*pass, operation, /*failed=*/false);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *operation) override {
    finish(*pass, operation, /*failed=*/true);
  }

private:
  /// A pass that runs. Passes may run pipelines of their own.
  struct Frame {
    PassReportBuilder::Place place;
    Snapshot before;
    Clock::time_point begin;
    Clock::duration recording{}; ///< of passes inside of it
  };

  Snapshot take(mlir::Operation *operation, bool isVerified) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    // Without this flag the printer verifies all IR again, and prints invalid IR in another form.
    mlir::OpPrintingFlags flags;
    flags.useLocalScope().elideLargeElementsAttrs();
    if (isVerified)
      flags.assumeVerified();
    mlir::AsmState::LocationMap printed;
    mlir::AsmState state(scopeOfNames(operation), flags, &printed);
    operation->print(stream, state);
    stream << '\n';
    return {operation, mlir::OperationFingerPrint(operation),
            m_report.keep(std::move(text), placesOf(printed)), countIr(operation)};
  }

  void finish(mlir::Pass &pass, mlir::Operation *operation, bool failed) {
    if (isAdaptor(pass))
      return;
    const Clock::time_point end = Clock::now();
    PSTUDIO_CHECK(!m_running.empty());
    const Frame frame = std::move(m_running.back());
    m_running.pop_back();
    if (mlir::OperationFingerPrint(operation) != *frame.before.fingerprint)
      m_last = take(operation, !failed);
    else
      m_last = frame.before;
    PassRun &run = m_report.at(frame.place);
    run.time = toNanoseconds(end - frame.begin - frame.recording);
    run.failed = failed;
    run.after = m_last.text;
    run.changed = isChanged(frame.before);
    run.statistics = differences(frame.before.counts, m_last.counts);
    noteRecording(end, m_running.size());
    if (!m_running.empty())
      m_running.back().recording += frame.recording;
  }

  /// True if the pass changed the IR. A pass may replace operations by equal ones. Where texts were
  /// omitted, only the fingerprints show a change.
  bool isChanged(const Snapshot &before) const {
    if (before.text && m_last.text)
      return *before.text != *m_last.text;
    return *before.fingerprint != *m_last.fingerprint;
  }

  /// The time since `begin` belongs to the recorder, not to a pass that is still running.
  void noteRecording(Clock::time_point begin, size_t runningBefore) {
    const Clock::duration spent = Clock::now() - begin;
    if (runningBefore > 0)
      m_running[runningBefore - 1].recording += spent;
    m_report.addRecordingTime(toNanoseconds(spent));
  }

  PassReportBuilder &m_report;
  std::vector<Frame> m_running; ///< innermost last
  Snapshot m_last;              ///< of the operation that the last pass left
};

} // namespace

mlir::LogicalResult runPasses(mlir::PassManager &passes, mlir::Operation *operation,
                              PassReportBuilder *report, std::string_view stage) {
  const ActionSteps steps(*passes.getContext());
  if (report) {
    report->beginStage(std::string(stage), IrLanguage::Mlir);
    passes.addInstrumentation(std::make_unique<PipelineRecorder>(*report));
  }
#ifdef NDEBUG
  passes.enableVerifier(false);
  if (mlir::failed(passes.run(operation)))
    return mlir::failure();
  return mlir::verify(operation);
#else
  return passes.run(operation);
#endif
}

} // namespace pstudio
