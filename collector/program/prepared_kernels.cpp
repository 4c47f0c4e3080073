// SPDX-License-Identifier: Apache-2.0
#include "collector/program/prepared_kernels.h"

#include <algorithm>

#include "collector/codegen/kernel_module.h"
#include "collector/session/compile/instrument_options.h"
#include "collector/session/compile/known_facts.h"
#include "collector/session/launch/launch_record.h"

namespace pstudio::program {
namespace {

/// Code for other arguments that a kernel may have for one shape, before it gets general code.
constexpr size_t kMaxVariants = 8;

PassReport reportOf(const ProgramSpec &spec) {
  PassReport report;
  report.kernel = spec.file.stem().string();
  report.target = spec.target;
  report.mode = spec.mode.toString();
  return report;
}

} // namespace

bool KernelParameters::takesIntegers() const {
  return std::ranges::any_of(words,
                             [](const ParameterWord &word) { return word.integer.has_value(); });
}

PreparedKernels::PreparedKernels(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock,
                                 Stages &stages, const CollectOptions &options, TraceBuilder &trace)
    : m_spec(spec), m_device(device), m_clock(clock), m_options(options), m_trace(trace),
      m_stages(stages), m_files(options), m_passes(options.passes, reportOf(spec)) {}

Result<const KernelParameters *> PreparedKernels::parametersOf(const KernelHandle &kernel) {
  std::unique_ptr<KernelParameters> &found = m_parameters[{kernel.module, kernel.kernel}];
  if (!found) {
    const RunClock::Pause pause(m_clock);
    auto parameters = std::make_unique<KernelParameters>();
    PSTUDIO_TRY_ASSIGN(const KernelModule module, loadModule(kernel));
    PSTUDIO_TRY_ASSIGN(parameters->words, module.parameterWords(kernel.kernel));
    PSTUDIO_TRY_ASSIGN(static_cast<KernelRequirements &>(parameters->signature),
                       module.requirements(kernel.kernel));
    found = std::move(parameters);
  }
  return found.get();
}

ArgumentFacts PreparedKernels::factsOf(const LaunchRequest &request,
                                       const KernelParameters &parameters,
                                       std::span<const DeviceWord> words) const {
  ArgumentFacts facts;
  for (size_t i = 0; i < parameters.words.size(); ++i)
    if (const ParameterWord &parameter = parameters.words[i]; parameter.integer) {
      const unsigned unused = 64 - 8 * parameter.bytes;
      const auto value = static_cast<int64_t>(words[i].word << unused) >> unused;
      addIntegerFacts(m_spec.target, *parameter.integer, value, facts);
    }
  const std::string text = toString(facts);
  size_t others = 0;
  for (const auto &[key, prepared] : m_prepared) {
    const auto &[module, kernel, shape, known] = key;
    others += module == request.kernel.module && kernel == request.kernel.kernel && known != text;
  }
  return others < kMaxVariants ? facts : ArgumentFacts();
}

PreparedKernels::Key PreparedKernels::keyOf(const KernelHandle &kernel, LaunchShape shape,
                                            const ArgumentFacts &facts) {
  shape.grid = {1, 1, 1}; // code does not depend on it
  return {kernel.module, kernel.kernel, shape, toString(facts)};
}

bool PreparedKernels::has(const KernelHandle &kernel, const LaunchShape &shape,
                          const ArgumentFacts &facts) const {
  return m_prepared.contains(keyOf(kernel, shape, facts));
}

Result<PreparedKernel *> PreparedKernels::prepare(const KernelHandle &kernel,
                                                  const LaunchShape &shape,
                                                  const KernelParameters &parameters,
                                                  ArgumentFacts facts) {
  const Key key = keyOf(kernel, shape, facts);
  if (const auto found = m_prepared.find(key); found != m_prepared.end())
    return found->second.get();
  const RunClock::Pause pause(m_clock);
  PSTUDIO_TRY_ASSIGN(std::unique_ptr<PreparedKernel> made,
                     compile(kernel, shape, parameters, std::move(facts)));
  m_stages.progress().stage("launch");
  return m_prepared.emplace(key, std::move(made)).first->second.get();
}

Result<KernelModule> PreparedKernels::loadModule(const KernelHandle &kernel) const {
  PSTUDIO_TRY_ASSIGN(const KernelModuleText *kernels, findKernels(m_modules, kernel.module));
  return parseKernels(m_spec, *kernels);
}

/// The kernel's name; with its module's where another module has a kernel of that name.
std::string PreparedKernels::displayName(const KernelHandle &kernel) const {
  for (const auto &[key, prepared] : m_prepared)
    if (std::get<1>(key) == kernel.kernel && std::get<0>(key) != kernel.module)
      return kernel.module + "::" + kernel.kernel;
  return kernel.kernel;
}

Result<std::unique_ptr<PreparedKernel>> PreparedKernels::compile(const KernelHandle &kernel,
                                                                 const LaunchShape &shape,
                                                                 const KernelParameters &parameters,
                                                                 ArgumentFacts facts) {
  auto prepared = std::make_unique<PreparedKernel>();
  prepared->name = displayName(kernel);
  LaunchLane &lane = *prepared->lanes.emplace_back(std::make_unique<LaunchLane>());
  lane.spec = kernelSpec(m_spec, kernel.kernel, shape);
  PSTUDIO_TRY_ASSIGN(KernelModule module, loadModule(kernel));
  lane.target = m_device.makeTarget(lane.spec);
  PSTUDIO_TRY(lane.target->open());
  InstrumentOptions options =
      instrumentOptions(lane.spec, parameters.signature, lane.target->limits());
  options.facts = std::move(facts);
  options.mostAutomaticSlots = 0; // the same code runs with every grid
  PSTUDIO_TRY_ASSIGN(prepared->compiled, compileKernel(lane.spec, module, options, *lane.target,
                                                       m_stages, m_options, m_passes));
  lane.launcher.emplace(lane.spec, *lane.target, prepared->compiled, m_files, m_stages);
  addWarnings(prepared->compiled.kernel, m_stages.progress(), m_trace);
  return prepared;
}

Result<LaunchLane *> PreparedKernels::addLane(PreparedKernel &kernel) {
  auto lane = std::make_unique<LaunchLane>();
  lane->spec = kernel.lanes.front()->spec;
  lane->target = m_device.makeTarget(lane->spec);
  PSTUDIO_TRY(lane->target->open());
  lane->launcher.emplace(lane->spec, *lane->target, kernel.compiled, m_files, m_stages);
  return kernel.lanes.emplace_back(std::move(lane)).get();
}

Result<LaunchLane *> PreparedKernels::takeLane(PreparedKernel &kernel,
                                               const std::array<uint32_t, 3> &grid, bool mayFree) {
  LaunchLane *chosen = nullptr;
  for (const std::unique_ptr<LaunchLane> &lane : kernel.lanes) {
    if (lane->isBusy)
      continue;
    lane->spec.grid = grid;
    PSTUDIO_TRY_ASSIGN(const RecordMemory needed, lane->launcher->neededMemory());
    const bool fits = lane->launcher->memory() == needed;
    if (fits || mayFree)
      chosen = lane.get();
    if (fits)
      break;
  }
  if (!chosen) {
    PSTUDIO_TRY_ASSIGN(chosen, addLane(kernel));
  }
  chosen->spec.grid = grid;
  PSTUDIO_TRY(chosen->launcher->allocate());
  return chosen;
}

Result<void> PreparedKernels::writeKept() {
  Result<void> written = m_files.captures.write(m_trace.info(), m_stages.progress());
  if (Result<void> passes = m_passes.write(); written)
    written = std::move(passes);
  return written;
}

} // namespace pstudio::program
