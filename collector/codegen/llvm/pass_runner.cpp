// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/llvm/pass_runner.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collector/codegen/llvm/crash_guard.h"
#include "core/base/check.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio {
namespace {

using Clock = std::chrono::steady_clock;

Nanoseconds toNanoseconds(Clock::duration duration) {
  return Nanoseconds(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

/// Passes that only run others, by the end of their class's name.
bool isPlumbing(llvm::StringRef passId) {
  static const std::vector<llvm::StringRef> kPlumbing = {
      "PassManager",           "PassAdaptor",        "AnalysisManagerProxy",
      "DevirtSCCRepeatedPass", "InlinerWrapperPass", "InvalidateAnalysisPass",
      "RequireAnalysisPass"};
  return llvm::isSpecialPass(passId, kPlumbing);
}

template <class T> const T *unwrap(const llvm::Any &ir) {
  const T *const *pointer = llvm::any_cast<const T *>(&ir);
  return pointer ? *pointer : nullptr;
}

/// The unit that a pass processes: whole functions, or the module if there are none.
struct Scope {
  std::string name; ///< "function @k"
  std::vector<const llvm::Function *> functions;
};

Scope scopeOf(const llvm::Any &ir) {
  if (const auto *function = unwrap<llvm::Function>(ir))
    return {"function @" + function->getName().str(), {function}};
  if (const auto *loop = unwrap<llvm::Loop>(ir)) {
    const llvm::Function *function = loop->getHeader()->getParent();
    return {"loop in @" + function->getName().str(), {function}};
  }
  Scope scope{"module", {}};
  if (const auto *component = unwrap<llvm::LazyCallGraph::SCC>(ir))
    for (const llvm::LazyCallGraph::Node &node : *component)
      scope.functions.push_back(&node.getFunction());
  for (const llvm::Function *function : scope.functions)
    scope.name = (function == scope.functions.front() ? "calls of @" : scope.name + ", @") +
                 function->getName().str();
  return scope;
}

/// Records the source place of each instruction when it is printed: the text of a function has no
/// metadata.
class PlaceWriter : public llvm::AssemblyAnnotationWriter {
public:
  /// Lines are counted from `line` on, from 0.
  void beginAt(size_t line) { m_first = line; }
  void emitInstructionAnnot(const llvm::Instruction *instruction,
                            llvm::formatted_raw_ostream &stream) override {
    const llvm::DILocation *location = instruction->getDebugLoc();
    if (!location || location->getLine() == 0)
      return;
    std::string path = location->getFilename().str();
    if (!path.starts_with('/') && !location->getDirectory().empty())
      path = location->getDirectory().str() + "/" + path;
    const auto [file, isNew] =
        m_files.try_emplace(path, static_cast<uint32_t>(m_places.files.size()));
    if (isNew)
      m_places.files.push_back(path);
    const size_t line = m_first + stream.getLine();
    if (line >= m_places.lines.size())
      m_places.lines.resize(line + 1);
    m_places.lines[line] = {file->second, location->getLine()};
  }
  const CodePlaces &places() const { return m_places; }

private:
  CodePlaces m_places;
  std::map<std::string, uint32_t> m_files;
  size_t m_first = 0;
};

std::optional<IrTextId> keepText(const llvm::Module &module, const Scope &scope,
                                 PassReportBuilder &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  PlaceWriter writer;
  if (scope.functions.empty())
    module.print(stream, &writer);
  for (const llvm::Function *function : scope.functions) {
    writer.beginAt(static_cast<size_t>(std::ranges::count(text, '\n')));
    function->print(stream, &writer);
  }
  return report.keep(std::move(text), writer.places());
}

/// Name of the function that a pass processes; empty if it is not one function.
llvm::StringRef functionNameOf(const llvm::Any &ir) {
  if (const auto *function = unwrap<llvm::Function>(ir))
    return function->getName();
  if (const auto *loop = unwrap<llvm::Loop>(ir))
    return loop->getHeader()->getParent()->getName();
  return {};
}

struct Size {
  uint64_t instructions = 0, blocks = 0, functions = 0;

  void add(const llvm::Function &function) {
    functions += function.isDeclaration() ? 0 : 1;
    blocks += function.size();
    instructions += function.getInstructionCount();
  }
};

Size sizeOf(const llvm::Module &module, const Scope &scope) {
  Size size;
  for (const llvm::Function *function : scope.functions)
    size.add(*function);
  if (scope.functions.empty())
    for (const llvm::Function &function : module)
      size.add(function);
  return size;
}

std::vector<PassStatistic> differences(const Size &before, const Size &after) {
  std::vector<PassStatistic> rows;
  const auto add = [&rows](const char *name, uint64_t old, uint64_t now) {
    if (old != now)
      rows.push_back({name, old, now});
  };
  add("instructions", before.instructions, after.instructions);
  add("basic blocks", before.blocks, after.blocks);
  add("functions", before.functions, after.functions);
  return rows;
}

/// Receives LLVM's callbacks while one pass manager runs.
class Recorder {
public:
  Recorder(PassReportBuilder &report, llvm::PassInstrumentationCallbacks &callbacks)
      : m_report(report), m_callbacks(callbacks) {
    callbacks.registerBeforeNonSkippedPassCallback(
        [this](llvm::StringRef id, llvm::Any ir) { before(id, ir); });
    callbacks.registerAfterPassCallback(
        [this](llvm::StringRef id, llvm::Any, const llvm::PreservedAnalyses &kept) {
          after(id, !kept.areAllPreserved(), false);
        });
    // The pass removed the unit that it processed.
    callbacks.registerAfterPassInvalidatedCallback(
        [this](llvm::StringRef id, const llvm::PreservedAnalyses &) { after(id, true, true); });
  }

  void start(const llvm::Module &module, std::string_view stage) {
    m_module = &module;
    m_report.beginStage(std::string(stage), IrLanguage::Llvm);
  }

private:
  struct Frame {
    PassReportBuilder::Place place;
    Scope scope;
    Size size;
    Clock::time_point begin;
    Clock::duration recording{}; ///< of passes inside of it
  };

  void before(llvm::StringRef id, const llvm::Any &ir) {
    if (isPlumbing(id))
      return;
    const Clock::time_point begin = Clock::now();
    Frame frame{{}, scopeOf(ir), {}, {}, {}};
    PassRun run;
    const llvm::StringRef name = m_callbacks.getPassNameForClassName(id);
    run.name = (name.empty() ? id : name).str();
    run.scope = frame.scope.name;
    run.before = textNow(frame.scope);
    frame.place = m_report.begin(std::move(run));
    frame.size = sizeOf(*m_module, frame.scope);
    noteRecording(begin);
    m_running.push_back(std::move(frame));
    m_running.back().begin = Clock::now();
  }

  /// \param isGone  the unit that the pass processed no longer exists.
  void after(llvm::StringRef id, bool mayHaveChanged, bool isGone) {
    if (isPlumbing(id))
      return;
    const Clock::time_point end = Clock::now();
    PSTUDIO_CHECK(!m_running.empty());
    Frame frame = std::move(m_running.back());
    m_running.pop_back();
    PassRun &run = m_report.at(frame.place);
    const Clock::duration nested = frame.recording;
    run.time = toNanoseconds(end - frame.begin - nested);
    run.after = run.before;
    if (mayHaveChanged) {
      forget(frame.scope);
      noteChange(std::move(frame), isGone, run);
    }
    noteRecording(end);
    if (!m_running.empty())
      m_running.back().recording += nested;
  }

  void noteChange(Frame frame, bool isGone, PassRun &run) {
    if (isGone && !keepLiving(frame.scope)) {
      run.changed = true;
      run.after = m_report.keep({});
      return;
    }
    run.after = textNow(frame.scope);
    run.changed = !run.after || run.before != run.after; // without a text: as the pass reports
                                                         // counts
                                                         // is used
    run.statistics = differences(frame.size, sizeOf(*m_module, frame.scope));
  }

  /// Removes functions that no longer exist from the scope. A removed loop leaves its function, a
  /// call graph component possibly some functions; a removed function leaves nothing. \return
  /// whether a function remains that can be printed.
  bool keepLiving(Scope &scope) const {
    std::erase_if(scope.functions, [this](const llvm::Function *function) {
      return std::ranges::none_of(
          *m_module, [&](const llvm::Function &living) { return &living == function; });
    });
    return !scope.functions.empty();
  }

  /// Drops the texts of one function, or of all: the changes of a pass over a module or a call
  /// graph are unknown.
  void forget(const Scope &scope) {
    const bool isFunction = scope.functions.size() == 1 && !scope.name.starts_with("calls");
    if (isFunction)
      m_texts.erase(scope.functions.front());
    else
      m_texts.clear();
    m_texts.erase(nullptr);
  }

  std::optional<IrTextId> textNow(const Scope &scope) {
    if (scope.functions.size() > 1)
      return keepText(*m_module, scope, m_report);
    const llvm::Function *key = scope.functions.empty() ? nullptr : scope.functions.front();
    const auto [known, isNew] = m_texts.try_emplace(key);
    if (isNew)
      known->second = keepText(*m_module, scope, m_report);
    return known->second;
  }

  void noteRecording(Clock::time_point begin) {
    const Clock::duration spent = Clock::now() - begin;
    if (!m_running.empty())
      m_running.back().recording += spent;
    m_report.addRecordingTime(toNanoseconds(spent));
  }

  PassReportBuilder &m_report;
  llvm::PassInstrumentationCallbacks &m_callbacks;
  const llvm::Module *m_module = nullptr;
  std::vector<Frame> m_running; ///< innermost last
  /// Texts after the last pass; the text of the module has the key null.
  std::map<const llvm::Function *, std::optional<IrTextId>> m_texts;
};

} // namespace

struct LlvmPassRunner::State {
  State(llvm::TargetMachine *machine, PassReportBuilder *report)
      : builder(machine, llvm::PipelineTuningOptions(), std::nullopt, &callbacks) {
    callbacks.registerBeforeNonSkippedPassCallback([this](llvm::StringRef id, llvm::Any ir) {
      if (!isPlumbing(id))
        step->set(id, functionNameOf(ir));
    });
    if (report)
      recorder.emplace(*report, callbacks);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }

  llvm::PassInstrumentationCallbacks callbacks;
  CompileStep *step = nullptr; ///< while passes run
  std::optional<Recorder> recorder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

LlvmPassRunner::LlvmPassRunner(llvm::TargetMachine *machine, PassReportBuilder *report)
    : m_state(std::make_unique<State>(machine, report)) {}
LlvmPassRunner::~LlvmPassRunner() = default;

llvm::PassBuilder &LlvmPassRunner::builder() {
  return m_state->builder;
}

void LlvmPassRunner::run(llvm::ModulePassManager passes, llvm::Module &module,
                         std::string_view stage) {
  if (m_state->recorder)
    m_state->recorder->start(module, stage);
  CompileStep step("pass");
  m_state->step = &step;
  passes.run(module, m_state->modules);
  m_state->step = nullptr;
}

} // namespace pstudio
