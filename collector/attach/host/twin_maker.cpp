// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/twin_maker.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/eventfd.h>

#include <nlohmann/json.hpp>

#include "collector/attach/host/assembler.h"
#include "collector/attach/host/assembler_options.h"
#include "collector/attach/host/own_variables.h"
#include "collector/attach/host/scope_marks.h"
#include "collector/attach/host/twin_cache.h"
#include "collector/chips/amd_chip.h"
#include "core/base/cpp_names.h"
#include "core/base/file_bytes.h"
#include "core/base/output_file.h"
#include "core/base/text_lines.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

TwinOutcome problem(std::string code, std::string detail) {
  return {nullptr, {std::move(code), std::move(detail)}};
}

constexpr std::string_view kErrorMark = "error: ";
constexpr std::string_view kNoteMark = "note: ";

/// The lines that begin with `mark`, without it.
std::vector<std::string> linesWith(std::string_view mark, std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    if (line.starts_with(mark))
      lines.emplace_back(line.substr(mark.size()));
  }
  return lines;
}

/// Error message of a tool that failed.
std::string reasonIn(const ProgramOutcome &end) {
  const std::vector<std::string> errors = linesWith(kErrorMark, end.output);
  if (!errors.empty())
    return errors.front();
  return "exit code " + std::to_string(end.exitCode) +
         (end.output.empty() ? "" : ": " + end.output.substr(0, end.output.find('\n')));
}

/// Texts such as "3 of 21 loads (mode memory)" from the notes about incomplete coverage.
std::vector<std::string> notCoveredIn(const std::vector<std::string> &notes) {
  constexpr std::string_view kBegin = "is not covered whole: ", kEnd = " are not recorded";
  std::vector<std::string> parts;
  for (const std::string &note : notes) {
    const size_t begin = note.find(kBegin), end = note.rfind(kEnd);
    if (begin != std::string::npos && end != std::string::npos && begin + kBegin.size() < end)
      parts.push_back(note.substr(begin + kBegin.size(), end - begin - kBegin.size()));
  }
  return parts;
}

/// Architecture of the device with its architecture-specific features, "sm_90a", as Triton uses it.
std::string wholeArchitecture(const KernelImage &image) {
  constexpr std::string_view kPrefix = "sm_";
  const int number = image.architecture.starts_with(kPrefix)
                         ? std::atoi(image.architecture.c_str() + kPrefix.size())
                         : 0;
  return image.architecture + (number >= 90 && image.architecture.back() != 'a' ? "a" : "");
}

/// Threads of a CTA from the metadata, since older versions of Triton do not write them into the
/// LLVM IR. nullopt if the LLVM IR contains them, or if they are unknown.
std::optional<uint32_t> threadsBeside(const KernelFiles &files, uint32_t lanesPerWarp) {
  const Result<std::string> llvmIr = FileBytes::readText(files.llvmIr);
  if (files.metadata.empty() || !llvmIr || llvmIr->find("reqntid") != std::string::npos)
    return std::nullopt;
  const Result<std::string> metadata = FileBytes::readText(files.metadata);
  if (!metadata)
    return std::nullopt;
  const auto json = nlohmann::json::parse(*metadata, nullptr, /*allow_exceptions=*/false);
  const auto warps = json.is_object() ? json.find("num_warps") : json.end();
  if (!json.is_object() || warps == json.end() || !warps->is_number_unsigned() || *warps > 32u)
    return std::nullopt;
  return warps->get<uint32_t>() * lanesPerWarp;
}

std::vector<std::string> blockOptions(const KernelFiles &files, const KernelImage &image) {
  const std::optional<AmdChip> chip = amdChipNamed(image.architecture);
  const std::optional<uint32_t> threads = threadsBeside(files, chip ? chip->lanesPerWave() : 32);
  return threads ? std::vector<std::string>{"--block", std::to_string(*threads)}
                 : std::vector<std::string>();
}

/// Options for LLVM IR. Triton's for AMD's GPUs names neither the processor nor, but for a limit,
/// the threads of a CTA.
std::vector<std::string> instrumentOptions(const TwinOrder &order, const KernelFiles &files) {
  std::vector<std::string> options = blockOptions(files, order.image);
  if (order.image.isAmd())
    options.insert(options.end(), {"--arch", order.image.architecture});
  return options;
}

/// Options for the PTX of a kernel whose launch is known, or of a trial.
std::vector<std::string> ptxOptions(const TwinOrder &order, const image::KernelPtx &ptx) {
  std::vector<std::string> options{"--emit", "ptx", "--entry", order.image.name};
  if (ptx.hasBlock)
    return options;
  constexpr std::array<uint32_t, 3> kTriedBlock{32, 1, 1}; // within all limits of a kernel
  const std::array<uint32_t, 3> block = order.block.value_or(kTriedBlock);
  options.insert(options.end(),
                 {"--block", std::to_string(block[0]) + "," + std::to_string(block[1]) + "," +
                                 std::to_string(block[2])});
  return options;
}

/// A name for a file with the code of a kernel, as locations of its lines show it:
/// "DeviceRadixSortOnesweepKernel" of a template's instance.
std::string fileNameOfKernel(const std::string &kernel) {
  constexpr size_t kMostCharacters = 64;
  std::string name = briefName(kernel, std::string::npos); // whole
  name.resize(std::min(name.find_first_of("<("), name.size()));
  const size_t scope = name.rfind("::");
  name.erase(0, scope == std::string::npos ? 0 : scope + 2);
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_')
      c = '_';
  return name.empty() ? "kernel" : name.substr(0, kMostCharacters);
}

/// Line of the report about launches of a kernel with marks; none for another one.
CodeProblem scopesRemark(const TwinCode &code) {
  return code.hasScopeMarks ? CodeProblem{"scopes.recorded", {}} : CodeProblem();
}

TwinOutcome instrumentProblem(const Error &error) {
  return problem(error.code == ErrorCode::CompileFailed ? "code.rejected" : "twin.failed",
                 error.toString());
}

/// Why instrumented code is of no use; nullopt if it is.
std::optional<CodeProblem> problemOf(const TwinCode &code) {
  if (code.entry.unitCount == 0)
    return CodeProblem{"nothing.recorded", code.mode.toString()};
  if (code.entry.blockBytes == 0)
    return CodeProblem{"twin.failed", "the table of the kernel has no size of its records"};
  return std::nullopt;
}

/// Prefix of TwinCode::backEnd for an order: "Triton", "LLVM", or "/" of the path of a ptxas.
std::string backEndName(const TwinOrder &order) {
  if (!order.python.executable.empty())
    return "Triton";
  return order.image.isAmd() ? "LLVM" : "/";
}

/// Origin of the PTX of an image.
PtxOrigin originOf(const KernelImage &image) {
  return image.place && !image.place->dumpFolder.empty() ? PtxOrigin::Xla : PtxOrigin::Image;
}

/// Identity of the tool that creates the code of an order, without data from the kernel's own
/// files.
std::string makerOf(const TwinOrder &order, const Environment &environment) {
  if (!order.python.executable.empty())
    return order.python.executable; // the metadata has the version of Triton
  if (order.image.isAmd())
    return order.image.architecture;
  const std::optional<fs::path> assembler =
      findAssembler(environment, order.python, PtxOrigin::Triton);
  return wholeArchitecture(order.image) + " " + (assembler ? assembler->string() : "");
}

/// nullopt if the metadata cannot be read.
std::optional<std::string> cacheKeyOf(const TwinOrder &order, const std::string &llvmIr,
                                      const KernelFiles &files, const Environment &environment) {
  const Result<std::string> metadata = files.metadata.empty() ? Result<std::string>(std::string())
                                                              : FileBytes::readText(files.metadata);
  if (!metadata)
    return std::nullopt;
  return twinKey({llvmIr, *metadata,
                  order.mode.toString() + " most " + std::to_string(order.mostSlots),
                  order.image.name, backEndName(order) + " " + makerOf(order, environment)});
}

/// The kernel's entry of a table, which may contain several kernels.
Result<record::InstrumentedKernelEntry> entryOf(const std::string &kernel, const fs::path &table) {
  PSTUDIO_TRY_ASSIGN(const std::string text, FileBytes::readText(table));
  PSTUDIO_TRY_ASSIGN(record::InstrumentTable read,
                     record::instrumentTableFrom(text, table.string()));
  for (record::InstrumentedKernelEntry &entry : read.kernels)
    if (entry.name == kernel)
      return std::move(entry);
  return fail(ErrorCode::InvalidFormat, "the file has no kernel " + kernel, table.string());
}

} // namespace

TwinMaker::TwinMaker(Settings settings)
    : m_settings(std::move(settings)), m_folders(cacheFolders(m_settings.environment)),
      m_dumped(m_settings.raw, m_settings.environment,
               [this](std::vector<std::string> words) { return runTool(std::move(words)); }) {}

Result<std::unique_ptr<TwinMaker>> TwinMaker::make(Settings settings) {
  std::unique_ptr<TwinMaker> maker(new TwinMaker(std::move(settings)));
  maker->m_done = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  maker->m_cancel = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!maker->m_done.isOpen() || !maker->m_cancel.isOpen())
    return fail(ErrorCode::Io, std::string("cannot make an event: ") + std::strerror(errno));
  for (unsigned i = 0; i < maker->m_settings.threads; ++i)
    maker->m_threads.emplace_back([&maker = *maker] { maker.work(); });
  return maker;
}

TwinMaker::~TwinMaker() {
  {
    const std::lock_guard lock(m_mutex);
    m_isEnding = true;
  }
  m_wake.notify_all();
  if (m_cancel.isOpen())
    ::eventfd_write(m_cancel.get(), 1);
  for (std::thread &thread : m_threads)
    thread.join();
}

void TwinMaker::order(uint32_t id, TwinOrder order) {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace_back(id, std::move(order));
  }
  m_wake.notify_one();
}

void TwinMaker::hurry(uint32_t id) {
  const std::lock_guard lock(m_mutex);
  const auto found =
      std::ranges::find_if(m_waiting, [id](const auto &waiting) { return waiting.first == id; });
  if (found != m_waiting.end())
    std::rotate(m_waiting.begin(), found, found + 1);
}

std::vector<std::pair<uint32_t, TwinOutcome>> TwinMaker::takeDone() {
  eventfd_t ignored = 0;
  ::eventfd_read(m_done.get(), &ignored);
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_finished, {});
}

void TwinMaker::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_wake.wait(lock, [this] { return m_isEnding || !m_waiting.empty(); });
    if (m_isEnding)
      return;
    const auto [id, order] = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    TwinOutcome outcome = make(order, id);
    lock.lock();
    m_finished.emplace_back(id, std::move(outcome));
    ::eventfd_write(m_done.get(), 1);
  }
}

Backend &TwinMaker::backendOf(const PythonProgram &python) {
  const std::lock_guard lock(m_mutex);
  std::unique_ptr<Backend> &backend = m_backends[python];
  if (!backend)
    backend =
        std::make_unique<Backend>(python, Backend::Settings{.package = m_settings.package,
                                                            .raw = m_settings.raw,
                                                            .environment = m_settings.environment,
                                                            .cancel = m_cancel.get()});
  return *backend;
}

Result<ProgramOutcome> TwinMaker::runTool(std::vector<std::string> words) {
  ChildStart start;
  start.words = std::move(words);
  start.environment = m_settings.environment.variables();
  return runProgram(std::move(start), m_settings.toolLimit, m_cancel.get());
}

Result<void> TwinMaker::instrument(const TwinOrder &order, const fs::path &input,
                                   const fs::path &output, const std::vector<std::string> &options,
                                   TwinCode &code) {
  std::vector<std::string> words{
      m_settings.program.string(), "instrument", input.string(), "-o", output.string(), "--mode",
      order.mode.toString()};
  words.insert(words.end(), options.begin(), options.end());
  if (order.mostSlots != 0)
    words.insert(words.end(), {"--most-slots", std::to_string(order.mostSlots)});
  PSTUDIO_TRY_ASSIGN(const ProgramOutcome end, runTool(std::move(words)));
  if (end.exitCode != 0)
    return fail(ErrorCode::CompileFailed, reasonIn(end));
  PSTUDIO_TRY_ASSIGN(code.entry, entryOf(order.image.name, output.string() + ".json"));
  code.notCovered = notCoveredIn(linesWith(kNoteMark, end.output));
  return {};
}

// With this build's LLVM, from the original once more: what Triton's LLVM would read is not text of
// this LLVM in each case.
Result<void> TwinMaker::compileForAmd(const TwinOrder &order, const KernelFiles &files,
                                      const BackendOrder &job, TwinCode &code) {
  std::vector<std::string> options = instrumentOptions(order, files);
  options.insert(options.end(), {"--emit", "hsaco"});
  PSTUDIO_TRY(instrument(order, files.llvmIr, job.cubin, options, code));
  PSTUDIO_TRY_ASSIGN(code.cubin, FileBytes::readText(job.cubin));
  code.backEnd = "LLVM " PSTUDIO_LLVM_VERSION;
  return {};
}

Result<void> TwinMaker::assemble(const TwinOrder &order, const KernelFiles &files,
                                 const BackendOrder &job, TwinCode &code) {
  if (order.image.isAmd())
    return compileForAmd(order, files, job, code);
  const std::optional<fs::path> assembler =
      findAssembler(m_settings.environment, order.python, PtxOrigin::Triton);
  if (!assembler)
    return fail(ErrorCode::Unsupported, "no ptxas was found", {},
                "set TRITON_PTXAS_PATH or CUDA_HOME");
  fs::path ptx = job.cubin;
  ptx.replace_extension(".ptx");
  std::vector<std::string> options{"--emit", "ptx", "--arch", wholeArchitecture(order.image)};
  const std::vector<std::string> block = blockOptions(files, order.image);
  options.insert(options.end(), block.begin(), block.end());
  PSTUDIO_TRY(instrument(order, files.llvmIr, ptx, options, code));
  PSTUDIO_TRY_ASSIGN(const std::string text, FileBytes::readText(ptx));
  PSTUDIO_TRY_ASSIGN(const ProgramOutcome end,
                     runTool({assembler->string(), "-lineinfo", "--gpu-name=" + targetOf(text),
                              ptx.string(), "-o", job.cubin.string()}));
  if (end.exitCode != 0)
    return fail(ErrorCode::CompileFailed, reasonIn(end), assembler->string());
  PSTUDIO_TRY_ASSIGN(code.cubin, FileBytes::readText(job.cubin));
  code.backEnd = assembler->string();
  return {};
}

/// With the program's own compiler.
Result<std::string> TwinMaker::askTriton(const TwinOrder &order, const BackendOrder &job) {
  if (order.python.executable.empty())
    return fail(ErrorCode::Unsupported, "the program has no Python");
  if (job.metadata.empty())
    return fail(ErrorCode::Unsupported, "there is no metadata of Triton beside the kernel");
  return backendOf(order.python).make(job);
}

Result<void> TwinMaker::compile(const TwinOrder &order, const KernelFiles &files,
                                const BackendOrder &job, TwinCode &code) {
  Result<std::string> made = askTriton(order, job);
  if (made) {
    PSTUDIO_TRY_ASSIGN(code.cubin, FileBytes::readText(job.cubin));
    code.backEnd = *std::move(made);
    return {};
  }
  if (made.error().code == ErrorCode::Cancelled)
    return tl::unexpected(std::move(made).error());
  if (const Result<void> assembled = assemble(order, files, job, code); !assembled)
    return fail(ErrorCode::CompileFailed, "with Triton: " + made.error().toString() +
                                              "; without: " + assembled.error().toString());
  return {};
}

// Without Triton: in one step, of which the code object is the output.
TwinOutcome TwinMaker::makeForAmd(const TwinOrder &order, const KernelFiles &files,
                                  const BackendOrder &job) {
  auto code = std::make_shared<TwinCode>();
  code->mode = order.mode;
  code->codeFile = files.llvmIr;
  if (const Result<void> done = compileForAmd(order, files, job, *code); !done)
    return instrumentProblem(done.error());
  if (std::optional<CodeProblem> unusable = problemOf(*code))
    return {nullptr, *std::move(unusable)};
  return {std::move(code), {}};
}

TwinOutcome TwinMaker::makeFrom(const TwinOrder &order, const KernelFiles &files, uint32_t id) {
  const std::string stem = (m_settings.raw / ("twin-" + std::to_string(id))).string();
  const BackendOrder job{stem + ".llir", files.metadata, stem + ".cubin", order.image.name};
  if (order.image.isAmd() && order.python.executable.empty())
    return makeForAmd(order, files, job);
  auto code = std::make_shared<TwinCode>();
  code->mode = order.mode;
  code->codeFile = files.llvmIr;
  code->hasScopeMarks = hasScopeMarks(FileBytes::readText(files.llvmIr).value_or(""));
  if (const Result<void> done =
          instrument(order, files.llvmIr, job.llvmIr, instrumentOptions(order, files), *code);
      !done)
    return instrumentProblem(done.error());
  if (std::optional<CodeProblem> unusable = problemOf(*code))
    return {nullptr, *std::move(unusable)};
  if (!order.onlyTries)
    if (const Result<void> compiled = compile(order, files, job, *code); !compiled)
      return problem("twin.failed", compiled.error().toString());
  CodeProblem remark = scopesRemark(*code);
  return {std::move(code), {}, std::move(remark)};
}

Result<void> TwinMaker::assemblePtx(const TwinOrder &order, const image::KernelPtx &ptx,
                                    const fs::path &file, TwinCode &code) {
  const std::optional<fs::path> assembler =
      findAssembler(m_settings.environment, order.python, originOf(order.image));
  if (!assembler)
    return fail(ErrorCode::Unsupported, "no ptxas was found", {}, "set CUDA_HOME");
  fs::path cubin = file;
  cubin.replace_extension(".cubin");
  std::vector<std::string> words{assembler->string(), "--gpu-name=" + toString(ptx.running)};
  for (std::string &option : codeOptions(ptx.ptxasOptions))
    words.push_back(std::move(option));
  // Only this kernel: a module of CUB holds dozens, and the twin of one needs no other.
  words.insert(words.end(), {"--entry=" + order.image.name, file.string(), "-o", cubin.string()});
  PSTUDIO_TRY_ASSIGN(const ProgramOutcome end, runTool(std::move(words)));
  if (end.exitCode != 0)
    return fail(ErrorCode::CompileFailed, reasonIn(end), assembler->string());
  PSTUDIO_TRY_ASSIGN(code.cubin, FileBytes::readText(cubin));
  code.backEnd = assembler->string();
  return {};
}

Result<fs::path> TwinMaker::writeOriginal(const std::string &kernel, const std::string &ptx,
                                          uint32_t id) const {
  const fs::path folder = m_settings.raw / ("twin-" + std::to_string(id) + ".original");
  std::error_code error;
  fs::create_directory(folder, error); // the write reports a failure
  const fs::path file = folder / (fileNameOfKernel(kernel) + ".ptx");
  PSTUDIO_TRY(writeOutput(file, ptx));
  return file;
}

TwinOutcome TwinMaker::makeTwinFromPtx(const TwinOrder &order, const FoundPtx &found,
                                       const fs::path &original, uint32_t id) {
  const fs::path made = m_settings.raw / ("twin-" + std::to_string(id) + ".ptx");
  const image::KernelPtx &ptx = *found.ptx;
  auto code = std::make_shared<TwinCode>();
  code->mode = order.mode;
  code->codeFile = original;
  if (const Result<void> done = instrument(order, original, made, ptxOptions(order, ptx), *code);
      !done)
    return instrumentProblem(done.error());
  if (std::optional<CodeProblem> unusable = problemOf(*code))
    return {nullptr, *std::move(unusable)};
  code->variables = found.variables;
  if (ptx.hasIndirectCalls)
    code->notCovered.emplace_back("functions that are called through registers");
  if (!order.onlyTries)
    if (const Result<void> assembled = assemblePtx(order, ptx, made, *code); !assembled)
      return problem("twin.failed", assembled.error().toString());
  return {std::move(code), {}};
}

TwinOutcome TwinMaker::makeFromImage(const TwinOrder &order, uint32_t id) {
  const FoundPtx found = originOf(order.image) == PtxOrigin::Xla
                             ? m_dumped.find(order.image, order.python)
                             : m_ptx.find(order.image);
  if (!found.ptx)
    return {nullptr, found.problem};
  TwinOutcome made = makeFromPtx(order, found, id);
  made.remark = found.remark;
  return made;
}

TwinOutcome TwinMaker::makeFromPtx(const TwinOrder &order, const FoundPtx &found, uint32_t id) {
  const image::KernelPtx &ptx = *found.ptx;
  const Result<fs::path> original = writeOriginal(order.image.name, ptx.text, id);
  if (!original)
    return problem("twin.failed", original.error().toString());
  const std::optional<fs::path> assembler =
      findAssembler(m_settings.environment, order.python, originOf(order.image));
  if (!m_settings.usesCache || order.onlyTries || !assembler)
    return makeTwinFromPtx(order, found, *original, id);
  std::string mode = order.mode.toString() + " most " + std::to_string(order.mostSlots);
  for (const std::string &option : ptxOptions(order, ptx))
    mode += ' ' + option;
  const std::string key = twinKey({ptx.text, ptx.ptxasOptions, mode, order.image.name,
                                   assembler->string() + " " + toString(ptx.running)});
  if (std::optional<TwinCode> kept = findTwin(key, order.mode)) {
    kept->variables = found.variables;
    kept->codeFile = *original;
    return {std::make_shared<TwinCode>(*std::move(kept)), {}};
  }
  TwinOutcome made = makeTwinFromPtx(order, found, *original, id);
  if (made.code)
    keepTwin(key, *made.code);
  return made;
}

TwinOutcome TwinMaker::make(const TwinOrder &order, uint32_t id) {
  const bool isXla = originOf(order.image) == PtxOrigin::Xla;
  if (order.image.place && !isXla)
    return makeFromImage(order, id);
  // A program of XLA may have kernels of Triton, too.
  const FoundCode found = findCode(order.image, m_folders);
  if (!found.files && isXla)
    return makeFromImage(order, id);
  if (!found.files)
    return {nullptr, found.problem};
  const Result<std::string> llvmIr = FileBytes::readText(found.files->llvmIr);
  if (!llvmIr)
    return problem("code.none", llvmIr.error().toString());
  if (const std::string variable = ownVariableIn(*llvmIr); !variable.empty())
    return problem("code.variable", variable);
  if (!m_settings.usesCache || order.onlyTries)
    return makeFrom(order, *found.files, id);
  const std::optional<std::string> key =
      cacheKeyOf(order, *llvmIr, *found.files, m_settings.environment);
  if (key)
    if (std::optional<TwinCode> kept = findTwin(*key, order.mode)) {
      kept->codeFile = found.files->llvmIr;
      kept->hasScopeMarks = hasScopeMarks(*llvmIr);
      CodeProblem remark = scopesRemark(*kept);
      return {std::make_shared<TwinCode>(*std::move(kept)), {}, std::move(remark)};
    }
  TwinOutcome made = makeFrom(order, *found.files, id);
  // Triton may be there again the next time: what it did not make is not kept in its name.
  if (key && made.code && made.code->backEnd.starts_with(backEndName(order)))
    keepTwin(*key, *made.code);
  return made;
}

} // namespace pstudio::attach
