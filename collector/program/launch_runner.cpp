// SPDX-License-Identifier: Apache-2.0
#include "collector/program/launch_runner.h"

#include <algorithm>
#include <cstring>

#include "collector/codegen/kernel_module.h"
#include "collector/session/instrument_options.h"
#include "collector/session/kernel_compile.h"
#include "collector/session/known_facts.h"
#include "collector/session/launch_record.h"
#include "collector/session/profile_buffer.h"
#include "core/base/file_bytes.h"
#include "core/record/launch_decoder.h"

namespace pstudio::program {

/// What a kernel takes.
struct LaunchRunner::Parameters {
  std::vector<ParameterWord> words;
  KernelSignature signature; ///< its shared memory alone
};

/// A kernel that is ready to launch with any grid.
struct LaunchRunner::Prepared {
  RunSpec spec; ///< the target keeps a reference
  std::string name;
  CompiledKernel compiled;
  std::unique_ptr<RunTarget> target;
};

namespace {

/// Code for other arguments that a kernel may have for one shape, before it gets general code.
constexpr size_t kMostVariants = 8;

PassReport reportOf(const ProgramSpec &spec) {
  PassReport report;
  report.kernel = spec.file.stem().string();
  report.target = spec.target;
  report.mode = spec.mode.toString();
  return report;
}

std::string withSite(std::string message, const std::string &site) {
  return site.empty() ? message : message + ", launched at " + site;
}

/// The arguments as the kernel reads them.
Result<std::vector<DeviceWord>> wordsOf(const LaunchRequest &request,
                                        const std::vector<ParameterWord> &parameters,
                                        const DeviceMemory &memory) {
  if (request.argumentCount.value_or(parameters.size()) != parameters.size())
    return fail(ErrorCode::RunFailed, "kernel " + request.kernel.kernel + " takes " +
                                          std::to_string(parameters.size()) +
                                          " words of arguments, the launch gives " +
                                          std::to_string(*request.argumentCount));
  std::vector<DeviceWord> words;
  for (size_t i = 0; i < parameters.size(); ++i) {
    DeviceWord word{parameters[i].name, 0, 0};
    std::memcpy(&word.word, request.arguments[i], parameters[i].bytes);
    if (parameters[i].isPointer) {
      word.reachableBytes = memory.reachableFrom(word.word);
      if (word.reachableBytes == 0 && word.word != 0)
        word.name += ", memory that the GPU cannot see,";
    }
    words.push_back(std::move(word));
  }
  return words;
}

} // namespace

Error locatedAt(Error error, const std::string &place) {
  if (error.where.empty())
    error.where = place;
  else
    error.message = withSite(std::move(error.message), place);
  return error;
}

LaunchRunner::LaunchRunner(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock,
                           ProgressSink &progress, const CollectOptions &options)
    : m_spec(spec), m_device(device), m_clock(clock), m_progress(progress), m_options(options),
      m_stages(progress, clock.cancel()), m_passes(options.passes, reportOf(spec)),
      m_kept(options.keepCapture) {
  beginTrace(m_trace, spec.file.stem().string());
}

LaunchRunner::~LaunchRunner() = default;

void LaunchRunner::setParts(std::vector<KernelModuleText> kernelModules,
                            std::vector<CallSite> sites) {
  m_modules = std::move(kernelModules);
  m_sites = std::move(sites);
}

std::string LaunchRunner::placeOf(uint32_t site) const {
  return site < m_sites.size() ? m_sites[site].place : std::string();
}

Result<void> LaunchRunner::launch(const LaunchRequest &request, const DeviceMemory &memory) {
  const std::string site = placeOf(request.site);
  const auto launched = [&]() -> Result<void> {
    PSTUDIO_TRY_ASSIGN(const Parameters *parameters, parametersOf(request.kernel));
    PSTUDIO_TRY_ASSIGN(std::vector<DeviceWord> words, wordsOf(request, parameters->words, memory));
    PSTUDIO_TRY_ASSIGN(Prepared * prepared,
                       prepare(request, *parameters, factsOf(request, parameters->words, words)));
    return run(*prepared, request, std::move(words));
  }();
  if (!launched)
    return tl::unexpected<Error>(locatedAt(launched.error(), site));
  return {};
}

Result<void> LaunchRunner::writeKept() {
  Result<void> written = m_kept.write(m_trace.info(), m_progress);
  if (Result<void> passes = m_passes.write(); written)
    written = std::move(passes);
  return written;
}

Result<const LaunchRunner::Parameters *> LaunchRunner::parametersOf(const KernelHandle &kernel) {
  std::unique_ptr<Parameters> &found = m_parameters[{kernel.module, kernel.kernel}];
  if (!found) {
    const RunClock::Pause pause(m_clock);
    auto parameters = std::make_unique<Parameters>();
    PSTUDIO_TRY_ASSIGN(const KernelModule module, loadModule(kernel));
    PSTUDIO_TRY_ASSIGN(parameters->words, module.parameterWords(kernel.kernel));
    PSTUDIO_TRY_ASSIGN(parameters->signature.staticSharedBytes,
                       module.staticSharedBytes(kernel.kernel));
    found = std::move(parameters);
  }
  return found.get();
}

/// What the target gains from knowing of this launch's integers; nothing once there is enough code.
ArgumentFacts LaunchRunner::factsOf(const LaunchRequest &request,
                                    std::span<const ParameterWord> parameters,
                                    std::span<const DeviceWord> words) const {
  ArgumentFacts facts;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].integer) {
      const unsigned unused = 64 - 8 * parameters[i].bytes;
      const auto value = static_cast<int64_t>(words[i].word << unused) >> unused;
      addIntegerFacts(m_spec.target, *parameters[i].integer, value, facts);
    }
  const std::string text = toString(facts);
  size_t others = 0;
  for (const auto &[key, prepared] : m_prepared) {
    const auto &[module, kernel, shape, known] = key;
    others += module == request.kernel.module && kernel == request.kernel.kernel && known != text;
  }
  return others < kMostVariants ? facts : ArgumentFacts();
}

Result<LaunchRunner::Prepared *> LaunchRunner::prepare(const LaunchRequest &request,
                                                       const Parameters &parameters,
                                                       ArgumentFacts facts) {
  LaunchShape shape = request.shape;
  shape.grid = {1, 1, 1}; // code does not depend on it
  std::unique_ptr<Prepared> &found =
      m_prepared[{request.kernel.module, request.kernel.kernel, shape, toString(facts)}];
  if (!found) {
    const RunClock::Pause pause(m_clock);
    PSTUDIO_TRY_ASSIGN(found, compile(request, parameters, std::move(facts)));
    stage("launch");
  }
  return found.get();
}

Result<KernelModule> LaunchRunner::loadModule(const KernelHandle &kernel) const {
  PSTUDIO_TRY_ASSIGN(const KernelModuleText *kernels, findKernels(m_modules, kernel.module));
  return parseKernels(m_spec, *kernels);
}

/// The kernel's name; with its module's where another module has a kernel of that name.
std::string LaunchRunner::displayName(const KernelHandle &kernel) const {
  for (const auto &[key, prepared] : m_prepared)
    if (std::get<1>(key) == kernel.kernel && std::get<0>(key) != kernel.module)
      return kernel.module + "::" + kernel.kernel;
  return kernel.kernel;
}

Result<std::unique_ptr<LaunchRunner::Prepared>> LaunchRunner::compile(const LaunchRequest &request,
                                                                      const Parameters &parameters,
                                                                      ArgumentFacts facts) {
  auto prepared = std::make_unique<Prepared>();
  prepared->spec = kernelSpec(m_spec, request.kernel.kernel, request.shape);
  prepared->name = displayName(request.kernel);
  PSTUDIO_TRY_ASSIGN(KernelModule module, loadModule(request.kernel));
  prepared->target = m_device.makeTarget(prepared->spec);
  PSTUDIO_TRY(prepared->target->open());
  InstrumentOptions options =
      instrumentOptions(prepared->spec, parameters.signature, prepared->target->limits());
  options.facts = std::move(facts);
  PSTUDIO_TRY_ASSIGN(prepared->compiled,
                     compileKernel(prepared->spec, module, options, *prepared->target, m_stages,
                                   m_options, m_passes));
  addWarnings(prepared->compiled.kernel, m_trace);
  return prepared;
}

Result<void> LaunchRunner::run(Prepared &prepared, const LaunchRequest &request,
                               std::vector<DeviceWord> words) {
  PSTUDIO_TRY(m_clock.check({}));
  prepared.spec.grid = request.shape.grid;
  prepared.spec.timeLimitSeconds = m_clock.remainingSeconds();
  BoundArguments arguments = BoundArguments::ofWords(std::move(words));
  const InstrumentedKernel &kernel = prepared.compiled.kernel;
  std::optional<ProfileBuffer> profile;
  RecordMemory records;
  if (kernel.unitCount != 0) {
    PSTUDIO_TRY(checkSampling(prepared.spec, prepared.target->limits())); // of this grid
    if (kernel.stream)
      PSTUDIO_TRY(prepareStream());
    PSTUDIO_TRY_ASSIGN(records.bytes, profileBytes(recordedCtas(prepared.spec), kernel.blockBytes));
    records.isShared = kernel.isShared;
    records.stream = kernel.stream;
    PSTUDIO_TRY_ASSIGN(ProfileBuffer buffer, ProfileBuffer::make(records.bytes));
    profile.emplace(std::move(buffer));
  }
  PSTUDIO_TRY(prepared.target->allocateArguments(arguments));
  PSTUDIO_TRY(prepared.target->allocateRecords(records, m_progress));

  const std::string site = placeOf(request.site);
  LaunchOrder order;
  if (profile)
    order.profile = profile->bytes();
  order.cancel = &m_clock.cancel();
  if (kernel.stream)
    order.drain = [&](std::span<std::byte> blocks) { return drain(prepared, site, blocks); };
  order.progress = [this](double done) { m_progress.fraction(done); };
  order.print = [this](std::string_view text) { m_progress.output(text); };
  PSTUDIO_TRY_ASSIGN(const LaunchReport report, prepared.target->launch(order));
  const RunClock::Pause pause(m_clock);
  if (m_launchCount++ == 0)
    m_trace.info().origin = report.begin;
  if (!report.failure) {
    m_progress.log(withSite("launch of " + prepared.name + " took " + report.duration, site));
    return decode(prepared, site, order.profile);
  }
  if (report.hasRecords && profile)
    PSTUDIO_TRY(decode(prepared, site, order.profile));
  m_trace.addNote(Note::Severity::Error,
                  report.failure->code == ErrorCode::Cancelled ? "run.stopped" : "run.failed",
                  "The last launch did not come to its end: " + report.failure->message + ".");
  return tl::unexpected<Error>(*report.failure);
}

Result<void> LaunchRunner::prepareStream() {
  if (!m_options.keepCapture.empty())
    return fail(ErrorCode::Unsupported, "streamed records cannot be kept as a capture",
                m_options.keepCapture.string(), "choose another strategy, such as flush");
  if (!m_logs) {
    PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in(m_options.drainFolder));
    m_logs.emplace(std::move(logs));
  }
  return {};
}

record::LaunchCapture LaunchRunner::describe(const Prepared &prepared,
                                             const std::string &site) const {
  const auto index = m_indices.find(prepared.name);
  record::LaunchCapture capture = captureOf(prepared.spec, prepared.compiled.kernel,
                                            index == m_indices.end() ? 0 : index->second,
                                            prepared.target->limits().lanesPerWarp);
  capture.kernel = prepared.name;
  capture.callSite = site;
  capture.operations = prepared.compiled.kernel.operations;
  if (!site.empty())
    capture.facts.push_back({"launch.site", site});
  describeCompile(prepared.compiled, capture);
  prepared.target->describe(capture);
  return capture;
}

Result<std::unique_ptr<StreamDrainer>> LaunchRunner::drain(const Prepared &prepared,
                                                           const std::string &site,
                                                           std::span<std::byte> blocks) {
  record::LaunchCapture capture = describe(prepared, site);
  capture.clockReadings.clear(); // of the launch before
  m_drainLog = m_logs->of(static_cast<uint32_t>(m_launchCount));
  PSTUDIO_TRY_ASSIGN(record::StreamLogWriter log,
                     record::StreamLogWriter::make(m_drainLog, capture, m_trace.info()));
  return std::make_unique<StreamDrainer>(blocks, *prepared.compiled.kernel.stream, std::move(log));
}

Result<void> LaunchRunner::decode(Prepared &prepared, const std::string &site,
                                  std::span<std::byte> profile) {
  record::LaunchCapture capture = describe(prepared, site);
  ++m_indices[prepared.name];
  if (profile.empty()) {
    addLaunchWithoutRecords(capture, prepared.spec, m_trace);
    prepared.target->noteRecorded(LaunchId(static_cast<uint32_t>(m_trace.launchCount() - 1)));
    return {};
  }
  stage("decode");
  FileBytes log;
  if (prepared.compiled.kernel.stream) {
    PSTUDIO_TRY_ASSIGN(log, FileBytes::read(m_drainLog));
    capture.streamed = log.bytes();
  } else {
    capture.blocks = profile;
  }
  m_kept.keep(capture);
  Result<void> decoded = record::decodeLaunch(capture, m_trace);
  if (decoded)
    prepared.target->noteRecorded(LaunchId(static_cast<uint32_t>(m_trace.launchCount() - 1)));
  stage("launch");
  return decoded;
}

} // namespace pstudio::program
